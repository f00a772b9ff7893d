package councilofshadows

import "arbiter/engine"

// In phase 2 all seats plan at the same time and in secret.

func (s *State) checkPlan(c Plan) error {
	p, err := s.planner(c.Seat)
	if err != nil {
		return err
	}
	switch {
	case int(c.Card) >= len(p.cards) || !p.owns(c.Card):
		return engine.Refuse("%s has no card %s", c.Seat, c.Card.term())
	case !p.holds(c.Card):
		return engine.Refuse("%s lies on a field already", c.Card.term())
	case c.Field < 1 || c.Field > p.fields:
		return engine.Refuse("%s has no field %d", c.Seat, c.Field)
	case s.round == 1 && p.top(c.Field) != None:
		return engine.Refuse("in the first round each field takes one card; field %d has one", c.Field)
	case s.round > 1 && c.Field > 1 && p.top(1) == None:
		return engine.Refuse("first a card goes on the empty left field")
	}
	return nil
}

// checkTakeBack: only what was laid this round may be changed (ruling moved).
func (s *State) checkTakeBack(c TakeBack) error {
	p, err := s.planner(c.Seat)
	if err != nil {
		return err
	}
	switch {
	case c.Field < 1 || c.Field > p.fields || p.top(c.Field) != c.Card || c.Card == None:
		return engine.Refuse("%s does not lie on top of field %d", c.Card.term(), c.Field)
	case !p.cards[c.Card].fresh:
		return engine.Refuse("%s lies there from an earlier round; it stays", c.Card.term())
	}
	return nil
}

// checkReady: in round 1 every field takes a card, filled from the left (ruling
// slots); later the left field must have one (ruling first-field). Who has no
// card left in hand is ready all the same.
func (s *State) checkReady(c Ready) error {
	p, err := s.planner(c.Seat)
	if err != nil {
		return err
	}
	needed := uint8(1)
	if s.round == 1 {
		needed = p.fields
	}
	for f := uint8(1); f <= needed; f++ {
		if p.top(f) == None && len(p.stack(inHand)) > 0 {
			return engine.Refuse("field %d needs a card", f)
		}
	}
	return nil
}

// planner returns the seat if it is planning.
func (s *State) planner(seat engine.Seat) (*player, error) {
	p := s.player(seat)
	switch {
	case s.phase != PhasePlan:
		return nil, engine.Refuse("cards are planned in phase 2; now it is: %s", s.phase.title())
	case p.robot() || s.find(seat) < 0:
		return nil, engine.Refuse("%s plans nothing", seat)
	case p.ready:
		return nil, engine.Refuse("%s has said it is ready", seat)
	}
	return p, nil
}

func (s *State) plans() []engine.Command {
	var all []engine.Command
	for i := range s.seats() {
		p := &s.players[i]
		if p.robot() || p.ready {
			continue
		}
		hand := p.stack(inHand)
		for f := uint8(1); f <= p.fields; f++ {
			for _, card := range hand {
				all = append(all, Plan{p.seat, f, card})
			}
			if top := p.top(f); top != None {
				all = append(all, TakeBack{p.seat, f, top})
			}
		}
		all = append(all, Ready{p.seat})
	}
	return all
}

// ready ends planning once every seat is: the cards are shown.
func (t *turn) ready(c Ready) {
	t.emit(Readied(c))
	for i := range t.seats() {
		if p := &t.players[i]; !p.ready && !p.robot() {
			return
		}
	}
	for _, i := range t.ordered() {
		p := t.players[i]
		for f := uint8(1); f <= p.fields; f++ {
			if top := p.top(f); top != None && p.cards[top].fresh {
				t.emit(Shown{p.seat, f, top})
			}
		}
	}
	t.emit(Phase{PhaseReveal})
	t.reveal()
}
