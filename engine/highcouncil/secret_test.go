package highcouncil_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// A table is a dealt game of four with its own luck for red and blue.
type table struct {
	*engine.Session
	r *rand.Rand
}

func newTable(t *testing.T, seed uint64) table {
	s, err := engine.Resume(settings(t)[0].Begin(t), engine.NoLog{})
	if err != nil {
		t.Fatal(err)
	}
	return table{s, rand.New(rand.NewPCG(seed, 0))}
}

func (b table) offers(verb string) (lines []string) { return offered(b.State(), verb) }

func (b table) do(t *testing.T, line string) {
	x, err := highcouncil.Game.Words.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Do(x.(engine.Command)); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
}

// any plays one of the commands with the verb, whatever chance says.
func (b table) any(t *testing.T, verb string) bool {
	lines := b.offers(verb)
	if len(lines) > 0 {
		b.do(t, lines[b.r.IntN(len(lines))])
	}
	return len(lines) > 0
}

// both plays a command that is possible at both tables.
func both(t *testing.T, a, b table, verb string) {
	lines := slices.DeleteFunc(a.offers(verb), func(l string) bool { return !slices.Contains(b.offers(verb), l) })
	if len(lines) == 0 {
		t.Fatalf("no common %s", verb)
	}
	line := lines[a.r.IntN(len(lines))]
	a.do(t, line)
	b.do(t, line)
}

// TestSecrets plays two games that differ only in the cards that red and blue
// hold, give each other and put away: white and spectators know exactly the same,
// in state, view and list of commands.
func TestSecrets(t *testing.T) {
	a, b := newTable(t, 1), newTable(t, 2)
	for step := range 240 {
		prompt := a.State().View().Prompts[0].Text
		switch to := prompt.String(); {
		case to == "Deal a card to red", to == "Deal a card to blue":
			a.any(t, "deal")
			b.any(t, "deal")
		case strings.HasPrefix(to, "Deal"):
			both(t, a, b, "deal")
		case step%3 == 0 && a.turn() != "white" && a.turn() != "yellow" && a.any(t, "confer"):
			b.any(t, "confer")
		case a.any(t, "return"):
			b.any(t, "return")
		default:
			both(t, a, b, "ponder")
		}
		for _, seat := range []engine.Seat{"white", ""} {
			if x, y := a.Seen(seat), b.Seen(seat); !reflect.DeepEqual(x, y) || !reflect.DeepEqual(x.View(), y.View()) || !reflect.DeepEqual(engine.BySeat("white", x.Legal()), engine.BySeat("white", y.Legal())) {
				t.Fatalf("step %d: %q can tell the tables apart", step, seat)
			}
		}
	}
	if reflect.DeepEqual(a.State().View(), b.State().View()) || reflect.DeepEqual(a.Seen("red").View(), b.Seen("red").View()) {
		t.Error("control: the tables do not differ")
	}
}

func (b table) turn() engine.Seat {
	for _, p := range b.State().View().Seats {
		if p.Turn {
			return p.Seat
		}
	}
	return ""
}
