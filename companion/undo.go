package companion

import (
	"maps"
	"slices"

	"arbiter/engine"
)

func (t *Table) undo(seat engine.Seat, version int) (Answer, error) {
	g := t.game
	switch {
	case g == nil:
		return Answer{}, engine.Refuse("no game is running")
	case seat != engine.Table && !slices.Contains(g.people, seat):
		return Answer{}, engine.Refuse("whoever only watches cannot act")
	case g.doubt != nil:
		return Answer{}, undecided()
	case version != g.session.Version():
		return Answer{}, stale()
	}
	by := seat
	if last, ok := g.last(); ok && g.asked(last, seat) {
		if waiting := g.agree("", seat); len(waiting) > 0 {
			t.publish()
			return Answer{Version: version, Waiting: waiting}, nil
		}
		if engine.Hidden(last, by) {
			by = last.Command.By() // who has agreed like everybody else
		}
	}
	if last, ok := g.last(); ok && g.bots[last.Command.By()] != "" && engine.Hidden(last, by) {
		by = last.Command.By() // a bot lets anybody take back what it did
	}
	return t.takeBack(seat, by)
}

// takeBack takes back the last entry in the name of by, because seat asked, and
// tells each onlooker how the cardboard follows.
func (t *Table) takeBack(seat, by engine.Seat) (Answer, error) {
	g := t.game
	before := g.views()
	_, err := t.withdraw(by, append(g.agreeable(), g.consent...)...)
	if _, refused := err.(engine.Refusal); refused {
		return Answer{}, err
	}
	if err != nil {
		t.publish()
		return Answer{}, err
	}
	g.moved(before)
	answer := Answer{Version: g.session.Version(), Moves: g.moves[g.eye(asker{seat: seat})]}
	t.refresh()
	return answer, nil
}

// withdraw takes back the last standing entry, and what was learned by it.
func (t *Table) withdraw(by engine.Seat, consent ...engine.Seat) (engine.Entry, error) {
	g := t.game
	e, err := g.session.Undo(by, consent...)
	if _, refused := err.(engine.Refusal); refused {
		return e, err
	}
	t.failed(err, unwritable())
	if err != nil {
		return e, err
	}
	g.add(e)
	t.learn(g.session.Entries()[e.Undoes-1], t.opts.Store.Forget)
	t.logger.Debug("entry", "seq", e.Seq, "by", e.By, "undoes", e.Undoes)
	return e, nil
}

// moved works out how the cardboard follows from these views to the present ones.
func (g *game) moved(before map[engine.Seat]engine.View) {
	g.moves = map[engine.Seat][]engine.Text{}
	for eye, view := range g.views() {
		g.moves[eye] = engine.Moves(eye, before[eye], view)
	}
}

// agreeable lists the seats that agree to everything: those of bots.
func (g *game) agreeable() []engine.Seat { return slices.Sorted(maps.Keys(g.bots)) }

func (g *game) last() (engine.Entry, bool) {
	standing := g.session.Standing()
	if len(standing) == 0 {
		return engine.Entry{}, false
	}
	return standing[len(standing)-1], true
}

func (g *game) views() map[engine.Seat]engine.View {
	views := map[engine.Seat]engine.View{}
	for eye := range g.onlookers {
		views[eye] = g.seen(eye).View()
	}
	return views
}
