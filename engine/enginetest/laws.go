package enginetest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/notation"
)

type memory struct{ entries []engine.Entry }

func (m *memory) Append(e engine.Entry) error { m.entries = append(m.entries, e); return nil }

// Laws plays a random game from the seed. What commands do is checked at each
// step; lists, views and what seats know are checked at random steps and at the end:
//
//   - Legal is the same list twice, and Decide accepts every command in it, and no
//     other command that the game can write down, except other ways to pay for one in the list;
//   - Decide, Step and Apply do not change the state that they are called on;
//   - Step is Decide and Fold;
//   - every line parses back to itself;
//   - a command that begins with a Secret is Private;
//   - the log alone leads to the same state;
//   - what a seat knows agrees with the truth on the tracks and on what the seat
//     may do, and a refusal tells it nothing that it does not know;
//   - a program can manage a window for the seats that it asks, and nothing is expected of a
//     seat that is out;
//   - dice that are to be rolled can be rolled by a program.
//
// It returns how many commands were played.
func Laws(t *testing.T, set Setting, seed uint64) int {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	start := set.Begin(t)
	log := &memory{}
	s, err := engine.Resume(start, log)
	if err != nil {
		t.Fatal(err)
	}
	l := laws{t: t, set: set, seed: seed, s: s, windows: map[int]bool{}, thrown: map[string]bool{}}
	for range max(set.Steps, 3000) {
		legal := s.State().Legal()
		if len(legal) == 0 {
			for _, seat := range l.seats() {
				l.knowledge(seat, legal)
			}
			l.replay(start, log.entries)
			return len(log.entries)
		}
		l.step(r, legal)
	}
	t.Fatalf("seed %d: the game does not end", seed)
	return 0
}

type laws struct {
	t         *testing.T
	set       Setting
	seed      uint64
	s         *engine.Session
	strangers []engine.Command // commands that were legal once
	windows   map[int]bool     // the numbers of all windows so far
	window    int              // the last window that was open; 0 if none
	thrown    map[string]bool  // the names of all rolls so far
	roll      string           // the last roll that was open; "" if none
}

func (l *laws) step(r *rand.Rand, legal []engine.Command) {
	before := l.s.State()
	switch r.IntN(32) {
	case 0:
		l.exact(before, legal)
	case 1, 2, 3, 4:
		seats := l.seats()
		seat := seats[r.IntN(len(seats))]
		l.knowledge(seat, legal)
		l.reacts(seat, legal)
		l.rolls(seat)
	}
	c := l.set.choose(r, before, legal)
	l.roundTrip(c)
	was := photograph(before, r.IntN(64) == 0)
	decided, _ := before.Decide(c) // Step returns the refusal
	e, err := l.s.Do(c)
	if err != nil {
		l.t.Fatalf("seed %d: legal %q was refused: %v", l.seed, notation.Format(c), err)
	}
	if !was.shows(before) {
		l.t.Fatalf("seed %d: %q changed the state it was played in", l.seed, notation.Format(c))
	}
	for _, event := range e.Events {
		l.roundTrip(event)
		before.Why(event)
		before = before.Apply(event)
	}
	if _, private := c.(engine.Private); !private && len(e.Events) > 0 && engine.Hidden(engine.Entry{Events: e.Events[:1]}, "") {
		l.t.Fatalf("seed %d: not everybody may know %q, and it is no engine.Private: reports of the program would tell it", l.seed, notation.Format(c))
	}
	l.stepped(e, decided, before)
	l.numbered(engine.WindowOf(l.s.State()).Number)
	l.rolled(engine.RollOf(l.s.State()).Name)
	if r.IntN(64) == 0 {
		l.strangers = append(l.strangers, legal[r.IntN(len(legal))])
	}
}

// stepped checks that Step, which the session plays by, caused the events of Decide and the state
// they lead to.
func (l *laws) stepped(e engine.Entry, decided []engine.Event, applied engine.State) {
	if !slices.EqualFunc(e.Events, decided, same[engine.Event]) {
		l.t.Fatalf("seed %d: %q: one step brings %v, Decide %v", l.seed, notation.Format(e.Command), e.Events, decided)
	}
	if !equal(l.s.State(), applied) {
		l.t.Fatalf("seed %d: %q: one step leads elsewhere than %v", l.seed, notation.Format(e.Command), decided)
	}
}

// equal reports whether two states are the same.
func equal(a, b engine.State) bool {
	x, y := reflect.Indirect(reflect.ValueOf(a)), reflect.Indirect(reflect.ValueOf(b))
	return x.Type().Comparable() && identical(x.Interface(), y.Interface()) || reflect.DeepEqual(a, b)
}

// identical compares two values with ==, which is much cheaper than asking first whether all their
// parts are comparable: if one is not, Go panics.
func identical(x, y any) (is bool) {
	defer func() { _ = recover() }()
	return x == y
}

