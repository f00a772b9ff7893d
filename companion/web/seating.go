package web

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"arbiter/engine"
)

// A SeatStore remembers who holds which seat, so that a restart does not send
// everybody off. A mark is no secret: it is a hash of what the browser has, or
// several with blanks between them. The mark of the seat "" is the host's.
type SeatStore interface {
	Seats() (map[engine.Seat]string, error)
	// KeepSeats replaces what was remembered.
	KeepSeats(marks map[engine.Seat]string) error
}

const (
	tokenCookie = "arbiter"
	tokenLength = 26                 // of rand.Text
	year        = 365 * 24 * 60 * 60 // s
	mostPhones  = 8                  // that share a seat
)

// The host is whoever started the game.
const host engine.Seat = ""

// Seating is who holds which seat: the first browser that claims it and those
// with which it shares it, until they free it or a new game begins. A browser
// may hold several seats.
type seating struct {
	store SeatStore
	mu    sync.Mutex
	marks map[engine.Seat][]string
}

func newSeating(store SeatStore) (*seating, error) {
	s := &seating{store: store, marks: map[engine.Seat][]string{}}
	if store == nil {
		return s, nil
	}
	marks, err := store.Seats()
	if err != nil {
		return nil, fmt.Errorf("web: seats: %w", err)
	}
	for seat, all := range marks {
		s.marks[seat] = strings.Fields(all)
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
	return s.marked(seat, token)
}

func (s *seating) marked(seat engine.Seat, token string) bool {
	if token == "" {
		return false
	}
	m := mark(token)
	return slices.ContainsFunc(s.marks[seat], func(o string) bool { return same(o, m) })
}

// known tells whether the browser with the token holds any seat or is the host.
func (s *seating) known(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for seat := range s.marks {
		if s.marked(seat, token) {
			return true
		}
	}
	return false
}

// of lists what the browser with the token holds, sorted; the host holds "".
func (s *seating) of(token string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var held []string
	for seat := range s.marks {
		if s.marked(seat, token) {
			held = append(held, string(seat))
		}
	}
	slices.Sort(held)
	return held
}

// taken tells whether anybody holds the seat.
func (s *seating) taken(seat engine.Seat) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.marks[seat]) > 0
}

// claim gives free seats to the browser with the token and tells whether it
// holds all of them now.
func (s *seating) claim(token string, seats ...engine.Seat) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := true
	for _, seat := range seats {
		if len(s.marks[seat]) == 0 {
			s.marks[seat] = []string{mark(token)}
		}
		all = all && s.marked(seat, token)
	}
	return all, s.keep()
}

// share lets the browser with the token hold a seat beside the one with the mark
// by, which must still hold it.
func (s *seating) share(token string, seat engine.Seat, by string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !slices.Contains(s.marks[seat], by):
		return errLink
	case s.marked(seat, token):
		return nil
	case len(s.marks[seat]) >= mostPhones:
		return engine.Refuse("no more phones can share this seat")
	}
	s.marks[seat] = append(s.marks[seat], mark(token))
	return s.keep()
}

// handOver gives a seat, or the host's place, to the browser with a mark, and takes it
// from all others.
func (s *seating) handOver(seat engine.Seat, mark string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marks[seat] = []string{mark}
	return s.keep()
}

// marksOf are those of the browsers that hold a seat.
func (s *seating) marksOf(seat engine.Seat) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.marks[seat])
}

// leave takes the browser with the token from a seat.
func (s *seating) leave(token string, seat engine.Seat) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := mark(token)
	s.marks[seat] = slices.DeleteFunc(s.marks[seat], func(o string) bool { return same(o, m) })
	return s.keep()
}

// free gives a seat back, whoever holds it.
func (s *seating) free(seat engine.Seat) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.marks, seat)
	return s.keep()
}

// clear frees all seats, for a game with this host.
func (s *seating) clear(token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.marks)
	s.marks[host] = []string{mark(token)}
	return s.keep()
}

func (s *seating) keep() error {
	if s.store == nil {
		return nil
	}
	marks := make(map[engine.Seat]string, len(s.marks))
	for seat, m := range s.marks {
		if len(m) > 0 {
			marks[seat] = strings.Join(m, " ")
		}
	}
	if err := s.store.KeepSeats(marks); err != nil {
		return fmt.Errorf("web: seats: %w", err)
	}
	return nil
}

// token returns what the browser proves its seats with, "" if it has nothing.
func token(r *http.Request) string {
	c, err := cookieOf(r, tokenCookie)
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

// Over HTTPS cookies have names of their own: browsers let nobody on plain HTTP set
// or overwrite one of these, and a plain one of the same name could not be set any
// more.
const guarded = "__Host-"

// cookie is one that comes along with links from elsewhere, such as from the app
// that read a QR code: a strict one would stay behind, and the seat would seem to
// be lost. Only POST changes anything, and guard looks where that comes from.
func cookie(r *http.Request, name, value string) *http.Cookie {
	if r.TLS != nil {
		name = guarded + name
	}
	return &http.Cookie{ // #nosec G124 -- Secure where there is HTTPS; a cookie on plain HTTP cannot be
		Name: name, Value: value, Path: "/", MaxAge: year,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil,
	}
}

// cookieOf is the cookie that a browser has sent. Who comes from plain HTTP keeps what
// it has from there.
func cookieOf(r *http.Request, name string) (*http.Cookie, error) {
	if r.TLS != nil {
		if c, err := r.Cookie(guarded + name); err == nil {
			return c, nil
		}
	}
	return r.Cookie(name)
}
