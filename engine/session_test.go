package engine_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
	"arbiter/setups"
)

type log struct {
	entries []engine.Entry
	err     error
}

func (l *log) Append(e engine.Entry) error {
	if l.err == nil {
		l.entries = append(l.entries, e)
	}
	return l.err
}

func start(tb testing.TB, seats ...engine.Seat) engine.State {
	tb.Helper()
	table, err := setups.TableOf(councilofshadows.Game.Name)
	if err != nil {
		tb.Fatal(err)
	}
	lines, err := table.Facts("stand-in")
	if err != nil {
		tb.Fatal(err)
	}
	var facts []engine.Event
	for _, l := range lines {
		e, err := councilofshadows.Game.Words.Parse(l.Text)
		if err != nil {
			tb.Fatal(err)
		}
		facts = append(facts, e)
	}
	s, err := councilofshadows.Game.New(seats, facts)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func session(t *testing.T, l engine.Log, lines ...string) *engine.Session {
	t.Helper()
	s, err := engine.Resume(start(t, "ana", "dario"), l)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		do(t, s, line)
	}
	return s
}

func do(t *testing.T, s *engine.Session, line string) engine.Entry {
	t.Helper()
	c, err := councilofshadows.Game.Words.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Do(c.(engine.Command))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return e
}

func energy(t *testing.T, s engine.State, seat engine.Seat) int {
	t.Helper()
	n, ok := s.View().At("energy", seat)
	if !ok {
		t.Fatalf("%s has no energy", seat)
	}
	return n
}

func TestUndoAppends(t *testing.T) {
	l := &log{}
	s := session(t, l, "ana buy range-1", "ana buy range-2")
	if _, err := s.Undo("dario"); err != nil {
		t.Fatal(err)
	}
	if got, want := energy(t, s.State(), "ana"), 1; got != want {
		t.Errorf("energy %d after the undo, want %d", got, want)
	}
	do(t, s, "ana buy project-1")
	if got, want := len(l.entries), 4; got != want {
		t.Fatalf("%d entries, want %d: nothing is deleted", got, want)
	}
	if e := l.entries[2]; e.Undoes != 2 || e.By != "dario" || e.Command != nil {
		t.Errorf("the undo stands in the log as %+v", e)
	}
	again, err := engine.Resume(start(t, "ana", "dario"), &log{}, l.entries...)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := energy(t, again.State(), "ana"), energy(t, s.State(), "ana"); got != want {
		t.Errorf("energy %d after a restart, want %d", got, want)
	}
	if got, want := len(again.Standing()), 2; got != want {
		t.Errorf("%d entries stand, want %d", got, want)
	}
}

