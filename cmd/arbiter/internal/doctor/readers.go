package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/line"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// An answeringReader is a reader that answers.
type answeringReader struct {
	setups.Reader
	opened hw.Reader
}

// How a reader is examined.
const (
	trials   = 20                     // scans of each reader
	usual    = trials / 10            // how many may go wrong: games can be played with a tenth of everything lost
	oneScan  = hw.DefaultDeadline     // for each scan
	Patience = 5 * time.Second        // until a reader has answered; a hub says everything within 2 s
	again    = 200 * time.Millisecond // between two attempts
)

// readers asks every reader what it is, and scans it.
func (x *check) readers(ctx context.Context) {
	x.shared, x.lines, x.mute = &device.Muxes{Pins: x.pins, Rig: x.rig}, device.NewHubs(x.pins), map[string]bool{}
	airs := map[string]*hw.Neighborhood{}
	for _, r := range x.rig.Readers {
		if r.Driver == "virtual" || ctx.Err() != nil || x.impaired[wiring.Dependent{Kind: "reader", Name: r.Name}] {
			continue
		}
		near := device.Neighborhood(r)
		if airs[near] == nil {
			airs[near] = hw.NewNeighborhood()
		}
		reader, err := device.OpenReader(x.shared, x.lines, r, airs[near])
		if err != nil {
			x.unopened(r, err)
			continue
		}
		p := answeringReader{r, reader}
		x.opened = append(x.opened, reader)
		if x.answers(ctx, p) {
			x.answering = append(x.answering, p)
			x.scan(ctx, p)
		}
	}
	x.tellSilent(ctx)
}

// found tells of readers that answer and that the rig does not name.
func (x *check) found(ctx context.Context) {
	if board, ok := device.Inky(x.pins); ok && !slices.ContainsFunc(x.rig.Panels, func(p setups.Panel) bool { return p.Busy == setups.InkyBusy }) {
		x.tell(finding{healthy, engine.Say("also here, and not in the rig: %s", engine.Term(board.Name)), (&device.InkyError{Board: board}).Text()})
	}
	for _, f := range device.Found(ctx, x.machine.root, x.pins, x.rig) {
		named := func(r setups.Reader) bool {
			return r.Port == f.Reader.Port || device.Staying(x.machine.root, r.Port) == f.Reader.Port
		}
		if f.Silent || slices.ContainsFunc(x.rig.Readers, named) {
			continue
		}
		chip := engine.Say("PN532 on %s", f.Reader.Port)
		switch {
		case f.Reader.Driver == "rc522":
			chip = engine.Say("RC522 on %s", f.Reader.Port)
		case f.Name != "":
			chip = engine.Say("%s", f.Name)
		}
		x.tell(finding{healthy, engine.Say("also here, and not in the rig: %s", chip), engine.Say("the page /rig takes it in")})
	}
}

// close closes the readers.
func (x *check) close() {
	for _, r := range x.opened {
		_ = r.Close() // errors do not matter any more
	}
}

// identify returns what a reader says of itself, "" if only that it works.
func (x *check) identify(ctx context.Context, p answeringReader) (model string, err error) {
	for end := time.Now().Add(x.patience); ; {
		try, cancel := context.WithTimeout(ctx, x.patience)
		if c := device.ChipOf(p.opened); c != nil {
			model, err = c.Chip(try)
		} else {
			_, err = p.opened.Scan(try)
		}
		if cancel(); errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("%w: %w", hw.ErrNoReader, err)
		}
		switch settled := errors.Is(err, hw.ErrForeign) || errors.Is(err, line.ErrUnknown) || errors.Is(err, line.ErrBroken) || errors.Is(err, fs.ErrPermission) || p.PCSC() && hw.ObstacleOf(err) != hw.NoObstacle; {
		case !errors.Is(err, hw.ErrNoReader) && !errors.Is(err, hw.ErrIO):
			return model, ctx.Err() // unreadable cards are not the reader's fault
		case settled || time.Now().After(end) || p.SPIBoard() || x.mute[p.Port] || ctx.Err() != nil:
			return model, err
		}
		_ = hw.Pause(ctx, again) // the loop checks ctx
	}
}

// answers reports whether a reader answers, and what it says of itself.
func (x *check) answers(ctx context.Context, p answeringReader) bool {
	model, err := x.identify(ctx, p)
	if err != nil {
		x.unanswered(p, err)
		return false
	}
	x.tellModel(p, model)
	return true
}

// tellModel says which chip a reader has.
func (x *check) tellModel(p answeringReader, model string) {
	switch {
	case device.IsCopy(model):
		x.warn(engine.Say("reader %s: a chip that is a copy of the MFRC522 (%s)", p.Name, model), engine.Say("these mostly work; test it with --cards"))
	case model != "":
		x.ok(engine.Say("reader %s: %s", p.Name, model))
	default:
		x.ok(engine.Say("reader %s answers", p.Name))
	}
}
