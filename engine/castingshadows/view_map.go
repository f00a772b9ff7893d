package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// The map: hexagons with a corner at the top, one in the middle and the others in rings around it.

// A grid says how a map is drawn, as shares of a square: how wide a tile is, and how far the middles
// of neighbors lie apart in a row and between rows.
type grid struct{ Tile, Row, Rows float64 }

var (
	oneRing  = grid{0.31, 0.32, 0.277}
	twoRings = grid{0.184, 0.19, 0.1645}
)

// gridOf returns how the map of the game is drawn: larger if all tiles lie around the middle.
func (s *State) gridOf() grid {
	for _, n := range s.laidOut() {
		if printed.Distance(printed.Middle, s.Place(n)) > 1 {
			return twoRings
		}
	}
	return oneRing
}

// at returns where the middle of a place is drawn.
func (g grid) at(p printed.Place) (x, y float32) {
	right, down := p.Hex()
	return float32(0.5 + g.Row*(float64(right)+float64(down)/2)), float32(0.5 + g.Rows*float64(down))
}

// tileColors are colors of our own choice, in the order of the tiles from the rune.
var tileColors = [tiles]string{"blue", "beige", "red", "orange", "turquoise", "green", "other", "yellow", "grey", "brown"}

// boardFields returns the tiles with their figures, for small screens.
func (s *State) boardFields() (all []engine.Field) {
	g := s.gridOf()
	for _, n := range s.laidOut() {
		f := engine.Field{Name: n.String(), Title: engine.Say("%s", n.Term()), Size: float32(g.Tile), Hex: true}
		f.X, f.Y = g.at(s.Place(n))
		f.Pieces = s.piecesOn(n)
		all = append(all, f)
	}
	return all
}

// boardMap returns the tiles with everything on them and beside them.
func (s *State) boardMap() (all []engine.Site) {
	g := s.gridOf()
	for _, n := range s.laidOut() {
		x, y := g.at(s.Place(n))
		all = append(all, engine.Site{
			Name: n.String(), Title: s.siteTitle(n), X: x, Y: y, Size: float32(g.Tile), Hex: true, Lies: n.Term(), Color: tileColors[n-printed.AncientRune],
			Yield: s.yield(n), Pieces: s.piecesOn(n),
		})
	}
	return all
}

// siteTitle names a tile, who stands there, and what lies beside it.
func (s *State) siteTitle(n printed.Name) engine.Text {
	text := engine.Say("%s", n.Term())
	for k, i := range s.standing(n) {
		if k == 0 {
			text = engine.Say("%s: %s", text, s.seat(i))
		} else {
			text = engine.Say("%s, %s", text, s.seat(i))
		}
	}
	switch c := s.beside(n); {
	case c != 0:
		return engine.Say("%s; beside it: %s", text, c.Term())
	case n == printed.DustyDesert:
		return engine.Say("%s; beside it: {%d counterspell|%d counterspells}", text, int(s.Counterspells.number()))
	}
	return text
}

// yield returns what a tile brings at the start of a turn.
func (s *State) yield(n printed.Name) (all []engine.Amount) {
	for _, e := range s.Facts.Effects(n) {
		if e.When == printed.OnStart && e.Does == printed.Gain && e.If == 0 {
			all = append(all, amounts(e.What.Times(e.Amounts.At(0)))...)
		}
	}
	return all
}

// amounts lists the symbols of a cost.
func amounts(c printed.Cost) (all []engine.Amount) {
	for r, n := range c {
		if n > 0 {
			all = append(all, engine.Amount{Of: printed.Resource(r).String(), N: int(n)})
		}
	}
	return all
}

// piecesOn returns the figures on a tile.
func (s *State) piecesOn(n printed.Name) (all []engine.Piece) {
	for _, i := range s.standing(n) {
		all = append(all, s.figure(i))
	}
	return all
}

// figure returns the piece of a seat; a tall one is in shadow form.
func (s *State) figure(i int8) engine.Piece {
	c := s.character(i)
	return engine.Piece{Color: colors[c], Shape: shapes[c], Tall: s.Players[i].Shadow, Figure: beasts[c], Name: engine.Say("%s", s.seat(i))}
}
