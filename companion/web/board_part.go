package web

import (
	"html/template"
	"math"

	"arbiter/engine"
)

// A boardPart is the game board: a picture with a disc for each field, and the same
// as a list.
type boardPart struct {
	Box   string // of the picture: left, top, width, height
	Map   bool   // sites with parts, not mere fields
	Spots []boardField
}

// A boardField is a field. Lengths are thousandths of the board's width.
type boardField struct {
	Name, Title string
	Label       string // the field and what stands there, in words
	X, Y, R     float64
	Cell        string // where a finger means this field: points of a polygon
	Color       string
	Piece       *piece
	Free        bool // nothing lies there, on a map
	Dots        []dot
}

type piece struct {
	Color string
	Shape engine.Shape
	Tall  bool
	Name  string
}

// The width of the board in the picture's own units.
const wide = 1000

// board draws the board.
func (sc *scene) board(board []engine.Field) *boardPart {
	if len(board) == 0 {
		return nil
	}
	g := &boardPart{Box: frame(board)}
	for i, f := range board {
		p := boardField{
			Name: f.Name, Title: sc.say(f.Title), X: tenth(f.X), Y: tenth(f.Y), R: tenth(f.Size / 2),
			Color: color(f.Color), Cell: cell(board, i),
		}
		p.Label = p.Title
		if f.Piece.Color != "" {
			p.Piece = &piece{color(f.Piece.Color), f.Piece.Shape, f.Piece.Tall, sc.say(f.Piece.Name)}
			p.Label += ": " + p.Piece.Name
		}
		g.Spots = append(g.Spots, p)
	}
	return g
}

// tenth is a share of the board's width in the picture's units, rounded.
func tenth(share float32) float64 { return math.Round(10*wide*float64(share)) / 10 }

// Mark draws a piece around the middle of its field, with the field's number on
// it in the template.
func (p boardField) Mark() template.HTML { return outline(p.Piece.Shape) }

// Sign is what is written on the field: its number, unless parts lie there.
func (p boardField) Sign() string {
	if len(p.Dots) > 0 || len(p.Name) > 2 {
		return ""
	}
	return p.Name
}

// RimX, RimY and Small say where the number of a field with parts stands: on its
// rim, left above.
func (p boardField) RimX() float64  { return round(p.X - p.R*0.82) }
func (p boardField) RimY() float64  { return round(p.Y - p.R*0.82) }
func (p boardField) Small() float64 { return round(p.R * 0.5) }

// Star reports whether the field is the middle of others that belong together.
func (p boardField) Star() bool { return len(p.Name) > 2 && p.Free }

// Foot is the middle of the number: lower on a triangle, which is widest there.
func (p boardField) Foot() float64 {
	if p.Piece != nil && p.Piece.Shape == engine.Triangle {
		return math.Round(p.Y + p.R*0.25)
	}
	return p.Y
}

// Type is the size of the number's type.
func (p boardField) Type() float64 { return math.Round(p.R * 0.85) }

// Scale is how large the piece's mark, 24 across, is drawn.
func (p boardField) Scale() float64 { return math.Round(p.R*1.9/24*100) / 100 }
