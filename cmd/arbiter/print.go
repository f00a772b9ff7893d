package main

import (
	"io"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/prints"
)

type printCommand struct {
	Labels printLabels `cmd:"" help:"Labels for the tags of a game's cards, numbered in the order of a sorted deck."`
	Mats   printMats   `cmd:"" help:"A mat for each seat in true size: where its cards lie, and the antennas below them."`
	State  printState  `cmd:"" help:"The state of a game, to go on with by hand."`
	Guide  printGuide  `cmd:"" help:"A quick guide of one page for whoever sits down for the first time."`
}

type printLabels struct {
	Game string `default:"council-of-shadows" placeholder:"NAME" help:"The game whose cards they are (${default})."`
	Size string `default:"45x20" placeholder:"WxH" help:"Of a label, in millimeters (${default})."`
	Out  string `default:"arbiter-labels.pdf" placeholder:"FILE" type:"path" help:"The file to write (${default})."`
	i18n.Flag
}

// Run writes the labels.
func (p *printLabels) Run(out io.Writer) error { return (*prints.Labels)(p).Run(out) }

type printMats struct {
	Rig  string `default:"screen" setting:"rig" env:"ARBITER_RIG" placeholder:"NAME|FILE" help:"What is wired where: a rig that comes with the program, or a file (${default})."`
	Seat string `placeholder:"SEAT" help:"Only the mat of this seat."`
	Card string `default:"63x88" placeholder:"WxH" help:"Of a card, in millimeters (${default})."`
	Out  string `default:"arbiter-mats.pdf" placeholder:"FILE" type:"path" help:"The file to write (${default})."`
	i18n.Flag
}

// Help returns the detailed help.
func (printMats) Help() string {
	return `The pages are A4 on their side; the middles of antennas are 100 mm apart. Print them at 100 %: a line on each shows whether the printer has kept the size.`
}

// Run writes the mats.
func (p *printMats) Run(out io.Writer) error { return (*prints.Mats)(p).Run(out) }

type printState struct {
	archive.Selection
	Out string `default:"arbiter-state.pdf" placeholder:"FILE" type:"path" help:"The file to write (${default})."`
	i18n.Flag
}

// Help returns the detailed help.
func (printState) Help() string {
	return `It has what everybody at the table may know; what lies face down is counted.`
}

// Run writes the state.
func (p *printState) Run(out io.Writer) error { return (*prints.State)(p).Run(out) }

type printGuide struct {
	Address string `default:"http://arbiter.local/" placeholder:"URL" help:"Where phones find the pages (${default})."`
	Out     string `default:"arbiter-guide.pdf" placeholder:"FILE" type:"path" help:"The file to write (${default})."`
	i18n.Flag
}

// Run writes the guide.
func (p *printGuide) Run(out io.Writer) error { return (*prints.Guide)(p).Run(out) }
