package companion

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"arbiter/companion/menu"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// Everything that buttons can choose is shown on the panel, where everybody reads it.

// items returns what the buttons of a seat can choose now; "" is the buttons of the whole table.
func (t *Table) items(seat engine.Seat) []menu.Item {
	g := t.game
	switch {
	case g == nil:
		return menu.Folded(t.starts())
	case g.session.State().View().Over:
		return []menu.Item{{Text: engine.Say("End this game"), Do: t.finish}}
	}
	if g.divergence != nil {
		return t.remedies(seat)
	}
	if g.kept != nil {
		return t.aloud(seat)
	}
	if seat = t.actor(seat); seat == "" {
		return nil
	}
	if answers := t.answers(seat); len(answers) > 0 {
		return answers
	}
	return menu.Folded(g.choosable(seat))
}

// aloud returns the answers to the open window that can be given with the buttons of a seat, in
// front of everybody; "" is the buttons of the whole table. Seats with a phone answer there
// instead.
func (t *Table) aloud(seat engine.Seat) (items []menu.Item) {
	g, said, number := t.game, false, t.game.kept.number
	speaking := t.speaking(g.window())
	if seat != "" {
		speaking = slices.DeleteFunc(speaking, func(s engine.Seat) bool { return s != seat })
	}
	for _, s := range speaking {
		if g.kept.answers[s] != nil {
			said = true
			continue
		}
		for _, c := range g.choices(viewer{seat: s}) {
			items = append(items, menu.Item{Seat: s, Text: c.Text, Line: c.Line})
		}
	}
	switch {
	case len(speaking) == 0:
		return nil
	case seat != "":
		return append(items, menu.Item{Seat: seat, Text: engine.Say("Let it pass"), Do: func() error {
			_, err := t.pass(viewer{seat: seat}, number)
			return err
		}})
	case said:
		return append(items, menu.Item{Text: engine.Say("Nobody else answers"), Do: t.silent})
	}
	return append(items, menu.Item{Text: engine.Say("Nobody answers"), Do: t.silent})
}

// actor returns who chooses with the buttons of a seat: that seat. With the buttons of the whole
// table it is whoever has shown a card with several meanings, then whoever's turn it is, then
// whoever can choose anything.
func (t *Table) actor(seat engine.Seat) engine.Seat {
	g := t.game
	switch {
	case seat != "" && !slices.Contains(g.acting, seat):
		return ""
	case seat != "":
		return seat
	case len(g.acting) == 1:
		return g.acting[0]
	}
	for _, seat := range g.acting {
		if len(t.answers(seat)) > 0 {
			return seat
		}
	}
	best, actor := 0, engine.Seat("")
	for _, x := range g.session.Seen("").View().Seats {
		if !slices.Contains(g.acting, x.Seat) || best == 3 {
			continue
		}
		if n := rank(g.choosable(x.Seat), x); n > best {
			best, actor = n, x.Seat
		}
	}
	return actor
}

