package councilofshadows

import "arbiter/engine"

// In phase 2 all seats plan at the same time and in secret.

// lacks is the first field that needs a card before the seat can be ready, 0 if
// none does.
func (s *State) lacks(p *player) uint8 {
	needed := uint8(1)
	if s.round == 1 {
		needed = p.fields
	}
	for f := uint8(1); f <= needed && p.hand != 0; f++ {
		if p.top(f) == None {
			return f
		}
	}
	return 0
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

// plans lists what the seats may do that are not ready yet.
func (s *State) plans(all []engine.Command) []engine.Command {
	for i := range s.seats() {
		if p := &s.players[i]; !p.robot() && !p.ready {
			all = s.plansOf(all, p, s.say(int8(i)))
		}
	}
	return all
}

func (s *State) plansOf(all []engine.Command, p *player, say *sayings) []engine.Command {
	for f := uint8(1); f <= p.fields; f++ {
		if s.layable(p, f) {
			for card := range p.hand.all {
				all = append(all, say.plan[f-1][card])
			}
		}
		if top := p.top(f); p.fresh.has(top) {
			all = append(all, say.takeBack[f-1][top])
		}
	}
	if s.lacks(p) == 0 {
		all = append(all, say.ready)
	}
	return all
}

// layable tells whether a field may take a card from the hand: in round 1 an empty
// one; later the left one first, then any.
func (s *State) layable(p *player, field uint8) bool {
	if s.round == 1 {
		return p.top(field) == None
	}
	return field == 1 || p.top(1) != None
}
