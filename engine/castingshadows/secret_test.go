package castingshadows_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// TestSecrets plays two games that differ only in the counterspells that red is dealt:
// others and spectators know exactly the same, in state, view, windows and commands.
func TestSecrets(t *testing.T) {
	set := settings(t)[0]
	differed := false
	for n := range uint64(tier.Of(t, tier.Laws, "pairs of games", 2, 12, 400)) {
		a, b := resume(t, set), resume(t, set)
		r := rand.New(rand.NewPCG(tier.Seed(t)+n, 3))
		for range 400 {
			legal := a.State().Legal()
			if len(legal) == 0 {
				break
			}
			c := quiet(r, legal)
			twin(t, a, c)
			twin(t, b, dealtOtherwise(c, b.State().Legal()))
			for _, seat := range []engine.Seat{"blue", "green", ""} {
				x, y := a.Seen(seat), b.Seen(seat)
				if !reflect.DeepEqual(x, y) || !reflect.DeepEqual(x.View(), y.View()) || !reflect.DeepEqual(engine.WindowOf(x), engine.WindowOf(y)) ||
					!reflect.DeepEqual(engine.BySeat(seat, x.Legal()), engine.BySeat(seat, y.Legal())) {
					t.Fatalf("game %d: after %v %q can tell the tables apart", n, c, seat)
				}
			}
		}
		differed = differed || !reflect.DeepEqual(a.State(), b.State()) && !reflect.DeepEqual(a.Seen("red"), b.Seen("red"))
	}
	if !differed {
		t.Error("control: the tables never differ")
	}
}

func resume(t *testing.T, set enginetest.Setting) *engine.Session {
	t.Helper()
	s, err := engine.Resume(set.Begin(t), engine.NoLog{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func twin(t *testing.T, s *engine.Session, c engine.Command) {
	t.Helper()
	if _, err := s.Do(c); err != nil {
		t.Fatalf("%v: %v", c, err)
	}
}

// quiet chooses something that shows no counterspell: red is dealt its first ones, others
// none; nobody turns any up. Counterspells are collected whenever that is possible.
func quiet(r *rand.Rand, legal []engine.Command) engine.Command {
	shows := func(c engine.Command) bool {
		_, answers := c.(castingshadows.Answer)
		_, collects := c.(castingshadows.CollectCounterspell)
		return answers || collects && c.By() != "red"
	}
	legal = slices.DeleteFunc(slices.Clone(legal), shows)
	for _, c := range legal {
		if _, ok := c.(castingshadows.CollectCounterspell); ok {
			return c
		}
		if x, ok := c.(castingshadows.Travel); ok && x.Seat == "red" && x.To.String() == "dusty-desert" {
			return c
		}
	}
	return weigh(r, nil, legal)
}

// dealtOtherwise is the command with another counterspell, if there is one.
func dealtOtherwise(c engine.Command, legal []engine.Command) engine.Command {
	if _, deals := c.(castingshadows.Deal); !deals {
		return c
	}
	if legal[0] == c && len(legal) > 1 {
		return legal[1]
	}
	return legal[0]
}

// Nothing that holds hidden cards has a JSON form in which it could be sent by mistake.
func TestSilent(t *testing.T) {
	for _, set := range settings(t)[:2] {
		hidden := 0
		for n := range uint64(10) {
			k, err := enginetest.Silent(set, tier.Seed(t)+n)
			if err != nil {
				t.Fatal(err)
			}
			hidden += k
		}
		if hidden == 0 {
			t.Error("control: nothing was hidden")
		}
	}
}
