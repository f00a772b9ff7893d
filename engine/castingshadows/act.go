package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// In the tracks book, all the program knows of an action is that it was used.

// Act spends an action point on something that people carry out.
type Act struct{ Seat engine.Seat }

func (c Act) By() engine.Seat { return c.Seat }

func (c Act) Check(s *State) refusal { return cmp.Or(s.byPeople(), s.mayAct(s.Find(c.Seat))) }
func (c Act) Play(r *resolution)     { emit(r, Acts{Seat: c.Seat, N: -1}) }
func (c Act) Tell() engine.Text      { return engine.Say("Use an action") }

// toldCommands lists what people tell the program in the tracks book: actions of the active seat,
// and reports that anybody may make.
func (s *State) toldCommands(all []engine.Command) []engine.Command {
	i := s.Turn
	switch s.Stage {
	case acting:
		if s.hasPoint().Allowed() {
			all = append(all, Act{s.seat(i)})
		}
		for n := uint8(1); s.spends(i, n).Allowed(); n++ {
			all = append(all, Spend{s.seat(i), n})
		}
	case absorbing:
		all = s.absorptions(s.transforms(all))
	}
	if s.acts(i).Allowed() {
		all = append(all, s.commands().Finish)
	}
	if s.mayAct(i).Allowed() {
		all = s.takings(all)
	}
	return s.reported(all)
}

// In the tracks book people pay, and the program only knows which cards come into a spell book and
// leave it. A card identifies itself by its tag.

// inNoBook allows a card of the main deck that lies in nobody's book.
func (s *State) inNoBook(c printed.Card) refusal {
	for i := range s.Count() {
		if s.Players[i].has(c) {
			return refuse("%s lies in the book of %s", cardWord(c), seatWord(i))
		}
	}
	if !s.Seating.Deck.contains(c) {
		return refuse("%s is no card of the main deck", cardWord(c))
	}
	return allowed
}

// hasRoom allows a book with fewer than five cards.
func (s *State) hasRoom(i int8) refusal {
	if s.Players[i].cards() >= printed.BookSlots {
		return refuse("the book is full: a spell or a resource card from it is discarded")
	}
	return allowed
}

// takings lists the cards that the seat whose turn it is may collect.
func (s *State) takings(all []engine.Command) []engine.Command {
	if !s.hasRoom(s.Turn).Allowed() {
		return all
	}
	for c := range s.Seating.Deck.cards {
		if s.inNoBook(c).Allowed() {
			all = append(all, Take{s.seat(s.Turn), c})
		}
	}
	return all
}

// Take collects a card for an action.
type Take struct {
	Seat engine.Seat
	Card printed.Card
}

func (c Take) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Take) Aims() []string { return []string{engine.ThingAim(engine.Term(c.Card.String()))} }

func (c Take) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := cmp.Or(s.byPeople(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	return cmp.Or(s.inNoBook(c.Card), s.hasRoom(i))
}

func (c Take) Play(r *resolution) {
	emit(r, Acts{Seat: c.Seat, N: -1})
	emit(r, Collected(c))
}

func (c Take) Tell() engine.Text { return engine.Say("Collect %s", c.Card.Term()) }

// Drop puts a card from one's book on the discard pile: it is given up, makes room, or is used.
type Drop struct {
	Seat engine.Seat
	Card printed.Card
}

func (c Drop) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Drop) Aims() []string { return cardAims(c.Card) }

func (c Drop) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := s.reports(i); !no.Allowed() {
		return no
	}
	if !s.Players[i].has(c.Card) {
		return refuse("%s does not lie in the book of %s", cardWord(c.Card), seatWord(i))
	}
	return allowed
}

func (c Drop) Play(r *resolution) { emit(r, Dropped(c)) }
func (c Drop) Tell() engine.Text  { return engine.Say("Discard %s", c.Card.Term()) }
