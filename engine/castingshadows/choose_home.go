package castingshadows

import (
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// A character without a tile of its own: its player chooses one (ruling home-of-lucky).

// homeless returns the seat that has to choose the tile that it starts on, -1 if there is none.
func (s *State) homeless() int8 {
	if s.Seating.Tracks {
		return -1 // the program does not know the map
	}
	for i := range s.Count() {
		if s.Homes[i] == 0 {
			return i
		}
	}
	return -1
}

// vacant allows a tile that may be a home, and that is not in the game yet.
func (s *State) vacant(tile printed.Name) refusal {
	switch {
	case tile < printed.HomeKit || tile > printed.LastTile || !s.Facts.Has(tile):
		return refuse("name the home tile of a character that does not play")
	case s.Place(tile) != 0:
		return refuse("%s is in the game already", nameWord(tile))
	}
	return allowed
}

// choosesHome allows a seat to choose its home before the first cards are laid out.
func (s *State) choosesHome(i int8, tile printed.Name) refusal {
	if n := s.needs(); n.Kind != needsHome || n.Seat != i {
		return refuse("%s does not choose a home now", seatWord(i))
	}
	return s.vacant(tile)
}

// homes lists the tiles that the seat may choose.
func (s *State) homes(all []engine.Command) []engine.Command {
	i := s.homeless()
	for n := printed.HomeKit; n <= printed.LastTile; n++ {
		if s.choosesHome(i, n).Allowed() {
			all = append(all, ChooseHome{s.seat(i), n})
		}
	}
	return all
}

// ChooseHome chooses the tile that one's character starts on.
type ChooseHome struct {
	Seat engine.Seat
	Tile printed.Name
}

func (c ChooseHome) By() engine.Seat { return c.Seat }

// Aims returns the tile.
func (c ChooseHome) Aims() []string { return []string{engine.ThingAim(c.Tile.Term())} }

func (c ChooseHome) Check(s *State) refusal { return s.choosesHome(s.Find(c.Seat), c.Tile) }
func (c ChooseHome) Play(r *resolution)     { emit(r, HomeChosen(c)) }
func (c ChooseHome) Tell() engine.Text      { return engine.Say("Start on %s", c.Tile.Term()) }
func (ChooseHome) Verb() engine.Text        { return engine.Say("Choose") }

// HomeChosen is the tile that a character without one of its own starts on.
type HomeChosen struct {
	Seat engine.Seat
	Tile printed.Name
}

func (e HomeChosen) Apply(s *State) {
	i := s.Find(e.Seat)
	if i < 0 || e.Tile < printed.HomeKit || e.Tile > printed.LastTile {
		return
	}
	s.Homes[i], s.Players[i].At = e.Tile, e.Tile
	s.Places[e.Tile-printed.AncientRune] = s.homePlace(i)
}

func (e HomeChosen) Misfit(s *State) error {
	if i := s.Find(e.Seat); i < 0 || s.Homes[i] != 0 || s.Seating.Tracks || !s.vacant(e.Tile).Allowed() {
		return errors.New("a seat without a home, and a home tile that is not in the game")
	}
	return nil
}

func (e HomeChosen) Tell() engine.Text { return engine.Say("%s starts on %s", e.Seat, e.Tile.Term()) }

func (HomeChosen) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingHome, Source: sourceRuling}
}
