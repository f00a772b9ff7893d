package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/engine/scenario"
	"arbiter/setups"
)

type gamesExport struct {
	one
	As    string `enum:"script,record,csv" default:"script" placeholder:"FORMAT" help:"What is written: script, record (a line of JSON for each step, which arbiter games import takes in) or csv (where the markers stood after each step). Without it: ${default}."`
	Names bool   `help:"A record tells what the players are called, too."`
}

// Help is the longer help.
func (gamesExport) Help() string {
	return `The script holds the setup, every command and what came of it, and arbiter script plays it. What players are called is left out. A game that goes on is not exported: it has secrets. Its csv shows what everybody may know.`
}

// Run writes the game.
func (g *gamesExport) Run(out io.Writer) error {
	r, err := g.read()
	switch {
	case err != nil:
		return err
	case g.As == "csv":
		return r.table(out)
	case r.running():
		return fmt.Errorf("game %s goes on, and a %s would tell its secrets; finish it first", r.ID, g.As)
	case g.As == "record":
		return g.record(out, &r)
	}
	return r.writeScript(out)
}

// writeScript writes the script if the rules still decide alike, and says so if not.
func (r *record) writeScript(out io.Writer) error {
	text, err := r.script()
	if err != nil {
		return err
	}
	played, err := scenario.Play("game "+r.ID, text+"tracks\n", scenario.Env{Games: []engine.Game{r.game}, Box: setups.BoxLines})
	if err == nil && strings.HasPrefix(played, text) {
		_, err := io.WriteString(out, played)
		return err
	}
	if _, err := io.WriteString(out, text); err != nil {
		return err
	}
	return errors.Join(errors.New("the rules decide otherwise today: arbiter games replay tells what"), err)
}

// script writes what the log tells, answers included.
func (r *record) script() (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# Game %s of %s: %s.\n", r.ID, r.Created.Local().Format("2006-01-02"), outcome(r.Summary))
	fmt.Fprintf(&b, "game %s\nseats", r.setup.Game)
	for _, s := range r.setup.Seats {
		fmt.Fprintf(&b, " %s", s)
	}
	b.WriteString("\n")
	r.given(&b)
	b.WriteString("\n")
	for _, e := range r.entries {
		if e.Undoes != 0 {
			if err := r.undo(&b, e); err != nil {
				return "", err
			}
			continue
		}
		fmt.Fprintln(&b, notation.Format(e.Command))
		for _, line := range lines(e.Events) {
			fmt.Fprintf(&b, "    %s\n", line)
		}
	}
	return b.String(), nil
}

// silent is a log that forgets.
type silent struct{}

func (silent) Append(engine.Entry) error { return nil }

// given writes the facts: the box by its name, if the game began with all of it,
// and the others one by one.
func (r *record) given(b *strings.Builder) {
	told := lines(r.setup.Facts)
	box, known := "", 0
	for _, name := range setups.Boxes(r.setup.Game) {
		all, err := begins(r.setup.Game, name)
		if n := len(all); err == nil && n > known && n <= len(told) && slices.Equal(all, told[:n]) {
			box, known = name, n
		}
	}
	if box != "" {
		fmt.Fprintf(b, "box %s\n", box)
	}
	for _, fact := range told[known:] {
		fmt.Fprintf(b, "given %s\n", fact)
	}
}

// begins returns the facts of a script that names the box.
func begins(game, box string) ([]string, error) {
	all, err := setups.BoxLines(game, scenario.DefaultBox)
	if err != nil || box == scenario.DefaultBox {
		return all, err
	}
	more, err := setups.BoxLines(game, box)
	return append(all, more...), err
}

// undo writes a step back, with the consent of everybody who is asked, and the
// moves that it brings on the cardboard.
func (r *record) undo(b *strings.Builder, e engine.Entry) error {
	session, err := engine.Resume(r.start, silent{}, r.entries[:e.Seq-1]...)
	if err != nil {
		return err
	}
	by := []engine.Seat{e.By}
	for _, p := range r.start.View().Seats {
		if !p.Robot && p.Seat != e.By {
			by = append(by, p.Seat)
		}
	}
	if !engine.Revealing(r.entries[e.Undoes-1]) {
		by = by[:1]
	}
	fmt.Fprintf(b, "undo")
	for _, seat := range by {
		fmt.Fprintf(b, " %s", seat)
	}
	b.WriteString("\n")
	from := session.Seen(e.By).View()
	if _, err := session.Undo(e.By, by...); err != nil {
		return err
	}
	for _, move := range engine.Moves(e.By, from, session.Seen(e.By).View()) {
		fmt.Fprintf(b, "    %s\n", move)
	}
	return nil
}