// A photo records what a state was: its value or, if states are not plain values or share
// something, everything that a screen may draw of it.
type photo struct {
	value any
	view  *engine.View
}

func photograph(s engine.State, view bool) (p photo) {
	v := reflect.Indirect(reflect.ValueOf(s))
	plain := v.Type().Comparable()
	if plain {
		p.value = v.Interface()
	}
	if view || !plain {
		all := s.View()
		p.view = &all
	}
	return p
}

func (p photo) shows(s engine.State) bool {
	if p.value != nil && p.value != reflect.Indirect(reflect.ValueOf(s)).Interface() {
		return false
	}
	return p.view == nil || reflect.DeepEqual(*p.view, s.View())
}

// exact checks that Legal returns the same list twice, that each command in it is accepted, and
// that commands that are not in it are refused.
func (l *laws) exact(s engine.State, legal []engine.Command) {
	if !slices.EqualFunc(legal, s.Legal(), same[engine.Command]) {
		l.t.Fatalf("seed %d: Legal changes its mind", l.seed)
	}
	offered := map[string]bool{}
	for _, c := range legal {
		offered[notation.Format(c)] = true
		if _, err := s.Decide(c); err != nil {
			l.t.Fatalf("seed %d: Legal offers %q, Decide says %v", l.seed, notation.Format(c), err)
		}
	}
	paid := paidFor(legal)
	for _, c := range l.strangers {
		if _, err := s.Decide(c); (err == nil) != offered[notation.Format(c)] && !(err == nil && paid(c)) {
			l.t.Fatalf("seed %d: %q: offered %t, answer %v", l.seed, notation.Format(c), offered[notation.Format(c)], err)
		}
	}
}

// same reports whether two commands or events are the same; plain ones are compared as values,
// which is much cheaper.
func same[T any](a, b T) bool {
	if reflect.TypeOf(a).Comparable() && reflect.TypeOf(b).Comparable() {
		return any(a) == any(b)
	}
	return reflect.DeepEqual(a, b)
}

func (l *laws) roundTrip(x any) {
	line := notation.Format(x)
	if y, err := l.set.Game.Words.Parse(line); err != nil || !same(x, y) {
		l.t.Fatalf("seed %d: %q was read as %v (%v)", l.seed, line, y, err)
	}
	if l.set.Game.Tell(x).IsZero() || l.set.Game.TellIn(l.s.State(), x).IsZero() {
		l.t.Fatalf("seed %d: no words for %q", l.seed, line)
	}
}

// seats returns everybody who knows something: the players, and a spectator.
func (l *laws) seats() []engine.Seat { return append(slices.Clone(l.set.Seats), "") }

// knowledge checks that a seat sees the same tracks as everybody, and knows what it may do.
func (l *laws) knowledge(seat engine.Seat, legal []engine.Command) {
	seen := l.s.Seen(seat)
	if got, want := seen.View().Tracks, l.s.State().View().Tracks; !reflect.DeepEqual(got, want) {
		l.t.Fatalf("seed %d: after %d steps %q sees %v, not %v", l.seed, l.s.Version(), seat, got, want)
	}
	if got, want := engine.BySeat(seat, seen.Legal()), engine.BySeat(seat, legal); !slices.EqualFunc(got, want, same[engine.Command]) {
		l.t.Fatalf("seed %d: after %d steps %q knows of %v, not %v", l.seed, l.s.Version(), seat, got, want)
	}
	l.discreet(seat, seen)
}

// discreet checks that what the seat wishes for is refused in words that follow from what it knows.
func (l *laws) discreet(seat engine.Seat, seen engine.State) {
	for _, c := range engine.BySeat(seat, l.strangers) {
		_, truth := l.s.State().Decide(c)
		_, known := seen.Decide(c)
		if fmt.Sprint(truth) != fmt.Sprint(known) {
			l.t.Fatalf("seed %d: %q is told %v, but from what it knows it would be %v", l.seed, notation.Format(c), truth, known)
		}
	}
}

// replay checks that the log alone, as text, leads to the same state.
func (l *laws) replay(start engine.State, entries []engine.Entry) {
	var read []engine.Entry
	for _, e := range entries {
		x, err := l.set.Game.Words.Parse(notation.Format(e.Command))
		if err != nil {
			l.t.Fatal(err)
		}
		again := engine.Entry{Seq: e.Seq, By: e.By, Command: x.(engine.Command)}
		for _, event := range e.Events {
			y, err := l.set.Game.Words.Parse(notation.Format(event))
			if err != nil {
				l.t.Fatal(err)
			}
			again.Events = append(again.Events, y)
		}
		read = append(read, again)
	}
	s, err := engine.Resume(start, engine.NoLog{}, read...)
	if err != nil || !reflect.DeepEqual(s.State(), l.s.State()) {
		l.t.Fatalf("seed %d: the log does not lead to the same state (%v)", l.seed, err)
	}
}