// rank orders seats by their claim to the table's buttons: 3 is a choice of their own in their
// turn, 0 no choice at all.
func rank(items []menu.Item, p engine.Place) int {
	own := slices.ContainsFunc(items, func(x menu.Item) bool { return x.Seat == p.Seat })
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

// choosable returns what seat may do that everybody may read: nothing done in secret, and nothing
// that names a card which only the seat knows.
func (g *game) choosable(seat engine.Seat) (items []menu.Item) {
	if r := g.roll(viewer{seat: seat}); r.Open() {
		return g.sides(r, nil)
	}
	hidden := g.hidden(seat)
	for _, c := range apart(g.session.State().View(), OneByOne(g.choices(viewer{seat: seat}))) {
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
		items = append(items, menu.Item{Seat: by, Text: g.given(c), Line: c.Line, Likely: c.Likely})
	}
	return items
}

// apart leaves only the first of commands that differ merely in which of several equal parts of a
// site they mean, such as bare planets of one kind.
func apart(v engine.View, choices []LegalCommand) []LegalCommand {
	like := map[string]string{} // by what a command aims at
	for _, s := range v.Map {
		for i := range s.Parts {
			like[engine.PartAim(s.Name, i+1)] = engine.PartAim(s.Name, s.FirstLike(i)+1)
		}
	}
	kept := map[string][]LegalCommand{} // by what they aim at, but for like parts
	return slices.DeleteFunc(slices.Clone(choices), func(c LegalCommand) bool {
		aimed, is := c.Command.(engine.Aimed)
		if !is {
			return false
		}
		about := ""
		for _, aim := range aimed.Aims() {
			about += "|" + cmp.Or(like[aim], aim)
		}
		if slices.ContainsFunc(kept[about], func(o LegalCommand) bool {
			return !slices.Equal(o.Command.(engine.Aimed).Aims(), aimed.Aims()) && differing(o.Line, c.Line) == 1
		}) {
			return true
		}
		kept[about] = append(kept[about], c)
		return false
	})
}

// differing counts the words in which a line differs from another one.
func differing(a, b string) (n int) {
	words := strings.Fields(b)
	for i, w := range strings.Fields(a) {
		if i >= len(words) || w != words[i] {
			n++
		}
	}
	return n
}

// given puts a command into words, including what the player gives up by it as far as everybody
// knows.
func (g *game) given(c LegalCommand) engine.Text {
	if g.rules.Effect == nil {
		return c.Text
	}
	if e := g.rules.Effect(g.session.Seen(""), c.Command); !e.Lapses.IsZero() {
		return e.Lapses
	}
	return c.Text
}

// OneByOne drops choices that read a value off a second thing: people read off one card at a time.
// Choices that read nothing off the cardboard stay.
func OneByOne(choices []LegalCommand) []LegalCommand {
	first := map[string]engine.Text{} // by sentence
	return slices.DeleteFunc(slices.Clone(choices), func(c LegalCommand) bool {
		if !c.Printed {
			return false
		}
		f, again := first[c.Text.Format]
		if !again {
			first[c.Text.Format] = c.Text
			return false
		}
		for i, a := range c.Text.Args {
			if term, named := a.(engine.Term); named && term != f.Args[i] {
				return true
			}
		}
		return false
	})
}

// sides returns the sides of the next die, given the sides chosen for those before it.
func (g *game) sides(r engine.Roll, before []int) (items []menu.Item) {
	d := r.Dice[len(before)]
	for i, shows := range d.Sides {
		if slices.Index(d.Sides, shows) < i {
			continue
		}
		if sides := append(slices.Clone(before), i); len(sides) < len(r.Dice) {
			items = append(items, menu.Under(engine.Say("%s: %s", d.Name, shows), g.sides(r, sides)))
		} else {
			c := r.Fell(sides)
			items = append(items, menu.Item{Text: g.rules.Tell(c), Line: notation.Format(c)})
		}
	}
	return items
}

// hidden returns the names of the cards that seat sees and a spectator does not.
func (g *game) hidden(seat engine.Seat) map[string]bool {
	names := map[string]bool{}
	known := g.session.Seen("").View()
	for _, z := range g.session.Seen(g.knower(viewer{seat: seat})).View().Zones {
		open, _ := known.Zone(z.Seat, z.Name)
		for _, k := range z.Cards {
			if !slices.ContainsFunc(open.Cards, func(o engine.Card) bool { return o.Name == k.Name }) {
				names[string(k.Name)] = true
			}
		}
	}
	return names
}

// answers returns what a card that seat has shown at a reader can mean: the fields it may be for,
// or commands that everybody may read. It does not name the seat's own cards.
func (t *Table) answers(seat engine.Seat) (items []menu.Item) {
	s := t.game.session.State()
	for _, m := range t.readers.Meanings(seat, s.View(), t.game.ofPeople(s.Legal())) {
		x := menu.Item{Seat: seat, Text: m.Field, Line: notation.Format(m.Command)}
		if m.Field.IsZero() {
			choosable := t.game.choosable(seat)
			i := slices.IndexFunc(choosable, func(o menu.Item) bool { return o.Line == x.Line })
			if i < 0 {
				continue
			}
			x = choosable[i]
		}
		items = append(items, x)
	}
	return items
}

// starts returns the games that can begin with as many people as they take, seats with readers
// first.
func (t *Table) starts() (items []menu.Item) {
	for _, o := range t.offers {
		seats := slices.Clone(o.Seats)
		without := func(s engine.Seat) bool { return !t.readers.Has(s) }
		seats = append(slices.DeleteFunc(slices.Clone(seats), without), slices.DeleteFunc(seats, t.readers.Has)...)
		for _, n := range o.BaseCounts() {
			g := NewGame{Game: o.Game.Name}
			for _, seat := range seats[:min(n, len(seats))] {
				g.Seats = append(g.Seats, Seating{Seat: seat})
			}
			items = append(items, menu.Item{
				Text: engine.Say("%s for %d", engine.Term(o.Game.Title), n),
				Line: o.Game.Name + " " + strconv.Itoa(n),
				Do: func() error {
					_, err := t.start(t.ordered(o, g))
					return err
				},
			})
		}
	}
	return items
}

// ordered deals the start order if the game needs one, robots included.
func (t *Table) ordered(o GameOffer, g NewGame) NewGame {
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
