package letters

import (
	"image"
	"strings"
)

// tiny is the size in pixels per em below which dots and strokes over letters are drawn by hand: if
// they were rasterized, the dots of ü would merge, and i would look like í.
const tiny = 18

// accent improves what is above a letter whose base line is at base.
func (f *Face) accent(gray *image.Alpha, base image.Point, s int) {
	r := rune(s) + firstRune
	if r == 'i' || r == 'j' {
		f.point(gray, base)
	}
	if f.px >= crisp || s >= latin || r < 'À' || r == 'ß' {
		return
	}
	top := base.Y - f.Capital()
	if lower(s) {
		top = base.Y - round(f.typeface.small*f.em)
	}
	over := image.Rect(0, 0, gray.Rect.Max.X, top)
	switch {
	case f.px >= tiny:
		boost(gray, over, f.px)
	case strings.ContainsRune("äëïöüÿÄËÏÖÜ", r):
		f.dots(gray, over, lower(s))
	case strings.ContainsRune("áéíóúýÁÉÍÓÚÝ", r):
		f.stroke(gray, over, lower(s), 1)
	case strings.ContainsRune("àèìòùÀÈÌÒÙ", r):
		f.stroke(gray, over, lower(s), -1)
	default:
		boost(gray, over, f.px)
	}
}

// point puts the dot of i over its stem: rasterized, it may be beside it, so that i is read as í.
func (f *Face) point(gray *image.Alpha, base image.Point) {
	top := base.Y - round(f.typeface.small*f.em)
	row := gray.Pix[top*gray.Stride : (top+1)*gray.Stride]
	x1 := len(row)
	for x1 > 0 && row[x1-1] < 0x80 {
		x1--
	}
	if f.px >= tiny || x1 == 0 {
		return
	}
	d := f.pen()
	wipe(gray, image.Rect(0, 0, gray.Rect.Max.X, top))
	ink(gray, max(x1-d, 0), top-1-d, d, d)
}

// boost darkens thin accents.
func boost(gray *image.Alpha, over image.Rectangle, px int) {
	for i, p := range gray.Pix[:over.Max.Y*gray.Stride] {
		gray.Pix[i] = uint8(min(int(p)*crisp/px, 0xFF))
	}
}

// wipe clears what is above a letter, and returns the columns it occupied.
func wipe(gray *image.Alpha, over image.Rectangle) (x0, x1 int) {
	x0, x1 = over.Max.X, over.Min.X
	for y := over.Min.Y; y < over.Max.Y; y++ {
		for x := over.Min.X; x < over.Max.X; x++ {
			if p := &gray.Pix[y*gray.Stride+x]; *p >= 0x30 {
				x0, x1 = min(x0, x), max(x1, x+1)
			}
			gray.Pix[y*gray.Stride+x] = 0
		}
	}
	return x0, x1
}

func ink(gray *image.Alpha, x, y, w, h int) {
	for i := range w * h {
		gray.Pix[(y+i/w)*gray.Stride+x+i%w] = 0xFF
	}
}

// pen returns the thickness of strokes.
func (f *Face) pen() int { return max(1, round(f.typeface.stem*f.em)) }

// dots draws two dots with at least a pixel between them.
func (f *Face) dots(gray *image.Alpha, over image.Rectangle, small bool) {
	d, h := f.pen(), f.pen()
	if !small {
		h = min(h, max(1, f.Tall()-f.Capital()-1))
	}
	x0, x1 := wipe(gray, over)
	if wide := 2*d + max(1, d-1); x1-x0 < wide {
		x0 -= (wide - (x1 - x0)) / 2
		x1 = x0 + wide
	}
	ink(gray, x0, over.Max.Y-1-h, d, h)
	ink(gray, x1-d, over.Max.Y-1-h, d, h)
}

// stroke draws a slanted stroke, rising to the right, or to the left if dx is -1.
func (f *Face) stroke(gray *image.Alpha, over image.Rectangle, small bool, dx int) {
	rows, gap := 2, 1
	if !small && f.px < 14 {
		gap = 0
	}
	x0, x1 := wipe(gray, over)
	d := f.pen()
	x := (x0+x1-d)/2 - min(dx, 0)
	for i := range rows {
		ink(gray, x+i*dx, over.Max.Y-1-gap-i, d, 1)
	}
}
