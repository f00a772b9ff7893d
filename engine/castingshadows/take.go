package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Cards that come into a spell book and leave it where people pay: in the tracks book. A
// card says by its tag which one it is.

// inNoBook: a card of the main deck that lies in nobody's book.
func (s *State) inNoBook(c printed.Card) refusal {
	for i := range s.count() {
		if s.players[i].has(c) {
			return refuse("%s lies in the book of %s", cardWord(c), seatWord(i))
		}
	}
	if !wholeDeck.contains(c) {
		return refuse("%s is no card of the main deck", cardWord(c))
	}
	return allowed
}

// hasRoom: five cards find room in a book.
func (s *State) hasRoom(i int8) refusal {
	if s.players[i].cards() >= printed.BookSlots {
		return refuse("the book is full: a spell or a resource card from it is discarded")
	}
	return allowed
}

// takings lists the cards that whose turn it is may collect.
func (s *State) takings(all []engine.Command) []engine.Command {
	if !s.hasRoom(s.turn).Allowed() {
		return all
	}
	for c := printed.Card(1); c <= printed.MainCards; c++ {
		if s.inNoBook(c).Allowed() {
			all = append(all, Take{s.seat(s.turn), c})
		}
	}
	return all
}

// Take collects a card for an action.
type Take struct {
	Seat engine.Seat
	Card printed.Card
}

// By is the seat.
func (c Take) By() engine.Seat { return c.Seat }

// Aims are the card.
func (c Take) Aims() []string { return []string{engine.ThingAim(engine.Term(c.Card.String()))} }

func (c Take) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := cmp.Or(s.byPeople(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	return cmp.Or(s.inNoBook(c.Card), s.hasRoom(i))
}

func (c Take) play(r *resolution) {
	emit(r, Acts{c.Seat, -1})
	emit(r, Collected(c))
}

func (c Take) tell() engine.Text { return engine.Say("Collect %s", c.Card.Term()) }

// Drop puts a card of one's book on the discard pile: one that is given up, makes room or
// is used.
type Drop struct {
	Seat engine.Seat
	Card printed.Card
}

// By is the seat.
func (c Drop) By() engine.Seat { return c.Seat }

// Aims are the card.
func (c Drop) Aims() []string { return cardAims(c.Card) }

func (c Drop) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := s.reports(i); !no.Allowed() {
		return no
	}
	if !s.players[i].has(c.Card) {
		return refuse("%s does not lie in the book of %s", cardWord(c.Card), seatWord(i))
	}
	return allowed
}

func (c Drop) play(r *resolution) { emit(r, Dropped(c)) }
func (c Drop) tell() engine.Text  { return engine.Say("Discard %s", c.Card.Term()) }
