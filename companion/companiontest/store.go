// Package companiontest has what tests of a table need: a Store in memory, and a function as a
// panel. The game for them is package testgame.
package companiontest

import (
	"errors"
	"slices"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/companion/clock"
	"arbiter/companion/history"
	"arbiter/engine"
)

// A Panel is a function as a panel.
type Panel func(view engine.View, notices []engine.Text)

// Show calls f.
func (f Panel) Show(view engine.View, notices []engine.Text, _ engine.Text) { f(view, notices) }

// A Store keeps games in memory. It is safe for concurrent use, so a test may look into it. The
// zero Store is empty.
type Store struct {
	mu      sync.Mutex
	games   []*Stored
	learned []string
	names   map[string][]string
	full    bool
	room    int // how many more things it takes; 0: any number, unless it is full
	ended   companion.Ended

	Now func() time.Time // when entries are written; nil: times are not kept
}

// A Stored game is a game in a Store.
type Stored struct {
	history.Header
	Entries   []engine.Entry
	Result    string
	Done      bool
	Stands    int // as in history.Saved
	Laying    []engine.Seat
	Concealed map[engine.Seat]int
	Clock     clock.Kept
	Times     []time.Time // of the entries, the setup first, if Now is set
}

// ErrFull is the error of a full store.
var ErrFull = errors.New("no room")

// Fill makes the store refuse to write, or accept it again.
func (s *Store) Fill(full bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.full, s.room = full, 0
}

// Room makes the store full after n more things.
func (s *Store) Room(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.room = n
}

// Games returns copies of the games, oldest first.
func (s *Store) Games() []Stored {
	s.mu.Lock()
	defer s.mu.Unlock()
	var games []Stored
	for _, g := range s.games {
		k := *g
		k.Entries = slices.Clone(g.Entries)
		games = append(games, k)
	}
	return games
}

// Tags returns the names of tags.
func (s *Store) Tags() map[string][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	tags := map[string][]string{}
	for uid, words := range s.names {
		tags[uid] = words
	}
	return tags
}

type appender struct {
	s *Store
	k *Stored
}

// Append stores e.
func (a appender) Append(e engine.Entry) error {
	return a.s.write(func() {
		a.k.Entries = append(a.k.Entries, e)
		a.s.date(a.k)
	})
}

func (s *Store) date(k *Stored) {
	if s.Now != nil {
		k.Times = append(k.Times, s.Now())
	}
}

func (s *Store) write(f func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full {
		return ErrFull
	}
	if s.room > 0 {
		s.room--
		s.full = s.room == 0
	}
	f()
	return nil
}

// Create starts a game.
func (s *Store) Create(h history.Header) (engine.Log, error) {
	k := &Stored{Header: h}
	return appender{s, k}, s.write(func() {
		s.games, s.ended = append(s.games, k), companion.Ended{}
		s.date(k)
	})
}

// Unfinished returns the newest game without a result.
func (s *Store) Unfinished() (history.Saved, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range slices.Backward(s.games) {
		if !k.Done || s.ended.Stays && s.ended.ID == k.ID {
			return history.Saved{Header: k.Header, Entries: slices.Clone(k.Entries), Log: appender{s, k}, Stands: k.Stands, Laying: k.Laying, Concealed: k.Concealed, Clock: k.Clock, Times: slices.Clone(k.Times)}, true, nil
		}
	}
	return history.Saved{}, false, nil
}

// Finish stores a result.
func (s *Store) Finish(id, result string) error {
	return s.write(func() {
		s.ended = companion.Ended{ID: id, Result: result}
		for _, k := range s.games {
			if k.ID == id {
				k.Result, k.Done = result, true
			}
		}
	})
}

// Conclude stores the result of a game that stays on the table.
func (s *Store) Conclude(id, result string) error {
	return s.write(func() {
		s.ended = companion.Ended{}
		if result != "" {
			s.ended = companion.Ended{ID: id, Result: result, Stays: true}
		}
		for _, k := range s.games {
			if k.ID == id {
				k.Result, k.Done = result, result != ""
			}
		}
	})
}

// Ended returns the game that was finished last, if none was created since.
func (s *Store) Ended() companion.Ended {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// Reopen removes a result.
func (s *Store) Reopen(id string) (history.Saved, error) {
	err := s.write(func() {
		for _, k := range s.games {
			if k.ID == id {
				k.Result, k.Done = "", false
			}
		}
	})
	if err != nil {
		return history.Saved{}, err
	}
	saved, _, err := s.Unfinished()
	return saved, err
}

// Stand stores which entries stand.
func (s *Store) Stand(id string, entry int) error {
	return s.write(func() {
		for _, k := range s.games {
			if k.ID == id {
				k.Stands = entry
			}
		}
	})
}

// Lay stores who lays cards on readers.
func (s *Store) Lay(id string, seats []engine.Seat) error {
	return s.write(func() {
		for _, k := range s.games {
			if k.ID == id {
				k.Laying = slices.Clone(seats)
			}
		}
	})
}

// Conceal stores what is covered.
func (s *Store) Conceal(id string, concealed map[engine.Seat]int) error {
	return s.write(func() {
		for _, k := range s.games {
			if k.ID == id {
				k.Concealed = concealed
			}
		}
	})
}

// KeepClock stores the clock of a game.
func (s *Store) KeepClock(id string, kept clock.Kept) error {
	return s.write(func() {
		for _, k := range s.games {
			if k.ID == id {
				k.Clock = kept
			}
		}
	})
}

// Learn stores a fact.
func (s *Store) Learn(_, line string) error {
	return s.write(func() { s.learned = append(s.learned, line) })
}

// Forget removes a fact.
func (s *Store) Forget(_, line string) error {
	return s.write(func() {
		s.learned = slices.DeleteFunc(s.learned, func(l string) bool { return l == line })
	})
}

// Learned returns the facts.
func (s *Store) Learned(string) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.learned), nil
}

// Name stores what a tag is.
func (s *Store) Name(uid string, words []string) error {
	return s.write(func() {
		if s.names == nil {
			s.names = map[string][]string{}
		}
		s.names[uid] = words
	})
}
