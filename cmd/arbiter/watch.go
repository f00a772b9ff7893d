package main

import (
	"context"
	"io"

	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/watch"
)

type watchCommand struct {
	Table string `arg:"" optional:"" default:"http://localhost:8080" placeholder:"URL" help:"Where the pages of the table are (${default})."`
	Token string `env:"ARBITER_TOKEN" placeholder:"TOKEN" help:"The token on the page /settings, where the table asks for one."`
	i18n.Flag
}

// Help returns the detailed help.
func (watchCommand) Help() string {
	return "It prints what a spectator sees, as it happens, and comes back by itself when the connection is lost. The owner of the table lets others look on the page /settings."
}

// Run prints what happens until it is interrupted.
func (w *watchCommand) Run(ctx context.Context, out io.Writer) error {
	say, err := w.Say(nil)
	if err != nil {
		return err
	}
	return watch.Table(ctx, out, watch.Opts{URL: w.Table, Token: w.Token, Lang: w.Lang, Say: say})
}
