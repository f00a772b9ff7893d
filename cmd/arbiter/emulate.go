package main

import (
	"context"
	"io"
	"time"

	"arbiter/cmd/arbiter/internal/doctor"
	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/cmd/arbiter/internal/support"
)

type emulate struct {
	Rig   string `default:"four-seats-five-fields" placeholder:"NAME|FILE" help:"What is wired where: a rig that comes with the program, or a file (${default})."`
	Bare  bool   `help:"Only emulate, and leave the serial ports to another program."`
	Ports string `placeholder:"DIR" type:"path" help:"Where the serial ports of the rig get names. Without it: a new folder, which is removed at the end."`
	Data  string `placeholder:"DIR" type:"path" help:"Where the games are kept. Without it: emu in the data folder of arbiter."`
	Addr  string `default:":8080" placeholder:"HOST:PORT" help:"Where browsers find the pages (${default})."`
	Seed  uint64 `default:"1" placeholder:"N" help:"Chance of the faults (${default})."`
	i18n.Flag

	Patience time.Duration `hidden:"" default:"30s" help:"How long wait waits for readers and notices; for tests on busy machines."`
	Refresh  time.Duration `hidden:"" help:"How long e-ink takes for everything that it does; without it, what is usual. For tests."`
}

// Help returns the detailed help.
func (emulate) Help() string {
	return `Everything that the rig names is emulated: boards with an RC522, decoders and panels within this program, boards with a PN532 and hubs behind pseudo-terminals. The real drivers and the whole service run on it.

Cards are laid by lines on standard input; help lists them:

  start council-of-shadows purple green
  lay purple discover field-1
  wait
  answer 3
  fault purple-1 lost-request 3
  unplug purple-2

With --bare nothing but the serial ports is there, for another program such as nfc-list; DIR/rig.toml is the rig for an arbiter serve or arbiter doctor of its own.`
}

// Run emulates until there are no more lines, or until it is interrupted.
func (m *emulate) Run(ctx context.Context, out io.Writer, in io.Reader) error {
	return (*emulator.Opts)(m).Run(ctx, out, in, service.Helpers{Examine: doctor.Beside, Ports: doctor.Ports, Support: support.Beside})
}
