package archive

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

// ErrOtherwise says that today's rules decide a game differently.
var ErrOtherwise = errors.New("the rules decide otherwise today: arbiter games replay tells what")

// WriteScript writes the log as a script, with the answers and, at the end, where the markers
// stand. If today's rules decide it differently its last line says so, and the error is
// ErrOtherwise.
func (r *Game) WriteScript(ctx context.Context, out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "# Game %s of %s: %s.\n", r.ID, r.Created.Local().Format("2006-01-02"), Outcome(r.Summary))
	fmt.Fprintf(w, "game %s\nseats", r.Setup.Game)
	for _, s := range r.Setup.Seats {
		fmt.Fprintf(w, " %s", s)
	}
	fmt.Fprintln(w)
	r.given(w)
	fmt.Fprintln(w)
	session, err := engine.Resume(r.Start, engine.NoLog{})
	if err != nil {
		return err
	}
	alike, views := true, map[engine.Seat]drawn{}
	for _, e := range r.Entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		same, err := r.step(w, session, e, views)
		if err != nil {
			return err
		}
		alike = alike && same
	}
	if alike {
		fmt.Fprintln(w, "tracks")
		indented(w, scenario.Tracks(session.State().View(), r.Setup.Seats))
		return w.Flush()
	}
	fmt.Fprintf(w, "# %s\n", ErrOtherwise)
	return cmp.Or(w.Flush(), ErrOtherwise)
}

// step writes an entry, and reports whether the rules decide the same today.
func (r *Game) step(w io.Writer, session *engine.Session, e engine.Entry, views map[engine.Seat]drawn) (same bool, err error) {
	if e.Undoes != 0 {
		return r.undo(w, session, e, views)
	}
	events, err := session.State().Decide(e.Command)
	told := Lines(e.Events)
	fmt.Fprintln(w, notation.Format(e.Command))
	indented(w, told)
	return err == nil && slices.Equal(Lines(events), told), session.Replay(e)
}

func indented(w io.Writer, answers []string) {
	for _, line := range answers {
		fmt.Fprintf(w, "    %s\n", line)
	}
}

// given writes the facts: the box by its name, if the game began with all of it and with today's
// rulings, and other facts one by one.
func (r *Game) given(b io.Writer) {
	told := Lines(r.Setup.Facts)
	box, known := scenario.NoBox, 0
	for _, name := range setups.Boxes(r.Setup.Game) {
		all, err := Begins(r.Setup.Game, name)
		if n := len(all); err == nil && n > known && n <= len(told) && slices.Equal(all, told[:n]) {
			box, known = name, n
		}
	}
	fmt.Fprintf(b, "box %s\n", box)
	for _, fact := range told[known:] {
		fmt.Fprintf(b, "given %s\n", fact)
	}
}

// Begins returns the facts of a script that names the box.
func Begins(game, box string) ([]string, error) {
	all, err := setups.BoxLines(game, scenario.DefaultBox)
	if err != nil || box == scenario.DefaultBox {
		return all, err
	}
	more, err := setups.BoxLines(game, box)
	return append(all, more...), err
}

// undo writes a step back, with the consent of everybody who was asked, and what it asks people to
// do with the cardboard. views are the states to which seats last came back.
func (r *Game) undo(w io.Writer, session *engine.Session, e engine.Entry, views map[engine.Seat]drawn) (same bool, err error) {
	by := []engine.Seat{e.By}
	if engine.Revealing(r.Entries[e.Undoes-1]) {
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
	if len(by) == 1 { // a step that showed nothing was its own or open, so no other seat's knowledge tells more
		known = func() engine.Known { return engine.Known{e.By: session.Seen(e.By)} }
	}
	from := known()
	if _, err := session.Undo(e.By, by...); err != nil {
		return false, session.Replay(e)
	}
	to := known()
	if v, is := views[e.By], to[e.By]; is != nil {
		from[e.By] = v.of(from[e.By])
		if v.State != is {
			v = drawn{is, engine.Plain(is)}
		}
		to[e.By], views[e.By] = v, v
	}
	for _, move := range engine.Corrections(e.By, from, to) {
		fmt.Fprintf(w, "    %s\n", move.Text())
	}
	return true, nil
}

// drawn is a state with its view: people who change their minds come back to the same state again
// and again.
type drawn struct {
	engine.State
	plain engine.View
}

func (d drawn) Plain() engine.View { return d.plain }

// of returns the state; if it is the same, with the view that it has already.
func (d drawn) of(state engine.State) engine.State {
	if d.State == state {
		return d
	}
	return state
}
