package ink

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"arbiter/display"
)

// A Controller is what differs between the families. Its methods use the wires that it was made
// with, and need not check their errors.
type Controller interface {
	// Wake resets the controller, so that it accepts commands.
	Wake()

	// Update sends settings and pictures and waits until the ink has settled. If the update is a
	// full one, what is on the glass may be unknown.
	Update(shown, b *display.Bitmap, mode display.Mode)

	// Rest puts the controller into deep sleep.
	Rest()
}

// A Panel is a display.Panel. A call returns soon after its context ends, and after half a minute
// without a sign of life from the panel, even if BUSY hangs.
type Panel struct {
	name  string // name of the driver, which its errors begin with
	size  image.Point
	chip  Controller
	wires *Wires
	calls chan struct{} // one at a time

	awake  bool            // the controller accepts commands
	shown  *display.Bitmap // what is on the glass, if known
	known  bool
	silent bool          // BUSY was missing, and no whole update has been seen since
	red    bool          // the ink has a third color
	full   time.Duration // how long BUSY showed the last full update; 0: none was seen
}

// Full updates of black and white ink take 1 to 4.1 s, those with red 13 to 31 s (GxEPD2 measured
// both); cold stretches them.
const (
	slow        = 9 * time.Second
	redPatience = 75 * time.Second
)

// ErrRed and ErrNoRed mean that a panel is not the model that was given: its full updates take as
// long as those with a third color, or they do not.
var (
	ErrRed   = errors.New("BUSY told of work for so long that this must be a panel with a third color")
	ErrNoRed = errors.New("BUSY told of work for so short a time that this must be a panel without a third color")
)

// ThirdColor says that the panel has a third color.
func (p *Panel) ThirdColor() { p.red, p.wires.patience = true, redPatience }

// Doubt returns why the panel does not seem to be the model that was given: ErrRed or ErrNoRed; nil
// if it does, or before the first full update.
func (p *Panel) Doubt() error {
	switch {
	case p.full == 0 || p.red == (p.full > slow):
		return nil
	case p.red:
		return ErrNoRed
	}
	return ErrRed
}

// NewPanel returns a panel with a controller at the given wires; the size is as people see it.
func NewPanel(name string, size image.Point, chip Controller, w *Wires) *Panel {
	return &Panel{name: name, size: size, chip: chip, wires: w, calls: make(chan struct{}, 1)}
}

// Bounds returns the size of the pictures, as people see them.
func (p *Panel) Bounds() image.Rectangle { return image.Rectangle{Max: p.size} }

// Show shows a picture. The first update, and the first one after an error, is a full one, whatever
// the mode. An update after Sleep may be partial, because the panel remembers what is on the glass.
// A partial update that would change nothing is skipped.
func (p *Panel) Show(ctx context.Context, b *display.Bitmap, mode display.Mode) error {
	if got, want := b.Bounds(), p.Bounds(); got != want {
		return fmt.Errorf("picture of %v for a panel of %v", got.Max, want.Max)
	}
	return p.call(ctx, func() { p.show(b, mode) })
}

// Sleep puts the controller into deep sleep and switches the power gate off, if there is one; the
// picture stays.
func (p *Panel) Sleep(ctx context.Context) error {
	return p.call(ctx, func() {
		if p.awake {
			p.wires.Ready()
			p.chip.Rest()
			p.wires.PowerDown()
			p.awake = false
		}
	})
}

// Close sends nothing: port and pins belong to whoever opened them.
func (p *Panel) Close() error { return nil }

// call lets f use the wires until ctx ends. Calls wait for each other.
func (p *Panel) call(ctx context.Context, f func()) error {
	select {
	case p.calls <- struct{}{}:
		defer func() { <-p.calls }()
	case <-ctx.Done():
		return fmt.Errorf("%s: another call goes on: %w", p.name, ctx.Err())
	}
	p.wires.Begin(ctx)
	f()
	if err := p.wires.Err(); err != nil {
		p.awake, p.known = false, false
		p.silent = p.silent || errors.Is(err, ErrSilent)
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return nil
}

func (p *Panel) show(b *display.Bitmap, mode display.Mode) {
	if !p.known {
		mode = display.Full
	}
	if mode == display.Partial && p.shown.Equal(b) {
		return
	}
	p.send(b, mode)
	if p.silent && p.wires.Err() == nil { // BUSY is back, perhaps in the middle of this update
		p.awake = false
		p.send(b, display.Full)
	}
	if p.wires.Err() == nil {
		p.awake, p.known, p.silent, p.shown = true, true, false, p.shown.Copy(b)
	}
}

// send brings a picture to the glass.
func (p *Panel) send(b *display.Bitmap, mode display.Mode) {
	if p.awake {
		p.wires.Ready()
	} else {
		p.chip.Wake()
	}
	p.chip.Update(p.shown, b, mode)
	if mode == display.Full && p.wires.Err() == nil {
		p.full = p.wires.worked
	}
}
