package councilofshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// In phase 2 all seats plan at the same time and in secret.

// planning allows a seat to plan in phase 2 until it says that it is ready.
func (s *State) planning(p *player) refusal {
	switch {
	case s.phase != PhasePlan:
		return refuse("cards are planned in phase 2; now it is: %s", wordPhase)
	case p.robot() || p.at < 0:
		return refuse("%s plans nothing", p.word())
	case p.ready:
		return refuse("%s is ready already", p.word())
	}
	return allowed
}

// holds allows a card from the seat's hand.
func (p *player) holds(card Item) refusal {
	switch {
	case !p.owns(card):
		return refuse("%s has no card %s", p.word(), card.word())
	case !p.hand.has(card):
		return refuse("%s lies on a field already", card.word())
	}
	return allowed
}

// accepts allows a field: in round 1 each takes one card; later the leftmost one comes first
// (rulings slots, first-field).
func (s *State) accepts(p *player, field uint8) refusal {
	switch {
	case field < 1 || field > p.fields:
		return refuse("%s has no field %d", p.word(), number(field))
	case s.round == 1 && p.top(field) != None:
		return refuse("in the first round each field takes one card; field %d has one", number(field))
	case s.round > 1 && field > 1 && p.top(1) == None:
		return refuse("first a card goes on the empty left field")
	}
	return allowed
}

// gives allows a card that was laid this round to be taken back (ruling moved).
func (p *player) gives(field uint8, card Item) refusal {
	switch {
	case field < 1 || field > p.fields || p.top(field) != card || card == None:
		return refuse("%s does not lie on top of field %d", card.word(), number(field))
	case !p.fresh.has(card):
		return refuse("%s lies there from an earlier round; it stays", card.word())
	}
	return allowed
}

// plans lists the commands of seats that are not ready yet.
func (s *State) plans(all []engine.Command) []engine.Command {
	for i := range s.seats() {
		if p := &s.players[i]; s.planning(p).Allowed() {
			all = s.plansOf(all, p, s.commands(int8(i)))
		}
	}
	return all
}

func (s *State) plansOf(all []engine.Command, p *player, say *seatCommands) []engine.Command {
	for f := uint8(1); f <= p.fields; f++ {
		if s.accepts(p, f).Allowed() {
			for card := range p.hand.all {
				all = append(all, say.plan[f-1][card])
			}
		}
		if top := p.top(f); p.gives(f, top).Allowed() {
			all = append(all, say.takeBack[f-1][top])
		}
	}
	if s.filled(p).Allowed() {
		all = append(all, say.ready)
	}
	return all
}

// Plan lays a card from the hand on an action field, numbered from the left.
type Plan struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
}

func (c Plan) By() engine.Seat { return c.Seat }

// Private implements engine.Private: not everybody may know the card.
func (Plan) Private() {}

// Aims returns the card and the field.
func (c Plan) Aims() []string { return []string{c.Card.cardAim(), fieldAim(c.Seat, c.Field)} }

func (c Plan) Check(s *State) refusal {
	p := s.player(c.Seat)
	return cmp.Or(s.planning(p), p.holds(c.Card), s.accepts(p, c.Field))
}

func (c Plan) Play(r *resolution) {
	emit(r, Planned(c))
}

func (c Plan) Tell() engine.Text {
	return engine.Say("Lay %s on field %d", c.Card.term(), int(c.Field))
}

func (c Plan) Effect(s *State) engine.Effect {
	return rule.Asks(engine.Say("Lay"), "Lay %s on field %d?", s.quoted(c.Card), int(c.Field))
}

// Planned is a card laid face down. Other seats see nothing of it.
type Planned struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
}

// Cover hides a planned card from the other seats, even that it exists.
func (e Planned) Cover(seat engine.Seat) engine.Event { return onlyFor(e.Seat, seat, e) }

// MarshalJSON returns an error: the card may be hidden.
func (Planned) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e Planned) Apply(s *State) {
	p := s.player(e.Seat)
	p.lay(e.Field, e.Card)
	p.fresh, p.down = p.fresh.with(e.Card), p.down.with(e.Card)
}

func (e Planned) fits(s *State) bool {
	return e.Field <= mostFields
}

func (e Planned) Tell() engine.Text {
	return engine.Say("%s lays %s on field %d", e.Seat, e.Card.term(), int(e.Field))
}

// TakeBack takes back a card that was laid this round.
type TakeBack struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
}

func (c TakeBack) By() engine.Seat { return c.Seat }

// Private implements engine.Private: not everybody may know the card.
func (TakeBack) Private() {}

// Aims returns the card and the field.
func (c TakeBack) Aims() []string { return []string{c.Card.cardAim(), fieldAim(c.Seat, c.Field)} }

func (c TakeBack) Check(s *State) refusal {
	p := s.player(c.Seat)
	return cmp.Or(s.planning(p), p.gives(c.Field, c.Card))
}

func (c TakeBack) Play(r *resolution) {
	emit(r, TookBack(c))
}

func (c TakeBack) Tell() engine.Text {
	return engine.Say("Take %s back from field %d", c.Card.term(), int(c.Field))
}

func (c TakeBack) Effect(s *State) engine.Effect {
	return rule.Asks(engine.Say("Take back"), "Take %s back?", s.quoted(c.Card))
}

// TookBack is a planned card that returned to the hand.
type TookBack struct {
	Seat  engine.Seat
	Field uint8
	Card  Item
}

// Cover hides from the other seats that a card was taken back.
func (e TookBack) Cover(seat engine.Seat) engine.Event { return onlyFor(e.Seat, seat, e) }

// MarshalJSON returns an error: the card may be hidden.
func (TookBack) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e TookBack) Apply(s *State) {
	s.player(e.Seat).lift(e.Field, e.Card)
}

func (e TookBack) fits(s *State) bool {
	return e.Field <= mostFields
}

func (e TookBack) Tell() engine.Text {
	return engine.Say("%s takes %s back", e.Seat, e.Card.term())
}

func onlyFor(owner, seat engine.Seat, e engine.Event) engine.Event {
	if owner != seat {
		return nil
	}
	return e
}
