package companion_test

import (
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/engine"
)

// A nosy state lets the table speak about every card that it knows to be on a field: if choices
// came from the true state, they would reveal hidden cards.
type nosy struct{ engine.State }

func (n nosy) Apply(e engine.Event) engine.State { return nosy{n.State.Apply(e)} }

func (n nosy) Legal() []engine.Command {
	legal := n.State.Legal()
	for _, z := range n.View().Zones {
		for _, c := range z.Cards {
			if z.Name != engine.Hand {
				legal = append(legal, testgame.Tell{Seat: engine.Table, Card: string(c.Name), N: 1})
			}
		}
	}
	return legal
}

func TestChoicesAreDrawnFromKnowledge(t *testing.T) {
	game := testgame.Game(false)
	begin := game.New
	game.New = func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
		s, err := begin(seats, facts)
		return nosy{s}, err
	}
	s := open(t, memory(), func(o *companion.Opts) { o.Offers = []companion.GameOffer{offer(game)} }).seats("purple", "green")
	s.play("purple", "purple plan 1 moon")
	for seat, want := range map[engine.Seat]int{"purple": 1, "green": 0, "table": 0} {
		told := 0
		for _, c := range s.see(seat).Legal {
			if c.By == engine.Table {
				told++
			}
		}
		if told != want {
			t.Errorf("%s is offered %d words about a card that purple has hidden, want %d", seat, told, want)
		}
	}
}
