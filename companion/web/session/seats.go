// Package session knows browsers: which seats they hold, how they were let in, which are the
// owner's and who asks for a seat; their cookies, codes, and limits on guessing and on what is open
// at one time. It knows no pages.
package session

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"arbiter/engine"
)

// A SeatStore remembers who holds which seat, so that a restart sends nobody away. A mark is a hash
// of the browser's token and no secret; a seat with several browsers has their marks separated by
// blanks. The seat "" is the host's.
type SeatStore interface {
	Seats() (map[engine.Seat]string, error)
	// KeepSeats replaces the stored marks.
	KeepSeats(marks map[engine.Seat]string) error
}

// mostPhones is how many browsers can share a seat.
const mostPhones = 8

// Host is the place of whoever started the game.
const Host engine.Seat = ""

// Seats records who holds which seat: the first browser that claims it and those it shares it with,
// until they free it or a new game begins. A browser may hold several seats.
type Seats struct {
	store SeatStore
	mu    sync.Mutex
	marks map[engine.Seat][]string
}

// NewSeats returns what the store remembers; without a store it is kept in memory.
func NewSeats(store SeatStore) (*Seats, error) {
	s := &Seats{store: store, marks: map[engine.Seat][]string{}}
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

// Holds reports whether the browser with the token holds the seat.
func (s *Seats) Holds(seat engine.Seat, token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.holds(seat, token)
}

func (s *Seats) holds(seat engine.Seat, token string) bool {
	if token == "" {
		return false
	}
	m := Mark(token)
	return slices.ContainsFunc(s.marks[seat], func(o string) bool { return same(o, m) })
}

// Known reports whether the browser with the token holds any seat or is the host.
func (s *Seats) Known(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for seat := range s.marks {
		if s.holds(seat, token) {
			return true
		}
	}
	return false
}

// Of returns what the browser with the token holds, sorted; for the host that includes "".
func (s *Seats) Of(token string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var held []string
	for seat := range s.marks {
		if s.holds(seat, token) {
			held = append(held, string(seat))
		}
	}
	slices.Sort(held)
	return held
}

// Taken reports whether anybody holds the seat.
func (s *Seats) Taken(seat engine.Seat) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.marks[seat]) > 0
}

// Claim gives free seats to the browser with the token, and reports whether it now holds all of
// them.
func (s *Seats) Claim(token string, seats ...engine.Seat) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := true
	for _, seat := range seats {
		if len(s.marks[seat]) == 0 {
			s.marks[seat] = []string{Mark(token)}
		}
		all = all && s.holds(seat, token)
	}
	return all, s.keep()
}

// Share lets the browser with the token hold a seat together with the one with the mark by, which
// must still hold it.
func (s *Seats) Share(token string, seat engine.Seat, by string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !slices.Contains(s.marks[seat], by):
		return ErrLink
	case s.holds(seat, token):
		return nil
	case len(s.marks[seat]) >= mostPhones:
		return engine.Refuse("no more phones can share this seat")
	}
	s.marks[seat] = append(s.marks[seat], Mark(token))
	return s.keep()
}

// Pass moves the seats of an old token to the new one that replaces it.
func (s *Seats) Pass(old, token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for seat := range s.marks {
		if s.holds(seat, old) {
			s.marks[seat] = append(s.marks[seat], Mark(token))
		}
	}
	return s.keep()
}

// Forget removes the browser with a mark from all seats.
func (s *Seats) Forget(mark string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for seat, all := range s.marks {
		s.marks[seat] = slices.DeleteFunc(all, func(m string) bool { return m == mark })
	}
	return s.keep()
}

// HandOver gives a seat, or the host's place, to the browser with a mark, and takes it from all
// others.
func (s *Seats) HandOver(seat engine.Seat, mark string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marks[seat] = []string{mark}
	return s.keep()
}

// Marks returns the marks of the browsers that hold a seat.
func (s *Seats) Marks(seat engine.Seat) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.marks[seat])
}

// Leave removes the browser with the token from a seat.
func (s *Seats) Leave(token string, seat engine.Seat) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := Mark(token)
	s.marks[seat] = slices.DeleteFunc(s.marks[seat], func(o string) bool { return same(o, m) })
	return s.keep()
}

// Free frees a seat, whoever holds it.
func (s *Seats) Free(seat engine.Seat) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.marks, seat)
	return s.keep()
}

// Clear frees all seats, for a new game whose host has this token.
func (s *Seats) Clear(token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.marks)
	s.marks[Host] = []string{Mark(token)}
	return s.keep()
}

func (s *Seats) keep() error {
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
