package companion

import (
	"maps"
	"slices"
	"time"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// A window of the game asks several seats at the same time, and none may learn what another
// answers. So answers are kept here, in memory, until the window ends; then all of them are played
// at once in the order of the window. Until then an answer shows nowhere but on the seat's own
// page, and the window stays open for its whole time. After a restart it is asked again.

// AskedFor is how long a window stays open if the table has not chosen.
const AskedFor = 12 * time.Second

// An OpenWindow is the window that is open, as a viewer may know it.
type OpenWindow struct {
	engine.Window
	Ends   time.Time    // by the clock of the program; zero if no clock ends it
	Spoken bool         // somebody who is asked has no phone: a button says that nobody answers
	Said   bool         // the viewer's seat has answered or let it pass
	Answer LegalCommand // what the viewer's seat has answered; zero if it lets the window pass
	Passes bool         // a standing order of the viewer's seat lets it pass
}

// kept holds what seats have said to the open window.
type kept struct {
	number  int
	ends    time.Time
	answers map[engine.Seat]engine.Command // nil means letting it pass
}

// window returns the open window, as everybody knows it.
func (g *game) window() engine.Window {
	if g.divergence != nil {
		return engine.Window{}
	}
	return engine.WindowOf(g.session.Seen(""))
}

// attend starts collecting answers when the game has opened a window.
func (t *Table) attend() {
	g := t.game
	if g == nil {
		t.deadline = nil
		return
	}
	w := g.window()
	switch {
	case !w.Open():
		g.kept, t.deadline = nil, nil
		return
	case g.kept != nil && g.kept.number == w.Number:
		return
	}
	g.kept, t.deadline = &kept{number: w.Number, answers: map[engine.Seat]engine.Command{}}, nil
	if g.ending(w) {
		t.end()
		return
	}
	if wait := t.wait(w); wait > 0 {
		g.kept.ends, t.deadline = t.opts.Now().Add(wait), t.opts.After(wait)
	}
}

// ending reports whether some answers to the window are in the log already: the program stopped
// while the window was ending.
func (g *game) ending(w engine.Window) bool {
	public := g.knows("")
	last := public.Standing()
	return last > 0 && engine.WindowOf(public.At(last-1)).Number == w.Number
}

// wait returns how long a window stays open; 0 if no clock ends it, because the table wants none or
// somebody who is asked can only answer aloud.
func (t *Table) wait(w engine.Window) time.Duration {
	switch {
	case w.Wait == engine.Unlimited || len(t.speaking(w)) > 0:
		return 0
	case w.Wait > 0:
		return time.Duration(w.Wait) * time.Second
	}
	return AskedFor
}

// speaking returns the asked people who have no phone, at a table with buttons.
func (t *Table) speaking(w engine.Window) []engine.Seat {
	if !t.buttons.Any() {
		return nil // no buttons to answer with
	}
	return slices.DeleteFunc(slices.Clone(w.Seats), func(s engine.Seat) bool {
		return t.opts.Phone == nil || t.opts.Phone(s) || !slices.Contains(t.game.people, s)
	})
}

// answering reports whether c is an answer to the window that is open.
func (g *game) answering(c engine.Command) bool {
	w := g.window()
	return w.Open() && w.Asks(c.By())
}

// closes reports whether c ends the open window, which only the table itself may do.
func (g *game) closes(c engine.Command) bool {
	w := g.window()
	return w.Open() && notation.Format(c) == notation.Format(w.Close)
}

// keep stores what a seat says to the window; nil means letting it pass. The last word counts.
func (t *Table) keep(seat engine.Seat, c engine.Command) {
	g := t.game
	g.kept.answers[seat] = c
	if w := g.window(); g.kept.ends.IsZero() && len(besides(w.Seats, slices.Collect(maps.Keys(g.kept.answers)))) == 0 {
		t.end()
		return
	}
	t.show(seat)
}

// pass lets a window pass for a seat.
func (t *Table) pass(a viewer, number int) (Answer, error) {
	g := t.game
	switch {
	case g == nil:
		return Answer{}, engine.Refuse("no game is running")
	case g.knower(a) == "":
		return Answer{}, engine.Refuse("whoever only watches cannot act")
	case g.kept == nil || g.kept.number != number || !g.window().Asks(a.seat):
		return Answer{}, stale()
	}
	t.keep(a.seat, nil)
	return Answer{Version: t.version()}, nil
}

// silent lets the window pass for those who have no phone and have not answered: somebody has asked
// them aloud.
func (t *Table) silent() error {
	if t.game == nil || t.game.kept == nil {
		return stale()
	}
	k := t.game.kept
	for _, seat := range t.speaking(t.game.window()) {
		if _, said := k.answers[seat]; !said && t.game.kept == k {
			t.keep(seat, nil)
		}
	}
	return nil
}

// end plays the answers in the order of the window, and closes it. What cannot be written is tried
// again.
func (t *Table) end() {
	g := t.game
	w, k := g.window(), g.kept
	t.deadline = nil
	for _, seat := range w.Seats {
		if c := k.answers[seat]; c != nil {
			_, _ = t.play(c) // a refused answer is dropped; a failing log shows below
		}
	}
	if _, err := t.play(w.Close); err != nil {
		t.logger.Error("a window does not end", "err", cause(err))
		t.deadline = t.opts.After(AskedFor)
	}
	t.refresh()
}

// order sets a standing order of a seat; "" removes it.
func (t *Table) order(seat engine.Seat, name string) error {
	g := t.game
	known := name == "" || g != nil && slices.ContainsFunc(g.rules.Orders, func(o engine.Order) bool { return o.Name == name })
	switch {
	case g == nil:
		return engine.Refuse("no game is running")
	case !slices.Contains(g.people, seat):
		return engine.Refuse("whoever only watches cannot act")
	case !known:
		return engine.Refuse("that is no command of this game")
	}
	g.orders[seat] = name
	t.show(seat)
	return nil
}

// forget drops what a seat has said in secret: somebody else sits there now.
func (g *game) forget(seat engine.Seat) {
	delete(g.orders, seat)
	if g.kept != nil {
		delete(g.kept.answers, seat)
	}
}

// opened returns the open window as a viewer may know it, or nil.
func (t *Table) opened(a viewer) *OpenWindow {
	g := t.game
	if g.kept == nil {
		return nil
	}
	w := g.window()
	x := &OpenWindow{Window: w, Ends: g.kept.ends, Spoken: len(t.speaking(w)) > 0}
	if seat := g.knower(a); w.Asks(seat) {
		c, said := g.kept.answers[seat]
		if x.Said = said; c != nil {
			x.Answer = LegalCommand{By: c.By(), Line: notation.Format(c), Text: g.rules.TellIn(g.seen(seat), c), Command: c}
		}
		i := slices.IndexFunc(g.rules.Orders, func(o engine.Order) bool { return o.Name == g.orders[seat] })
		x.Passes = i >= 0 && g.rules.Orders[i].Passes(seat, w)
	}
	return x
}
