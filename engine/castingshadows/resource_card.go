package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Resource cards: discarded for what they show, without an action point.

// usable: an own resource card.
func (s *State) usable(i int8, c printed.Card) refusal {
	if !s.players[i].has(c) || c.Kind() != printed.ResourceCard {
		return refuse("%s is no resource card in the book of %s", cardWord(c), seatWord(i))
	}
	return allowed
}

// UseCard discards a resource card for what it brings.
type UseCard struct {
	Seat engine.Seat
	Card printed.Card
}

// By is the seat.
func (c UseCard) By() engine.Seat { return c.Seat }

// Aims are the card.
func (c UseCard) Aims() []string { return cardAims(c.Card) }

func (c UseCard) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.acts(i), s.inPhase2()); !no.Allowed() {
		return no
	}
	return s.usable(i, c.Card)
}

func (c UseCard) play(r *resolution) { emit(r, Used(c)) }
func (c UseCard) tell() engine.Text  { return engine.Say("Use %s", c.Card.Term()) }

func (s *State) uses(all []engine.Command) []engine.Command {
	for _, c := range s.active().opened() {
		if s.usable(s.turn, c).Allowed() {
			all = append(all, UseCard{s.seat(s.turn), c})
		}
	}
	return all
}

// Used is a resource card that is discarded and carried out.
type Used struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Used) apply(s *State) {
	s.player(e.Seat).remove(e.Card)
	s.discard |= only(e.Card)
	s.push(frame{kind: doing, seat: s.find(e.Seat), of: e.Card.Name(), when: printed.OnUse, against: -1})
}

func (e Used) tell() engine.Text { return engine.Say("%s uses %s", e.Seat, e.Card.Term()) }

func (Used) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A resource card is discarded for what it shows; that costs no action point."), Source: sourceCard}
}
