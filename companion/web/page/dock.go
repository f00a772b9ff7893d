package page

import (
	"slices"
	"strings"

	"arbiter/engine"
)

// A Dock is what lies in front of the seat: its fields with piles, and its hand.
type Dock struct {
	Form
	Fields []OwnField
	Lays   bool // the hand is on the screen
	Laying bool // a card of the hand may be laid now, or is being asked for
	Hand   []Card
	Number *Number
	Counts bool       // another number may be entered as well
	Dice   *Dice      // of whoever has rolled; nil if nobody has
	Faces  []DieFaces // the sides to tell for each rolled die
	Acts   []Act
	Rows   *Rows
}

// Offers are displays from which something may be taken now.
type Offers struct {
	Tabs  []Tab
	Shelf bool // nothing may be taken now; wide pages show the displays anyway
}

// Open reports whether something may be taken now.
func (o Offers) Open() bool { return len(o.Tabs) > 0 && !o.Shelf }

// An OwnField is a field of the seat, its top card first.
type OwnField struct {
	Thing, Title string
	Open         bool // a card may be laid here now
	Empty        bool
	Cards        []Card
	Top          Card
	Under        int
	Spread       bool // its cards are side by side
	Free         []struct{}
}

// A Tab is a display from which something may be taken now.
type Tab struct {
	Name, Title string
	Cards       []Card
}

// NewDock returns the dock of the viewer's seat.
func NewDock(c Context, m Moves) Dock {
	d := Dock{Form: m.Form, Lays: c.Lays, Acts: NewActs(c), Rows: NewRows(c, m)}
	aimed := aims(m.own())
	if d.Faces = NewDieFaces(c); d.Faces == nil {
		d.Dice = NewDice(c, aimed)
	}
	for _, z := range c.Snap.View.Zones {
		if z.Seat != c.Seat() || z.Aside {
			continue
		}
		if z.Name == engine.Hand {
			d.Hand = c.hand(z)
			d.Laying = slices.ContainsFunc(d.Hand, func(k Card) bool { return aimed[k.Thing] })
			continue
		}
		s := c.ownField(z)
		s.Open = aimed[s.Thing]
		if s.Spread {
			m.answer(s.Cards)
		}
		d.Fields = append(d.Fields, s)
	}
	open, others := c.counts(m)
	d.Number, d.Counts = open, len(others) > 0
	return d
}

// NewOffers returns the things that moves are about and that are nowhere else in sight, together
// with what cannot be had now.
func NewOffers(c Context, m Moves) Offers {
	if moves := m.own(); len(moves) > 0 {
		for _, y := range m.Denials {
			moves = append(moves, Move{Things: y.Things})
		}
		if tabs := c.tabs(moves); len(tabs) > 0 {
			for _, t := range tabs {
				m.answer(t.Cards)
			}
			return Offers{Tabs: tabs}
		}
	}
	o := Offers{Shelf: true}
	for _, z := range c.displays() {
		if len(z.Cards) > 0 {
			o.Tabs = append(o.Tabs, c.tab(z))
		}
	}
	return o
}

// displays returns the table's zones that people take cards from, except those beside a site of the
// map.
func (c Context) displays() (all []engine.Zone) {
	for _, z := range c.Snap.View.Zones {
		if z.Seat == engine.Table && z.Aside && !c.besideSite(z.Name) {
			all = append(all, z)
		}
	}
	return all
}

func (c Context) tab(z engine.Zone) Tab {
	t := Tab{Name: z.Name, Title: c.Say(z.Title), Cards: make([]Card, 0, len(z.Cards))}
	for _, k := range z.Cards {
		t.Cards = append(t.Cards, c.Card(k, z.Seat))
	}
	return t
}

// own returns the moves of the seat, those of a robot that it chooses for, and what anybody may
// tell of cards drawn from the cardboard.
func (m Moves) own() (all []Move) {
	for _, g := range m.Groups {
		mine := g.Own || g.Who.Robot
		if mine {
			all = append(all, g.Moves...)
		}
		for _, l := range g.Lists {
			if mine || l.Chance {
				all = append(all, l.Moves...)
			}
		}
	}
	return all
}

