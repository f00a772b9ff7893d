package page

import (
	"fmt"
	"math"
	"strings"

	"arbiter/engine"
)

// A Dial shows a number as notches: those that are left, and those that would be lost if nobody did
// anything about it.
type Dial struct {
	Key    string
	N, Of  int
	Losing int
	Label  string // "HP 13 / 18"
	Figure string // the figure drawn inside; "" if none, and the seat's shape stands for it
	Dark   bool
	Color  string // of the shape
	Shape  string
}

// NewDial returns the dial of the seat at an index, for the first of its tracks that has one; nil
// if none has.
func NewDial(c Context, i int) *Dial {
	v := c.Snap.View
	p := v.Seats[i]
	for _, t := range v.Tracks {
		if t.Dial == 0 {
			continue
		}
		d := &Dial{Key: "dial-" + string(p.Seat), N: max(0, t.At[i]), Of: max(t.Dial, t.At[i]), Figure: figureOf(p.Figure), Dark: p.Shadow, Color: ColorClass(p.Color), Shape: shapeName(p.Shape)}
		d.Label = fmt.Sprintf("%s %d / %d", c.Say(t.Title), d.N, d.Of)
		d.Losing = min(c.stake(p.Seat), d.N)
		return d
	}
	return nil
}

// stake returns what a seat is about to lose; 0 if nothing.
func (c Context) stake(seat engine.Seat) int {
	if w := c.Snap.Window; w != nil {
		for _, s := range w.Stakes {
			if s.Seat == seat && !s.Done {
				return s.N
			}
		}
	}
	return 0
}

// figureOf returns the name of a figure in the sprite; "" if it has none.
func figureOf(word string) string {
	if name := "f-" + word; hasSymbol(name) {
		return name
	}
	return ""
}

// Left returns how many notches remain.
func (d Dial) Left() int { return d.N - d.Losing }

// Arc returns the path of the notches from one to another, around a center at 50, 50.
func (d Dial) Arc(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		sin, cos := math.Sincos(perimeter * ((float64(i)+0.5)/float64(d.Of) - 0.25))
		fmt.Fprintf(&b, "M%.1f %.1fL%.1f %.1f", 50+38*cos, 50+38*sin, 50+47*cos, 50+47*sin)
	}
	return b.String()
}
