package castingshadows

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// A seat as screens show it: who it is, what it has, what lies before it.

// What tells the characters apart: colors, shapes, and what animals they are.
var (
	colors = [...]string{"", "blue", "purple", "red", "green"}
	shapes = [...]engine.Shape{0, engine.Diamond, engine.Circle, engine.Square, engine.Triangle}
	beasts = [...]string{"", "fox", "axolotl", "wolf", "lizard"}
)

// placeOf shows a seat.
func (s *State) placeOf(i int8) engine.Place {
	p, c := &s.players[i], s.character(i)
	place := engine.Place{
		Seat: s.seat(i), Color: colors[c], Shape: shapes[c], Who: engine.Say("%s", c.Term()), Figure: beasts[c], Shadow: p.shadow,
		Winner: s.over && s.winner == i, Out: p.out, Ready: s.answers[i] != 0,
	}
	switch {
	case p.out:
		place.Notes = append(place.Notes, engine.Say("Out"))
	case p.shadow:
		place.Notes = append(place.Notes, engine.Say("Shadow form"))
	}
	if p.shadow {
		place.Who = engine.Say("%s", c.Shadow().Term())
		place.Kept = append(place.Kept, c.Shadow().Term())
	}
	if !p.out && !s.seating.tracks {
		place.Notes = append(place.Notes, engine.Say("On %s", p.at.Term()))
	}
	if p.mate != 0 {
		place.Kept = append(place.Kept, p.mate.Term())
		place.Notes = append(place.Notes, engine.Say("%s", p.mate.Term()))
	}
	for _, l := range p.lasting {
		if l.of != 0 {
			place.Notes = append(place.Notes, engine.Say("In force: %s", l.of.Term()))
		}
	}
	for _, r := range s.kept() {
		place.Purse = append(place.Purse, engine.Amount{Of: r.String(), N: int(s.pool(i)[r])})
	}
	place.Dice = s.shownDice(i)
	place.Cards = []engine.Amount{{Of: "card", N: len(p.opened())}}
	if !s.seating.tracks {
		place.Cards = append(place.Cards, engine.Amount{Of: "counterspell", N: int(p.down)})
	}
	return place
}

// kept are the resources of which the program keeps how many a seat has.
func (s *State) kept() []printed.Resource {
	if s.seating.tracks {
		return nil
	}
	return printed.Resources()
}

// shownDice are those of whose turn it is.
func (s *State) shownDice(i int8) (all []engine.ShownDie) {
	if i != s.turn || s.stage == 0 || s.over || s.seating.tracks {
		return nil
	}
	for _, d := range printed.AllDice() {
		r := s.dice[d-1]
		shown := engine.ShownDie{Die: d.Term(), Color: dieColors[d], Shows: r.Term()}
		shown.Spent = r == 0 && !s.rolling.Has(d)
		if s.rolling.Has(d) {
			shown.Shows = ""
		}
		all = append(all, shown)
	}
	return all
}

var dieColors = [...]string{"", "red", "red", "blue", "blue", "purple"}

// The zones and piles, besides those that are named after tiles.
const (
	zoneBook   = "book"
	zoneMate   = "companion"
	zonePortal = "portal"
	besideTile = "beside " // and the tile
)

// Which cards lie together.
const (
	suitMain         = "main"
	suitCounterspell = "counterspell"
	suitCompanion    = "companion"
)

// cardTerm is what screens call one piece of cardboard: copies of a card differ in it.
func cardTerm(c printed.Card) engine.Term { return engine.Term(c.String()) }

// zones are the cards beside the tiles, the portal, and what lies before the seats.
func (s *State) zones() (all []engine.Zone) {
	for _, n := range s.laidOut() {
		if n.Sells() {
			z := engine.Zone{Seat: engine.Table, Name: besideTile + n.String(), Title: engine.Say("Beside %s", n.Term()), Suit: suitMain, Aside: true}
			all = append(all, with(z, s.beside(n)))
		}
	}
	if !s.seating.tracks {
		all = append(all, with(engine.Zone{Seat: engine.Table, Name: zonePortal, Title: engine.Say("Portal"), Suit: suitCompanion, Aside: true}, s.portal[:]...))
	}
	for i := range s.count() {
		mate := engine.Zone{Seat: s.seat(i), Name: zoneMate, Title: engine.Say("Companion"), Suit: suitCompanion, Aside: true}
		all = append(all, s.bookZone(i), with(mate, s.players[i].mate))
	}
	return all
}

// with lays cards open in a zone; the zero Card is none.
func with(z engine.Zone, cards ...printed.Card) engine.Zone {
	for _, c := range cards {
		if c != 0 {
			z.Cards = append(z.Cards, engine.Card{Name: cardTerm(c)})
		}
	}
	return z
}

// bookZone is a spell book: open cards, counterspells that were turned up, and those that
// lie face down, whose names their owner alone knows.
func (s *State) bookZone(i int8) engine.Zone {
	p := &s.players[i]
	z := engine.Zone{Seat: s.seat(i), Name: zoneBook, Title: engine.Say("Spell book"), Suit: suitCounterspell, Room: printed.BookSlots}
	z = with(z, p.opened()...)
	for n := range s.depth {
		f := &s.stack[n]
		z = with(z, f.turned[i])
		if f.kind == doing && f.seat == i {
			z = with(z, f.card)
		}
	}
	down := 0
	for t := p.traps; t != 0; t &= t - 1 {
		z.Cards = append(z.Cards, engine.Card{Name: cardTerm(t.first()), Down: true})
		down++
	}
	for ; down < int(p.down); down++ {
		z.Cards = append(z.Cards, engine.Card{Down: true})
	}
	return z
}

// figures are the characters on their tiles.
func (s *State) figures() (all []engine.Zone) {
	for _, n := range s.laidOut() {
		z := engine.Zone{Seat: engine.Table, Name: n.String(), Title: engine.Say("%s", n.Term())}
		for _, i := range s.standing(n) {
			z.Cards = append(z.Cards, engine.Card{Name: s.character(i).Term()})
		}
		all = append(all, z)
	}
	return all
}

// standing are the seats whose figures stand on a tile.
func (s *State) standing(n printed.Name) (all []int8) {
	for i := range s.count() {
		if p := &s.players[i]; !p.out && p.at == n {
			all = append(all, i)
		}
	}
	return all
}

// piles are the cards that lie face down, and those that were discarded.
func (s *State) piles() []engine.Pile {
	if s.seating.tracks {
		return nil
	}
	desert := printed.DustyDesert
	return []engine.Pile{
		{Seat: engine.Table, Name: suitMain, Title: engine.Say("Main deck"), Suit: suitMain, Number: bits.OnesCount64(uint64(s.deck))},
		{Seat: engine.Table, Name: "discard", Title: engine.Say("Discard pile"), Suit: suitMain, Number: bits.OnesCount64(uint64(s.discard))},
		{Seat: engine.Table, Name: besideTile + desert.String(), Title: engine.Say("Counterspells"), Suit: suitCounterspell, Number: int(s.traps.number())},
		{Seat: engine.Table, Name: suitCompanion, Title: engine.Say("Companions"), Suit: suitCompanion, Number: bits.OnesCount16(s.companions)},
	}
}