// answer puts below each card the move that it alone means, if the game says that there is one.
func (m Moves) answer(cards []Card) {
	for _, x := range m.own() {
		if i := slices.IndexFunc(cards, func(k Card) bool { return k.Thing == x.Things }); i >= 0 && x.OnCard && !x.Free {
			cards[i].Answer = Answer{x.Line, x.Verb, x.Ask}
		}
	}
}

// aims returns the things that moves are about.
func aims(moves []Move) map[string]bool {
	all := map[string]bool{}
	for _, x := range moves {
		for thing := range strings.SplitSeq(x.Things, "|") {
			all[thing] = true
		}
	}
	return all
}

func (c Context) ownField(z engine.Zone) OwnField {
	s := OwnField{Thing: thingOf(z), Title: c.Say(z.Title), Empty: len(z.Cards) == 0, Under: len(z.Cards) - 1}
	for _, k := range slices.Backward(z.Cards) {
		s.Cards = append(s.Cards, c.Card(k, z.Seat))
	}
	if !s.Empty {
		s.Top = s.Cards[0]
	}
	if s.Spread = z.Room > 0; s.Spread {
		slices.Reverse(s.Cards)
		s.Free = make([]struct{}, max(0, z.Room-len(z.Cards)))
	}
	return s
}

// hand returns the cards that the seat knows.
func (c Context) hand(z engine.Zone) (all []Card) {
	for _, k := range z.Cards {
		if k.Name != "" {
			all = append(all, c.Card(k, z.Seat))
		}
	}
	return all
}

// drawnThings returns the things shown by the board and the dice.
func (c Context) drawnThings() map[string]bool {
	drawn := map[string]bool{}
	for _, p := range c.Snap.View.Seats {
		for _, d := range p.Dice {
			drawn[engine.ThingAim(d.Die)], drawn[engine.ThingAim(d.Shows)] = true, true
		}
	}
	for _, z := range c.Snap.View.Zones {
		if top, ok := z.Top(); ok && z.Seat == engine.Table && c.besideSite(z.Name) {
			drawn[engine.CardAim(top.Name)] = true
		}
	}
	return drawn
}

// besideSite reports whether a zone lies beside a site of the map.
func (c Context) besideSite(zone string) bool {
	return slices.ContainsFunc(c.Snap.View.Map, func(s engine.Site) bool { return s.Hex && zone == "beside "+s.Name })
}

// tabs returns the displays from which something may be taken, and whatever may be taken that is
// nowhere in sight.
func (c Context) tabs(moves []Move) (all []Tab) {
	drawn, aimed := c.drawnThings(), aims(moves)
	for _, z := range c.Snap.View.Zones {
		for _, k := range z.Cards {
			drawn[engine.CardAim(k.Name)] = z.Seat == c.Seat() && !z.Aside || drawn[engine.CardAim(k.Name)]
		}
	}
	for _, z := range c.displays() {
		if !slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return aimed[engine.CardAim(k.Name)] }) {
			continue
		}
		for _, k := range z.Cards {
			drawn[engine.CardAim(k.Name)] = true
		}
		all = append(all, c.tab(z))
	}
	if rest := unseen(moves, drawn); len(rest) > 0 {
		title := c.Snap.View.Unzoned
		if title.IsZero() {
			title = engine.Say("To choose from")
		}
		t := Tab{Name: "more", Title: c.Say(title), Cards: make([]Card, len(rest))}
		for i, thing := range rest {
			_, name, _ := strings.Cut(thing, " ")
			t.Cards[i] = c.Card(engine.Card{Name: engine.Term(name)}, c.Seat())
			t.Cards[i].Thing = thing
		}
		all = append(all, t)
	}
	return all
}

// unseen returns the things that moves are about and that are nowhere in sight.
func unseen(moves []Move, drawn map[string]bool) (all []string) {
	for _, x := range moves {
		for thing := range strings.SplitSeq(x.Things, "|") {
			if kind, _, _ := strings.Cut(thing, " "); (kind == "card" || kind == "thing") && !drawn[thing] {
				drawn[thing] = true
				all = append(all, thing)
			}
		}
	}
	return all
}
