// Package letters has the typefaces of panels as bitmaps, and what it takes to make texts fit:
// sizes in whole pixels, line breaks, and which words are dropped.
package letters

import (
	"fmt"
	"image"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// marks are the runes beyond Latin that have a glyph.
const marks = "–—‘’‚“”„†•…‹›€−←↑→↓"

// The glyphs of a font: Latin-1 and Latin Extended-A, the marks, and a box for every other rune.
const (
	firstRune  = ' '
	lastRune   = 'ſ'
	latin      = int(lastRune - firstRune + 1)
	glyphCount = latin + 19 + 1
	boxSlot    = glyphCount - 1
)

// slot returns the index of a rune's glyph; line breaks and tabs count as spaces.
func slot(r rune) int {
	if firstRune <= r && r < 0x7F {
		return int(r - firstRune)
	}
	return farSlot(r)
}

// farSlot returns the slot of a rune that is not ASCII.
func farSlot(r rune) int {
	switch {
	case r == '\n' || r == '\t':
		return 0
	case 0x7F <= r && r < 0xA0:
		return boxSlot
	case firstRune <= r && r <= lastRune:
		return int(r - firstRune)
	}
	at := latin
	for _, m := range marks {
		if m == r {
			return at
		}
		at++
	}
	return boxSlot
}

// A Typeface is one weight and the sizes of it that were asked for. It is safe for concurrent use.
// Its sizes are scaled from an outline, or are a few bitmaps.
type Typeface struct {
	fonts   [2]*sfnt.Font
	of      [glyphCount]uint8 // which of the fonts has the glyph
	index   [glyphCount]sfnt.GlyphIndex
	advance [glyphCount]float64 // in em
	// Heights above the base line in em: of H, of x, and of the dots on Ä; and the depth of g below
	// it.
	capital, small, tall, deep float64
	stem                       float64 // thickness of l in em

	faces [MostCapital + 1]Face // by the height of capitals
	fixed []Face                // used instead of faces, smallest first
}

// LeastCapital and MostCapital are the heights of capitals that are available, in pixels.
const LeastCapital, MostCapital = 6, 200

// em is the size in pixels at which a font is measured.
const em = 1024

// New measures a weight and returns its typeface.
func New(weight int) *Typeface {
	t := &Typeface{fonts: fontOf(weight)}
	var buf sfnt.Buffer
	for r := rune(firstRune); r <= lastRune; r++ {
		t.measure(&buf, r)
	}
	for _, r := range marks {
		t.measure(&buf, r)
	}
	t.advance[boxSlot] = t.advance[slot('0')]
	t.capital, t.small = t.top(&buf, 'H'), t.top(&buf, 'x')
	t.tall, t.deep = t.top(&buf, 'Ä'), -t.bottom(&buf, 'g')
	t.stem = t.thickness(&buf)
	for i := range t.faces {
		f := &t.faces[i]
		f.typeface, f.high, f.em = t, i, float64(i)/t.capital
		f.px = round(f.em)
		f.tall, f.deep = round(t.tall*f.em+0.4), round(t.deep*f.em)
		if i > LeastCapital {
			f.smaller = &t.faces[i-1]
		}
	}
	return t
}

// measure finds a rune's glyph; if there is none, its index stays 0.
func (t *Typeface) measure(buf *sfnt.Buffer, r rune) {
	t.advance[slot(r)] = 0.8
	for n, f := range t.fonts {
		i, err := f.GlyphIndex(buf, r)
		if err != nil || i == 0 {
			continue
		}
		adv, err := f.GlyphAdvance(buf, i, fixed.I(em), font.HintingNone)
		if err != nil {
			panic(fmt.Sprintf("letters: advance of %q: %v", r, err))
		}
		t.of[slot(r)], t.index[slot(r)], t.advance[slot(r)] = uint8(n), i, float64(adv)/64/em //nolint:gosec // of two
		return
	}
}

func (t *Typeface) top(buf *sfnt.Buffer, r rune) float64 {
	return -float64(t.box(buf, r).Min.Y) / 64 / em
}

func (t *Typeface) bottom(buf *sfnt.Buffer, r rune) float64 {
	return -float64(t.box(buf, r).Max.Y) / 64 / em
}

// thickness returns the width of the stroke of a bar.
func (t *Typeface) thickness(buf *sfnt.Buffer) float64 {
	b := t.box(buf, '|')
	return float64(b.Max.X-b.Min.X) / 64 / em
}

// box returns the extent of a glyph; y grows downward.
func (t *Typeface) box(buf *sfnt.Buffer, r rune) fixed.Rectangle26_6 {
	b, _, err := t.fonts[t.of[slot(r)]].GlyphBounds(buf, t.index[slot(r)], fixed.I(em), font.HintingNone)
	if err != nil {
		panic(fmt.Sprintf("letters: bounds of %q: %v", r, err))
	}
	return b
}

// High returns the face whose capitals have a height in pixels, or the next one available.
func (t *Typeface) High(capital int) *Face {
	if len(t.fixed) > 0 {
		return t.bitmaps(func(f *Face) bool { return f.high <= capital })
	}
	return &t.faces[min(max(capital, LeastCapital), MostCapital)]
}

// AtMost returns the largest face of at most px pixels per em, or the smallest available.
func (t *Typeface) AtMost(px int) *Face {
	if len(t.fixed) > 0 {
		return t.bitmaps(func(f *Face) bool { return f.px <= px })
	}
	return t.High(int(float64(px) * t.capital))
}

// Smallest returns the smallest face.
func (t *Typeface) Smallest() *Face { return t.AtMost(0) }

// Smaller returns the next smaller face, or nil.
func (f *Face) Smaller() *Face { return f.smaller }

// A Face is a typeface at one size.
type Face struct {
	typeface *Typeface
	smaller  *Face       // the next one
	high     int         // of capitals and digits, in pixels
	tall     int         // of Ä above the base line
	deep     int         // of g below it
	em       float64     // in pixels
	px       int         // the same, rounded
	cells    image.Image // its bitmaps, if it has no outline
	once     sync.Once
	advances []int16 // by slot
	glyphs   []glyph
}

// A glyph is a mask, packed as a Bitmap is. It is drawn when it is first needed.
type glyph struct {
	once      sync.Once
	bits      []uint64
	w         int
	left, top int // of the mask, from the pen on the base line; y grows downward
}

// ready measures the glyphs when the face is first used.
func (f *Face) ready() {
	f.once.Do(func() {
		f.advances, f.glyphs = make([]int16, glyphCount), make([]glyph, glyphCount)
		for slot, a := range f.typeface.advance {
			f.advances[slot] = int16(round(a * f.em)) //nolint:gosec // some pixels
		}
	})
}

// Capital returns the height of H, which digits share, in pixels.
func (f *Face) Capital() int { return f.high }

// Tall returns the height of Ä above the base line, in pixels.
func (f *Face) Tall() int { return f.tall }

// Deep returns the depth of g below the base line, in pixels.
func (f *Face) Deep() int { return f.deep }

// Line returns the height that a line of text needs, in pixels.
func (f *Face) Line() int { return f.Tall() + f.Deep() }

// advance returns how far a rune moves the pen, in pixels.
func (f *Face) advance(slot int) int {
	f.ready()
	return int(f.advances[slot])
}

// Advance returns how far a rune moves the pen, in pixels.
func (f *Face) Advance(r rune) int { return f.advance(slot(r)) }

// Legible reports whether sentences can be read in the face: outlines below ten pixels cannot.
func (f *Face) Legible() bool { return f.cells != nil || f.px >= 10 }

// Em returns the size in pixels per em, rounded.
func (f *Face) Em() int { return f.px }

// Glyph returns the mask of a rune as rows of words with the leftmost pixel in the highest bit, its
// width in pixels, and where it begins, relative to the pen on the base line.
func (f *Face) Glyph(r rune) (bits []uint64, wide, left, top int) {
	g := f.glyph(slot(r))
	return g.bits, g.w, g.left, g.top
}

// Width returns the length of a text in pixels.
func (f *Face) Width(s string) int {
	f.ready()
	w := 0
	for _, r := range s {
		w += int(f.advances[slot(r)])
	}
	return w
}

func round(x float64) int { return int(x + 0.5) }
