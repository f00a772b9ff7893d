package councilofshadows

import "arbiter/engine"

// player returns the player at seat, or one that nobody sees if it does not play.
func (s *State) player(seat engine.Seat) *player {
	if i := s.find(seat); i >= 0 {
		return &s.players[i]
	}
	return &player{}
}

func (p *player) consume(by int16) { p.consumption, p.applied = p.consumption+by, by }

func (s *State) gain(p *player, e Energy) {
	s.moveEnergy(p, p.energy+int16(e.By))
	if e.Cause == BonusCard {
		p.bonus++
	}
}

// printedFact tells whether e is about what is printed in the box.
func printedFact(e engine.Event) bool {
	switch e.(type) {
	case Printed, Bonused, Barred, Pile, Advanced, Acts, Scores,
		Price, Effect, Idle, Gives, System, Site, Reward, StationField, Covered, Pays, Marked, Crosses:
		return true
	}
	return false
}

func (m *modules) put(name ModuleName) {
	switch name {
	case ModuleStations:
		m.stations = true
	case ModuleLeaders:
		m.leaders = true
	case ModuleAdvanced:
		m.advanced = true
	}
}

// enter starts a phase: what seats did in the one before is settled.
func (s *State) enter(name PhaseName) {
	s.phase, s.step, s.turn = name, stepMain, -1
	for i := range s.seats() {
		p := &s.players[i]
		p.ready, p.bought, p.settled, p.fresh = false, 0, false, 0
		if name == PhaseReveal || name == PhaseAct {
			p.uncover()
		}
	}
	if name == PhasePlan {
		s.automa.open, s.automa.did = None, 0
	}
}

func (s *State) put(p *player, e At) {
	if e.Track == TrackEnergy {
		s.moveEnergy(p, e.Value)
		return
	}
	p.consumption = e.Value
}

// moveEnergy moves a marker. Who comes to a field later lies above.
func (s *State) moveEnergy(p *player, to int16) {
	if to == p.energy {
		return
	}
	s.clock++
	p.energy, p.arrived = to, s.clock+uint16(len(s.players))
}

func (p *player) extend(field, parsec uint8) {
	if field < 1 || field > mostFields {
		return
	}
	p.fields = max(p.fields, field)
	p.reach[field-1] = parsec
}

func (p *player) add(what Item) {
	switch {
	case what.isAI():
		p.toHand(what)
	case what.isUpgrade():
		p.has = p.has.with(what)
	}
}

// lay puts a card on top of a field. One that lies on a field stays there.
func (p *player) lay(field uint8, card Item) {
	if !card.isCard() || field > mostFields || p.laid.has(card) {
		return
	}
	p.hand, p.laid = p.hand.without(card), p.laid.with(card)
	p.under[card], p.tops[field] = p.tops[field], card
}

// show makes a card known. Who knew it already learns nothing.
func (p *player) show(field uint8, card Item) {
	if p.top(field) != card {
		p.lay(field, card)
	}
	p.fresh, p.down = p.fresh.without(card), p.down.without(card)
}

// uncover turns the uppermost cards up.
func (p *player) uncover() {
	for _, top := range p.tops {
		if top != None {
			p.down = p.down.without(top)
		}
	}
}

// lift takes the uppermost card of a field back.
func (p *player) lift(field uint8, card Item) {
	if p.top(field) == card {
		p.tops[field] = p.under[card]
		p.toHand(card)
	}
}

func (p *player) toHand(card Item) {
	if card.isCard() {
		p.hand, p.laid, p.under[card] = p.hand.with(card), p.laid.without(card), None
		p.fresh, p.down = p.fresh.without(card), p.down.without(card)
	}
}

// slide moves all stacks one field to the right; the last one goes to the hand.
func (p *player) slide() {
	for i := p.top(p.fields); i != None; {
		next := p.under[i]
		p.toHand(i)
		i = next
	}
	copy(p.tops[2:p.fields+1], p.tops[1:p.fields])
	p.tops[1] = None
}

func (p *player) choose(tech Item, round uint8) {
	switch tech.pile() {
	case DarkTech1:
		p.tech[0] = tech
	case DarkTech2:
		p.tech[1] = tech
	}
	switch tech {
	case PerpetualMotion:
		p.perpetual = round
	case NewStargate:
		p.stargate = p.fields + 1
	}
}

// count keeps what was counted: cubes for the last tie-break, gems in final
// scoring or when the referee takes the cardboard over.
func (s *State) counted(p *player, what Item, n uint8) {
	switch {
	case what == Cubes:
		p.cubes = int16(n)
	case s.takesStock():
		p.take(gemsOf(what, n))
		p.stocked++
	default:
		p.counted++
	}
}
