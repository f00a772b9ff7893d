package enginetest

import (
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Add is the only command of a game that ends at ten: it adds up to three.
type (
	Add struct {
		Seat engine.Seat
		N    uint16
	}
	Added struct{ N uint16 }
)

func (c Add) By() engine.Seat { return c.Seat }

// A tally is a position of that game, whose answers may be wrong for great numbers.
type tally struct {
	n     uint16
	wrong func(Add) ([]engine.Event, error) // nil: as it should be
}

func (s tally) Legal() (all []engine.Command) {
	for n := uint16(1); n <= 3 && s.n < 10; n++ {
		all = append(all, Add{"ana", n})
	}
	return all
}

func (s tally) Decide(c engine.Command) ([]engine.Event, error) {
	a := c.(Add)
	switch {
	case a.N > 300 && s.wrong != nil:
		return s.wrong(a)
	case a.Seat != "ana" || s.n >= 10:
		return nil, engine.Refuse("%s does not play", a.Seat)
	case a.N < 1 || a.N > 3:
		return nil, engine.Refuse("not %d", int(a.N))
	}
	return []engine.Event{Added{a.N}}, nil
}

func (s tally) Apply(e engine.Event) engine.State { s.n += e.(Added).N; return s }
func (tally) Why(engine.Event) engine.Reason      { return engine.Reason{} }
func (tally) View() engine.View                   { return engine.View{} }

// The controls of Lines: a panic, a hole in a sentence and a command too many are found in a
// few thousand lines, where great numbers alone bring them; nothing is found without them.
func TestWrongAnswersAreSeen(t *testing.T) {
	for want, wrong := range map[string]func(Add) ([]engine.Event, error){
		"":                               nil,
		"panic: ":                        func(a Add) ([]engine.Event, error) { panic(a) },
		`has a hole: "not %!d(`:          func(a Add) ([]engine.Event, error) { return nil, engine.Refuse("not %d", a.Seat) },
		`has a hole: " does not"`:        func(a Add) ([]engine.Event, error) { return nil, engine.Refuse("%s does not", engine.Say("")) },
		"it is accepted, and not listed": func(a Add) ([]engine.Event, error) { return []engine.Event{Added{1}}, nil },
	} {
		set := Setting{Seats: Seats("ana"), Game: engine.Game{
			Words: notation.Of(Add{}, Added{}), Tell: func(x any) engine.Text { return engine.Say("%s", engine.Term(notation.Format(x))) },
			New: func([]engine.Seat, []engine.Event) (engine.State, error) { return tally{wrong: wrong}, nil },
		}}
		typed, commands, err := Type(set, 5000, 1, nil)
		switch {
		case want == "" && (err != nil || typed < 5000 || commands < 500):
			t.Errorf("%d lines, %d commands, %v: want no error", typed, commands, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%v: want %q", err, want)
		}
	}
}

// A translation that leaves something out is found, in whatever language.
func TestWrongTranslationsAreSeen(t *testing.T) {
	english := engine.Text.String
	set := Setting{Seats: Seats("ana"), Game: engine.Game{
		Words: notation.Of(Add{}, Added{}), Tell: func(x any) engine.Text { return engine.Say("%s", engine.Term(notation.Format(x))) },
		New: func([]engine.Seat, []engine.Event) (engine.State, error) { return tally{}, nil },
	}}
	for _, wrong := range []string{"", "spielt nicht: ", "spielt  nicht", "„“ spielt nicht", "no juega «»", "no juega %!d(string=ana)", "{einer|%d} spielen nicht", "spielt nicht ."} {
		said := func(engine.Text) string { return wrong }
		if _, _, err := Type(set, 500, 1, []func(engine.Text) string{english, said}); err == nil || !strings.Contains(err.Error(), "has a hole") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if _, _, err := Type(set, 500, 1, []func(engine.Text) string{english, english}); err != nil {
		t.Error(err)
	}
}
