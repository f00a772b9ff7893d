package enginetest

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/search"
)

// A Playing is a playout that tells where it is.
type Playing[S any] interface {
	search.Playout
	State() *S
}

// Playouts plays so many games of each setting twice, side by side: a playout lists and
// brings about what Legal and Step do, and comes to an end. The values of the states are
// compared. Chance follows by equal dice, for which draw chooses among the commands of
// chance. What seats let pass in a window the playout remembers and a state does not: then
// only what ends the window is compared.
func Playouts[S comparable, P Playing[S]](t *testing.T, settings []Setting, games int, seed uint64, playout func(*S) P, draw func(r *rand.Rand, chance []engine.Command) engine.Command) {
	for i, set := range settings {
		for n := range uint64(games) {
			r := rand.New(rand.NewPCG(seed+n, uint64(i)))
			p := playout(any(set.Begin(t)).(*S))
			for p.Begin(r); ; {
				s := p.State()
				moves := p.Moves(nil)
				if len(moves) == 0 {
					if len(stateOf(s).Legal()) != 0 {
						t.Fatalf("game %d: no moves, but the game goes on", n)
					}
					break
				}
				c, dice := moves[r.IntN(len(moves))], r.Uint64()
				p.Play(c, rand.New(rand.NewPCG(dice, 0)))
				if engine.WindowOf(stateOf(s)).Open() {
					continue
				}
				if want := stepped(t, stateOf(s), c, rand.New(rand.NewPCG(dice, 0)), draw); *any(want).(*S) != *p.State() {
					t.Fatalf("game %d: the playout is somewhere else", n)
				}
			}
		}
	}
}

func stateOf[S any](s *S) engine.State { return any(s).(engine.State) }

// stepped returns the state after c and all that chance brings then.
func stepped(t testing.TB, s engine.State, c engine.Command, r *rand.Rand, draw func(*rand.Rand, []engine.Command) engine.Command) engine.State {
	t.Helper()
	for c != nil {
		next, _, err := engine.Step(s, c)
		if err != nil {
			t.Fatal(err)
		}
		if s, c = next, nil; engine.WindowOf(s).Open() {
			break
		}
		if roll := engine.RollOf(s); roll.Open() {
			c = roll.Command(func(d engine.Die) int { return r.IntN(len(d.Sides)) })
		} else if chance := engine.BySeat(engine.Table, s.Legal()); len(chance) > 0 {
			c = draw(r, chance)
		}
	}
	return s
}
