package castingshadows

import (
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Where tiles lie, what lies beside them, and figures that move between them.

// layOut puts the tiles in their places: the three that are always used, and the homes of the
// characters in the game.
func (at *seating) layOut(facts *printed.Facts) error {
	for _, p := range []printed.Place{printed.Middle, printed.Left, printed.Right} {
		at.Places[printed.FixedTile(p)-printed.AncientRune] = p
	}
	for i := range int(at.Count) {
		p := facts.Home(int(at.Count), i+1)
		if p == 0 {
			return engine.Refuse("nobody has told where the home of person %d of %d lies: look at the picture of the setup, and read a box that tells it", i+1, int(at.Count))
		}
		for n, other := range at.Places {
			if other == p {
				return engine.Refuse("two tiles lie in one place: %s and that of person %d", (printed.AncientRune + printed.Name(n)).Term(), i+1)
			}
		}
		at.Places[at.Characters[i].Home()-printed.AncientRune] = p
	}
	return nil
}

// Place returns where a tile lies, 0 if it is not in the game.
func (s *State) Place(n printed.Name) printed.Place {
	if n < printed.AncientRune || n > printed.HomeHaze {
		return 0
	}
	return s.Seating.Places[n-printed.AncientRune]
}

// distance returns the number of steps between two tiles of the game.
func (s *State) distance(a, b printed.Name) uint8 { return printed.Distance(s.Place(a), s.Place(b)) }

// beside returns the card beside a tile, 0 if there is none.
func (s *State) beside(n printed.Name) printed.Card {
	if s.Place(n) == 0 {
		return 0
	}
	return s.Market[n-printed.AncientRune]
}

// setBeside lays a card beside a tile.
func (s *State) setBeside(n printed.Name, c printed.Card) {
	if s.Place(n) != 0 {
		s.Market[n-printed.AncientRune] = c
	}
}

// laidOut lists the tiles of the game.
func (s *State) laidOut() (all []printed.Name) {
	for n := printed.AncientRune; n <= printed.HomeHaze; n++ {
		if s.Place(n) != 0 {
			all = append(all, n)
		}
	}
	return all
}

// Moved is a figure that an effect brought to another tile.
type Moved struct {
	Seat engine.Seat
	To   printed.Name
}

func (e Moved) Apply(s *State)    { s.player(e.Seat).At = e.To }
func (e Moved) Tell() engine.Text { return engine.Say("%s goes to %s", e.Seat, e.To.Term()) }

func (e Moved) Misfit(s *State) error {
	if s.Find(e.Seat) < 0 || s.Place(e.To) == 0 {
		return errors.New("a seat, and a tile of this game")
	}
	return nil
}
