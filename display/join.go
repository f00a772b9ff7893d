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
func (s *sheet) joins() bool { return s.ShowJoin && s.Join != "" && len(s.view.Seats) > 0 }

// address is what people type who cannot scan the code.
func (o Opts) address() string {
	return strings.TrimSuffix(strings.TrimPrefix(o.Join, "http://"), "/")
}

// The texts of the picture while no game is running.
var (
	startTitle = engine.Say("Arbiter")
	startScan  = engine.Say("Scan the code with a phone to start a game. The address:")
	startPhone = engine.Say("Start a game on a phone")
)

// drawStart draws the picture while no game is running: how to begin one.
func (s *sheet) drawStart() {
	s.drawTitle()
	body := image.Rect(s.pad, s.bar.Max.Y+s.pad, s.b.w-s.pad, s.foot.Min.Y)
	if s.Join == "" {
		s.paragraph(s.largestOn(s.Say(startPhone), body), s.Say(startPhone), body, center, true)
		return
	}
	line := max(12, s.unit/10)
	if s.b.w*4 < s.b.h*5 { // the code above, the address below
		part := body
		part.Min.Y = body.Max.Y - line
		body.Max.Y = part.Min.Y
		s.code(s.codes.of(s.Join), body, true)
		s.paragraph(s.bold.atMost(line), s.address(), part, center, true)
		return
	}
	square := s.code(s.codes.of(s.Join), image.Rect(body.Min.X, body.Min.Y, body.Min.X+body.Dy(), body.Max.Y), true)
	body.Min.X = square.Max.X + s.pad
	part := body
	part.Min.Y = body.Max.Y - body.Dy()*2/5
	body.Max.Y = part.Min.Y
	s.paragraph(s.plain.atMost(line*2), s.Say(startScan), body, left, true)
	s.paragraph(s.bold.atMost(line*2), s.address(), part, left, true)
}

// drawTitle writes the program's name into the black bar, which begins at the top.
func (s *sheet) drawTitle() {
	s.bar.Min.Y = 0
	s.b.Fill(s.bar, true)
	box := s.bar.Inset(max(1, s.bar.Dy()/12))
	box.Min.X, box.Max.X = s.pad+1, s.b.w-s.pad
	s.paragraph(s.bold.atMost(box.Dy()*7/10), s.Say(startTitle), box, left, false)
}
