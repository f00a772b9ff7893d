package companion

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/engine/contain"
	"arbiter/engine/notation"
)

// A panic in the rules of a game, or in what is shown of it, fails the one request and nothing
// else. A command is decided, shown and told to everybody who would see it before it is written: if
// any of that panics it is refused, and the log stays as it was. If an entry is in the log and
// still cannot be shown, those viewers do without it and everybody is told. The owner finds each
// panic in the journal, without hidden cards.

// unplayed returns what people are told of a command that failed.
func unplayed() engine.Text {
	return engine.Say("a fault in the program: that could not be played, and the game is as it was; the device's log says more")
}

// undone returns what people are told of anything else that failed.
func undone() engine.Text {
	return engine.Say("a fault in the program: that was not done, or not wholly, and the game goes on; the device's log says more")
}

// unshown returns what people are told of a view that failed.
func unshown(seat engine.Seat) engine.Text {
	if seat == "" {
		return engine.Say("a fault in the program: the game cannot be shown to everybody now; it is kept and goes on, and the last step can be taken back")
	}
	return engine.Say("a fault in the program: the game cannot be shown to %s now; it is kept and goes on, and the last step can be taken back", seat)
}

// whole runs do, and reports whether it ran to its end. A panic fails nothing else: the owner is
// told, and everybody else with the next publish.
func (t *Table) whole(doing string, do func()) bool {
	err := contain.Do(do)
	t.fault(err, doing, undone())
	return err == nil
}

// turn is whole for the next thing the table does; after a panic it publishes.
func (t *Table) turn(doing string, do func()) {
	if !t.whole(doing, do) {
		t.publish()
	}
}

// fault reports a panic, and tells everybody until the game goes on. The same words are shown once,
// however often they come in one moment of the game.
func (t *Table) fault(err error, doing string, told engine.Text, about ...any) {
	if contain.Of(err) == nil {
		return
	}
	if !slices.ContainsFunc(t.faults, func(n presence.Notice) bool { return n.Public.Equal(told) }) {
		t.faults = append(t.faults, presence.Notice{Own: told, Public: told})
	}
	if t.game != nil {
		about = append([]any{"game", t.game.id, "entry", t.version()}, about...)
	}
	contain.Report(t.logger, err, doing, about...)
}

// Fault reports a panic outside the table, such as in a bot: everybody is told until the game goes
// on, and the owner reads where it was. Errors that are not panics are ignored.
func (t *Table) Fault(ctx context.Context, err error, doing string, told engine.Text, about ...any) {
	if contain.Of(err) != nil {
		_, _ = ask(ctx, t, func() (Answer, error) { // a table that does not answer says so itself
			t.fault(err, doing, told, about...)
			t.publish()
			return Answer{}, nil
		})
	}
}

// wordsOf returns a command for the owner's log: "hidden" if it is private or cannot be formatted.
func wordsOf(c engine.Command) (words string) {
	words = "hidden"
	if _, private := c.(engine.Private); !private {
		_ = contain.Do(func() { words = notation.Format(c) }) // on a panic it stays "hidden"
	}
	return words
}

// rehearse shows and tells an entry to everybody who would see it, before it is written, and keeps
// the results for when it is.
func (g *game) rehearse(e engine.Entry, next engine.State) error {
	ahead := map[engine.Seat]sight{}
	err := newly(func() { sightOf(next) }, func() { sightOf(g.session.State()) })
	for eye, o := range g.logs {
		err = cmp.Or(err, newly(func() {
			before, events, after := g.session.Foresees(o.knower, e)
			o.next, _ = o.tells(e, before, events)
			ahead[eye] = sightOf(after)
		}, func() { sightOf(g.seen(eye)) }))
	}
	g.ahead = ahead
	return err
}

// newly returns the panic of ahead, unless present panics too: a viewer whose view is broken
// already keeps nobody from playing.
func newly(ahead, present func()) error {
	if err := contain.Do(ahead); err != nil && contain.Do(present) == nil {
		return err
	}
	return nil
}

// A sight is what somebody sees of a state, and what may be done in it.
type sight struct {
	view  engine.View
	legal []engine.Command
}

func sightOf(s engine.State) sight { return sight{s.View(), s.Legal()} }

// sight returns what a viewer sees now, worked out once for each moment.
func (g *game) sight(eye engine.Seat) sight {
	s, ok := g.sights[eye]
	if !ok {
		s = sightOf(g.seen(eye))
		g.sights[eye] = s
	}
	return s
}

// look drops what viewers saw before; what was rehearsed becomes the present.
func (g *game) look() {
	if g.sights, g.ahead = g.ahead, nil; g.sights == nil {
		g.sights = map[engine.Seat]sight{}
	}
}

// A doubtful log turns a panic of Append into a doubt: nobody knows whether the entry was written.
type doubtful struct{ engine.Log }

func (l doubtful) Append(e engine.Entry) error {
	if err := contain.Run(func() error { return l.Log.Append(e) }); contain.Of(err) != nil {
		return doubt{err}
	} else {
		return err
	}
}

// doubt is the error of an entry that may or may not be in the log.
type doubt struct{ error }

// Unwrap returns the panic.
func (d doubt) Unwrap() error { return d.error }

// reread loads the game again from its log.
func (t *Table) reread() {
	err := contain.Run(func() error {
		saved, ok, err := t.opts.Store.Unfinished()
		if err == nil && ok && saved.ID == t.game.id {
			err = t.put(saved)
		}
		return err
	})
	if err != nil {
		t.failed(err, unwritable())
	}
	t.publish()
}

// setAside takes off the table a game that this program cannot follow although its log is sound.
// The log is left as it is, and another game can begin.
func (t *Table) setAside(id string, err error) {
	t.aside = id
	contain.Report(t.logger, err, "taking a game up", "game", id)
	t.logger.Error("the game that was played last cannot be followed and is set aside; its log is kept as it is, and a new one can begin", "game", id, "err", cause(err))
}

// endAside ends the game that was set aside, without a result, so that it can be looked at and
// deleted like any other past game.
func (t *Table) endAside() error {
	if t.aside == "" {
		return nil
	}
	err := t.opts.Store.Finish(t.aside, Abandoned)
	t.failed(err, unwritable())
	if err != nil {
		return fmt.Errorf("game %s: %w", t.aside, err)
	}
	t.aside = ""
	return nil
}

// asideNotices tells everybody about the game that was set aside.
func (t *Table) asideNotices() []presence.Notice {
	if t.aside == "" {
		return nil
	}
	what := engine.Say("the game that was played last cannot go on in this program (%s); nothing in it was changed", engine.Term(t.aside))
	remedy := engine.Say("a newer program may go on with it; when a new game begins, this one ends without a result, and arbiter games export takes it out; the device's log says more")
	return []presence.Notice{{Own: what, Public: what}, {Own: remedy, Public: remedy}}
}
