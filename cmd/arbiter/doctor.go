package main

import (
	"context"
	"io"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/doctor"
	"arbiter/cmd/arbiter/internal/i18n"
)

type doctorCommand struct {
	datadir.Dir
	Rig     string        `default:"screen" setting:"rig" env:"ARBITER_RIG" placeholder:"NAME|FILE" help:"What is wired where: a rig that comes with the program, or a file (${default})."`
	Cards   bool          `help:"Test the antennas, too: lay a card on each reader in turn."`
	Presses bool          `help:"Test the buttons, too: press each in turn."`
	Within  time.Duration `default:"30s" placeholder:"TIME" help:"How long it waits for each card and press (${default})."`
	i18n.Flag

	Patience time.Duration `hidden:"" default:"5s" help:"How long it waits until a reader has answered; for tests on busy machines."`
}

// Help returns the detailed help.
func (doctorCommand) Help() string {
	return `It looks at the computer and what the rig needs of it: ports, groups, the lines of /boot/firmware/config.txt, each reader, panels (with a test picture), buttons, storage, clock. Each finding is one line with ok, warning or fault, the reason, and what to do about it; what many readers lack is one finding. It changes nothing. Beside a running table it asks that one, and leaves readers and panels alone.

The exit code is 0 without a fault and 1 with one.`
}

// Run examines this device.
func (d *doctorCommand) Run(ctx context.Context, out io.Writer) error {
	return (*doctor.Opts)(d).Run(ctx, out)
}
