// Package doctor examines the device, its readers and its panels, and says what is wrong
// and what to do.
package doctor

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

// Opts is what doctor was asked for.
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
	rig, err := setups.LoadRig(d.Rig)
	if err != nil {
		return err
	}
	dir, err := d.Path()
	if err != nil {
		return err
	}
	return d.Examine(ctx, out, Check{Rig: rig, Dir: dir, Pins: device.Host{}, Patience: d.Patience, Machine: ThisMachine()})
}

// Examine looks at everything and prints it; its error counts the faults.
func (d *Opts) Examine(ctx context.Context, out io.Writer, x Check) error {
	say, err := d.Say(nil)
	if err != nil {
		return err
	}
	x.within = d.Within
	x.Tell = func(f Finding) { fmt.Fprintln(out, f.line(say)) }
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
	if len(x.answering) > 0 && !d.Cards {
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

// A Check is of one device with one rig.
type Check struct {
	Rig      setups.Rig
	Dir      string // where the games are kept
	Pins     device.Pins
	Machine  Host
	within   time.Duration // for cards and presses
	Patience time.Duration // until a reader has answered
	Tell     func(Finding)
	ask      func(engine.Text)

	foreign   bool                      // the computer is known to be no Raspberry Pi
	lacking   map[wiring.Dependent]bool // what lacks something that was told; true: it cannot work
	faults    int
	opened    []hw.Reader
	answering []AnsweringReader // those that answer
	mute      map[string]bool   // ports of hubs that say nothing
	silent    []*silence
	shared    *device.Muxes
	lines     *device.Hubs
}

func (x *Check) ok(what engine.Text) { x.Tell(Finding{healthy, what, engine.Text{}}) }

func (x *Check) warn(what, fix engine.Text) { x.Tell(Finding{doubtful, what, fix}) }

func (x *Check) fault(what, fix engine.Text) {
	x.faults++
	x.Tell(Finding{ill, what, fix})
}

// lack is a fault that keeps some parts of the rig from working, for certain or
// most likely. Nothing more is told of these unless they do work.
func (x *Check) lack(what, fix engine.Text, who []wiring.Dependent, certain bool) {
	x.fault(what, fix)
	if x.lacking == nil {
		x.lacking = map[wiring.Dependent]bool{}
	}
	for _, d := range who {
		x.lacking[d] = x.lacking[d] || certain
	}
}

// lacks says whether a part lacks something that was told.
func (x *Check) lacks(kind, name string) bool {
	_, told := x.lacking[wiring.Dependent{Kind: kind, Name: name}]
	return told
}

// SystemdService is there while systemd runs the packaged service, whose folder others may
// not look into.
const SystemdService = "sys/fs/cgroup/system.slice/arbiter.service"

// free says whether no other arbiter has the readers.
func (x *Check) free() bool {
	if x.Machine.has(SystemdService) || datadir.Occupied(x.Dir) {
		x.fault(engine.Say("arbiter runs already, so the readers cannot be tested"), engine.Say("stop it first, such as with: sudo systemctl stop arbiter"))
		return false
	}
	return true
}

// ThisMachine is the one that the program runs on.
func ThisMachine() Host {
	groups, err := os.Getgroups()
	if err != nil {
		groups = nil // then no group is found, which is told
	}
	return Host{Root: os.DirFS("/"), UID: os.Getuid(), Groups: append(groups, os.Getegid()), Now: time.Now(), Space: func(dir string) (free uint64, err error) {
		var s syscall.Statfs_t
		if err := syscall.Statfs(dir, &s); err != nil {
			return 0, err
		}
		return s.Bavail * uint64(s.Bsize), nil
	}}
}
