package castingshadows

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// A seat as screens show it: who it is, what it has, and what lies before it.

// What the characters are told apart by: color, shape, and animal.
var (
	colors = [...]string{"", "blue", "purple", "red", "green", "white", "yellow", "grey"}
	shapes = [...]engine.Shape{0, engine.Diamond, engine.Circle, engine.Square, engine.Triangle, engine.Diamond, engine.Circle, engine.Square}
	beasts = [...]string{"", "fox", "axolotl", "wolf", "lizard", "", "", ""} // "": the figure is a shape
)

// placeOf shows a seat.
func (s *State) placeOf(i int8) engine.Place {
	p, c := &s.Players[i], s.character(i)
	place := engine.Place{
		Seat: s.seat(i), Color: colors[c], Shape: shapes[c], Who: engine.Say("%s", c.Term()), Figure: beasts[c], Shadow: p.Shadow,
		Winner: s.Over && s.Winner == i, Out: p.Out, Ready: s.Answers[i] != 0,
	}
	switch {
	case p.Out:
		place.Notes = append(place.Notes, engine.Say("Out"))
	case p.Shadow:
		place.Notes = append(place.Notes, engine.Say("Shadow form"))
	}
	if p.Shadow {
		place.Who = engine.Say("%s", c.Shadow().Term())
		place.Kept = append(place.Kept, c.Shadow().Term())
	}
	if !p.Out && !s.Seating.Tracks && p.At != 0 {
		place.Notes = append(place.Notes, engine.Say("On %s", p.At.Term()))
	}
	if p.Companion != 0 {
		place.Kept = append(place.Kept, p.Companion.Term())
		place.Notes = append(place.Notes, engine.Say("%s", p.Companion.Term()))
	}
	for _, l := range p.Lasting {
		if l.Of != 0 {
			place.Notes = append(place.Notes, engine.Say("In force: %s", l.Of.Term()))
		}
	}
	switch {
	case p.Frozen:
		place.Notes = append(place.Notes, engine.Say("Frozen: no travel in this turn"))
	case p.FrozenNext:
		place.Notes = append(place.Notes, engine.Say("Frozen: no travel in the next turn"))
	}
	if p.Stunned > 0 {
		place.Notes = append(place.Notes, engine.Say("Stunned: {one die|%d dice} fewer in the next turn", int(p.Stunned)))
	}
	for _, r := range s.kept() {
		place.Purse = append(place.Purse, engine.Amount{Of: r.String(), N: int(s.pool(i)[r])})
	}
	place.Dice = s.shownDice(i)
	place.Cards = []engine.Amount{{Of: "card", N: len(p.Opened())}}
	if !s.Seating.Tracks {
		place.Cards = append(place.Cards, engine.Amount{Of: "counterspell", N: int(p.Down)})
	}
	return place
}

// kept returns the resources that the program counts for each seat.
func (s *State) kept() []printed.Resource {
	if s.Seating.Tracks {
		return nil
	}
	return printed.Resources()
}

// shownDice returns the dice of the active seat.
func (s *State) shownDice(i int8) (all []engine.ShownDie) {
	if i != s.Turn || s.Stage == 0 || s.Over || s.Seating.Tracks {
		return nil
	}
	for _, d := range printed.AllDice() {
		r := s.Dice[d-1]
		shown := engine.ShownDie{Die: d.Term(), Color: dieColors[d], Shows: r.Term()}
		shown.Spent = r == 0 && !s.Rolling.has(d)
		if s.Rolling.has(d) {
			shown.Shows = ""
		}
		all = append(all, shown)
	}
	return all
}

var dieColors = [...]string{"", "red", "red", "blue", "blue", "purple"}

// The zones and piles, besides those that are named after tiles.
const (
	zoneBook      = "book"
	zoneCompanion = "companion"
	zonePortal    = "portal"
	besideTile    = "beside " // followed by the tile
)

// Which cards belong together.
const (
	suitMain         = "main"
	suitCounterspell = "counterspell"
	suitCompanion    = "companion"
)

// cardTerm returns the term for one piece of cardboard; copies of a card have different terms.
func cardTerm(c printed.Card) engine.Term { return engine.Term(c.String()) }

// zones returns the cards beside the tiles, the portal, and what lies before the seats.
func (s *State) zones() (all []engine.Zone) {
	for _, n := range s.laidOut() {
		if n.Sells() {
			z := engine.Zone{Seat: engine.Table, Name: besideTile + n.String(), Title: engine.Say("Beside %s", n.Term()), Suit: suitMain, Aside: true}
			all = append(all, with(z, s.beside(n)))
		}
	}
	if !s.Seating.Tracks {
		all = append(all, with(engine.Zone{Seat: engine.Table, Name: zonePortal, Title: engine.Say("Portal"), Suit: suitCompanion, Aside: true}, s.Portal[:]...))
	}
	for i := range s.Count() {
		companion := engine.Zone{Seat: s.seat(i), Name: zoneCompanion, Title: engine.Say("Companion"), Suit: suitCompanion, Aside: true}
		all = append(all, s.bookZone(i), with(companion, s.Players[i].Companion))
	}
	return all
}

// with adds cards face up to a zone; the zero Card is skipped.
func with(z engine.Zone, cards ...printed.Card) engine.Zone {
	for _, c := range cards {
		if c != 0 {
			z.Cards = append(z.Cards, engine.Card{Name: cardTerm(c)})
		}
	}
	return z
}

// bookZone returns a spell book: open cards, counterspells that were turned up, and face-down
// cards, whose names only their owner knows.
func (s *State) bookZone(i int8) engine.Zone {
	p := &s.Players[i]
	z := engine.Zone{Seat: s.seat(i), Name: zoneBook, Title: engine.Say("Spell book"), Suit: suitCounterspell, Room: printed.BookSlots}
	z = with(z, p.Opened()...)
	for n := range s.Depth {
		f := &s.Stack[n]
		z = with(z, f.Turned[i])
		if f.Kind == doing && f.Seat == i {
			z = with(z, f.Card)
		}
	}
	down := 0
	for t := p.Counterspells; t != 0; t &= t - 1 {
		z.Cards = append(z.Cards, engine.Card{Name: cardTerm(t.first()), Down: true})
		down++
	}
	for ; down < int(p.Down); down++ {
		z.Cards = append(z.Cards, engine.Card{Down: true})
	}
	return z
}

// figures returns the characters on their tiles.
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

// standing returns the seats whose figures stand on a tile.
func (s *State) standing(n printed.Name) (all []int8) {
	for i := range s.Count() {
		if p := &s.Players[i]; !p.Out && p.At == n {
			all = append(all, i)
		}
	}
	return all
}

// piles returns the decks and the discard pile.
func (s *State) piles() []engine.Pile {
	if s.Seating.Tracks {
		return nil
	}
	desert := printed.DustyDesert
	return []engine.Pile{
		{Seat: engine.Table, Name: suitMain, Title: engine.Say("Main deck"), Suit: suitMain, Number: s.Deck.size()},
		{Seat: engine.Table, Name: "discard", Title: engine.Say("Discard pile"), Suit: suitMain, Number: s.Discard.size()},
		{Seat: engine.Table, Name: besideTile + desert.String(), Title: engine.Say("Counterspells"), Suit: suitCounterspell, Number: int(s.Counterspells.number())},
		{Seat: engine.Table, Name: suitCompanion, Title: engine.Say("Companions"), Suit: suitCompanion, Number: bits.OnesCount16(s.Companions)},
	}
}
