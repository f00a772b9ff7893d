package doctor

import (
	"context"
	"errors"
	"image"
	"os"
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/locks"
	"arbiter/display"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/button"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// showing is how much time a panel gets for a picture at least: a panel with red that the rig takes
// for another model must be noticed by how long it takes.
const showing = 40 * time.Second

// panels draws a test picture on each wired panel.
func (x *check) panels(ctx context.Context) {
	for _, p := range x.rig.Panels {
		if p.Driver == "web" || p.Driver == "png" || ctx.Err() != nil || x.impaired[wiring.Dependent{Kind: "panel", Name: p.Name}] {
			continue
		}
		fix := engine.Say("check its supply and its wires; BUSY is at %s", p.Busy)
		if p.Busy == "" {
			fix = engine.Say("check its supply and its wires, and that its address is 0x3C")
		}
		doubt, err := x.draw(ctx, p)
		if held := (*locks.Held)(nil); errors.As(err, &held) {
			fix = stop(held)
		} else if why := device.PortTrouble(err); !why.IsZero() {
			fix = why
		}
		taken, free, ok := pinTrouble(err)
		switch {
		case err == nil && !doubt.IsZero():
			x.fault(engine.Say("panel %s: is it that panel?", engine.Term(p.Name)), doubt)
		case err == nil:
			x.ok(engine.Say("panel %s shows a test picture: a frame, and a triangle at the top left", p.Name))
		case ok:
			x.fault(engine.Say("panel %s: %s", engine.Term(p.Name), taken), free)
		case !x.lacks("panel", p.Name):
			x.fault(engine.Say("panel %s does not work (%s)", p.Name, oneLine(err)), fix)
		}
	}
}

// draw shows the test picture, and returns why the panel does not seem to be the one that the rig
// names.
func (x *check) draw(ctx context.Context, p setups.Panel) (engine.Text, error) {
	panel, pace, err := device.PanelOf(p, x.pins, os.TempDir(), func([]byte) {})
	if err != nil {
		return engine.Text{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, max(showing, pace.Deadline))
	defer cancel()
	err = panel.Show(ctx, testPicture(panel.Bounds().Size()), display.Full)
	doubt := device.PanelDoubt(panel)
	if err == nil {
		err = panel.Sleep(ctx)
	}
	_ = panel.Close() // errors were reported before
	return doubt, err
}

// testPicture shows that every edge is there, which corner is the top left, and that neighboring
// pixels differ.
func testPicture(size image.Point) *display.Bitmap {
	b := display.NewBitmap(size)
	all := image.Rectangle{Max: size}
	b.Fill(all, true)
	b.Fill(all.Inset(2), false)
	side := min(size.X, size.Y) / 3
	b.Accent(image.Rect(6, 6, 6+side, 6+side)) // the triangle
	for i := range side {                      // a triangle at the top left
		b.Fill(image.Rect(6, 6+i, 6+side-i, 7+i), true)
	}
	for y := size.Y / 2; y < size.Y-6; y++ { // a checkerboard at the bottom right
		for x := size.X / 2; x < size.X-6; x++ {
			b.Set(x, y, (x/8+y/8)%2 == 0 || (x+y)%2 == 0 && x > size.X*3/4)
		}
	}
	return b
}

// resting is how long to watch a button that nobody should press.
const resting = 100 * time.Millisecond

// buttons checks that each button is up and, on request, waits for a press of each.
func (x *check) buttons(ctx context.Context, presses bool) {
	for _, b := range x.rig.Buttons {
		name := strings.TrimSpace(b.Seat + " " + b.Name)
		if b.Pin == "" || ctx.Err() != nil || x.impaired[wiring.Dependent{Kind: "button", Name: name}] {
			continue
		}
		pin, err := x.pins.In(b.Pin)
		if err == nil {
			err = setUp(pin)
		}
		switch {
		case err != nil && x.lacks("button", name):
		case err != nil:
			x.unreadable(name, b.Pin, err)
		case down(ctx, pin):
			x.stuck(name, b.Pin)
		case presses:
			x.press(ctx, button.Pin{Name: b.Name, Seat: b.Seat, In: pin}, name, b.Pin)
		default:
			x.ok(engine.Say("button %s at %s is up", name, b.Pin))
		}
	}
}

func (x *check) unreadable(name, pin string, err error) {
	fix := engine.Say("check the pin in the rig, and the groups of the user")
	if held := (*locks.Held)(nil); errors.As(err, &held) {
		fix = stop(held)
	} else if taken, free, ok := pinTrouble(err); ok {
		x.fault(engine.Say("button %s: %s", name, taken), free)
		return
	} else if why := device.PortTrouble(err); !why.IsZero() {
		fix = why
	}
	x.fault(engine.Say("button %s: its pin %s cannot be read (%s)", name, pin, oneLine(err)), fix)
}

func (x *check) stuck(name, pin string) {
	x.fault(engine.Say("button %s at %s is down all the time", name, pin), engine.Say("let go of it; else it is wired to ground without a button"))
}

// press waits for one press.
func (x *check) press(ctx context.Context, pin button.Pin, name, at string) {
	x.ask(engine.Say("Press button %s; %d seconds are left.", name, int(x.within.Seconds())))
	ctx, cancel := context.WithTimeout(ctx, x.within)
	defer cancel()
	for p := range button.Watch(ctx, []button.Pin{pin}, button.Opts{}) {
		if p.Err == nil {
			x.ok(engine.Say("button %s at %s was pressed", name, at))
			return
		}
	}
	x.fault(engine.Say("button %s at %s was not pressed", name, at), engine.Say("check its wires: one at the pin, one at ground"))
}

// setUp makes a pin an input with the pull-up that a button needs.
func setUp(pin gpio.PinIn) error { return pin.In(gpio.PullUp, gpio.NoEdge) }

// down reports whether a button is down all the time.
func down(ctx context.Context, pin gpio.PinIn) bool {
	for end := time.Now().Add(resting); time.Now().Before(end) && ctx.Err() == nil; {
		if pin.Read() == gpio.High {
			return false
		}
		_ = hw.Pause(ctx, button.DefaultEvery) // the loop checks ctx
	}
	return true
}
