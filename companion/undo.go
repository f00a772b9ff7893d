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
	case g.left(viewer{seat: seat}):
		return Answer{}, leftTheGame(seat)
	case g.divergence != nil:
		return Answer{}, undecided()
	case version != g.session.Version():
		return Answer{}, stale()
	}
	agreed := false
	if g.over() && seat != engine.Table || slices.ContainsFunc(g.span(), func(e engine.Entry) bool { return g.asked(e, seat) }) {
		if waiting := g.agree("", seat); len(waiting) > 0 {
			t.publish()
			return Answer{Version: version, Waiting: waiting}, nil
		}
		agreed = true
	}
	return t.takeBack(seat, agreed)
}

// takeBack takes back the last step because seat asked, and tells each viewer how the cardboard
// follows. agreed says that everybody has agreed; what a bot did, anybody may take back.
func (t *Table) takeBack(seat engine.Seat, agreed bool) (Answer, error) {
	g := t.game
	span, consent := g.span(), append(g.agreeable(), g.consent...)
	if len(span) == 0 {
		return Answer{}, engine.Refuse("there is nothing to take back")
	}
	if g.result != "" {
		if err := t.note(""); err != nil {
			t.publish()
			return Answer{}, err
		}
		defer t.conclude() // if it is still over
	}
	for _, e := range span {
		by := seat
		if owner := e.Command.By(); engine.Hidden(e, by) && (agreed || g.bots[owner] != "" || e.Seq != span[len(span)-1].Seq) {
			by = owner
		}
		_, err := t.withdraw(by, consent...)
		if _, refused := err.(engine.Refusal); refused {
			return Answer{}, err
		}
		if err != nil {
			t.publish()
			return Answer{}, err
		}
	}
	if g.virtual {
		g.moves = nil // no cardboard, so nothing to put back
	}
	answer := Answer{Version: g.session.Version(), Moves: g.moves[g.knower(viewer{seat: seat})]}
	t.refresh()
	return answer, nil
}

// withdraw takes back the last standing entry and what was learned by it, and works out how the
// cardboard follows.
func (t *Table) withdraw(by engine.Seat, consent ...engine.Seat) (engine.Entry, error) {
	g := t.game
	before, concealing := g.session.Known(), g.allConcealing()
	e, err := g.session.Undo(by, consent...)
	if _, refused := err.(engine.Refusal); refused {
		return e, err
	}
	t.failed(err, unwritable())
	if err != nil {
		return e, err
	}
	g.kept, g.ahead, t.deadline, t.faults = nil, nil, nil, nil // whatever is open now is asked again
	t.whole("telling what was taken back", func() { g.add(e) })
	t.whole("the clock", func() { t.ticks(g, e.Seq) })
	t.whole("telling how the cardboard follows", func() { g.moved(before, append(concealing, g.allConcealing()...)) })
	t.learn(g.session.Entries()[e.Undoes-1], t.opts.Store.Forget)
	t.logger.Debug("entry", "seq", e.Seq, "by", e.By, "undoes", e.Undoes)
	return e, nil
}

// moved works out how the cardboard follows from before to the present state. A viewer who does not
// know what lies face down in front of it is told what a spectator is told.
func (g *game) moved(before engine.Known, concealing []engine.Seat) {
	g.moves = map[engine.Seat][]engine.Text{}
	after := g.session.Known()
	for eye := range g.logs {
		reader := eye
		if slices.Contains(concealing, eye) {
			reader = ""
		}
		g.moves[eye] = engine.MoveTexts(engine.Corrections(reader, before, after))
	}
}

// allConcealing returns the seats that do not know what lies face down in front of them.
func (g *game) allConcealing() (all []engine.Seat) {
	for seat := range g.concealed {
		if g.conceals(seat) {
			all = append(all, seat)
		}
	}
	return all
}

// agreeable returns the seats that agree to everything: those of bots.
func (g *game) agreeable() []engine.Seat { return slices.Sorted(maps.Keys(g.bots)) }

func (g *game) last() (engine.Entry, bool) {
	standing := g.session.Standing()
	if len(standing) == 0 {
		return engine.Entry{}, false
	}
	return standing[len(standing)-1], true
}
