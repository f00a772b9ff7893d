package companion

import (
	"errors"
	"slices"

	"arbiter/engine"
	"arbiter/engine/contain"
	"arbiter/engine/notation"
)

func (t *Table) do(a viewer, w Request) (Answer, error) {
	g := t.game
	if g == nil {
		return Answer{}, engine.Refuse("no game is running")
	}
	var waiting []engine.Seat
	var c engine.Command
	err := contain.Run(func() (err error) {
		if a, waiting = g.together(a, w); len(waiting) == 0 {
			c, err = g.allowed(a, w)
		}
		return err
	})
	switch {
	case contain.Of(err) != nil:
		c, _ = g.command(w.Line)
		return Answer{}, t.fails(c, err)
	case err != nil:
		return Answer{}, err
	case len(waiting) > 0:
		t.publish()
		return Answer{Version: w.Version, Waiting: waiting}, nil
	}
	switch {
	case g.closes(c):
		return Answer{}, engine.Refuse("the program ends this by itself, when everybody had the time to answer")
	case g.answering(c):
		t.keep(c.By(), c)
		return Answer{Version: t.version()}, nil
	}
	e, err := t.play(c)
	if err != nil {
		return Answer{}, err
	}
	var answer Answer
	t.whole("telling what happened", func() {
		for _, event := range e.Events {
			if event = engine.SeenBy(g.knower(a), event); event != nil {
				answer.Events = append(answer.Events, g.rules.TellIn(g.seen(g.knower(a)), event))
			}
		}
	})
	t.refresh()
	answer.Step = e.Seq
	answer.Version = t.version() // with what followed by itself
	return answer, nil
}

// allowed returns the command that w asks for if its viewer may give it now. A refusal depends only
// on what the viewer knows, so it reveals nothing else.
func (g *game) allowed(a viewer, w Request) (engine.Command, error) {
	x, err := g.rules.Words.Parse(w.Line)
	c, ok := x.(engine.Command)
	switch {
	case err != nil || !ok:
		return nil, engine.Refuse("that is no command of this game")
	case a.seat != engine.Table && g.knower(a) == "":
		return nil, engine.Refuse("whoever only watches cannot act")
	case g.left(a):
		return nil, leftTheGame(a.seat)
	case g.divergence != nil:
		return nil, undecided()
	case !g.may(a, c):
		return nil, engine.Refuse("only %s may do that", c.By())
	case g.unseen(c):
		return nil, engine.Refuse("a bot sits at this table, and sees nothing of what lies on the cardboard")
	case !g.timely(w, c):
		return nil, stale()
	}
	known := g.seen(g.knower(a))
	if g.conceals(g.knower(a)) && secretly(known, c) {
		return nil, concealing()
	}
	_, err = known.Decide(c)
	return c, err
}

func stale() error { return engine.Refuse("the game has moved on meanwhile; look again") }

// timely reports whether w still means what its sender saw: nothing was played since; or only
// others have played and c's seat still has the same choices; or c is played in secret, where
// others do not matter, and has not been played already.
func (g *game) timely(w Request, c engine.Command) bool {
	if w.Version < 0 || w.Version >= g.session.Version() {
		return w.Version == g.session.Version()
	}
	later := g.session.Entries()[w.Version:]
	return g.untouched(later, c.By()) || g.secretly(later, c)
}

func (g *game) untouched(later []engine.Entry, by engine.Seat) bool {
	if slices.ContainsFunc(later, func(e engine.Entry) bool { return e.Undoes != 0 || e.Command.By() == by }) {
		return false
	}
	then, ok := g.session.Before(later[0].Seq)
	return ok && slices.Equal(able(then, by), able(g.session.State(), by))
}

func (g *game) secretly(later []engine.Entry, c engine.Command) bool {
	events, err := g.session.State().Decide(c)
	line := notation.Format(c)
	return err == nil && engine.Hidden(engine.Entry{Events: events}, "") &&
		!slices.ContainsFunc(later, func(e engine.Entry) bool { return e.Undoes == 0 && notation.Format(e.Command) == line })
}

func able(s engine.State, by engine.Seat) []string {
	var lines []string
	for _, c := range engine.BySeat(by, s.Legal()) {
		lines = append(lines, notation.Format(c))
	}
	return lines
}

// play writes c to the log and plays it, and adds what people told to the owner's box. The error is
// a Refusal, or the log could not be written.
func (t *Table) play(c engine.Command) (e engine.Entry, err error) {
	g := t.game
	err = contain.Run(func() (err error) {
		e, err = g.session.DoAfter(c, g.rehearse)
		return err
	})
	if err != nil {
		g.ahead = nil
	}
	if errors.As(err, &doubt{}) {
		t.fault(err, "writing the log", undone(), "command", wordsOf(c))
		t.reread()
		return e, engine.Refusal{Text: undone()}
	}
	if contain.Of(err) != nil {
		return e, t.fails(c, err)
	}
	if refusal := (engine.Refusal{}); errors.As(err, &refusal) {
		// The viewer's knowledge allows it but the true state does not: the rules' own words might
		// reveal what is hidden.
		return e, engine.Refuse("that does not go with the cards that lie there")
	}
	t.failed(err, unwritable())
	if err != nil {
		t.publish()
		return e, err
	}
	t.faults = nil
	t.whole("telling what happened", func() { g.add(e) })
	t.whole("the clock", func() { t.ticks(g, e.Seq) })
	t.whole("keeping what was told", func() {
		t.report(e)
		t.learn(e, t.opts.Store.Learn)
	})
	return e, nil
}

// fails refuses a command because the rules panicked in it.
func (t *Table) fails(c engine.Command, err error) error {
	words := "unknown"
	if c != nil {
		words = wordsOf(c)
	}
	t.fault(err, "a command", unplayed(), "command", words)
	t.publish()
	return engine.Refusal{Text: unplayed()}
}

// report writes to the owner's log what a spectator may know of an entry.
func (t *Table) report(e engine.Entry) {
	command := "hidden"
	if !engine.Hidden(e, "") {
		command = notation.Format(e.Command)
	}
	t.logger.Debug("entry", "seq", e.Seq, "by", e.By, "command", command)
}

// learn passes the facts that people told in e to remember, which is Store.Learn or Store.Forget.
// In a game with stand-in values nothing is remembered: what people tell of them is invented, too.
func (t *Table) learn(e engine.Entry, remember func(game, line string) error) {
	if t.game.invented {
		return
	}
	for _, event := range e.Events {
		if !engine.OriginOf(event).ByOwner() {
			continue
		}
		if err := remember(t.game.rules.Name, notation.Format(event)); err != nil {
			t.logger.Error("a fact of the box", "err", cause(err))
		}
	}
}
