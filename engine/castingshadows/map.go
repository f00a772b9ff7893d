package castingshadows

import (
	"cmp"
	"errors"
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Where tiles lie, what lies beside them, and figures that move between them.

// layOut puts the tiles in their places: the three that are always used, the homes of the characters
// in the game, and what else the box says lies there. The home of a character without a tile of its
// own comes when its seat has chosen one.
func (s *State) layOut() error {
	for _, p := range []printed.Place{printed.Middle, printed.Left, printed.Right} {
		s.Places[printed.FixedTile(p)-printed.AncientRune] = p
	}
	for i := range s.Count() {
		p := s.homePlace(i)
		if p == 0 {
			return engine.Refuse("nobody has told where the home of person %d of %d lies: look at the picture of the setup, and read a box that tells it", int(i)+1, int(s.Count()))
		}
		for j := range i {
			if s.homePlace(j) == p {
				return engine.Refuse("two tiles lie in one place: %s and that of person %d", cmp.Or(s.Homes[j].Term(), s.character(j).Term()), int(i)+1)
			}
		}
		if home := s.Homes[i]; home != 0 {
			s.Places[home-printed.AncientRune] = p
		}
	}
	if err := s.layMore(); err != nil {
		return err
	}
	if err := s.vacancies(); err != nil {
		return err
	}
	return s.joined()
}

// layMore lays out the tiles beyond the base game that are nobody's home.
func (s *State) layMore() error {
	for n := printed.Tile8; n <= printed.LastTile; n++ {
		p := s.Facts.Lies(int(s.Count()), n)
		if p == 0 || s.Place(n) != 0 {
			continue
		}
		for i := range s.Count() {
			if s.homePlace(i) == p {
				return engine.Refuse("two tiles lie in one place: %s and that of person %d", n.Term(), int(i)+1)
			}
		}
		for _, other := range s.laidOut() {
			if s.Place(other) == p {
				return engine.Refuse("two tiles lie in one place: %s and %s", other.Term(), n.Term())
			}
		}
		s.Places[n-printed.AncientRune] = p
	}
	return nil
}

// vacancies requires a home tile for each character without one of its own.
func (s *State) vacancies() error {
	left := 0
	for n := printed.HomeKit; n <= printed.LastTile; n++ {
		if s.vacant(n).Allowed() {
			left++
		}
	}
	for i := range s.Count() {
		if s.Homes[i] != 0 {
			continue
		}
		if left--; left < 0 {
			return engine.Refuse("no home tile is left for %s: read a box that tells what is printed on another one", s.character(i).Term())
		}
	}
	return nil
}

// homePlace returns where the home of a seat lies.
func (s *State) homePlace(i int8) printed.Place { return s.Facts.Home(int(s.Count()), int(i)+1) }

// joined refuses a map in which some tile cannot be reached from the middle.
func (s *State) joined() error {
	var lie, seen []printed.Place
	for _, p := range s.Places {
		if p != 0 {
			lie = append(lie, p)
		}
	}
	for i := range s.Count() {
		if s.Homes[i] == 0 {
			lie = append(lie, s.homePlace(i))
		}
	}
	for next := []printed.Place{printed.Middle}; len(next) > 0; next = next[1:] {
		for _, p := range lie {
			if !slices.Contains(seen, p) && printed.Distance(next[0], p) <= 1 {
				seen, next = append(seen, p), append(next, p)
			}
		}
	}
	for _, p := range lie {
		if !slices.Contains(seen, p) {
			return engine.Refuse("no way leads to the tile at %s: look at the picture of the setup again", p.Term())
		}
	}
	return nil
}

// Place returns where a tile lies, 0 if it is not in the game.
func (s *State) Place(n printed.Name) printed.Place {
	if n < printed.AncientRune || n > printed.LastTile {
		return 0
	}
	return s.Places[n-printed.AncientRune]
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
	for n := printed.AncientRune; n <= printed.LastTile; n++ {
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
