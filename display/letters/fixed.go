package letters

import (
	"embed"
	"fmt"
	"image"
	"image/png"
)

// The fixed fonts of the X Window System, in the public domain (font-misc-misc of
// X.Org), as pictures: 32 glyphs to a row, in the order of slots. Below some 14 pixels
// outlines lose their bars and e is read as c; these were drawn pixel by pixel.
//
//go:embed fixed
var bitmapFonts embed.FS

// A strike is a size at which a font was drawn: its cells, and where in them the base line and the
// top of H are.
type strike struct{ wide, high, ascent, capital int }

var strikes = [...]strike{{5, 8, 7, 6}, {6, 10, 8, 7}, {6, 13, 11, 9}, {7, 13, 11, 9}, {9, 15, 12, 10}}

// leastBold is the height of the smallest strike that also exists in bold.
const leastBold = 13

// Fixed returns a bitmap typeface for small panels; its two smallest sizes are the same in both
// weights.
func Fixed(weight int) *Typeface {
	t := &Typeface{}
	for i := range t.advance {
		t.advance[i] = 1
	}
	t.fixed = make([]Face, len(strikes))
	for i, s := range strikes {
		name := fmt.Sprintf("%dx%d", s.wide, s.high)
		if weight == Bold && s.high >= leastBold {
			name += "B"
		}
		t.fixed[i] = Face{typeface: t, high: s.capital, tall: s.ascent, deep: s.high - s.ascent, em: float64(s.wide), px: s.high, cells: cellsOf(name)}
		if i > 0 {
			t.fixed[i].smaller = &t.fixed[i-1]
		}
	}
	return t
}

// cellsOf reads the picture of a strike. It is part of the program, so an unreadable one is a bug.
func cellsOf(name string) image.Image {
	file, err := bitmapFonts.Open("fixed/" + name + ".png")
	if err != nil {
		panic(fmt.Sprintf("letters: fixed: %v", err))
	}
	cells, err := png.Decode(file)
	if err != nil {
		panic(fmt.Sprintf("letters: fixed: %s: %v", name, err))
	}
	return cells
}

// bitmaps returns the largest face that fits, or the smallest one.
func (t *Typeface) bitmaps(fits func(*Face) bool) *Face {
	for i := len(t.fixed) - 1; i > 0; i-- {
		if fits(&t.fixed[i]) {
			return &t.fixed[i]
		}
	}
	return &t.fixed[0]
}

// copyCell copies a glyph from the picture of its strike.
func (f *Face) copyCell(g *glyph, slot int) {
	const row = 32
	wide, high := f.advance(slot), f.tall+f.deep
	at := image.Pt(slot%row*wide, slot/row*high)
	g.place(image.Rect(0, -f.tall, wide, f.deep))
	for y := range high {
		for x := range wide {
			if r, _, _, _ := f.cells.At(at.X+x, at.Y+y).RGBA(); r == 0 {
				g.set(x, y)
			}
		}
	}
}
