package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

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
	return r.writeScript(context.Background(), out)
}

// errOtherwise is of a game that the rules would not let be played today as it was.
var errOtherwise = errors.New("the rules decide otherwise today: arbiter games replay tells what")

// writeScript writes what the log tells, answers included, and in the end where the
// markers stand. If the rules decide otherwise today its last line says so, and the error
// is errOtherwise.
func (r *record) writeScript(ctx context.Context, out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "# Game %s of %s: %s.\n", r.ID, r.Created.Local().Format("2006-01-02"), outcome(r.Summary))
	fmt.Fprintf(w, "game %s\nseats", r.setup.Game)
	for _, s := range r.setup.Seats {
		fmt.Fprintf(w, " %s", s)
	}
	fmt.Fprintln(w)
	r.given(w)
	fmt.Fprintln(w)
	session, err := engine.Resume(r.start, silent{})
	if err != nil {
		return err
	}
	alike := true
	for _, e := range r.entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		same, err := r.step(w, session, e)
		if err != nil {
			return err
		}
		alike = alike && same
	}
	if alike {
		fmt.Fprintln(w, "tracks")
		indented(w, scenario.Tracks(session.State().View(), r.setup.Seats))
		return w.Flush()
	}
	fmt.Fprintf(w, "# %s\n", errOtherwise)
	return cmp.Or(w.Flush(), errOtherwise)
}

// step writes an entry, and tells whether the rules decide the same today.
func (r *record) step(w io.Writer, session *engine.Session, e engine.Entry) (same bool, err error) {
	if e.Undoes != 0 {
		return r.undo(w, session, e)
	}
	events, err := session.State().Decide(e.Command)
	told := lines(e.Events)
	fmt.Fprintln(w, notation.Format(e.Command))
	indented(w, told)
	return err == nil && slices.Equal(lines(events), told), session.Replay(e)
}

func indented(w io.Writer, answers []string) {
	for _, line := range answers {
		fmt.Fprintf(w, "    %s\n", line)
	}
}

// silent is a log that forgets.
type silent struct{}

func (silent) Append(engine.Entry) error { return nil }

// given writes the facts: the box by its name, if the game began with all of it,
// and the others one by one.
func (r *record) given(b io.Writer) {
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
func (r *record) undo(w io.Writer, session *engine.Session, e engine.Entry) (same bool, err error) {
	by := []engine.Seat{e.By}
	if engine.Revealing(r.entries[e.Undoes-1]) {
		for _, p := range session.Seats() {
			if !p.Robot && p.Seat != e.By {
				by = append(by, p.Seat)
			}
		}
	}
	fmt.Fprint(w, "undo")
	for _, seat := range by {
		fmt.Fprintf(w, " %s", seat)
	}
	fmt.Fprintln(w)
	known := session.Known
	if len(by) == 1 { // what is no reveal was its own, or open: nobody else's knowledge tells more
		known = func() engine.Known { return engine.Known{e.By: session.Seen(e.By)} }
	}
	from := known()
	if _, err := session.Undo(e.By, by...); err != nil {
		return false, session.Replay(e)
	}
	for _, move := range engine.Moves(e.By, from, known()) {
		fmt.Fprintf(w, "    %s\n", move.Text())
	}
	return true, nil
}
