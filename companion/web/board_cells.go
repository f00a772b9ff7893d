package web

import (
	"fmt"
	"math"
	"strings"

	"arbiter/engine"
)

// A point of the board's picture.
type point struct{ x, y float64 }

// How far from a field a finger may come down, at most, and how many corners
// the circle has that stands for it.
const (
	reach   = 0.11 * wide
	corners = 16
)

func middle(f engine.Field) point { return point{wide * float64(f.X), wide * float64(f.Y)} }

// cell is where a finger means the field i: all that is nearer to it than to any
// other field, within reach.
func cell(board []engine.Field, i int) string {
	at := middle(board[i])
	var shape []point
	for n := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(n) / corners)
		shape = append(shape, point{at.x + reach*cos, at.y + reach*sin})
	}
	for j, other := range board {
		if to := middle(other); j != i && to != at && math.Hypot(to.x-at.x, to.y-at.y) < 2*reach {
			shape = cut(shape, at, to)
		}
	}
	var b strings.Builder
	for _, p := range shape {
		fmt.Fprintf(&b, "%.0f,%.0f ", p.x, p.y)
	}
	return strings.TrimSpace(b.String())
}

// cut takes away what is nearer to far than to near.
func cut(shape []point, near, far point) []point {
	dx, dy := far.x-near.x, far.y-near.y
	beyond := func(p point) float64 { return (p.x-(near.x+far.x)/2)*dx + (p.y-(near.y+far.y)/2)*dy }
	var kept []point
	for n, p := range shape {
		q := shape[(n+1)%len(shape)]
		a, b := beyond(p), beyond(q)
		if a <= 0 {
			kept = append(kept, p)
		}
		if a < 0 && b > 0 || a > 0 && b < 0 {
			t := a / (a - b)
			kept = append(kept, point{p.x + t*(q.x-p.x), p.y + t*(q.y-p.y)})
		}
	}
	return kept
}

// frame is the viewBox that holds all fields and the marks around them.
func frame(board []engine.Field) string {
	least, most := point{wide, wide}, point{}
	for _, f := range board {
		p, r := middle(f), wide*float64(f.Size)*0.75
		least = point{min(least.x, p.x-r), min(least.y, p.y-r)}
		most = point{max(most.x, p.x+r), max(most.y, p.y+r)}
	}
	return fmt.Sprintf("%.0f %.0f %.0f %.0f", least.x, least.y, most.x-least.x, most.y-least.y)
}
