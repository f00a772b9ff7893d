package commands

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/castingshadows/printed"
)

// In the tracks book, all the program knows of an action is that it was used.

// Act spends an action point on something that people carry out.
type Act struct{ Seat engine.Seat }

// By returns the seat.
func (c Act) By() engine.Seat { return c.Seat }

func (c Act) check(s *position.State) refusal { return cmp.Or(byPeople(s), mayAct(s, s.Find(c.Seat))) }
func (c Act) play(r *position.Resolution)     { position.Emit(r, position.Acts{Seat: c.Seat, N: -1}) }
func (c Act) Tell() engine.Text               { return engine.Say("Use an action") }

// toldCommands lists what people tell the program in the tracks book: actions of the active seat,
// and reports that anybody may make.
func toldCommands(s *position.State, all []engine.Command) []engine.Command {
	i := s.Turn
	switch s.Stage {
	case position.Acting:
		if hasPoint(s).Allowed() {
			all = append(all, Act{s.Seat(i)})
		}
		for n := uint8(1); spends(s, i, n).Allowed(); n++ {
			all = append(all, Spend{s.Seat(i), n})
		}
	case position.Absorbing:
		all = absorptions(s, transforms(s, all))
	}
	if finishes(s, i).Allowed() {
		all = append(all, commands(s).Finish)
	}
	if mayAct(s, i).Allowed() {
		all = takings(s, all)
	}
	return reported(s, all)
}

// In the tracks book people pay, and the program only knows which cards come into a spell book and
// leave it. A card identifies itself by its tag.

// inNoBook allows a card of the main deck that lies in nobody's book.
func inNoBook(s *position.State, c printed.Card) refusal {
	for i := range s.Count() {
		if s.Players[i].Has(c) {
			return refuse("%s lies in the book of %s", position.CardWord(c), position.SeatWord(i))
		}
	}
	if !position.WholeDeck.Contains(c) {
		return refuse("%s is no card of the main deck", position.CardWord(c))
	}
	return allowed
}

// hasRoom allows a book with fewer than five cards.
func hasRoom(s *position.State, i int8) refusal {
	if s.Players[i].Cards() >= printed.BookSlots {
		return refuse("the book is full: a spell or a resource card from it is discarded")
	}
	return allowed
}

// takings lists the cards that the seat whose turn it is may collect.
func takings(s *position.State, all []engine.Command) []engine.Command {
	if !hasRoom(s, s.Turn).Allowed() {
		return all
	}
	for c := printed.Card(1); c <= printed.MainCards; c++ {
		if inNoBook(s, c).Allowed() {
			all = append(all, Take{s.Seat(s.Turn), c})
		}
	}
	return all
}

// Take collects a card for an action.
type Take struct {
	Seat engine.Seat
	Card printed.Card
}

// By returns the seat.
func (c Take) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Take) Aims() []string { return []string{engine.ThingAim(engine.Term(c.Card.String()))} }

func (c Take) check(s *position.State) refusal {
	i := s.Find(c.Seat)
	if no := cmp.Or(byPeople(s), mayAct(s, i)); !no.Allowed() {
		return no
	}
	return cmp.Or(inNoBook(s, c.Card), hasRoom(s, i))
}

func (c Take) play(r *position.Resolution) {
	position.Emit(r, position.Acts{Seat: c.Seat, N: -1})
	position.Emit(r, Collected(c))
}

func (c Take) Tell() engine.Text { return engine.Say("Collect %s", c.Card.Term()) }

// Drop puts a card from one's book on the discard pile: it is given up, makes room, or is used.
type Drop struct {
	Seat engine.Seat
	Card printed.Card
}

// By returns the seat.
func (c Drop) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Drop) Aims() []string { return cardAims(c.Card) }

func (c Drop) check(s *position.State) refusal {
	i := s.Find(c.Seat)
	if no := reports(s, i); !no.Allowed() {
		return no
	}
	if !s.Players[i].Has(c.Card) {
		return refuse("%s does not lie in the book of %s", position.CardWord(c.Card), position.SeatWord(i))
	}
	return allowed
}

func (c Drop) play(r *position.Resolution) { position.Emit(r, Dropped(c)) }
func (c Drop) Tell() engine.Text           { return engine.Say("Discard %s", c.Card.Term()) }
