package councilofshadows

import (
	"cmp"
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// A seat that gets a fifth bonus card puts one under the pile.

// overfull returns the seat with one bonus card too many, -1 if there is none. The Automa may have
// any number.
func (s *State) overfull() int8 {
	for i := range s.seats() {
		if p := &s.players[i]; !p.robot() && p.bonusCount() > mostBonus {
			return int8(i)
		}
	}
	return -1
}

// hasTooMany refuses a seat that does not have too many bonus cards.
func (s *State) hasTooMany(seat engine.Seat) refusal {
	if s.pending() != needsReturn || s.players[s.overfull()].seat != seat {
		return refuse("%s has no bonus card too many", wordBy)
	}
	return allowed
}

// hasBonus refuses a bonus card that a seat does not have; None is one without a name.
func (p *player) hasBonus(card Item) refusal {
	if card == None && p.blank == 0 || card != None && p.bonuses&bonusMask(card) == 0 {
		return refuse("%s has no such bonus card", wordBy)
	}
	return allowed
}

func (s *State) returns(all []engine.Command) []engine.Command {
	i := s.overfull()
	if s.players[i].hasBonus(None).Allowed() {
		all = append(all, s.commands(i).giveBack[0])
	}
	for left := s.players[i].bonuses; left != 0; left &= left - 1 {
		all = append(all, s.commands(i).giveBack[1+bits.TrailingZeros32(left)])
	}
	return all
}

// giveBack puts a bonus card under the pile of light ones (ruling bonus-under).
func (s *State) giveBack(i Item) {
	if i == None {
		s.table.bonus.putNameless()
		return
	}
	s.table.bonus.put(uint8(i - firstLight))
}

// lose takes away a bonus card; if that card is not known, one without a name.
func (p *player) lose(i Item) {
	if i.isBonus() && p.bonuses&bonusBit(i) != 0 {
		p.bonuses &^= bonusBit(i)
		return
	}
	p.blank = max(p.blank, 1) - 1
}

// Return puts a bonus card under its pile, because the seat has one too many.
type Return struct {
	Seat engine.Seat
	Card Item
}

func (c Return) By() engine.Seat { return c.Seat }

// Private implements engine.Private: not everybody may know the card.
func (Return) Private() {}

// Aims returns the card.
func (c Return) Aims() []string {
	if c.Card == None {
		return []string{engine.ZoneAim(c.Seat, zoneBonus)}
	}
	return []string{c.Card.cardAim()}
}

func (c Return) Check(s *State) refusal {
	return cmp.Or(s.hasTooMany(c.Seat), s.player(c.Seat).hasBonus(c.Card))
}

func (c Return) Play(r *resolution) {
	emit(r, GaveBack(c))
	r.proceed()
}

func (Return) satisfies() pending { return needsReturn }

func (c Return) Tell() engine.Text {
	if c.Card == None {
		return engine.Say("Put a bonus card under the pile")
	}
	return engine.Say("Put %s under the pile", c.Card.term())
}

func (c Return) Effect(s *State) engine.Effect {
	if c.Card == None {
		return rule.Asks(engine.Say("Put a hidden one back"), "Put a bonus card back?")
	}
	return onCard(rule.Asks(engine.Say("Put back"), "Put %s back?", s.quoted(c.Card)))
}

// GaveBack is a bonus card put under its pile. Others do not see which one.
type GaveBack struct {
	Seat engine.Seat
	Card Item
}

// Cover hides which card it is from the other seats.
func (e GaveBack) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Card = None
	}
	return e
}

// MarshalJSON returns an error: the card may be hidden.
func (GaveBack) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e GaveBack) Apply(s *State) {
	s.player(e.Seat).lose(e.Card)
	s.giveBack(e.Card)
}

func (e GaveBack) fits(s *State) bool {
	return e.Card == None || e.Card.isBonus()
}

func (e GaveBack) Tell() engine.Text {
	if e.Card == None {
		return engine.Say("%s puts a bonus card under the pile", e.Seat)
	}
	return engine.Say("%s puts a bonus card under the pile: %s", e.Seat, e.Card.term())
}

func (GaveBack) Why(s *State) engine.Reason {
	return engine.Reason{Rule: rulingBonusUnder, Source: sourceScoring}
}
