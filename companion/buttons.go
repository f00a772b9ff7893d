package companion

import (
	"slices"

	"arbiter/engine"
)

// next opens the menu, or moves its marker.
func (t *Table) next(p *pad) error {
	p.undo = false
	if p.menu != nil {
		p.menu.next()
		return nil
	}
	return t.openMenu(p, t.items(p))
}

func (t *Table) openMenu(p *pad, items []item) error {
	if len(items) == 0 {
		return engine.Refuse("nothing can be chosen with the buttons now")
	}
	p.menu = &menu{items: items, path: []int{0}, since: t.moment()}
	return nil
}

// back goes one step back: out of a part of the menu, out of the menu, out of
// the question whether something is to be taken back.
func (t *Table) back(p *pad) {
	switch {
	case p.menu != nil && len(p.menu.path) > 1:
		p.menu.path = p.menu.path[:len(p.menu.path)-1]
	case p.menu != nil:
		p.menu = nil
	case p.undo:
		p.undo = false
	case t.everybodys(p) != nil:
		t.back(t.everybodys(p))
	case t.game != nil:
		t.game.wanted, t.game.consent = "", nil
	}
}

// confirm answers what is asked: about taking back, what the marker stands at,
// whether the cards may stay as they lie, the only thing that can be done. Else it
// opens the menu.
func (t *Table) confirm(p *pad) error {
	switch {
	case t.game != nil && p.undo:
		p.undo = false
		return t.agreed(p, t.undoer(p))
	case p.menu != nil:
		return t.choose(p)
	}
	if q := t.everybodys(p); q != nil {
		return t.confirmFor(q, p.seat)
	}
	if seat := t.waitingFor(p); seat != "" {
		return t.agreed(p, seat)
	}
	if seat := t.offeredTo(p); seat != "" {
		_, err := t.accept(seat, t.version())
		return err
	}
	items := t.items(p)
	if len(items) == 1 && len(items[0].more) == 0 && items[0].do == nil && (p.seat != "" || t.alone()) {
		return t.carryOut(items[0])
	}
	return t.openMenu(p, items)
}

// everybodys is the pad without a seat if it shows something that the seat of p may
// confirm; else nil. Rigs may have a marker for everybody and a confirm at each
// seat.
func (t *Table) everybodys(p *pad) *pad {
	i := slices.IndexFunc(t.pads, func(q pad) bool { return q.seat == "" })
	if i < 0 || p.seat == "" {
		return nil
	}
	q := &t.pads[i]
	if q.menu != nil {
		list, at := q.menu.at()
		who := list[at].seat
		if who == "" || who == p.seat || !slices.Contains(t.game.people, who) {
			return q
		}
	}
	if q.undo && slices.Contains(t.game.people, p.seat) {
		return q
	}
	return nil
}

// confirmFor confirms in the name of seat what everybody's pad shows.
func (t *Table) confirmFor(q *pad, seat engine.Seat) error {
	if q.undo {
		q.undo = false
		return t.agreed(q, seat)
	}
	return t.choose(q)
}

// alone tells whether the game waits for one person only, so that nobody can
// confirm in the name of another.
func (t *Table) alone() bool {
	turns := 0
	for _, p := range t.game.session.Seen("").View().Seats {
		if p.Turn && slices.Contains(t.game.people, p.Seat) {
			turns++
		}
	}
	return turns == 1 || len(t.game.people) == 1
}

// choose takes what the marker stands at.
func (t *Table) choose(p *pad) error {
	list, i := p.menu.at()
	if len(list[i].more) > 0 {
		p.menu.path = append(p.menu.path, 0)
		return nil
	}
	p.menu = nil
	return t.carryOut(list[i])
}

func (t *Table) carryOut(x item) error {
	if x.do != nil {
		_, err := x.do()
		return err
	}
	for _, seat := range t.game.people {
		for _, c := range t.game.choices(asker{seat: seat}) {
			if c.Line == x.line {
				_, err := t.do(asker{seat: seat}, Wish{Seat: seat, Line: x.line, Version: t.version()})
				return err
			}
		}
	}
	return stale()
}

// items is what a pad can choose from now.
func (t *Table) items(p *pad) []item {
	g := t.game
	switch {
	case g == nil:
		return folded(t.starts())
	case g.session.State().View().Over:
		return []item{{text: engine.Say("End this game"), do: func() (Answer, error) { return Answer{}, t.finish() }}}
	}
	if g.doubt != nil {
		return t.remedies(p)
	}
	seat := t.actor(p)
	if seat == "" {
		return nil
	}
	if answers := t.answers(seat); len(answers) > 0 {
		return answers
	}
	return folded(g.choosable(seat))
}

// actor is who chooses with a pad: its seat. With everybody's buttons it is who has
// shown a card that can mean several things, then whose turn it is, then whoever
// can choose anything.
func (t *Table) actor(p *pad) engine.Seat {
	g := t.game
	switch {
	case p.seat != "" && !slices.Contains(g.people, p.seat):
		return ""
	case p.seat != "":
		return p.seat
	case len(g.people) == 1:
		return g.people[0]
	}
	for _, seat := range g.people {
		if len(t.answers(seat)) > 0 {
			return seat
		}
	}
	best, actor := 0, engine.Seat("")
	for _, x := range g.session.Seen("").View().Seats {
		if !slices.Contains(g.people, x.Seat) || best == 3 {
			continue
		}
		if n := rank(g.choosable(x.Seat), x); n > best {
			best, actor = n, x.Seat
		}
	}
	return actor
}

// rank is how much a seat has to say that can choose these items.
func rank(items []item, p engine.Place) int {
	own := slices.ContainsFunc(items, func(x item) bool { return x.seat == p.Seat })
	switch {
	case own && p.Turn:
		return 3
	case own:
		return 2
	case len(items) > 0:
		return 1
	}
	return 0
}

// wantUndo asks whether the last step is to be taken back.
func (t *Table) wantUndo(p *pad) error {
	if t.game == nil {
		return engine.Refuse("no game is running")
	}
	p.menu, p.undo, p.since = nil, true, t.moment()
	return nil
}

// undoer is in whose name a pad takes back.
func (t *Table) undoer(p *pad) engine.Seat {
	switch {
	case p.seat != "":
		return p.seat
	case len(t.game.people) == 1:
		return t.game.people[0]
	}
	return engine.Table
}

func (t *Table) agreed(p *pad, seat engine.Seat) error {
	p.menu = nil
	if line := t.game.wanted; line != "" {
		_, err := t.do(asker{seat: seat}, Wish{Seat: seat, Line: line, Version: t.version()})
		return err
	}
	_, err := t.undo(seat, t.version())
	return err
}

// waitingFor is who can agree on this pad to what is wanted; "" is nobody.
func (t *Table) waitingFor(p *pad) engine.Seat {
	if t.game == nil {
		return ""
	}
	for _, seat := range t.game.waiting() {
		if p.seat == "" || p.seat == seat {
			return seat
		}
	}
	return ""
}

// offeredTo is who can accept its cards as they lie on this pad; "" is nobody.
func (t *Table) offeredTo(p *pad) engine.Seat {
	for _, n := range t.notices {
		if len(n.Accept) > 0 && (p.seat == "" || p.seat == n.Seat) {
			return n.Seat
		}
	}
	return ""
}
