package companion

import (
	"context"
	"log/slog"
	"slices"

	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/hw"
)

// change records one statement of the readers and acts on it. UIDs are not logged: they identify
// cards.
func (t *Table) change(c hw.Change) {
	resting := c.At.Before(t.settled) || t.game != nil && t.game.divergence != nil
	if !t.readers.Take(c, resting, t.opts.Covers) {
		t.logger.Warn("a reader that the rig does not have", "reader", c.Reader)
		return
	}
	level := slog.LevelDebug
	if c.Kind == hw.ReaderDown || c.Kind == hw.ReaderUp {
		level = slog.LevelInfo
	}
	told := []any{"reader", c.Reader}
	if why := hw.ObstacleOf(c.Err); why != hw.NoObstacle {
		told = append(told, "why", string(why))
	}
	t.logger.Log(context.Background(), level, c.Kind.String(), told...)
	t.refresh()
}

// playCards plays what the cards on the readers mean, one command after the other, and keeps the
// notices about the rest.
func (t *Table) playCards() {
	if t.game == nil || t.game.divergence != nil {
		t.notices = t.readers.Reconcile(presence.Input{}).Notices
		return
	}
	t.laying()
	for range 1 + t.readers.Cards() {
		s := t.game.session.State()
		r := t.readers.Reconcile(presence.Input{
			State: s, View: s.View(), Legal: t.game.ofPeople(s.Legal()), Bots: t.game.bots,
			Pressing: t.buttons.Choosing(), Laying: t.game.laying, StartingUp: t.opts.Now().Before(t.settled),
		})
		t.notices = r.Notices
		if r.Do == nil {
			return
		}
		if _, err := t.play(r.Do); err != nil {
			t.logger.Warn("a card could not be played", "reader", r.By)
			return
		}
	}
}

// laying notes which seats lay cards on readers. Only they are told to lay cards, also after a
// restart; who plays on a phone is not.
func (t *Table) laying() {
	g := t.game
	known := len(g.laying)
	for _, seat := range t.readers.Laying() {
		if slices.Contains(g.people, seat) && !slices.Contains(g.laying, seat) {
			g.laying = append(g.laying, seat)
		}
	}
	if len(g.laying) == known {
		return
	}
	if err := t.opts.Store.Lay(g.id, g.laying); err != nil {
		t.logger.Warn("who lays cards on readers is not known after the next start", "err", cause(err))
	}
}

// cover tells the readers which cards lie under others.
func (t *Table) cover() {
	if t.opts.Covers == nil {
		return
	}
	var v engine.View
	if t.game != nil {
		v = t.game.session.State().View()
	}
	t.readers.Cover(v, t.opts.Covers)
}

// inquire has the seat's next card explained instead of played.
func (t *Table) inquire(seat engine.Seat) error {
	g := t.game
	switch {
	case g == nil:
		return engine.Refuse("no game is running")
	case !slices.Contains(g.people, seat):
		return engine.Refuse("whoever only watches cannot act")
	case g.conceals(seat):
		return concealing()
	case !t.readers.Has(seat):
		return engine.Refuse("%s: there is no reader for your cards", seat)
	}
	t.readers.Inquire(seat)
	t.publish()
	return nil
}

// accept makes the game follow the cards of a seat as they lie.
func (t *Table) accept(seat engine.Seat, version int) (Answer, error) {
	g := t.game
	switch {
	case g == nil:
		return Answer{}, engine.Refuse("no game is running")
	case !slices.Contains(g.people, seat):
		return Answer{}, engine.Refuse("whoever only watches cannot act")
	case g.divergence != nil:
		return Answer{}, undecided()
	case version != g.session.Version():
		return Answer{}, stale()
	case g.conceals(seat):
		return Answer{}, concealing()
	}
	concerned := slices.DeleteFunc(slices.Clone(t.notices), func(n presence.Notice) bool { return n.Seat != seat })
	if len(concerned) == 0 {
		return Answer{}, engine.Refuse("%s: the cards lie as the game has them", seat)
	}
	offered := slices.IndexFunc(concerned, func(n presence.Notice) bool { return len(n.Accept) > 0 })
	if offered < 0 {
		return Answer{}, engine.Refuse("%s: the rules do not allow the cards as they lie; do what the notice says", seat)
	}
	defer t.refresh()
	for _, c := range concerned[offered].Accept {
		if _, err := t.play(c); err != nil {
			return Answer{}, err
		}
	}
	return Answer{Version: g.session.Version()}, nil
}
