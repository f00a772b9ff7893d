package display

import (
	"image"
	"strconv"
	"strings"

	"arbiter/display/letters"
	"arbiter/engine"
)

// A symbol stands for a word, so that no word has to be cut.
type symbol uint8

const (
	noSymbol symbol = iota
	bolt            // the progress track
	ring            // the goal of the progress
	tick            // ready
	dots            // not ready
	cards           // everybody is planning
	arrow
	star
	danger
	wreath // for the winner
	moon
)

// outlines are the outlines of symbols in a square of 24 units. An area inside two polygons of a
// symbol is empty.
var outlines = [...][]point{
	bolt:  {{14.5, 0.6}, {3.2, 13.8}, {9.8, 13.8}, {7.8, 23.6}, {21, 9.2}, {13.6, 9.2}},
	tick:  {{1.5, 13}, {5, 9.3}, {9.6, 13.8}, {19.3, 3.6}, {22.9, 7}, {9.7, 20.8}},
	arrow: {{2, 9.6}, {12.5, 9.6}, {12.5, 4}, {22.4, 12}, {12.5, 20}, {12.5, 14.4}, {2, 14.4}},
	star: {{12, 1}, {15.4, 8}, {23, 9}, {17.4, 14.3}, {18.8, 21.9}, {12, 18.2}, {5.2, 21.9}, {6.6, 14.3}, {1, 9},
		{8.6, 8}},
	danger: {{12, 0.8}, {23.6, 22}, {0.4, 22}},
	wreath: {{1.8, 5.4}, {7.4, 10.6}, {12, 2.2}, {16.6, 10.6}, {22.2, 5.4}, {20.2, 18.4}, {3.8, 18.4}},
}

// sign draws a symbol as large as a square.
func (c *canvas) sign(k symbol, box image.Rectangle, dark bool) {
	if k == noSymbol || box.Dx() <= 0 {
		return
	}
	c.note(box.Intersect(c.b.Bounds()), "symbol")
	if int(k) < len(outlines) && outlines[k] != nil {
		c.outlined(outlines[k], box, dark)
	}
	switch k {
	case ring:
		c.area(box, dark, inRing)
	case moon:
		c.area(box, dark, func(x, y float64) bool { return within(x, y, 11.5, 12.5, 10.8) && !within(x, y, 19.5, 7, 9.6) })
	case dots:
		for _, x := range [...]float64{2, 9.4, 16.8} {
			c.outlined([]point{{x, 9.2}, {x + 5.2, 9.2}, {x + 5.2, 14.8}, {x, 14.8}}, box, dark)
		}
	case cards:
		c.outlined([]point{{2, 6.5}, {8.5, 4.4}, {13.5, 19.4}, {7, 21.5}}, box, dark)
		c.outlined([]point{{9.4, 2}, {21.8, 2}, {21.8, 20.4}, {15.2, 20.4}}, box, !dark)
		c.outlined([]point{{10.6, 3}, {21.6, 3}, {21.6, 19.6}, {16.4, 19.6}}, box, dark)
	case danger:
		c.outlined([]point{{10.2, 8.2}, {11, 15.4}, {13, 15.4}, {13.8, 8.2}}, box, !dark)
		c.outlined([]point{{10.6, 16.8}, {10.6, 19.6}, {13.4, 19.6}, {13.4, 16.8}}, box, !dark)
	case wreath:
		c.outlined([]point{{3.8, 20}, {20.2, 20}, {20.2, 22.6}, {3.8, 22.6}}, box, dark)
	}
}

// outlined fills a polygon given in units of which the box has 24.
func (c *canvas) outlined(corners []point, box image.Rectangle, dark bool) {
	var at [mostCorners]point
	unit := float64(box.Dx()) / 24
	for i, p := range corners {
		at[i] = point{float64(box.Min.X) + p.x*unit, float64(box.Min.Y) + p.y*unit}
	}
	c.polygon(dark, at[:len(corners)]...)
}

func within(x, y, atX, atY, radius float64) bool {
	return (x-atX)*(x-atX)+(y-atY)*(y-atY) <= radius*radius
}

// inRing reports whether a point is in a thick ring whose upper right quarter is set off.
func inRing(x, y float64) bool {
	if x > 12 && y < 12 {
		return within(x, y, 13.4, 10.4, 9.8) && !within(x, y, 13.4, 10.4, 4.4) && x > 13.4 && y < 10.4
	}
	return within(x, y, 11.6, 12.4, 10.6) && !within(x, y, 11.6, 12.4, 5.2) && (x < 11.6 || y > 12.4)
}

