package main

import (
	"context"
	"io"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/lessons"
)

type boxLearn struct {
	datadir.Dir
	i18n.Flag
	Rig         string   `placeholder:"NAME|FILE" required:"" setting:"rig" env:"ARBITER_RIG" help:"What is wired where: the cards are laid on any of its readers."`
	Game        string   `default:"council-of-shadows" placeholder:"NAME" help:"The game whose cards they are (${default})."`
	With        []string `placeholder:"OPTION,..." help:"What else is played, and asked for: full-book asks for prices and for what cards do."`
	Pile        []string `placeholder:"NAME,..." help:"Which cards come in turn: start, ai, automa and so on; all if nothing is said."`
	WriteTokens bool     `help:"Give each tag a random number, by which a copy of it is known. What the tag holds stays, and nothing is locked."`
	CheckMaker  bool     `help:"Tell whether NXP made each tag. A clone works all the same."`
}

// Help returns the detailed help.
func (boxLearn) Help() string {
	return `Deal the deck once: lay a card on a reader, say which one it is (Enter takes the one that is proposed, so a sorted deck needs nothing else), and what is printed on it. Each answer is kept at once: leave whenever you like, and go on another day. The page /learn of the running service does the same.`
}

// Run learns until people stop or there are no more answers.
func (b *boxLearn) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	return (*lessons.Opts)(b).Run(ctx, in, out)
}
