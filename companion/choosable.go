package companion

import (
	"slices"
	"strconv"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// What can be chosen with buttons stands on the panel, where everybody reads it.

// choosable lists what seat may do that everybody may read: nothing that is done
// in secret, and nothing that names a card which only the seat knows.
func (g *game) choosable(seat engine.Seat) (items []item) {
	hidden := g.hidden(seat)
	for _, c := range g.choices(asker{seat: seat}) {
		events, err := g.session.State().Decide(c.Command)
		secret := engine.Hidden(engine.Entry{Events: events}, "")
		names := slices.ContainsFunc(notation.Words(c.Command), func(w string) bool { return hidden[w] })
		if err != nil || secret || names {
			continue
		}
		by := c.By
		if by == engine.Table {
			by = "" // whoever says it
		}
		items = append(items, item{seat: by, text: c.Text, line: c.Line})
	}
	return items
}

// hidden are the names of the cards that seat sees and a spectator does not.
func (g *game) hidden(seat engine.Seat) map[string]bool {
	names := map[string]bool{}
	known := g.session.Seen("").View()
	for _, z := range g.session.Seen(g.eye(asker{seat: seat})).View().Zones {
		open, _ := known.Zone(z.Seat, z.Name)
		for _, k := range z.Cards {
			if !slices.ContainsFunc(open.Cards, func(o engine.Card) bool { return o.Name == k.Name }) {
				names[string(k.Name)] = true
			}
		}
	}
	return names
}

// answers lists what a card that seat has shown at a reader can mean: the fields
// that it may be for, or whatever everybody may read. A card of the seat itself is not
// named.
func (t *Table) answers(seat engine.Seat) (items []item) {
	s := t.game.session.State()
	for _, m := range t.readers.Meanings(seat, s.View(), t.game.ofPeople(s.Legal())) {
		x := item{seat: seat, text: m.Field, line: notation.Format(m.Command)}
		if m.Field.IsZero() {
			choosable := t.game.choosable(seat)
			i := slices.IndexFunc(choosable, func(o item) bool { return o.line == x.line })
			if i < 0 {
				continue
			}
			x = choosable[i]
		}
		items = append(items, x)
	}
	return items
}

// starts lists the games that can begin: with as many people as the game takes,
// at seats that have readers before others.
func (t *Table) starts() (items []item) {
	for _, o := range t.offers {
		seats := slices.Clone(o.Seats)
		without := func(s engine.Seat) bool { return !t.readers.Has(s) }
		seats = append(slices.DeleteFunc(slices.Clone(seats), without), slices.DeleteFunc(seats, t.readers.Has)...)
		for _, n := range o.Counts {
			g := NewGame{Game: o.Game.Name}
			for _, seat := range seats[:min(n, len(seats))] {
				g.Seats = append(g.Seats, Sitting{Seat: seat})
			}
			items = append(items, item{
				text: engine.Say("%s for %d", engine.Term(o.Game.Title), n),
				line: o.Game.Name + " " + strconv.Itoa(n),
				do:   func() (Answer, error) { return t.start(t.ordered(o, g)) },
			})
		}
	}
	return items
}

// ordered deals the start order if the game needs one. A robot takes part.
func (t *Table) ordered(o Offer, g NewGame) NewGame {
	if o.Order == "" {
		return g
	}
	for _, s := range g.Seats {
		g.Order = append(g.Order, s.Seat)
	}
	if len(g.Seats) == 1 && o.Robot != "" {
		g.Order = append(g.Order, o.Robot)
	}
	for i := len(g.Order) - 1; i > 0 && t.opts.Chance != nil; i-- {
		j := t.opts.Chance(i + 1)
		g.Order[i], g.Order[j] = g.Order[j], g.Order[i]
	}
	return g
}
