package app

import (
	"context"
	"image"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"periph.io/x/conn/v3/gpio"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/companion/assembly"
	"arbiter/display"
	"arbiter/engine"
	"arbiter/engine/contain"
	"arbiter/hw"
	"arbiter/hw/button"
	"arbiter/setups"
)

// Trials try the parts of a rig in the making, while somebody looks at its pages and no game is
// running. Meanwhile the readers of the table rest, and its panels keep their picture.
type Trials struct {
	app    *App
	making *assembly.Assembly
	looked chan struct{} // holds one call of Assembly

	pressed atomic.Bool // presses belong to a trial

	mu    sync.Mutex
	until time.Time

	looking sync.Mutex // held while readers are looked for
	found   []assembly.Found
	foundAt time.Time
}

func newTrials(h *App) *Trials {
	return &Trials{app: h, making: assembly.New(h.Opts.Rig), looked: make(chan struct{}, 1)}
}

// Assembly returns the rig in the making; for some minutes from now on its parts are tried.
func (t *Trials) Assembly() *assembly.Assembly {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.until = time.Now().Add(attention)
	select {
	case t.looked <- struct{}{}:
	default:
	}
	return t.making
}

// Playing reports whether a game is running, in which case nothing is tried.
func (t *Trials) Playing() bool { return t.app.Lessons.playing() }

// Rig returns the rig that the table uses.
func (t *Trials) Rig() setups.Rig { return t.app.Opts.Rig }

// Pins returns the pins of the table.
func (t *Trials) Pins() device.Pins { return t.app.Opts.Pins }

// Found returns the readers that this device has. What was found a moment ago is not asked again, so
// that pages that are loaded at the same time do not wait for each other.
func (t *Trials) Found() []assembly.Found {
	root := os.DirFS("/")
	if t.Playing() {
		return asFound(device.AtUSB(root, t.app.Opts.Pins))
	}
	t.looking.Lock()
	defer t.looking.Unlock()
	if time.Since(t.foundAt) < 2*time.Second {
		return t.found
	}
	defer device.Rest(t.app.buses)()
	ctx, done := context.WithTimeout(context.Background(), lookingFor)
	defer done()
	t.found, t.foundAt = asFound(device.Found(ctx, root, t.app.Opts.Pins, t.app.Opts.Rig)), time.Now()
	return t.found
}

// FoundPanel returns the panel that says of itself what it is.
func (t *Trials) FoundPanel() assembly.FoundPanel {
	board, ok := device.Inky(t.app.Opts.Pins)
	if !ok {
		return assembly.FoundPanel{}
	}
	return assembly.FoundPanel{Part: assembly.Inky(board.Model), Name: board.Name}
}

func asFound(list []device.Discovery) (all []assembly.Found) {
	for _, p := range list {
		all = append(all, assembly.Found(p))
	}
	return all
}

// lookingFor is how long readers are looked for.
const lookingFor = 5 * time.Second

func (t *Trials) wanted() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Now().Before(t.until) && !t.Playing()
}

// run runs the trials until ctx ends.
func (t *Trials) run(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-t.looked:
		case <-ctx.Done():
			return
		}
		for ctx.Err() == nil && t.wanted() {
			changed, trial := t.making.Changed(), t.making.Trial()
			try := map[assembly.Step]func(context.Context, setups.Rig){
				assembly.StepReaders: t.readers, assembly.StepButtons: t.buttons, assembly.StepPanel: t.panel,
			}[trial.Step]
			if try == nil {
				try = func(context.Context, setups.Rig) {}
			}
			t.one(ctx, changed, trial, try)
		}
	}
}

