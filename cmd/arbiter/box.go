package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"arbiter/cmd/arbiter/internal/boxes"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/setups"
)

type box struct {
	List   boxList   `cmd:"" help:"List the boxes, and how many facts come from where."`
	Check  boxCheck  `cmd:"" help:"Check boxes for mistakes."`
	Export boxExport `cmd:"" help:"Write what has been learned of the cards as a file to share."`
	Import boxImport `cmd:"" help:"Take in a file that somebody has shared."`
	Learn  boxLearn  `cmd:"" help:"Teach Arbiter your cards: which tag is which card, and what is printed on it."`
}

type boxList struct {
	datadir.Dir
	i18n.Flag
}

// Help returns the detailed help.
func (boxList) Help() string {
	return `rulebook: what the rulebook texts tell. public: what a page that anybody can read says. stand-in: invented, so that one can play without the box. owner: read from the owner's own cards during games, once each. mixed: facts whose values come from several places.`
}

// Run lists the boxes of the program and what was learned in games.
func (b *boxList) Run(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "GAME\tBOX\t%s\n", strings.ToUpper(strings.Join(boxes.Columns(), "\t")))
	for _, g := range games.List() {
		for _, name := range setups.Boxes(g.Name) {
			lines, err := setups.Box(g.Name, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", g.Name, name, boxes.Counts(lines, "\t"))
		}
		facts, err := b.Learned(g.Name)
		if err != nil {
			return err
		}
		lines := setups.Lines(datadir.LogFile, strings.Join(facts, "\n"))
		fmt.Fprintf(w, "%s\t%s\t%s\n", g.Name, "(learned)", boxes.Counts(lines, "\t"))
	}
	return w.Flush()
}

type boxCheck struct {
	datadir.Dir
	i18n.Flag
	Files []string `arg:"" optional:"" name:"file" help:"Files of facts; without any, the boxes that come with the program and what has been learned."`
	Game  string   `default:"council-of-shadows" placeholder:"NAME" help:"The game that the files belong to (${default})."`
}

// Help returns the detailed help.
func (boxCheck) Help() string {
	return `A box is compared with what the rulebook tells of every box, too; what cannot be judged because too little is told is a note.`
}

// Run checks each box, the later ones even if an earlier one is wrong.
func (b *boxCheck) Run(out io.Writer) error { return (*boxes.CheckOpts)(b).Run(out) }
