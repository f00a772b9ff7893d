// Package review replays a stored game step by step, for people who look back at it: the position
// after each entry, including those that were taken back, and what each entry said.
//
// It sees either as a spectator, who knows what was open at the table, or everything, for games
// that are over. It draws nothing, stores nothing and knows no rules.
package review

import (
	"fmt"
	"slices"
	"time"

	"arbiter/companion"
	"arbiter/companion/clock"
	"arbiter/engine"
)

// A Viewer is whose knowledge a replay shows.
type Viewer bool

// The viewers. Everything is for games that are over.
const (
	Spectator  Viewer = false // knows what a spectator at the table knew
	Everything Viewer = true  // knows all cards
)

func (eye Viewer) sees(e engine.Event) engine.Event {
	if eye == Everything {
		return e
	}
	return engine.SeenBy("", e)
}

// A Replay is a game as it was played, entry by entry.
type Replay struct {
	Game      engine.Game
	Start     engine.State
	Positions []Position // Positions[0] is the start; Positions[n] follows entry n

	eye Viewer
}

// A Position is the position after an entry.
type Position struct {
	Seq    int
	State  engine.State
	Round  int  // as the game counts; 0 before the first
	Undone bool // the entry was taken back later
	Undoes int  // the entry that this one takes back

	entry  engine.Entry
	before engine.State
	events []engine.Event // as the viewer knows them
	whole  bool           // the viewer knows all of the entry
}

// New replays a game from its start. The error says which entry does not fit.
func New(rules engine.Game, setup engine.Setup, entries []engine.Entry, eye Viewer) (*Replay, error) {
	start, err := rules.New(setup.Seats, setup.Facts)
	if err != nil {
		return nil, fmt.Errorf("setup of %s: %w", rules.Name, err)
	}
	f := &Replay{Game: rules, Start: start, eye: eye, Positions: make([]Position, 1, len(entries)+1)}
	f.Positions[0] = f.frame(start, engine.Entry{})
	standing := []int{0} // positions of entries that still stand
	for i, e := range entries {
		last := standing[len(standing)-1]
		switch {
		case e.Seq != i+1:
			return nil, fmt.Errorf("entry %d stands in place %d", e.Seq, i+1)
		case e.Undoes == 0:
			f.Positions = append(f.Positions, f.frame(f.Positions[last].State, e))
			standing = append(standing, e.Seq)
		case e.Undoes != last || last == 0:
			return nil, fmt.Errorf("entry %d takes back entry %d, which is not the last", e.Seq, e.Undoes)
		default:
			standing = standing[:len(standing)-1]
			f.Positions[last].Undone = true
			back := f.frame(f.Positions[standing[len(standing)-1]].State, e)
			f.Positions = append(f.Positions, back)
		}
	}
	return f, nil
}

func (f *Replay) frame(before engine.State, e engine.Entry) Position {
	r := Position{Seq: e.Seq, State: before, Undoes: e.Undoes, entry: e, before: before}
	for _, event := range e.Events {
		if event = f.eye.sees(event); event != nil {
			r.events = append(r.events, event)
		}
	}
	if len(r.events) > 0 {
		r.State = engine.Fold(before, r.events...)
	}
	r.whole = e.Command != nil && (f.eye == Everything || !engine.Hidden(e, ""))
	if f.Game.Review.Round != nil {
		r.Round = f.Game.Review.Round(r.State)
	}
	return r
}

// Last returns the number of the last entry.
func (f *Replay) Last() int { return len(f.Positions) - 1 }

// End returns the last position.
func (f *Replay) End() engine.State { return f.Positions[f.Last()].State }