// one runs one trial until it is another's turn or nobody looks any more.
func (t *Trials) one(ctx context.Context, changed <-chan struct{}, trial assembly.Trial, try func(context.Context, setups.Rig)) {
	trying, end := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		contain.Report(t.app.Opts.Logger, contain.Do(func() { try(trying, trial.Rig) }), "trying a rig")
	})
	defer all.Wait()
	defer end()
	for t.wanted() && ctx.Err() == nil {
		select {
		case <-changed:
			changed = t.making.Changed()
			if now := t.making.Trial(); now.Step != trial.Step || now.Round != trial.Round {
				return
			}
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// readers scans the readers of a rig, with different buses in parallel.
func (t *Trials) readers(ctx context.Context, rig setups.Rig) {
	defer device.Rest(t.app.buses)()
	var all sync.WaitGroup
	for _, bus := range device.Buses(rig, t.app.Opts.Pins, t.app.Opts.Logger) {
		all.Go(func() {
			for ctx.Err() == nil {
				for _, r := range bus {
					t.scan(ctx, r)
				}
				_ = hw.Pause(ctx, hw.DefaultPause) // the loop checks ctx
			}
			for _, r := range bus {
				_ = hw.Guard(r.Close) // errors do not matter any more
			}
		})
	}
	all.Wait()
}

func (t *Trials) scan(ctx context.Context, r hw.Reader) {
	looking, done := context.WithTimeout(ctx, hw.DefaultDeadline)
	defer done()
	uids, err := hw.Look(looking, r)
	if ctx.Err() == nil { // an aborted scan means nothing
		t.making.Scan(r.Name(), uids, err)
	}
}

// buttons waits for presses.
func (t *Trials) buttons(ctx context.Context, rig setups.Rig) {
	t.pressed.Store(true)
	defer t.pressed.Store(false)
	var pins []button.Pin
	for _, b := range rig.Buttons {
		if b.Pin == "" {
			continue
		}
		find := func() (gpio.PinIn, error) { return t.app.Opts.Pins.In(b.Pin) }
		pins = append(pins, button.Pin{Name: b.Name, Seat: b.Seat, In: &device.RetryingPin{PinIO: gpio.INVALID, Find: find}})
	}
	for p := range button.Watch(ctx, pins, button.Opts{}) {
		t.making.Press(p.Name, p.Seat, p.Err)
	}
}

// framing is how much time a panel gets for the frame at least: a panel with red that was taken for
// another model must be noticed by how long it takes.
const framing = 40 * time.Second

// panel shows a frame on the first wired panel, and leaves it there.
func (t *Trials) panel(ctx context.Context, rig setups.Rig) {
	for _, s := range t.app.Screens {
		defer s.rest()()
	}
	for _, p := range rig.Panels {
		if p.Driver == "web" || p.Driver == "png" {
			continue
		}
		var doubt engine.Text
		err := hw.Guard(func() (err error) { doubt, err = t.frame(ctx, p); return err })
		switch {
		case ctx.Err() != nil:
		case err == nil && !doubt.IsZero():
			t.making.Shown(engine.Say("panel %s: %s", engine.Term(p.Name), doubt))
		default:
			t.making.Shown(trouble(p, err))
		}
		break
	}
	<-ctx.Done()
}

func trouble(p setups.Panel, err error) engine.Text {
	if err == nil {
		return engine.Text{}
	}
	if why := device.PortTrouble(err); !why.IsZero() {
		return engine.Say("panel %s: %s", engine.Term(p.Name), why)
	}
	return engine.Say("panel %s does not answer: check its supply and its wires", engine.Term(p.Name))
}

// frame shows the frame, and returns why the panel does not seem to be the chosen one.
func (t *Trials) frame(ctx context.Context, p setups.Panel) (engine.Text, error) {
	panel, pace, err := device.PanelOf(p, t.app.Opts.Pins, os.TempDir(), func([]byte) {})
	if err != nil {
		return engine.Text{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, max(framing, pace.Deadline))
	defer cancel()
	if err = panel.Show(ctx, Frame(panel.Bounds().Size()), display.Full); err == nil {
		err = panel.Sleep(ctx)
	}
	doubt := device.PanelDoubt(panel)
	_ = panel.Close() // errors were reported before
	return doubt, err
}

// Frame returns a black frame along the edge with a black corner at the top left.
func Frame(size image.Point) *display.Bitmap {
	b := display.NewBitmap(size)
	all := image.Rectangle{Max: size}
	thick := max(2, min(size.X, size.Y)/24)
	b.Fill(all, true)
	b.Fill(all.Inset(thick), false)
	b.Fill(image.Rectangle{Max: size.Div(4)}, true)
	b.Accent(image.Rectangle{Max: size.Div(4)})
	return b
}