// emblem draws the shape of a seat: solid, or hollow with an edge of so many pixels. On large
// sheets it contains the initial of its color, and a robot's always contains its face. The shape of
// a seat that has left the game is hollow.
func (s *layout) emblem(p engine.Place, box image.Rectangle, o emblem) {
	if p.Out && o.hollow == 0 {
		o.hollow = max(2, box.Dx()/12)
	}
	s.note(box, "shape")
	s.shape(p.Shape, box, o.dark)
	inner := o.dark
	if o.hollow > 0 {
		s.hole(p.Shape, box, o.hollow, !o.dark)
	} else {
		inner = !o.dark
	}
	switch {
	case p.Robot:
		s.robot(around((box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y)/2, max(box.Dx()*52/100, 6)), inner)
	case o.letter:
		share := 44
		if p.Shape == engine.Triangle {
			share = 36
		}
		s.initial(s.bold.High(box.Dx()*share/100), s.letterOf(p), letterIn(p.Shape, box), inner)
	}
}

type emblem struct {
	dark, letter bool
	hollow       int
}

// hole empties a shape except for an edge of d pixels.
func (c *canvas) hole(k engine.Shape, box image.Rectangle, d int, dark bool) {
	switch k {
	case engine.Square:
		side := edge(k, 0, box.Dx())
		c.b.Fill(image.Rect(box.Min.X+side+d, box.Min.Y+d, box.Max.X-side-d, box.Max.Y-d), dark)
	case engine.Triangle:
		c.shape(k, box.Inset(d*8/5).Add(image.Pt(0, d*2/3)), dark)
	case engine.Diamond:
		c.shape(k, box.Inset(d*13/10), dark)
	default:
		c.shape(k, box.Inset(d), dark)
	}
}

// romans are the numerals that levels have; higher numbers are written in Arabic numerals.
var romans = [...]string{"0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"}

// roman writes a number in Roman numerals, centered at x with its base line at y. The numerals are
// drawn with serifs, so that II does not look like 11.
func (c *canvas) roman(f *letters.Face, n, x, y int, dark bool) {
	if n <= 0 || n >= len(romans) {
		var buf [20]byte
		b := strconv.AppendInt(buf[:0], int64(n), 10)
		c.run(f, string(b), x-f.Width(string(b))/2, y, c.b.Bounds(), dark)
		return
	}
	high := f.Capital()
	stem, gap, wide := max(2, (high+2)/5), max(2, (high+2)/5), high*78/100
	all := (len(romans[n])-1)*gap + strings.Count(romans[n], "I")*stem + (len(romans[n])-strings.Count(romans[n], "I"))*wide
	from := x - all/2
	for at, i := from, 0; i < len(romans[n]); i++ {
		if romans[n][i] == 'I' {
			c.b.Fill(image.Rect(at, y-high, at+stem, y), dark)
			at += stem + gap
			continue
		}
		c.slanted(romans[n][i], at, y, wide, high, float64(stem), dark)
		at += wide + gap
	}
	over, bar := max(1, high*12/100), max(1, high*12/100)
	c.b.Fill(image.Rect(from-over, y-high, from+all+over, y-high+bar), dark)
	c.b.Fill(image.Rect(from-over, y-bar, from+all+over, y), dark)
}

// slanted draws V or X.
func (c *canvas) slanted(letter byte, x, y, wide, high int, stem float64, dark bool) {
	l, r, top, foot := float64(x), float64(x+wide), float64(y-high), float64(y)
	mid, thick := (l+r)/2, stem*1.15
	if letter == 'X' {
		c.polygon(dark, point{l, top}, point{l + thick, top}, point{r, foot}, point{r - thick, foot})
		c.polygon(dark, point{r - thick, top}, point{r, top}, point{l + thick, foot}, point{l, foot})
		return
	}
	c.polygon(dark, point{l, top}, point{l + thick, top}, point{mid, foot - 0.3*float64(high)}, point{r - thick, top}, point{r, top},
		point{mid + stem*0.55, foot}, point{mid - stem*0.55, foot})
}

// level writes a level into a circle.
func (c *canvas) level(t *letters.Typeface, n int, at image.Point, across int, dark bool) {
	box := around(at.X, at.Y, across)
	c.note(box, "level")
	x, y, r := float64(at.X), float64(at.Y), float64(across)/2
	c.disc(x, y, r, dark)
	c.disc(x, y, r-float64(max(1, (across+8)/16)), !dark)
	high := across * 46 / 100
	c.roman(t.High(high), n, at.X, at.Y+(max(high, letters.LeastCapital)+1)/2, dark)
}
