// Package doctor examines the device, its readers and its panels, and says what is wrong and what
// to do.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"arbiter/cmd/arbiter/internal/control"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/locks"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// Opts has the flags of the command doctor.
type Opts struct {
	datadir.Dir
	Rig     string
	Cards   bool
	Presses bool
	Within  time.Duration
	i18n.Flag

	Patience time.Duration
}

// Run examines this device.
func (d *Opts) Run(ctx context.Context, out io.Writer) error {
	rig, err := home.LoadRig(d.Rig)
	if err != nil {
		return err
	}
	dir, err := d.Path()
	if err != nil {
		return err
	}
	service, err := control.Find(ctx, dir)
	switch {
	case errors.Is(err, control.ErrNoRight):
		return i18n.Wrap(err, "%s; %s", err, datadir.Typed())
	case err != nil:
		return err
	case service != nil:
		return d.ask(ctx, out, service)
	}
	return d.examine(ctx, out, check{rig: rig, dir: dir, pins: device.Host{Locks: locks.In(home.Devices())}, patience: d.Patience, machine: ThisMachine()})
}

// examine examines everything and prints it; its error counts the faults.
func (d *Opts) examine(ctx context.Context, out io.Writer, x check) error {
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
		x.found(ctx)
	}
	if len(x.answering) > 0 && !d.Cards {
		x.ask(engine.Say("The antennas were not tested: arbiter doctor --cards does it."))
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return verdict(x.faults, say)
}

// verdict returns the error that counts faults; nil if there are none.
func verdict(faults int, say i18n.Say) error {
	switch faults {
	case 0:
		return nil
	case 1:
		return errors.New(say(engine.Say("one fault")))
	}
	return errors.New(say(engine.Say("%d faults", faults)))
}

// A check examines one device with one rig.
type check struct {
	rig      setups.Rig
	dir      string // data directory
	pins     device.Pins
	machine  host
	within   time.Duration // for cards and presses
	patience time.Duration // until a reader has answered
	tell     func(finding)
	ask      func(engine.Text)

	chip      string                    // device of the pins; "" if the rig has none
	model     string                    // of the computer; "" if it does not say
	foreign   bool                      // the computer is known not to be a Raspberry Pi
	impaired  map[wiring.Dependent]bool // parts that lack something that was reported; true: they cannot work
	faults    int
	opened    []hw.Reader
	answering []answeringReader // readers that answer
	mute      map[string]bool   // ports of hubs that do not answer
	silent    []*silence
	shared    *device.Muxes
	lines     *device.Hubs
}

func (x *check) ok(what engine.Text) { x.tell(finding{healthy, what, engine.Text{}}) }

func (x *check) warn(what, fix engine.Text) { x.tell(finding{doubtful, what, fix}) }

func (x *check) fault(what, fix engine.Text) {
	x.faults++
	x.tell(finding{ill, what, fix})
}

// lack reports a fault that keeps some parts of the rig from working, certainly or most likely.
// Nothing more is said of these parts unless they do work.
func (x *check) lack(what, fix engine.Text, who []wiring.Dependent, certain bool) {
	x.fault(what, fix)
	if x.impaired == nil {
		x.impaired = map[wiring.Dependent]bool{}
	}
	for _, d := range who {
		x.impaired[d] = x.impaired[d] || certain
	}
}

// lacks reports whether a part lacks something that was reported.
func (x *check) lacks(kind, name string) bool {
	_, told := x.impaired[wiring.Dependent{Kind: kind, Name: name}]
	return told
}

// systemdService exists while systemd runs the packaged service, whose folder others may not read.
const systemdService = "sys/fs/cgroup/system.slice/arbiter.service"

// free reports whether no other arbiter has the readers.
func (x *check) free() bool {
	if x.machine.has(systemdService) || datadir.Occupied(x.dir) {
		x.fault(engine.Say("arbiter runs already, so the readers cannot be tested"), engine.Say("stop it first, such as with: sudo systemctl stop arbiter"))
		return false
	}
	return true
}

// ThisMachine returns the host that the program runs on.
func ThisMachine() host {
	groups, err := os.Getgroups()
	if err != nil {
		groups = nil // no group is found then, which is reported
	}
	return host{root: os.DirFS("/"), uid: os.Getuid(), groups: append(groups, os.Getegid()), now: time.Now(), Space: datadir.Room}
}
