package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

type box struct {
	List   boxList   `cmd:"" help:"List the boxes, and how many facts come from where."`
	Check  boxCheck  `cmd:"" help:"Check boxes for mistakes."`
	Export boxExport `cmd:"" help:"Write what has been learned of the cards as a file to share."`
	Import boxImport `cmd:"" help:"Take in a file that somebody has shared."`
	Learn  boxLearn  `cmd:"" help:"Teach Arbiter your cards: which tag is which card, and what is printed on it."`
}

type boxList struct{ datadir.Dir }

// Help is the longer help.
func (boxList) Help() string {
	return `rulebook: what the rulebook texts tell. stand-in: invented, so that one can play without the box. owner: read from the owner's own cards during games, once each.`
}

// Run lists the boxes that come with the program and what games have taught.
func (b *boxList) Run(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "GAME\tBOX\t%s\n", strings.ToUpper(strings.Join(setups.Origins(), "\t")))
	for _, g := range games.List() {
		for _, name := range setups.Boxes(g.Name) {
			lines, err := setups.Box(g.Name, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", g.Name, name, counts(lines, "\t"))
		}
		facts, err := b.Learned(g.Name)
		if err != nil {
			return err
		}
		lines := setups.Lines(datadir.LogFile, strings.Join(facts, "\n"))
		fmt.Fprintf(w, "%s\t%s\t%s\n", g.Name, "(learned)", counts(lines, "\t"))
	}
	return w.Flush()
}

// counts tells how many facts come from each origin.
func counts(lines []setups.Line, separator string) string {
	list := make([]string, 0, len(setups.Origins()))
	for _, origin := range setups.Origins() {
		n := 0
		for _, l := range lines {
			if strings.HasSuffix(l.Text, " "+origin) {
				n++
			}
		}
		list = append(list, fmt.Sprint(n))
	}
	return strings.Join(list, separator)
}

type boxCheck struct {
	datadir.Dir
	i18n.Flag
	Files []string `arg:"" optional:"" name:"file" help:"Files of facts; without any, the boxes that come with the program and what has been learned."`
	Game  string   `default:"council-of-shadows" placeholder:"NAME" help:"The game that the files belong to (${default})."`
}

// Help is the longer help.
func (boxCheck) Help() string {
	return `A box is compared with what the rulebook tells of every box, too; what cannot be judged because too little is told is a note.`
}

// Run checks each box, the later ones even if an earlier one is wrong.
func (b *boxCheck) Run(out io.Writer) error { return (*boxCheckOpts)(b).run(out) }

// boxCheckOpts is what boxCheck was asked for.
type boxCheckOpts struct {
	datadir.Dir
	i18n.Flag
	Files []string
	Game  string
}

// run checks each box, the later ones even if an earlier one is wrong.
func (b *boxCheckOpts) run(out io.Writer) error {
	game, ok := games.Rules(b.Game)
	if !ok {
		return fmt.Errorf("there is no game %q; there is %s", b.Game, games.Names())
	}
	boxes, err := b.boxes(game)
	if err != nil {
		return err
	}
	say, err := b.Say(nil)
	if err != nil {
		return err
	}
	var all []error
	for _, lines := range boxes {
		err := setups.Check(lines.facts, game.Words)
		if err == nil {
			err = lines.compare(out, game, say)
		}
		all = append(all, err)
		if err == nil {
			fmt.Fprintf(out, "ok    %s: %d facts%s\n", lines.file, len(lines.facts), origins(lines.facts))
		}
	}
	return errors.Join(all...)
}

// compare compares a box, read after the rulebook's, with what the rulebook tells of
// every box. What cannot be judged yet is a note.
func (b boxFile) compare(out io.Writer, game engine.Game, say i18n.Say) error {
	if game.Doubts == nil {
		return nil
	}
	lines, err := setups.Box(game.Name, scenario.DefaultBox)
	if err != nil {
		return err
	}
	var told []engine.Event
	for _, l := range append(lines, b.facts...) {
		fact, err := game.Words.Parse(l.Text)
		if err != nil {
			return fmt.Errorf("%s: %w", l.Place(), err)
		}
		told = append(told, fact)
	}
	wrong, open := game.Doubts(told)
	for _, text := range open {
		fmt.Fprintf(out, "note  %s: %s\n", b.file, say(text))
	}
	var all []error
	for _, text := range wrong {
		all = append(all, &setups.Fault{File: b.file, Text: say(text)})
	}
	return errors.Join(all...)
}

type boxFile struct {
	file  string
	facts []setups.Line
}

func (b *boxCheckOpts) boxes(game engine.Game) ([]boxFile, error) {
	var boxes []boxFile
	for _, file := range b.Files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("box: %w", err)
		}
		boxes = append(boxes, boxFile{file, setups.Lines(file, string(text))})
	}
	if len(b.Files) > 0 {
		return boxes, nil
	}
	for _, name := range setups.Boxes(b.Game) {
		lines, err := setups.Box(b.Game, name)
		if err != nil {
			return nil, err
		}
		boxes = append(boxes, boxFile{"box " + name, lines})
	}
	facts, err := b.Learned(game.Name)
	if len(facts) > 0 {
		boxes = append(boxes, boxFile{datadir.LogFile, setups.Lines(datadir.LogFile, strings.Join(facts, "\n"))})
	}
	return boxes, err
}

func origins(lines []setups.Line) string {
	var b strings.Builder
	numbers := strings.Fields(counts(lines, " "))
	for i, origin := range setups.Origins() {
		if numbers[i] != "0" {
			fmt.Fprintf(&b, ", %s %s", numbers[i], origin)
		}
	}
	return b.String()
}
