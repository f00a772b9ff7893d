package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

type doctor struct {
	datadir.Dir
	Rig     string        `default:"virtual" placeholder:"NAME|FILE" help:"What is wired where: a rig that comes with the program, or a file (${default})."`
	Cards   bool          `help:"Test the antennas, too: lay a card on each reader in turn."`
	Presses bool          `help:"Test the buttons, too: press each in turn."`
	Within  time.Duration `default:"30s" placeholder:"TIME" help:"How long it waits for each card and press (${default})."`
	i18n.Flag

	Patience time.Duration `hidden:"" default:"5s" help:"How long it waits until a reader has answered; for tests on busy machines."`
}

// Help is the longer help.
func (doctor) Help() string {
	return `It looks at the computer and what the rig needs of it: ports, groups, the lines of /boot/firmware/config.txt, each reader, panels (with a test picture), buttons, storage, clock. Each finding is one line with ok, warning or fault, the reason, and what to do about it; what many readers lack is one finding. It changes nothing. Stop arbiter serve first.

The exit code is 0 without a fault and 1 with one.`
}

// Run examines this device.
func (d *doctor) Run(ctx context.Context, out io.Writer) error { return (*doctorOpts)(d).run(ctx, out) }

// doctorOpts is what doctor was asked for.
type doctorOpts struct {
	datadir.Dir
	Rig     string
	Cards   bool
	Presses bool
	Within  time.Duration
	i18n.Flag

	Patience time.Duration
}

// run examines this device.
func (d *doctorOpts) run(ctx context.Context, out io.Writer) error {
	rig, err := setups.LoadRig(d.Rig)
	if err != nil {
		return err
	}
	dir, err := d.Path()
	if err != nil {
		return err
	}
	return d.examine(ctx, out, examination{rig: rig, dir: dir, wires: device.Host{}, knock: d.Patience, machine: thisMachine()})
}

// examine looks at everything and prints it; its error counts the faults.
func (d *doctorOpts) examine(ctx context.Context, out io.Writer, x examination) error {
	say, err := d.Say(nil)
	if err != nil {
		return err
	}
	x.within = d.Within
	x.tell = func(f finding) { fmt.Fprintln(out, f.line(say)) }
	x.ask = func(t engine.Text) { fmt.Fprintln(out, "         "+say(t)) }
	x.host()
	if x.free() {
		x.readers(ctx)
		if d.Cards {
			x.cards(ctx)
		}
		x.panels(ctx)
		x.buttons(ctx, d.Presses)
		x.close()
	}
	if len(x.patients) > 0 && !d.Cards {
		x.ask(engine.Say("The antennas were not tested: arbiter doctor --cards does it."))
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case x.faults == 1:
		return fmt.Errorf("%s", say(engine.Say("one fault")))
	case x.faults > 1:
		return fmt.Errorf("%s", say(engine.Say("%d faults", x.faults)))
	}
	return nil
}

// A level is how bad a finding is.
type level uint8

const (
	healthy level = iota
	doubtful
	ill
)

func (l level) text() engine.Text {
	switch l {
	case doubtful:
		return engine.Say("warning")
	case ill:
		return engine.Say("fault")
	}
	return engine.Say("ok")
}

// A finding is one thing that was looked at, and what to do about it.
type finding struct {
	level     level
	what, fix engine.Text
}

func (f finding) line(say func(engine.Text) string) string {
	line := fmt.Sprintf("%-8s %s", say(f.level.text()), say(f.what))
	if !f.fix.IsZero() {
		line += "; " + say(f.fix)
	}
	return line
}

// An examination is of one device with one rig.
type examination struct {
	rig     setups.Rig
	dir     string // where the games are kept
	wires   device.Pins
	machine machine
	within  time.Duration // for cards and presses
	knock   time.Duration // until a reader has answered
	tell    func(finding)
	ask     func(engine.Text)

	foreign  bool                      // the computer is known to be no Raspberry Pi
	lacking  map[wiring.Dependent]bool // what lacks something that was told; true: it cannot work
	faults   int
	opened   []hw.Reader
	patients []patient       // those that answer
	mute     map[string]bool // ports of hubs that say nothing
	silent   []*silence
	shared   *device.Muxes
	lines    *device.Hubs
}

func (x *examination) ok(what engine.Text) { x.tell(finding{healthy, what, engine.Text{}}) }

func (x *examination) warn(what, fix engine.Text) { x.tell(finding{doubtful, what, fix}) }

func (x *examination) fault(what, fix engine.Text) {
	x.faults++
	x.tell(finding{ill, what, fix})
}

// lack is a fault that keeps some parts of the rig from working, for certain or
// most likely. Nothing more is told of these unless they do work.
func (x *examination) lack(what, fix engine.Text, who []wiring.Dependent, certain bool) {
	x.fault(what, fix)
	if x.lacking == nil {
		x.lacking = map[wiring.Dependent]bool{}
	}
	for _, d := range who {
		x.lacking[d] = x.lacking[d] || certain
	}
}

// lacks says whether a part lacks something that was told.
func (x *examination) lacks(kind, name string) bool {
	_, told := x.lacking[wiring.Dependent{Kind: kind, Name: name}]
	return told
}

// service is there while systemd runs the packaged service, whose folder others may
// not look into.
const service = "sys/fs/cgroup/system.slice/arbiter.service"

// free says whether no other arbiter has the readers.
func (x *examination) free() bool {
	if x.machine.has(service) || datadir.Occupied(x.dir) {
		x.fault(engine.Say("arbiter runs already, so the readers cannot be tested"), engine.Say("stop it first, such as with: sudo systemctl stop arbiter"))
		return false
	}
	return true
}

// thisMachine is the one that the program runs on.
func thisMachine() machine {
	groups, err := os.Getgroups()
	if err != nil {
		groups = nil // then no group is found, which is told
	}
	return machine{root: os.DirFS("/"), uid: os.Getuid(), groups: append(groups, os.Getegid()), now: time.Now(), space: func(dir string) (free uint64, err error) {
		var s syscall.Statfs_t
		if err := syscall.Statfs(dir, &s); err != nil {
			return 0, err
		}
		return s.Bavail * uint64(s.Bsize), nil
	}}
}
