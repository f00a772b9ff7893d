package letters

import (
	"fmt"
	"image"
	"image/draw"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// crisp is the size in pixels below which a glyph is shifted by parts of a pixel so that its edges
// fall on pixel borders.
const crisp = 30

// glyph returns a glyph, drawing it on the first call.
func (f *Face) glyph(slot int) *glyph {
	f.ready()
	g := &f.glyphs[slot]
	g.once.Do(func() {
		switch {
		case f.cells != nil && slot != boxSlot:
			f.copyCell(g, slot)
		case f.typeface.index[slot] != 0:
			f.scan(g, slot)
		case slot == aside['←'] || slot == aside['→']:
			f.lay(g, slot)
		default:
			f.box(g, slot)
		}
	})
	return g
}

// lower reports whether the glyph in a slot is as high as x.
func lower(slot int) bool {
	r := rune(slot) + firstRune
	switch {
	case r >= 0x100:
		return r&1 == 1
	case r >= 'à':
		return r != '÷'
	}
	return 'a' <= r && r <= 'z' || r == 'ß'
}

// scan draws one glyph.
func (f *Face) scan(g *glyph, s int) {
	segs, err := f.typeface.fonts[f.typeface.of[s]].LoadGlyph(&sfnt.Buffer{}, f.typeface.index[s], fixed.I(em), nil)
	if err != nil {
		panic(fmt.Sprintf("letters: glyph %d: %v", s, err))
	}
	small := lower(s)
	pad := f.px/2 + 2
	gray := image.NewAlpha(image.Rect(0, 0, 2*f.px+2*pad, 2*f.px+2*pad))
	base := image.Pt(pad, f.px+pad)
	z := vector.NewRasterizer(gray.Rect.Dx(), gray.Rect.Dy())
	best, shift := -1, float32(0)
	for n := 0; n < 8 && f.px < crisp; n++ {
		dx := float32(n-4) / 8
		f.fill(z, gray, segs, small, base, dx)
		if c := contrast(gray.Pix); c > best {
			best, shift = c, dx
		}
	}
	f.fill(z, gray, segs, small, base, shift)
	f.accent(gray, base, s)
	g.pack(gray, base)
	if f.px < crisp && g.left > 0 && g.left+g.w >= f.advance(s) {
		g.left-- // or it would touch the next letter, and li would look like h
	}
}

// fill draws an outline in gray. It stretches it vertically so that x and H are whole pixels high.
func (f *Face) fill(z *vector.Rasterizer, dst *image.Alpha, segs sfnt.Segments, small bool, base image.Point, dx float32) {
	t := f.typeface
	scale := float32(f.em) / em / 64
	rise := float32(1)
	if small {
		rise = float32(max(round(t.small*f.em), 1)) / float32(t.small*f.em)
	}
	z.Reset(dst.Rect.Dx(), dst.Rect.Dy())
	z.DrawOp = draw.Src
	at := func(p fixed.Point26_6) (x, y float32) {
		y = float32(p.Y) * scale
		if y < 0 {
			y *= rise
		}
		return float32(base.X) + float32(p.X)*scale + dx, float32(base.Y) + y
	}
	for _, s := range segs {
		x, y := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(x, y)
		case sfnt.SegmentOpLineTo:
			z.LineTo(x, y)
		case sfnt.SegmentOpQuadTo:
			x1, y1 := at(s.Args[1])
			z.QuadTo(x, y, x1, y1)
		case sfnt.SegmentOpCubeTo:
			x1, y1 := at(s.Args[1])
			x2, y2 := at(s.Args[2])
			z.CubeTo(x, y, x1, y1, x2, y2)
		}
	}
	z.ClosePath()
	z.Draw(dst, dst.Rect, image.Opaque, image.Point{})
}

// contrast measures how far the grays are from mid-gray.
func contrast(pix []uint8) int {
	sum := 0
	for _, p := range pix {
		if p > 0 {
			d := int(p) - 128
			sum += d*d - 64*64
		}
	}
	return sum
}

// pack converts a gray glyph to black and white and stores it.
func (g *glyph) pack(gray *image.Alpha, base image.Point) {
	var r image.Rectangle
	for y := range gray.Rect.Max.Y {
		for x := range gray.Rect.Max.X {
			if gray.Pix[y*gray.Stride+x] >= 0x80 {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	g.place(r.Sub(base))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if gray.Pix[y*gray.Stride+x] >= 0x80 {
				g.set(x-r.Min.X, y-r.Min.Y)
			}
		}
	}
}

// place makes room for a mask that covers r when the pen is at (0, 0).
func (g *glyph) place(r image.Rectangle) {
	g.w, g.left, g.top = r.Dx(), r.Min.X, r.Min.Y
	g.bits = make([]uint64, (r.Dx()+63)/64*r.Dy())
}

func (g *glyph) set(x, y int) {
	g.bits[y*((g.w+63)/64)+x/64] |= 1 << (63 - x%64)
}

// box draws an empty frame, the glyph of a rune that the font does not have.
func (f *Face) box(g *glyph, slot int) {
	w, h := max(f.advance(slot)-2, 3), f.Capital()
	g.place(image.Rect(1, -h, 1+w, 0))
	for y := range h {
		for x := range w {
			if x == 0 || y == 0 || x == w-1 || y == h-1 {
				g.set(x, y)
			}
		}
	}
}

// aside are the slots of the arrows that the font lacks.
var aside = map[rune]int{'←': slot('←'), '→': slot('→')}

// lay draws an arrow to the side by rotating one that points up or down.
func (f *Face) lay(g *glyph, slotOf int) {
	up := f.glyph(slot('↑'))
	if slotOf == aside['←'] {
		up = f.glyph(slot('↓'))
	}
	words := (up.w + 63) / 64
	high := len(up.bits) / max(words, 1)
	wide := f.advance(slotOf)
	left, top := (wide-high)/2, -(f.Capital()+up.w)/2
	g.place(image.Rect(left, top, left+high, top+up.w))
	for y := range high {
		for x := range up.w {
			if up.bits[y*words+x/64]>>(63-x%64)&1 == 1 {
				g.set(high-1-y, x)
			}
		}
	}
}
