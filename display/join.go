package display

import (
	"image"
	"strings"
	"sync"

	"rsc.io/qr"

	"arbiter/display/letters"
	"arbiter/engine"
)

// quiet is the white border of a code, in modules. The standard requires four; the picture around
// it is white too.
const quiet = 2

// codes keeps the last code that was drawn, because it stays the same all evening.
type codes struct {
	mu   sync.Mutex
	text string
	last *qr.Code // nil if the text does not fit into a code
}

// of returns the code for a text.
func (c *codes) of(text string) *qr.Code {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.text != text {
		c.text = text
		c.last, _ = qr.Encode(text, qr.L) // a text that is too long for a code is shown in letters only
	}
	return c.last
}

// code draws a QR code as large as the box allows, in whole pixels, and returns the square that it
// fills including its border; an empty one if there is not even room for one pixel per module. Its
// modules are dark on a light background, or the other way round.
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

// joins reports whether a game's picture includes the code.
func (s *layout) joins() bool { return s.ShowJoin && s.Join != "" && len(s.view.Seats) > 0 }

// address returns what people who cannot scan the code type instead.
func (o Opts) address() string {
	if o.Typed != "" {
		return o.Typed
	}
	return strings.TrimSuffix(strings.TrimPrefix(o.Join, "http://"), "/")
}

// programName is the same in all languages.
const programName = "Arbiter"

// The texts of the picture while there is no game.
var (
	startScan  = engine.Say("Scan the code with a phone to start a game. The address:")
	startPhone = engine.Say("Start a game on a phone")
)

// drawStart draws the picture while there is no game: how to begin one.
func (s *grid) drawStart() {
	page := s.b.Bounds()
	if len(s.Notices) > 0 {
		s.drawHeadline()
		page.Min.Y = s.headHigh()
	}
	edge := s.of(12, 6, 3)
	q := s.codes.of(s.Join)
	switch {
	case s.Join == "" || q == nil:
		most := s.of(44, 24, 16)
		s.title(edge, page.Min.Y+edge+most, s.b.w-2*edge, most)
		s.startText(s.Say(startPhone), bar(edge, page.Min.Y+2*edge+most, s.b.w-edge, s.b.h-edge), center)
	case s.b.w*4 < page.Dy()*5:
		s.drawStartHigh(q, page)
	default:
		s.drawStartWide(q, page)
	}
}

// drawStartHigh draws the code below the title and above the address.
func (s *grid) drawStartHigh(q *qr.Code, page image.Rectangle) {
	most, edge := max(page.Dy()/12, 12), 4
	s.title(edge, page.Min.Y+most+edge, page.Dx()-2*edge, most)
	line := max(14, page.Dy()/8)
	s.code(q, bar(page.Min.X, page.Min.Y+most+2*edge, page.Max.X, page.Max.Y-line), true)
	s.drawTyped(bar(edge, page.Max.Y-line, page.Max.X-edge, page.Max.Y), center)
}

// drawStartWide draws the code as high as the page and, beside it, what it is for and what to type
// instead of scanning it.
func (s *grid) drawStartWide(q *qr.Code, page image.Rectangle) {
	edge, most := s.of(12, 6, 4), s.of(34, 19, 14)
	square := s.code(q, bar(page.Min.X, page.Min.Y, min(page.Min.X+page.Dy(), s.b.w*6/10), page.Max.Y), true)
	x := square.Max.X + edge
	y := page.Min.Y + most + 2*edge
	s.title(x, y, s.b.w-edge-x, most)
	typed := bar(x, page.Max.Y-page.Dy()*2/5, s.b.w-edge, page.Max.Y-edge)
	s.startText(s.Say(startScan), bar(x, y+edge, s.b.w-edge, typed.Min.Y), left)
	if s.kind > low {
		s.b.Fill(bar(x, typed.Min.Y, s.b.w-edge, typed.Min.Y+s.of(3, 2, 1)), true)
		typed.Min.Y += s.of(10, 6, 0)
	}
	s.drawTyped(typed, left)
}

// title writes the name of the program.
func (s *grid) title(x, base, width, most int) {
	f, _, _ := s.bold.Name(programName, width, most, 8)
	s.line(f, programName, x, base, true)
}

// startText writes a text as large as fits into the box, but not as large as a headline.
func (s *grid) startText(text string, box image.Rectangle, a align) {
	f := s.plain.High(s.of(25, 14, 11))
	for f.Capital() > letters.LeastCapital && !f.Fits(text, box) {
		f = f.Smaller()
	}
	s.paragraph(f, text, box, a, true)
}

// drawAddress writes the address for phones, on several lines if necessary: an address may be
// broken after a dot or a colon, and before a code that follows it.
func (s *layout) drawAddress(box image.Rectangle, a align) {
	text := s.address()
	f := s.bold.AtMost(max(14, min(s.b.h, s.b.w*3/4)/8))
	for one := f; one != nil && one.Legible(); one = one.Smaller() { // one line of smaller letters is better than two lines
		if one.Width(text) <= box.Dx() {
			f = one
			break
		}
	}
	for g := f.Smaller(); g != nil && g.Legible() && addressLines(f, text, box.Dx())*f.Line() > box.Dy(); g = f.Smaller() {
		f = g
	}
	n := min(addressLines(f, text, box.Dx()), max(1, box.Dy()/f.Line()))
	y := box.Min.Y + (box.Dy()-n*f.Line())/2
	for i := range n {
		k := addressCut(f, text, box.Dx())
		if i == n-1 {
			k = len(text)
		}
		s.text(f, text[:k], image.Rect(box.Min.X, y, box.Max.X, y+f.Line()), a, true)
		text, y = text[k:], y+f.Line()
	}
}

// addressLines returns how many lines an address takes.
func addressLines(f *letters.Face, text string, width int) (n int) {
	for ; text != ""; n++ {
		text = text[addressCut(f, text, width):]
	}
	return n
}

// addressCut returns how many bytes of an address go into a line; all of them if it cannot be
// broken.
func addressCut(f *letters.Face, text string, width int) int {
	if f.Width(text) <= width {
		return len(text)
	}
	for i := len(text) - 1; i > 0; i-- {
		if strings.IndexByte(". :", text[i-1]) >= 0 && f.Width(text[:i]) <= width {
			return i
		}
	}
	return len(text)
}