// Line returns what an entry said, and why; false if the viewer may know nothing of it.
func (f *Replay) Line(seq int) (companion.LogLine, bool) {
	if seq < 1 || seq > f.Last() {
		return companion.LogLine{}, false
	}
	r := &f.Positions[seq]
	l := companion.LogLine{Seq: seq, By: r.entry.By, Undoes: r.Undoes, Undone: r.Undone}
	if r.Undoes != 0 {
		_, seen := f.Line(r.Undoes)
		return l, seen
	}
	if !r.whole && len(r.events) == 0 {
		return l, false
	}
	l = companion.LineOf(f.Game, r.entry, r.before, r.events, r.whole)
	l.Undone = r.Undone
	return l, true
}

// Lines returns what the entries from one to another said, both included, as far as the viewer may
// know.
func (f *Replay) Lines(from, to int) []companion.LogLine {
	var all []companion.LogLine
	for seq := max(from, 1); seq <= min(to, f.Last()); seq++ {
		if l, ok := f.Line(seq); ok {
			all = append(all, l)
		}
	}
	return all
}

// A Round is a round of the game.
type Round struct{ Number, First, Last int } // numbers of entries; First 0 is the start

// Rounds returns the rounds of the game in order. An undo that reaches into an earlier round counts
// in the round in which it was done.
func (f *Replay) Rounds() []Round {
	var all []Round
	for _, r := range f.Positions {
		if n := len(all); n == 0 || r.Round > all[n-1].Number {
			all = append(all, Round{r.Round, r.Seq, r.Seq})
		}
		all[len(all)-1].Last = r.Seq
	}
	return all
}

// Standing returns the events that stand after an entry, as the viewer knows them, without those
// that had been taken back by then.
func (f *Replay) Standing(at int) []engine.Event {
	var frames []int
	for n := 1; n <= min(at, f.Last()); n++ {
		if f.Positions[n].Undoes != 0 {
			frames = frames[:len(frames)-1]
			continue
		}
		frames = append(frames, n)
	}
	var all []engine.Event
	for _, n := range frames {
		all = append(all, f.Positions[n].events...)
	}
	return all
}

// Books returns the accounts of a seat after an entry; nil if the game keeps none.
func (f *Replay) Books(at int, seat engine.Seat) []engine.Account {
	if f.Game.Accounts == nil {
		return nil
	}
	return f.Game.Accounts(f.Start, f.Standing(at), seat)
}

// Charts returns the charts of the game; nil if it has none.
func (f *Replay) Charts() []engine.Chart {
	if f.Game.Review.Charts == nil {
		return nil
	}
	return f.Game.Review.Charts(f.Start, f.Standing(f.Last()))
}

// Scoreboard returns the final scores; it has no rows if the game is not over or has no scoreboard.
func (f *Replay) Scoreboard() engine.Scoreboard {
	if f.Game.Review.Scoreboard == nil || !f.End().View().Over {
		return engine.Scoreboard{}
	}
	return f.Game.Review.Scoreboard(f.Start, f.Standing(f.Last()))
}

// Ranks returns the final places of the seats; nil if the game is not over or does not tell.
func (f *Replay) Ranks() []engine.Rank {
	if f.Game.Review.Ranks == nil || !f.End().View().Over {
		return nil
	}
	return f.Game.Review.Ranks(f.End())
}

// Traits returns what the seats had.
func (f *Replay) Traits() []engine.Trait {
	if f.Game.Review.Traits == nil {
		return nil
	}
	return slices.Clip(f.Game.Review.Traits(f.End()))
}

// Thinking counts how long each seat thought: times are when the entries were written, the setup
// first, and person reports whether a person sits there.
func (f *Replay) Thinking(times []time.Time, k clock.Kept, person func(engine.Seat) bool) (c clock.Count) {
	for n := 0; n < f.Last() && n+1 < len(times); n++ {
		if times[n].IsZero() || times[n+1].IsZero() {
			continue
		}
		s := f.Positions[n].State
		c.Add(n, clock.MomentOf(f.Game, s, engine.Plain(s), person), times[n+1].Sub(times[n])-k.AwayAfter(n))
	}
	return c
}
