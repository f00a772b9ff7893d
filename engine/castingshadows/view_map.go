package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// The map: a tile in the middle and up to six around it, hexagons with a corner at the top.

// tileWidth is how wide a tile is, and middles are where tiles lie, as shares of a square.
const tileWidth = 0.31

var middles = [...][2]float32{
	printed.Middle: {0.5, 0.5}, printed.Left: {0.18, 0.5}, printed.UpperLeft: {0.34, 0.223}, printed.UpperRight: {0.66, 0.223},
	printed.Right: {0.82, 0.5}, printed.LowerRight: {0.66, 0.777}, printed.LowerLeft: {0.34, 0.777},
}

// tileColors are colors of our own choice, in the order of the tiles from the rune.
var tileColors = [tiles]string{"blue", "beige", "red", "orange", "turquoise", "green", "other"}

// boardFields returns the tiles with their figures, for small screens.
func boardFields(s *State) (all []engine.Field) {
	for _, n := range s.laidOut() {
		at := middles[s.Place(n)]
		f := engine.Field{Name: n.String(), Title: engine.Say("%s", n.Term()), X: at[0], Y: at[1], Size: tileWidth, Hex: true}
		f.Pieces = piecesOn(s, n)
		all = append(all, f)
	}
	return all
}

// boardMap returns the tiles with everything on them and beside them.
func boardMap(s *State) (all []engine.Site) {
	for _, n := range s.laidOut() {
		at := middles[s.Place(n)]
		all = append(all, engine.Site{
			Name: n.String(), Title: siteTitle(s, n), X: at[0], Y: at[1], Size: tileWidth, Hex: true, Lies: n.Term(), Color: tileColors[n-printed.AncientRune],
			Yield: yield(s, n), Pieces: piecesOn(s, n),
		})
	}
	return all
}

// siteTitle names a tile, who stands there, and what lies beside it.
func siteTitle(s *State, n printed.Name) engine.Text {
	text := engine.Say("%s", n.Term())
	for k, i := range standing(s, n) {
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
func yield(s *State, n printed.Name) (all []engine.Amount) {
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
func piecesOn(s *State, n printed.Name) (all []engine.Piece) {
	for _, i := range standing(s, n) {
		all = append(all, figure(s, i))
	}
	return all
}

// figure returns the piece of a seat; a tall one is in shadow form.
func figure(s *State, i int8) engine.Piece {
	c := s.character(i)
	return engine.Piece{Color: colors[c], Shape: shapes[c], Tall: s.Players[i].Shadow, Figure: beasts[c], Name: engine.Say("%s", s.seat(i))}
}
