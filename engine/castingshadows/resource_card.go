package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// Resource cards are discarded for what they show, without an action point.

// usable allows a resource card in the seat's book.
func (s *State) usable(i int8, c printed.Card) refusal {
	if !s.Players[i].has(c) || c.Kind() != printed.ResourceCard {
		return refuse("%s is no resource card in the book of %s", cardWord(c), seatWord(i))
	}
	return allowed
}

// UseCard discards a resource card for its effect.
type UseCard struct {
	Seat engine.Seat
	Card printed.Card
}

func (c UseCard) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c UseCard) Aims() []string { return cardAims(c.Card) }

func (c UseCard) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.acts(i), s.inPhase2()); !no.Allowed() {
		return no
	}
	return s.usable(i, c.Card)
}

func (c UseCard) Play(r *resolution) { emit(r, Used(c)) }
func (c UseCard) Tell() engine.Text  { return engine.Say("Use %s", c.Card.Term()) }
func (UseCard) Verb() engine.Text    { return engine.Say("Use it") }

func (s *State) uses(all []engine.Command) []engine.Command {
	for _, c := range s.active().Opened() {
		if s.usable(s.Turn, c).Allowed() {
			all = append(all, rule.Listed(UseCard{s.seat(s.Turn), c}, uint64(s.Turn)<<8^uint64(c)))
		}
	}
	return all
}

// Used is a resource card that is discarded and carried out.
type Used struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Used) Apply(s *State) {
	s.player(e.Seat).remove(e.Card)
	s.Discard.add(e.Card)
	s.push(frame{Kind: doing, Seat: s.Find(e.Seat), Of: e.Card.Name(), When: printed.OnUse, Against: -1})
}

func (e Used) Tell() engine.Text { return engine.Say("%s uses %s", e.Seat, e.Card.Term()) }

func (Used) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A resource card is discarded for what it shows; that costs no action point."), Source: sourceCard}
}
