package highcouncil

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Cards are laid open on the table before they are used.

// holds allows a card of the seat's side that may be in its hand.
func (s *State) holds(i int8, card Card) refusal {
	switch side := s.side(i); {
	case card == 0 || card.Faction() != side:
		return refuse("%s plays with the cards of %s", seatWord(i), side.word())
	case !s.maybe(i).contains(card):
		return refuse("%s cannot have %s in hand", seatWord(i), card.word())
	}
	return allowed
}

// fits allows cards that can be played together: cards of one color with black ones, or a trilithon
// card alone.
func (s *State) fits(card Card) refusal {
	if !s.fitting().contains(card) {
		return refuse("%s does not go with the cards that lie open", card.word())
	}
	return allowed
}

// fitting returns the cards that may be added to the open ones.
func (s *State) fitting() deckSet {
	color := Black
	for _, c := range s.opened() {
		if c.Color() == 0 {
			return 0
		}
		if c.Color() != Black {
			color = c.Color()
		}
	}
	switch {
	case s.open[0] == 0:
		return ^deckSet(0)
	case color == Black:
		return ^trilithons
	}
	return ofColor[color] | ofColor[Black]
}

// lifts allows an open card to be taken back until it has brought something.
func (s *State) lifts(card Card) refusal {
	switch {
	case card == 0 || card.Faction() != s.side(s.turn) || !s.openSet().contains(card):
		return refuse("%s does not lie open", card.word())
	case s.owed > 0:
		return refuse("%s has brought an argument already; take the other one", card.word())
	}
	return allowed
}

// plays lists the cards that both holds and fits allow.
func (s *State) plays(all []engine.Command) []engine.Command {
	for d := s.maybe(s.turn) & s.fitting(); d != 0; d &= d - 1 {
		all = append(all, s.commands().plays[d.first()])
	}
	return all
}

func (s *State) takesBack(all []engine.Command) []engine.Command {
	for _, card := range s.opened() {
		if s.lifts(card).Allowed() {
			all = append(all, rule.Listed(TakeBack{s.seat(s.turn), OnTable, card}, uint64(s.turn)<<8|uint64(card)))
		}
	}
	return all
}

// Play lays a card from the hand open on the table, to be used next. Cards of one color and black
// ones may lie there together.
type Play struct {
	Seat engine.Seat
	Card Card
}

func (c Play) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Play) Aims() []string { return cardAims(c.Card) }

func (c Play) Check(s *State) refusal {
	return cmp.Or(s.hasAction(s.find(c.Seat)), s.holds(s.turn, c.Card), s.fits(c.Card))
}

func (c Play) Play(r *resolution) { emit(r, Played(c)) }
func (c Play) Tell() engine.Text  { return engine.Say("Play %s", c.Card.term()) }

func (c Play) Effect(*State) engine.Effect {
	return rule.Asks(engine.Say("Play"), "Play %s?", c.Card.term())
}

// Played is a card laid open.
type Played struct {
	Seat engine.Seat
	Card Card
}

// Reveals implements engine.Reveal: everybody has seen the card.
func (Played) Reveals() {}

func (e Played) Apply(s *State) {
	n := len(s.opened())
	if p := s.player(e.Seat); n < len(s.open) && p.hand > 0 && e.Card != 0 {
		p.drop(e.Card)
		s.open[n] = e.Card
	}
}

// Tell numbers its arguments, for other languages say "plays" of a card and of a part in other words.
func (e Played) Tell() engine.Text { return engine.Say("%[1]s plays %[2]s", e.Seat, e.Card.term()) }

// TakeBack takes a played card that was not used back into the hand.
type TakeBack struct {
	Seat engine.Seat
	From Spot
	Card Card
}

func (c TakeBack) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c TakeBack) Aims() []string { return cardAims(c.Card) }

func (c TakeBack) Check(s *State) refusal {
	return cmp.Or(s.hasAction(s.find(c.Seat)), s.lifts(c.Card))
}

func (c TakeBack) Play(r *resolution) { emit(r, TookBack{c.Seat, c.Card}) }
func (c TakeBack) Tell() engine.Text  { return engine.Say("Take %s back", c.Card.term()) }

func (c TakeBack) Effect(*State) engine.Effect {
	return rule.Asks(engine.Say("Take back"), "Take %s back?", c.Card.term())
}

// TookBack is a played card that went back into the hand.
type TookBack struct {
	Seat engine.Seat
	Card Card
}

func (e TookBack) Apply(s *State) {
	kept := [handCards]Card{}
	n := 0
	for _, c := range s.opened() {
		if c == e.Card {
			s.player(e.Seat).take(c)
			continue
		}
		kept[n] = c
		n++
	}
	s.open = kept
}

func (e TookBack) Tell() engine.Text {
	return engine.Say("%s takes %s back", e.Seat, e.Card.term())
}
