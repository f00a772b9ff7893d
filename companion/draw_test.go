package companion_test

import (
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/engine"
)

// A draw is a state of a game that nobody wins.
type draw struct{ engine.State }

// Apply stays a draw.
func (d draw) Apply(e engine.Event) engine.State { return draw{d.State.Apply(e)} }

// View has no winners.
func (d draw) View() engine.View {
	v := d.State.View()
	for i := range v.Seats {
		v.Seats[i].Winner = false
	}
	return v
}

// A game that nobody wins ends like any other, and is not resumed after a restart.
func TestGameThatNobodyWins(t *testing.T) {
	store := memory()
	game := testgame.Game(false)
	begin := game.New
	game.New = func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
		s, err := begin(seats, facts)
		return draw{s}, err
	}
	s := open(t, store, func(o *companion.Opts) { o.Offers = []companion.GameOffer{offer(game)} }).seats("purple", "green")
	s.round("table tell moon 1", "table tell sun 1")
	for range 2 {
		s.play("purple", "purple slide")
		s.play("green", "green slide")
		if !s.see("").View.Over {
			s.play("purple", "purple plan 1 sun", "purple ready")
			s.play("green", "green plan 1 sun", "green ready")
		}
	}
	if !s.see("").View.Over {
		t.Fatal("the game is not over")
	}
	if err := s.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := store.Games()[0].Result, companion.Nobody; got != want {
		t.Errorf("result %q, want %q", got, want)
	}
}
