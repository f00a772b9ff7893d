package display

import (
	"image"
	"strings"
	"sync"

	"rsc.io/qr"

	"arbiter/engine"
)

// quiet is the white border of a code, in modules. The standard has four; around
// it the picture is white too.
const quiet = 2

// codes keeps the last code that was drawn: it is the same all evening.
type codes struct {
	mu   sync.Mutex
	text string
	last *qr.Code // nil if the text does not fit into a code
}

// of returns the code of a text.
func (c *codes) of(text string) *qr.Code {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.text != text {
		c.text = text
		c.last, _ = qr.Encode(text, qr.L) // a text that is too long is shown in letters only
	}
	return c.last
}

// code draws a QR code as large as the box allows, in whole pixels, and returns
// the square that it fills with its border; nothing if even one pixel to a module
// is too much. Its modules are dark on a bright ground, or the other way round.
func (c *canvas) code(q *qr.Code, box image.Rectangle, dark bool) image.Rectangle {
	if q == nil {
		return image.Rectangle{}
	}
	n := q.Size + 2*quiet
	px := min(box.Dx(), box.Dy()) / n
	if px < 1 {
		return image.Rectangle{}
	}
	side := px * n
	at := box.Min.Add(image.Pt((box.Dx()-side)/2, (box.Dy()-side)/2))
	square := image.Rectangle{Min: at, Max: at.Add(image.Pt(side, side))}
	c.b.Fill(square, !dark)
	for y := range q.Size {
		for x := range q.Size {
			if q.Black(x, y) {
				m := at.Add(image.Pt((x+quiet)*px, (y+quiet)*px))
				c.b.Fill(image.Rectangle{Min: m, Max: m.Add(image.Pt(px, px))}, dark)
			}
		}
	}
	c.note(square, "code")
	return square
}

// joins tells whether a game's picture has the code in it.
func (s *layout) joins() bool { return s.ShowJoin && s.Join != "" && len(s.view.Seats) > 0 }

// address is what people type who cannot scan the code.
func (o Opts) address() string {
	if o.Typed != "" {
		return o.Typed
	}
	return strings.TrimSuffix(strings.TrimPrefix(o.Join, "http://"), "/")
}

// programName is alike in all languages.
const programName = "Arbiter"

// The texts of the picture while no game is running.
var (
	startScan  = engine.Say("Scan the code with a phone to start a game. The address:")
	startPhone = engine.Say("Start a game on a phone")
)

// drawStart draws the picture while no game is running: how to begin one.
func (s *layout) drawStart() {
	page := image.Rect(s.pad, 0, s.b.w-s.pad, s.foot.Min.Y)
	q := s.codes.of(s.Join)
	switch {
	case s.Join == "" || q == nil:
		s.drawTitle(image.Rect(0, 0, s.b.w, s.bar.Max.Y))
		page.Min.Y = s.bar.Max.Y + s.pad
		s.startText(s.plain, s.Say(startPhone), page, center)
	case s.b.w*4 < s.b.h*5:
		s.drawStartHigh(q, page)
	default:
		s.drawStartWide(q, page)
	}
}

// drawStartHigh draws the code below the title and above the address.
func (s *layout) drawStartHigh(q *qr.Code, page image.Rectangle) {
	s.drawTitle(image.Rect(0, 0, s.b.w, s.unit/6))
	line := max(14, s.unit/8)
	s.code(q, image.Rect(page.Min.X, s.unit/6, page.Max.X, page.Max.Y-line), true)
	page.Min.Y = page.Max.Y - line
	s.drawJoinAddress(page, center)
}

// drawStartWide draws the code as high as the page, and beside it what it is for.
func (s *layout) drawStartWide(q *qr.Code, page image.Rectangle) {
	square := s.code(q, image.Rect(0, page.Min.Y, min(page.Dy(), s.b.w/2), page.Max.Y), true)
	x := square.Max.X + s.pad
	s.drawTitle(image.Rect(x, 0, s.b.w, s.bar.Max.Y))
	page.Min = image.Pt(x+s.pad, s.bar.Max.Y+s.pad)
	address := page
	address.Min.Y = page.Max.Y - page.Dy()/3
	page.Max.Y = address.Min.Y
	s.startText(s.plain, s.Say(startScan), page, left)
	s.drawJoinAddress(address, left)
}

// startText writes a text as large as fits into the box, but no headline.
func (s *layout) startText(t *typeface, text string, box image.Rectangle, a align) {
	f := t.atMost(max(14, s.unit/8))
	for f.px > leastPx && !f.fits(text, box) {
		f = f.smaller()
	}
	s.paragraph(f, text, box, a, true)
}

// drawJoinAddress writes where phones join, on several lines if need be: an
// address may be cut after a dot or a colon, and where a code follows it.
func (s *layout) drawJoinAddress(box image.Rectangle, a align) {
	text := s.address()
	f := s.bold.atMost(max(14, s.unit/8))
	for one := f; one != nil && one.px >= leastPx; one = one.smaller() { // rather a line of smaller letters than two lines
		if one.width(text) <= box.Dx() {
			f = one
			break
		}
	}
	for f.px > leastPx && addressLines(f, text, box.Dx())*f.line() > box.Dy() {
		f = f.smaller()
	}
	n := min(addressLines(f, text, box.Dx()), max(1, box.Dy()/f.line()))
	y := box.Min.Y + (box.Dy()-n*f.line())/2
	for i := range n {
		k := addressCut(f, text, box.Dx())
		if i == n-1 {
			k = len(text)
		}
		s.text(f, text[:k], image.Rect(box.Min.X, y, box.Max.X, y+f.line()), a, true)
		text, y = text[k:], y+f.line()
	}
}

// addressLines is how many lines an address takes.
func addressLines(f *face, text string, width int) (n int) {
	for ; text != ""; n++ {
		text = text[addressCut(f, text, width):]
	}
	return n
}

// addressCut is how many bytes of an address go into a line; all of them if it
// cannot be cut.
func addressCut(f *face, text string, width int) int {
	if f.width(text) <= width {
		return len(text)
	}
	for i := len(text) - 1; i > 0; i-- {
		if strings.IndexByte(". :", text[i-1]) >= 0 && f.width(text[:i]) <= width {
			return i
		}
	}
	return len(text)
}

// drawTitle writes the program's name into a black bar.
func (s *layout) drawTitle(bar image.Rectangle) {
	s.b.Fill(bar, true)
	box := bar.Inset(max(1, bar.Dy()/12))
	box.Min.X, box.Max.X = bar.Min.X+s.pad+1, bar.Max.X-s.pad
	s.paragraph(s.bold.atMost(box.Dy()*7/10), programName, box, left, false)
}
