package enginetest

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/search"
)

// A Playing is a playout that can return its position.
type Playing[S any] interface {
	search.Playout
	State() *S
}

// Playouts plays the given number of games of each setting twice, side by side: the playout must
// list and do what Legal and Step do, and come to an end. The values of the states are compared.
// Both use equal dice for chance; draw chooses among the commands of chance. What seats let pass in
// a window is remembered by the playout but not by a state, so there only the end of the window is
// compared.
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

// stepped returns the state after c and the chance that follows.
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
