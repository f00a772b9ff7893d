package display

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// marks are the runes beyond Latin that have a glyph.
const marks = "–—‘’‚“”„†•…‰‹›€−←↑→↓≤≥≠"

// The glyphs of a font: Latin-1 and Latin Extended-A, the marks, and a box for
// every other rune.
const (
	firstRune  = ' '
	lastRune   = 'ſ'
	latin      = int(lastRune - firstRune + 1)
	glyphCount = latin + 23 + 1
	boxSlot    = glyphCount - 1
)

// slot returns the place of a rune's glyph; line breaks and tabs are spaces.
func slot(r rune) int {
	if firstRune <= r && r < 0x7F {
		return int(r - firstRune)
	}
	return farSlot(r)
}

// farSlot is the place of a rune that is not ASCII.
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

// A typeface is one scalable font and the sizes of it that were asked for. It
// may be used by several goroutines.
type typeface struct {
	font    *sfnt.Font
	index   [glyphCount]sfnt.GlyphIndex
	advance [glyphCount]float64 // in em
	// Heights above the base line in em: of H, of x, of the dots on Ä; and the
	// depth of g below it.
	capital, small, tall, deep float64
	stem                       float64 // thickness of l in em

	faces [len(ladder)]face
}

// ladder lists the sizes that are drawn, in pixels per em. A limited choice
// limits the memory for glyphs.
var ladder = [...]int{8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 27, 30,
	34, 38, 43, 48, 54, 60, 68, 76, 86, 96, 108, 120, 136, 152}

// em is the size in pixels at which a font is measured.
const em = 1024

// newTypeface reads a font in TrueType format. A font that cannot be read is a
// bug: it is part of the program.
func newTypeface(ttf []byte) *typeface {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(fmt.Sprintf("display: font: %v", err))
	}
	t := &typeface{font: f}
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
		f.typeface, f.px = t, ladder[i]
		for slot, a := range t.advance {
			f.advances[slot] = int16(round(a * float64(f.px)))
		}
	}
	return t
}

// measure finds a rune's glyph; without one its index stays 0.
func (t *typeface) measure(buf *sfnt.Buffer, r rune) {
	i, err := t.font.GlyphIndex(buf, r)
	if err != nil || i == 0 {
		t.advance[slot(r)] = 0.6
		return
	}
	adv, err := t.font.GlyphAdvance(buf, i, fixed.I(em), font.HintingNone)
	if err != nil {
		panic(fmt.Sprintf("display: advance of %q: %v", r, err))
	}
	t.index[slot(r)], t.advance[slot(r)] = i, float64(adv)/64/em
}

func (t *typeface) top(buf *sfnt.Buffer, r rune) float64 {
	return -float64(t.box(buf, r).Min.Y) / 64 / em
}

func (t *typeface) bottom(buf *sfnt.Buffer, r rune) float64 {
	return -float64(t.box(buf, r).Max.Y) / 64 / em
}

// thickness is how wide the stroke of a bar is.
func (t *typeface) thickness(buf *sfnt.Buffer) float64 {
	b := t.box(buf, '|')
	return float64(b.Max.X-b.Min.X) / 64 / em
}

// box returns the extent of a glyph; y grows downward.
func (t *typeface) box(buf *sfnt.Buffer, r rune) fixed.Rectangle26_6 {
	b, _, err := t.font.GlyphBounds(buf, t.index[slot(r)], fixed.I(em), font.HintingNone)
	if err != nil {
		panic(fmt.Sprintf("display: bounds of %q: %v", r, err))
	}
	return b
}

// atMost returns the largest face of at most px pixels per em, or the smallest
// that there is.
func (t *typeface) atMost(px int) *face {
	i := 0
	for i+1 < len(ladder) && ladder[i+1] <= px {
		i++
	}
	return &t.faces[i]
}

// smaller returns the next smaller face, or nil.
func (f *face) smaller() *face {
	for i := 1; i < len(f.typeface.faces); i++ {
		if &f.typeface.faces[i] == f {
			return &f.typeface.faces[i-1]
		}
	}
	return nil
}

// A face is a typeface at one size.
type face struct {
	typeface *typeface
	px       int // per em
	advances [glyphCount]int16
	once     sync.Once
	glyphs   []glyph
}

// A glyph is a mask, packed as a Bitmap is. It is drawn when it is first needed.
type glyph struct {
	once      sync.Once
	bits      []uint64
	w         int
	left, top int // of the mask, from the pen on the base line; y grows downward
}

// capital is the height of H, which digits share, in pixels.
func (f *face) capital() int { return round(f.typeface.capital * float64(f.px)) }

// tall is the height of Ä above the base line, in pixels.
func (f *face) tall() int { return round(f.typeface.tall*float64(f.px) + 0.4) }

// deep is the depth of g below the base line, in pixels.
func (f *face) deep() int { return round(f.typeface.deep * float64(f.px)) }

// line is the height that a line of text needs, in pixels.
func (f *face) line() int { return f.tall() + f.deep() }

// advance is how far a rune moves the pen, in pixels.
func (f *face) advance(slot int) int {
	return int(f.advances[slot])
}

// width is the length of a text in pixels.
func (f *face) width(s string) int {
	w := 0
	for _, r := range s {
		w += int(f.advances[slot(r)])
	}
	return w
}

func round(x float64) int { return int(x + 0.5) }
