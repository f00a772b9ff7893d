package main

import (
	"context"
	"io"

	"arbiter/cmd/arbiter/internal/demo"
	"arbiter/cmd/arbiter/internal/i18n"
)

type demoCommand struct {
	Game  *string `placeholder:"NAME" help:"Which game (council-of-shadows)."`
	Book  *string `placeholder:"tracks|full" help:"Which book of Council of Shadows: the device keeps tracks and cards (tracks), or everything on the board, too (full)."`
	With  *string `placeholder:"OPTION,..." help:"Options of the game, such as leaders,stations, or none; chance decides if nothing is said."`
	Data  string  `placeholder:"DIR" type:"path" help:"Where the game is kept. Without it: demo in the data folder of arbiter."`
	Seats *int    `placeholder:"N" help:"How many bots play; as few as the game takes if nothing is said."`
	Seed  *uint64 `placeholder:"N" help:"Chance: the same seed plays the same game (1)."`
	i18n.Flag
}

// Help returns the detailed help.
func (demoCommand) Help() string {
	return `Bots lay cards on virtual readers; everything else is real: readers, table, rules, log, and a panel whose picture is panel.png in the data folder. Printed values are stand-ins.
A demo that was broken off goes on where it was.`
}

// Run plays a demo to its end.
func (d *demoCommand) Run(ctx context.Context, out io.Writer) error {
	return (*demo.Opts)(d).Run(ctx, out)
}
