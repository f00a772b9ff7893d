// Package display draws what a screen may show of a game, engine.View, as a one-bit picture for
// e-ink, and brings pictures to panels.
//
// A Painter lays out pictures of any size from 128x32 pixels up; Render does the same for a single
// picture. A Scheduler hands pictures to a Panel at a pace that suits e-ink, and never blocks its
// caller. Panels are in sub-packages.
//
// The package contains no drivers and knows no rules: it draws every track a game has, and texts as
// the caller provides them.
package display

import (
	"image"

	"arbiter/display/letters"
	"arbiter/engine"
)

// Opts is what a picture needs besides the View. The functions are called again for every picture;
// without them the picture has English words and the names of the seats.
type Opts struct {
	Say      func(engine.Text) string // in the language of the players
	Term     func(engine.Term) string // the words for colors
	Label    func(engine.Seat) string // what the player is called
	Notices  []string                 // what people should attend to, such as a reader that is gone
	Clock    string                   // what the clock of the game says, such as "Ana: under 5 min"; "" if there is nothing to say
	Join     string                   // the URL where phones join; a QR code shows it while no game is running
	Typed    string                   // what people type if they cannot scan the code; "" is the URL
	ShowJoin bool                     // shows the code during a game too, beside the seats
	Calm     bool                     // for people who are sensitive to flashes: nothing turns black, and no moment gets a picture of its own
	Asleep   bool                     // the device stops: this is the last picture until it starts again
}

func (o Opts) complete() Opts {
	if o.Say == nil {
		o.Say = engine.Text.String
	}
	if o.Term == nil {
		o.Term = func(t engine.Term) string { return string(t) }
	}
	if o.Label == nil {
		o.Label = func(s engine.Seat) string { return string(s) }
	}
	return o
}

// A Painter draws pictures of any size from 200x100 pixels up, and a status on smaller ones down to
// 128x32. It caches the glyphs, which are drawn when they are first needed; after that drawing does
// not allocate. It is safe for concurrent use.
type Painter struct {
	plain, bold *letters.Typeface
	codes       codes
	fixed       *Painter // for small sheets: bitmap typefaces
}

// New returns a Painter.
func New() *Painter {
	return &Painter{plain: letters.New(letters.Medium), bold: letters.New(letters.Bold),
		fixed: &Painter{plain: letters.Fixed(letters.Medium), bold: letters.Fixed(letters.Bold)}}
}

// Render draws a single picture. Keep a Painter to draw many.
func Render(v engine.View, size image.Point, o Opts) *Bitmap {
	b := NewBitmap(size)
	New().Draw(b, v, o)
	return b
}

// Draw replaces what is on dst with the picture of v. The same View and Opts give the same picture.
func (p *Painter) Draw(dst *Bitmap, v engine.View, o Opts) Subject {
	return p.draw(canvas{b: dst}, v, o)
}

func (p *Painter) draw(c canvas, v engine.View, o Opts) Subject {
	c.b.Clear()
	l := layout{canvas: c, Painter: p, Opts: o.complete(), view: v}
	if l.small() {
		l.Painter = p.fixed
		(&status{layout: l}).drawStatus()
		return OfSeats
	}
	s := newGrid(l)
	return s.draw()
}
