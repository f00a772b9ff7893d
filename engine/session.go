package engine

import (
	"fmt"
	"slices"

	"arbiter/engine/notation"
)

// A Setup is how a game starts: the first entry of every log. Together with its setup, a log can be
// read without any other data.
type Setup struct {
	Game     string
	Seats    []Seat
	Facts    []Event
	Learners []Seat // who may ask for advice; the rules ignore it
	Sealed   Sealed
}

// Sealed is the commitment to chance made before a game: the hash of a secret, and what seats said
// after they had seen the hash. The rules ignore it. The zero value means that there was no
// commitment.
type Sealed struct {
	Hash  string // SHA-256 in hexadecimal digits
	Words []Word // in the order of the seats; seats may be missing
}

// A Word is what a seat contributes to chance: one line of text.
type Word struct {
	Seat Seat
	Text string
}

// String returns the seat and its text, separated by a space.
func (w Word) String() string { return fmt.Sprintf("%s %s", w.Seat, w.Text) }

// An Entry is one line of the log: a command and what came of it, or the undoing of an earlier
// entry.
type Entry struct {
	Seq     int     // from 1
	By      Seat    // who asked for it
	Command Command // nil if Undoes is set
	Events  []Event
	Undoes  int // the entry that is undone; 0 if none is
}

// A Log stores entries. Once Append returns nil, the entry is stored durably.
type Log interface {
	Append(Entry) error
}

// NoLog stores nothing. It is for games that are played only to see how they go.
type NoLog struct{}

// Append discards the entry.
func (NoLog) Append(Entry) error { return nil }

// A Session is one game in progress: the fold of its log. It is not safe for
// concurrent use; one goroutine owns it.
type Session struct {
	log     Log
	entries []Entry // all of them, undone or not
	past    []step  // what still stands; past[0] is the start
	known   map[Knower]*Knowledge
	places  []Place // as Seats returns them
}

type step struct {
	entry int // index into entries; -1 for the start
	State
}

// Resume replays entries from start and continues in log. An entry that undoes anything but the
// last standing entry is an error: the log is broken.
func Resume(start State, log Log, entries ...Entry) (*Session, error) {
	s := &Session{log: log, past: []step{{-1, start}}, known: map[Knower]*Knowledge{}}
	for _, e := range entries {
		if err := s.Replay(e); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Replay adds an entry that is already in the log. It returns an error if the entry does not follow
// from the ones before it.
func (s *Session) Replay(e Entry) error {
	if e.Seq != len(s.entries)+1 {
		return fmt.Errorf("log entry %d: it stands in place %d", e.Seq, len(s.entries)+1)
	}
	if e.Undoes != 0 && e.Undoes != s.last() {
		return fmt.Errorf("log entry %d: it takes back entry %d, but the last one standing is %d", e.Seq, e.Undoes, s.last())
	}
	s.add(e, Fold(s.State(), e.Events...))
	return nil
}

// State returns the present state.
func (s *Session) State() State { return s.past[len(s.past)-1].State }

// At returns the state after the given number of standing entries; 0 is the start.
func (s *Session) At(standing int) State { return s.past[standing].State }

// Version returns the number of entries; it grows with each one.
func (s *Session) Version() int { return len(s.entries) }

// Entries returns the whole log, oldest first, including entries that were undone.
func (s *Session) Entries() []Entry { return s.entries }

// Standing returns the entries that were not undone.
func (s *Session) Standing() []Entry {
	standing := make([]Entry, 0, len(s.past)-1)
	for _, p := range s.past[1:] {
		standing = append(standing, s.entries[p.entry])
	}
	return standing
}

// Before returns the state in which the standing entry seq was played; false if it does not stand.
func (s *Session) Before(seq int) (State, bool) {
	for i, p := range s.past {
		if p.entry == seq-1 && i > 0 {
			return s.past[i-1].State, true
		}
	}
	return nil, false
}

// Seats returns the seats as the game starts; nobody joins or leaves.
func (s *Session) Seats() []Place {
	if s.places == nil {
		s.places = Plain(s.past[0].State).Seats
	}
	return s.places
}

// Do plays c. If c is refused or cannot be logged, nothing changes. The error is a Refusal if the
// rules say no.
func (s *Session) Do(c Command) (Entry, error) {
	return s.DoAfter(c, func(Entry, State) error { return nil })
}

// DoAfter is Do with a last look at the entry and the state after it before it is logged: if look
// returns an error, DoAfter returns it and nothing changes.
func (s *Session) DoAfter(c Command, look func(Entry, State) error) (Entry, error) {
	next, events, err := Step(s.State(), c)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Seq: len(s.entries) + 1, By: c.By(), Command: c, Events: events}
	if err := look(e, next); err != nil {
		return Entry{}, err
	}
	return s.append(e, next)
}

// Undo takes back the last standing entry. An entry that revealed something needs the consent of
// every seat that is played by a person and still in the game; an entry that by may not fully know
// can be undone only by the seat that played it.
func (s *Session) Undo(by Seat, consent ...Seat) (Entry, error) {
	if len(s.past) == 1 {
		return Entry{}, Refuse("there is nothing to take back")
	}
	last := s.entries[s.last()-1]
	if Revealing(last) {
		if waiting := s.withoutConsent(consent); len(waiting) > 0 {
			return Entry{}, Refuse("cards were shown: everybody has to agree to take that back; %s has not yet", waiting[0])
		}
	}
	if owner := last.Command.By(); by != owner && Hidden(last, by) {
		return Entry{}, Refuse("only %s may take back the last step", owner)
	}
	return s.append(Entry{By: by, Undoes: last.Seq}, nil)
}

// Revealing reports whether e showed something that cannot be unseen.
func Revealing(e Entry) bool {
	return slices.ContainsFunc(e.Events, func(e Event) bool { _, ok := e.(Reveal); return ok })
}

// Hidden reports whether seat may not know all of e.
func Hidden(e Entry, seat Seat) bool {
	return slices.ContainsFunc(e.Events, func(e Event) bool {
		seen := SeenBy(seat, e)
		return seen == nil || notation.Format(seen) != notation.Format(e)
	})
}

func (s *Session) withoutConsent(consent []Seat) []Seat {
	var without []Seat
	for _, p := range Plain(s.State()).Seats {
		if !p.Robot && !p.Out && !slices.Contains(consent, p.Seat) {
			without = append(without, p.Seat)
		}
	}
	return without
}

func (s *Session) append(e Entry, next State) (Entry, error) {
	e.Seq = len(s.entries) + 1
	if err := s.log.Append(e); err != nil {
		return Entry{}, fmt.Errorf("log entry %d: %w", e.Seq, err)
	}
	s.add(e, next)
	return e, nil
}

// add appends an entry and the state after it, which is ignored if the entry is an undo.
func (s *Session) add(e Entry, next State) {
	s.entries = append(s.entries, e)
	if e.Undoes != 0 {
		s.past = s.past[:len(s.past)-1]
		for _, k := range s.known {
			k.keep(len(s.past))
		}
		return
	}
	s.past = append(s.past, step{len(s.entries) - 1, next})
}

// last returns the number of the last standing entry, 0 if there is none.
func (s *Session) last() int { return s.past[len(s.past)-1].entry + 1 }
