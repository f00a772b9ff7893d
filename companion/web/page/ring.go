package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"arbiter/engine"
)

// A Ring is a game board made of fields, such as a circle of seats. Lengths are hundredths of its
// width. Scripts add the classes may, picked and cannot to elements with data-thing.
type Ring struct {
	Box   string // of the picture: left, top, width, height
	Phase string // a class
	Round bool   // the fields form a circle
	Sides []Side
	Spots []Spot
}

// A Side is a faction and its largest block.
type Side struct {
	Name, Title string
	Color       string // class of its first piece
	Mine        bool
	Seats       []Seat
	Pieces      []Stack
	N, Goal     int
	Band        string // path through its fields
}

// A Spot is a field.
type Spot struct {
	Name  string
	Label string
	Touch bool // the viewer may do something there
	At    Point
	R     float64
	Color string  // a class, after "c-"
	Sign  Point   // of its color sign, towards the center
	Piece *Stack  // nil if the field is empty
	Group []Stack // several pieces side by side
	Tall  bool    // the piece stands out, as engine.Piece.Tall
}

// NewRing returns the ring of the game; nil if it has none.
func NewRing(c Context) *Ring {
	v := c.Snap.View
	if len(v.Board) == 0 {
		return nil
	}
	r := &Ring{Phase: ColorClass(v.Phase)}
	all, points := empty, map[string]Point{}
	var list []Point
	for _, f := range v.Board {
		p := Point{hundredth(100 * float64(f.X)), hundredth(100 * float64(f.Y))}
		points[f.Name], list = p, append(list, p)
		all = all.grown(p, 100*float64(f.Size)*0.62)
	}
	r.Box, r.Round = all.String(), round(list)
	for _, f := range v.Board {
		r.Spots = append(r.Spots, c.spot(f, points[f.Name], center(list)))
	}
	for _, b := range v.Blocks {
		r.Sides = append(r.Sides, c.side(b, points))
	}
	return r
}

// round reports whether all points are about equally far from their center.
func round(all []Point) bool {
	mid, least, most := center(all), math.Inf(1), 0.0
	for _, p := range all {
		d := math.Hypot(p.X-mid.X, p.Y-mid.Y)
		least, most = min(least, d), max(most, d)
	}
	return most < 1.05*least
}

func (c Context) spot(f engine.Field, at, mid Point) Spot {
	s := Spot{Name: f.Name, Touch: c.Seat() != "", At: at, R: hundredth(100*float64(f.Size)/2 - 0.5), Color: ColorClass(f.Color)}
	k := 1 - 1.42*100*float64(f.Size)/2/max(1, math.Hypot(at.X-mid.X, at.Y-mid.Y))
	s.Sign = Point{hundredth(mid.X + k*(at.X-mid.X)), hundredth(mid.Y + k*(at.Y-mid.Y))}
	s.Label = c.fieldWords(f)
	if f.Piece.Color == "" {
		s.group(f)
		return s
	}
	size := 1.2 * s.R
	if f.Piece.Tall {
		size = 1.6 * s.R
	}
	low := 0.0
	if f.Piece.Shape == engine.Triangle {
		low = 0.06 * size // its center is lower than that of its box
	}
	s.Tall = f.Piece.Tall
	s.Piece = &Stack{
		Key: "piece-" + f.Name + "-" + ColorClass(f.Piece.Color), Kin: fmt.Sprint("piece-", ColorClass(f.Piece.Color), "-", f.Piece.Tall), From: c.sideOf(f.Piece.Color),
		Color: ColorClass(f.Piece.Color), Shape: shapeName(f.Piece.Shape), Size: hundredth(size),
		At: Point{hundredth(at.X - size/2), hundredth(at.Y - size/2 - low)},
	}
	return s
}

// sideOf returns the key of the side that plays a color: new pieces come from there.
func (c Context) sideOf(color string) string {
	for _, b := range c.Snap.View.Blocks {
		if slices.ContainsFunc(b.Pieces, func(p engine.Piece) bool { return p.Color == color }) {
			return "block-" + b.Name
		}
	}
	return ""
}

// group places several pieces side by side in a field with room for them.
func (s *Spot) group(f engine.Field) {
	size, n := 0.6*s.R, float64(len(f.Pieces))
	for i, p := range f.Pieces {
		s.Group = append(s.Group, Stack{
			Key: "piece-" + f.Name + "-" + ColorClass(p.Color), Color: ColorClass(p.Color), Shape: shapeName(p.Shape), Size: hundredth(size),
			At: Point{hundredth(s.At.X + size*1.1*(float64(i)-n/2)), hundredth(s.At.Y - size/2)},
		})
	}
}

// Figure returns the symbol of the field's color.
func (s Spot) Figure() string { return colorShapes[s.Color] }

// SignX and SignY return the left and top edge of the sign.
func (s Spot) SignX() float64 { return hundredth(s.Sign.X - sign/2) }
func (s Spot) SignY() float64 { return hundredth(s.Sign.Y - sign/2) }

// CrownX and CrownY return the left and top edge of the crown of a piece that stands out.
func (s Spot) CrownX() float64 { return hundredth(s.At.X - crown/2) }
func (s Spot) CrownY() float64 {
	if s.Piece != nil && s.Piece.Shape == "triangle" {
		return hundredth(s.At.Y - crown*0.32)
	}
	return hundredth(s.At.Y - crown/2)
}

// Sizes of signs and crowns.
const (
	sign  = 2.3
	crown = 3.3
)

// Crown returns the size of a crown.
func (s Spot) Crown() float64 { return crown }

func (c Context) side(b engine.Block, points map[string]Point) Side {
	s := Side{Name: b.Name, Title: c.Say(b.Title), Color: "grey", N: len(b.Fields), Goal: b.Goal, Mine: slices.Contains(b.Seats, c.Seat())}
	for _, seat := range b.Seats {
		s.Seats = append(s.Seats, c.Badge(seat))
	}
	for _, p := range b.Pieces {
		s.Pieces = append(s.Pieces, Stack{Color: ColorClass(p.Color), Shape: shapeName(p.Shape)})
	}
	if len(s.Pieces) > 0 {
		s.Color = s.Pieces[0].Color
	}
	var band strings.Builder
	for i, name := range b.Fields {
		fmt.Fprintf(&band, "%c%g %g", "ML"[min(i, 1)], points[name].X, points[name].Y)
	}
	if len(b.Fields) == 1 {
		band.WriteString("h0")
	}
	s.Band = band.String()
	return s
}

// Players returns the names of the players of the side.
func (s Side) Players() string {
	var names []string
	for _, seat := range s.Seats {
		names = append(names, seat.Name)
	}
	return strings.Join(names, ", ")
}

// Cells returns a box for each step to the goal: true for each field of the block.
func (s Side) Cells() []bool {
	all := make([]bool, s.Goal)
	for i := range min(s.N, s.Goal) {
		all[i] = true
	}
	return all
}

// fieldWords describes a field and who sits there.
func (c Context) fieldWords(f engine.Field) string {
	names := f.Piece.Name
	for _, p := range f.Pieces {
		names = names.With(p.Name)
	}
	if names.IsZero() {
		return c.Say(engine.Say("%s, free", f.Title))
	}
	return c.Say(engine.Say("%s: %s", f.Title, names))
}