func TestBrokenLogsAreNotResumed(t *testing.T) {
	l := &log{}
	session(t, l, "ana buy range-1", "ana buy range-2")
	gap := []engine.Entry{l.entries[1]}
	wrong := append(append([]engine.Entry{}, l.entries...), engine.Entry{Seq: 3, By: "ana", Undoes: 1})
	for name, entries := range map[string][]engine.Entry{"an entry is missing": gap, "an undo of another entry": wrong} {
		if _, err := engine.Resume(start(t, "ana", "dario"), &log{}, entries...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestWhatCannotBeLoggedDoesNotHappen(t *testing.T) {
	l := &log{}
	s := session(t, l, "ana buy range-1")
	l.err = errors.New("the disk is full")
	c := councilofshadows.Buy{Seat: "ana", What: councilofshadows.Desert}
	if _, err := s.Do(c); !errors.Is(err, l.err) {
		t.Errorf("error %v, want %v", err, l.err)
	}
	if _, err := s.Undo("ana"); !errors.Is(err, l.err) {
		t.Errorf("error %v, want %v", err, l.err)
	}
	if got, want := s.Version(), 1; got != want {
		t.Errorf("version %d, want %d", got, want)
	}
	l.err = nil
	do(t, s, "ana buy desert")
}

var planned = []string{
	"ana pass", "dario pass", "ana plan 1 discover", "ana plan 2 colonize", "ana plan 3 gems",
	"dario plan 1 tower", "dario plan 2 harvest", "dario plan 3 upgrade", "ana ready", "dario ready",
}

func TestUndoStopsAtAReveal(t *testing.T) {
	s := session(t, &log{}, planned...)
	var refusal engine.Refusal
	if _, err := s.Undo("ana", "ana"); !errors.As(err, &refusal) {
		t.Fatalf("what was revealed was taken back by one seat alone (%v)", err)
	}
	if _, err := s.Undo("ana", "dario", "ana"); err != nil {
		t.Errorf("everybody agreed: %v", err)
	}
}

func TestASeatKnowsNothingOfAnothersPlan(t *testing.T) {
	s := session(t, &log{}, planned[:5]...)
	own, _ := s.Seen("ana").View().Zone("ana", "1")
	if card, _ := own.Top(); card.Name != "discover" {
		t.Errorf("ana sees %q on her first field", card.Name)
	}
	for _, onlooker := range []engine.Seat{"dario", ""} {
		z, ok := s.Seen(onlooker).View().Zone("ana", "1")
		if !ok || len(z.Cards) != 0 {
			t.Errorf("%q sees %v on ana's first field", onlooker, z.Cards)
		}
	}
	if !engine.Hidden(s.Entries()[4], "dario") || engine.Hidden(s.Entries()[4], "ana") {
		t.Error("who may know the entry is wrong")
	}
	if _, err := s.Undo("dario"); err == nil {
		t.Error("dario took back what he may not know")
	}
}

func TestMatch(t *testing.T) {
	s := session(t, &log{}, planned[:2]...)
	for words, want := range map[[3]string]int{
		{"ana", "1", "discover"}: 1,
		{"ana", "discover"}:      3,
		{"ana", "ai-01"}:         0,
	} {
		var list []string
		for _, w := range words {
			if w != "" {
				list = append(list, w)
			}
		}
		if got := engine.Mentioning(s.State().Legal(), list...); len(got) != want {
			t.Errorf("%v: %d commands, want %d", list, len(got), want)
		}
	}
	c := engine.Mentioning(s.State().Legal(), "ana", "1", "discover")[0]
	if got, want := notation.Format(c), "ana plan 1 discover"; got != want {
		t.Errorf("the card says %q, want %q", got, want)
	}
}

func TestCheckSeats(t *testing.T) {
	for _, seats := range [][]engine.Seat{{"ana", "ana"}, {"table"}, {"plan"}, {"a b"}, {""}} {
		if engine.CheckSeats(councilofshadows.Game.Words, seats) == nil {
			t.Errorf("%q may sit together", seats)
		}
	}
	if err := engine.CheckSeats(councilofshadows.Game.Words, []engine.Seat{"ana", "müller"}); err != nil {
		t.Error(err)
	}
}

func TestText(t *testing.T) {
	inner := engine.Say("field %d", 2)
	text := engine.Say("%s lays %s on %s", engine.Seat("ana"), engine.Term("discover"), inner)
	if got, want := text.String(), "ana lays discover on field 2"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	same := engine.Say("%s lays %s on %s", engine.Seat("ana"), engine.Term("discover"), engine.Say("field %d", 2))
	other := engine.Say("%s lays %s on %s", engine.Seat("ana"), engine.Term("discover"), engine.Say("field %d", 3))
	if !text.Equal(same) || text.Equal(other) || text.IsZero() {
		t.Error("texts are compared wrongly")
	}
}

// What a seat knows after steps that were taken back is what it knows in a game in
// which they never were.
func TestKnowledgeAfterTakingBack(t *testing.T) {
	start := start(t, "ana", "dario")
	s, err := engine.Resume(start, &log{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		for range 1 + r.IntN(5) {
			if legal := s.State().Legal(); len(legal) > 0 {
				if _, err := s.Do(legal[r.IntN(len(legal))]); err != nil {
					t.Fatal(err)
				}
			}
		}
		for back := r.IntN(1 + r.IntN(1+r.IntN(100))); back > 0 && len(s.Standing()) > 0; back-- { // now and then far
			if _, err := s.Undo("ana", "ana", "dario"); err != nil && errors.As(err, new(engine.Refusal)) {
				break // only ana may not know it
			}
		}
		fresh, err := engine.Resume(start, &log{}, renumbered(s.Standing())...)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range []engine.Seat{"ana", "dario", ""} {
			if got, want := s.Seen(seat).View(), fresh.Seen(seat).View(); !reflect.DeepEqual(got, want) {
				t.Fatalf("after %d entries, %d of them standing, %q sees\n%v\nwant\n%v", s.Version(), len(s.Standing()), seat, got, want)
			}
		}
	}
}

// renumbered are entries as a log without steps back has them.
func renumbered(entries []engine.Entry) []engine.Entry {
	for i := range entries {
		entries[i].Seq = i + 1
	}
	return entries
}
