package highcouncil

import (
	"math"
	"strconv"

	"arbiter/engine"
)

// What screens draw of the ring, as shares of its width and height.
const (
	ringRadius = 0.45
	discSize   = 0.092
)

// boardFields returns the ring as it lies on the table: field 1 to the right of the top, the others
// clockwise.
func (s *State) boardFields() []engine.Field {
	all := make([]engine.Field, 0, Fields)
	for n := uint8(1); n <= Fields; n++ {
		x, y := math.Sincos(2 * math.Pi * (float64(n) - 0.5) / Fields)
		all = append(all, engine.Field{
			Name:  strconv.Itoa(int(n)),
			Title: engine.Say("Seat %d, %s", int(n), fieldColor(n).term()),
			X:     float32(0.5 + ringRadius*x),
			Y:     float32(0.5 - ringRadius*y),
			Size:  discSize,
			Color: fieldColor(n).String(),
			Piece: s.ring.On(n).drawn(),
		})
	}
	return all
}

// blocks returns the largest blocks of both factions.
func (s *State) blocks() []engine.Block {
	var all []engine.Block
	for f := Pro; f <= Contra; f++ {
		b := engine.Block{Name: f.String(), Title: engine.Say("%s", f.term()), Goal: s.goal()}
		for i := range int8(s.seating.count) {
			if s.side(i) == f {
				b.Seats = append(b.Seats, s.seat(i))
			}
		}
		for _, c := range pieceColors[f.index()] {
			b.Pieces = append(b.Pieces, engine.Piece{Color: c.String(), Shape: shapeOf(c), Name: engine.Say("%s", c.term())})
		}
		for _, n := range s.ring.members(f) {
			b.Fields = append(b.Fields, strconv.Itoa(int(n)))
		}
		all = append(all, b)
	}
	return all
}

// drawn returns a piece with the shape of the seat whose color it has.
func (p Piece) drawn() engine.Piece {
	if p == (Piece{}) {
		return engine.Piece{}
	}
	return engine.Piece{
		Color: p.Color.String(), Shape: shapeOf(p.Color), Tall: p.Rank == Speaker,
		Name: engine.Say("%s", p.term()),
	}
}

// shapeOf returns the shape that goes with a color of pieces.
func shapeOf(c Color) engine.Shape {
	for n, color := range shapes {
		if color == c {
			return engine.Shape(n)
		}
	}
	return engine.Circle
}
