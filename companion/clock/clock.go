// Package clock counts how long each seat thinks, and what is left of the time that a table allows.
//
// It is told when entries were played and whom the game waited for in between. It plays for nobody:
// when a time is over it says whose.
package clock

import (
	"maps"
	"slices"
	"time"

	"arbiter/engine"
)

// A Kind is what a clock limits.
type Kind string

// The kinds of clocks. None only counts.
const (
	None    Kind = ""
	Target  Kind = "target" // how long the whole game is to take
	BySeat  Kind = "seat"   // how long each seat may think in the game
	ByRound Kind = "round"  // how long each seat may think in a round
)

// Settings are what a table has chosen. They may be changed during a game.
type Settings struct {
	Kind    Kind `json:"kind,omitempty"`
	Minutes int  `json:"minutes,omitempty"` // 0 for None
}

// choices are the minutes that can be chosen for each kind, and the one that it begins with.
var choices = map[Kind]struct {
	minutes []int
	first   int
}{
	Target:  {[]int{15, 30, 45, 60, 75, 90, 120, 150, 180, 240}, 90},
	BySeat:  {[]int{5, 10, 15, 20, 25, 30, 40, 50, 60, 90}, 20},
	ByRound: {[]int{1, 2, 3, 4, 5, 7, 10, 15, 20, 30}, 5},
}

// Usual returns a clock of a kind with the minutes that it begins with.
func Usual(k Kind) Settings { return Settings{k, choices[k].first} }

// Valid reports whether people can choose these settings.
func (s Settings) Valid() bool {
	if s.Kind == None {
		return s.Minutes == 0
	}
	return slices.Contains(choices[s.Kind].minutes, s.Minutes)
}

// Less and More return the settings with the next number of minutes, or the same at the end.
func (s Settings) Less() Settings { return s.next(-1) }

// More is the opposite of Less.
func (s Settings) More() Settings { return s.next(1) }

func (s Settings) next(by int) Settings {
	all := choices[s.Kind].minutes
	if i := slices.Index(all, s.Minutes) + by; i >= 0 && i < len(all) {
		s.Minutes = all[i]
	}
	return s
}

// allowed returns the time of the settings; 0 if there is no limit.
func (s Settings) allowed() time.Duration { return time.Duration(s.Minutes) * time.Minute }

// Kept is what is stored of the clock of a game.
type Kept struct {
	Settings
	// Away is how much of the time after an entry counts for nobody, in milliseconds: pauses, and
	// the time in which the program did not run. Entry 0 is the setup.
	Away   map[int]int64 `json:"away,omitempty"`
	Paused bool          `json:"paused,omitempty"`
	By     engine.Seat   `json:"by,omitempty"` // who has paused it; "" is the host
}

// AwayAfter returns how much of the time after an entry does not count.
func (k Kept) AwayAfter(entry int) time.Duration {
	return time.Duration(k.Away[entry]) * time.Millisecond
}

// WithoutShortest returns k without its shortest time that does not count.
func (k Kept) WithoutShortest() Kept {
	shortest, found := 0, false
	for entry, ms := range k.Away {
		if !found || ms < k.Away[shortest] {
			shortest, found = entry, true
		}
	}
	k.Away = maps.Clone(k.Away)
	delete(k.Away, shortest)
	return k
}

// LongestStep is the longest time between two entries that counts. Nobody thinks for longer: the
// players have gone home, or to bed.
const LongestStep = 20 * time.Minute

// A Moment is whom the game waits for after an entry, and in which round.
type Moment struct {
	Round int
	Seats []engine.Seat // people whom the game waits for; none while everybody is asked at the same time, as nobody may know who has answered
}

// MomentOf returns the moment of a position as everybody knows it; person reports whether a person
// sits there.
func MomentOf(game engine.Game, s engine.State, v engine.View, person func(engine.Seat) bool) Moment {
	m := Moment{}
	if game.Review.Round != nil {
		m.Round = game.Review.Round(s)
	}
	if v.Over || v.Window || engine.WindowOf(s).Open() {
		return m
	}
	for _, p := range v.Seats {
		asked := slices.ContainsFunc(v.Prompts, func(q engine.Prompt) bool { return q.Seat == p.Seat })
		if (p.Turn || asked) && !p.Robot && !p.Out && person(p.Seat) {
			m.Seats = append(m.Seats, p.Seat)
		}
	}
	return m
}

// A Step is the time after an entry for which the game waited for a seat.
type Step struct {
	Entry int
	Time  time.Duration
}

// A Count is how long seats have thought in a game. The zero Count is empty.
type Count struct {
	Played  time.Duration // all time that counts, whoever it was that the game waited for
	rounds  map[int]map[engine.Seat]time.Duration
	longest map[engine.Seat]Step
}

// Add counts the time after an entry, without what was away. Where several seats think at the same
// time it counts for each of them.
func (c *Count) Add(entry int, m Moment, took time.Duration) {
	if took <= 0 || took >= LongestStep {
		return
	}
	c.Played += took
	for _, seat := range m.Seats {
		if c.rounds == nil {
			c.rounds, c.longest = map[int]map[engine.Seat]time.Duration{}, map[engine.Seat]Step{}
		}
		if c.rounds[m.Round] == nil {
			c.rounds[m.Round] = map[engine.Seat]time.Duration{}
		}
		c.rounds[m.Round][seat] += took
		if took > c.longest[seat].Time {
			c.longest[seat] = Step{entry, took}
		}
	}
}

// Of returns how long a seat has thought in the whole game.
func (c *Count) Of(seat engine.Seat) (sum time.Duration) {
	for _, round := range c.rounds {
		sum += round[seat]
	}
	return sum
}

// In returns how long a seat has thought in a round.
func (c *Count) In(round int, seat engine.Seat) time.Duration { return c.rounds[round][seat] }

// Longest returns the longest step of a seat; the zero Step if it has none.
func (c *Count) Longest(seat engine.Seat) Step { return c.longest[seat] }

// Rounds returns the rounds in which somebody has thought, in order.
func (c *Count) Rounds() (all []int) {
	for n := range c.rounds {
		all = append(all, n)
	}
	slices.Sort(all)
	return all
}

// Any reports whether anybody has thought.
func (c *Count) Any() bool { return len(c.rounds) > 0 }

// Clone returns a copy.
func (c *Count) Clone() Count {
	n := Count{c.Played, maps.Clone(c.rounds), maps.Clone(c.longest)}
	for round, seats := range n.rounds {
		n.rounds[round] = maps.Clone(seats)
	}
	return n
}
