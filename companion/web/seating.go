package web

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net/http"
	"sync"

	"arbiter/engine"
)

// A SeatStore remembers who holds which seat, so that a restart does not send
// everybody off. A mark is no secret: it is a hash of what the browser has.
type SeatStore interface {
	Seats() (map[engine.Seat]string, error)
	// KeepSeats replaces what was remembered.
	KeepSeats(marks map[engine.Seat]string) error
}

const (
	tokenCookie = "arbiter"
	tokenLength = 26                 // of rand.Text
	year        = 365 * 24 * 60 * 60 // s
)

// Seating is who holds which seat: the first browser that claims it, until it
// frees it or a new game begins. A browser may hold several.
type seating struct {
	store SeatStore
	mu    sync.Mutex
	marks map[engine.Seat]string
}

func newSeating(store SeatStore) (*seating, error) {
	s := &seating{store: store, marks: map[engine.Seat]string{}}
	if store == nil {
		return s, nil
	}
	marks, err := store.Seats()
	if err != nil {
		return nil, fmt.Errorf("web: seats: %w", err)
	}
	for seat, mark := range marks {
		s.marks[seat] = mark
	}
	return s, nil
}

func mark(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// holds tells whether the browser with the token holds the seat.
func (s *seating) holds(seat engine.Seat, token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, taken := s.marks[seat]
	return taken && token != "" && same(m, mark(token))
}

// taken tells whether anybody holds the seat.
func (s *seating) taken(seat engine.Seat) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, taken := s.marks[seat]
	return taken
}

// claim gives free seats to the browser with the token and tells whether it
// holds all of them now.
func (s *seating) claim(token string, seats ...engine.Seat) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := true
	for _, seat := range seats {
		m, taken := s.marks[seat]
		if !taken {
			s.marks[seat] = mark(token)
		}
		all = all && (!taken || same(m, mark(token)))
	}
	return all, s.keep()
}

// free gives seats back. Without any it clears the table.
func (s *seating) free(seats ...engine.Seat) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seat := range seats {
		delete(s.marks, seat)
	}
	if len(seats) == 0 {
		clear(s.marks)
	}
	return s.keep()
}

func (s *seating) keep() error {
	if s.store == nil {
		return nil
	}
	marks := make(map[engine.Seat]string, len(s.marks))
	for seat, m := range s.marks {
		marks[seat] = m
	}
	if err := s.store.KeepSeats(marks); err != nil {
		return fmt.Errorf("web: seats: %w", err)
	}
	return nil
}

// token returns what the browser proves its seats with, "" if it has nothing.
func token(r *http.Request) string {
	c, err := r.Cookie(tokenCookie)
	if err != nil || len(c.Value) < tokenLength || len(c.Value) > 2*tokenLength {
		return ""
	}
	return c.Value
}

// tokenFor returns the browser's token, after giving it one of 128 bits or more
// if it has none.
func tokenFor(w http.ResponseWriter, r *http.Request) string {
	if t := token(r); t != "" {
		return t
	}
	t := rand.Text()
	http.SetCookie(w, cookie(r, tokenCookie, t))
	return t
}

func cookie(r *http.Request, name, value string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: year,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
	}
}
