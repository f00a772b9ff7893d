package main

import (
	"context"
	"io"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/support"
)

type supportCommand struct {
	datadir.Dir
	Rig string `default:"screen" setting:"rig" env:"ARBITER_RIG" placeholder:"NAME|FILE" help:"What is wired where: a rig that comes with the program, or a file (${default})."`
	URL string `name:"url" placeholder:"URL" help:"Where a running arbiter answers, if it is not the one of this device."`
	Out string `default:"arbiter-support.zip" placeholder:"FILE" type:"path" help:"The file to write (${default})."`
	i18n.Flag
}

// Help returns the detailed help.
func (supportCommand) Help() string {
	return `The file is for whoever helps you: which build this is and what it is made of, the rig, what the doctor finds, how the running service is, the sizes of files, the last lines of its log, and a line for each game: which one, how long, whether its log is in order.

There is no name of a player in it, no card, no number of a tag, no code and no token. Have a look: it is a zip file of texts. Nothing is sent anywhere.`
}

// Run writes the file.
func (s *supportCommand) Run(ctx context.Context, out io.Writer) error {
	return (*support.Opts)(s).Run(ctx, out)
}
