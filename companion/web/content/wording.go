package content

import (
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

func (sc *Content) Texts(list []engine.Text) []string {
	var all []string
	for _, t := range list {
		all = append(all, sc.Say(t))
	}
	return all
}

func (sc *Content) term(t engine.Term) string { return sc.Say(engine.Say("%s", t)) }

func (sc *Content) Player(seat engine.Seat) string { return sc.Say(engine.Say("%s", seat)) }

// Badge returns how to show a seat; one that does not play has no color.
func (sc *Content) Badge(v engine.View, seat engine.Seat) SeatBadge {
	for _, p := range v.Seats {
		if p.Seat == seat {
			return SeatBadge{string(seat), sc.Player(seat), page.ColorClass(p.Color), p.Shape, p.Robot || sc.Bots[seat] != ""}
		}
	}
	return SeatBadge{Seat: string(seat), Name: sc.Player(seat)}
}

func (sc *Content) badges(v engine.View, seats []engine.Seat) []SeatBadge {
	var all []SeatBadge
	for _, seat := range seats {
		all = append(all, sc.Badge(v, seat))
	}
	return all
}

// Ask sorts what the game waits for by who is asked.
func (sc *Content) Ask(v session.Viewer, snap companion.Snapshot) {
	for _, p := range snap.View.Prompts {
		switch p.Seat {
		case v.Seat:
			sc.Prompts = append(sc.Prompts, sc.Say(p.Text))
		case engine.Table:
			sc.Table = append(sc.Table, sc.Say(p.Text))
		}
	}
	for _, p := range snap.View.Seats {
		if p.Winner {
			sc.Winners = append(sc.Winners, sc.Badge(snap.View, p.Seat))
		}
	}
}

// Undoing says what the seat would take back. The last line that it knows is not what Undo takes
// back if something hidden came after it.
func (sc *Content) Undoing(v session.Viewer, snap companion.Snapshot) undo {
	u := undo{Asked: snap.Proposal != nil}
	if n := len(snap.Log); n > 0 && snap.Log[n-1].Seq == snap.Version && snap.Log[n-1].Undoes == 0 {
		u.What = sc.LogLine(snap.Log[n-1]).Headline()
	}
	if u.Asked {
		p := snap.Proposal
		u.Agree, u.Shown, u.Line, u.Wanted = slices.Contains(p.Waiting, v.Seat), p.Shown, p.Line, sc.Say(p.Text)
		u.Over = snap.View.Over
		u.Agreed, u.Missing = sc.badges(snap.View, p.Agreed), sc.badges(snap.View, p.Waiting)
	}
	return u
}

// Spoken returns what a screen reader says when the page changes: what the seat is asked, and what
// happened last.
func (sc *Content) Spoken(c page.Context) []string {
	news := slices.Concat(sc.Prompts, sc.Table)
	if said := page.Happened(c); said != "" {
		news = append(news, said)
	}
	return append(news, c.TimeNews()...)
}
