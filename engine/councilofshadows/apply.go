package councilofshadows

import "arbiter/engine"

// Apply returns the state after e.
func (s *State) Apply(e engine.Event) engine.State {
	next := *s
	next.accept(e)
	return &next
}

// Fold returns the state after events, as Apply would event by event.
func (s *State) Fold(events []engine.Event) engine.State {
	next := *s
	for _, e := range events {
		next.accept(e)
	}
	return &next
}

// accept is apply for events that come from outside.
func (s *State) accept(e engine.Event) {
	if s.fits(e) {
		s.apply(e)
	}
}

func (s *State) apply(e engine.Event) {
	switch e := e.(type) {
	case Round:
		s.round = e.Number
	case Phase:
		s.enter(e.Name)
	case Turn:
		s.turn, s.step, s.job = s.find(e.Seat), stepMain, job{}
	case Scored:
		s.turn, s.step, s.job = s.find(e.Seat), stepScoring, job{}
		p := s.active()
		p.scored, p.reaped, p.sent = 0, false, false
	case Settled:
		s.turn, s.step = s.find(e.Seat), stepSettling
	case Due:
		s.due, s.job = due{s.find(e.Seat), e.What}, job{}
	case Done:
		s.due, s.job = due{who: -1}, job{}
	case Throne:
		s.throne = s.find(e.Seat)
	case Opened:
		s.automa.open, s.automa.did = e.Card, 0
		if e.Card.isAutoma() {
			s.automa.cards.lay(uint8(e.Card - firstAutoma))
		}
	case Reshuffled:
		s.automa.cards.shuffle(s.pileBits(e.Level))
	case Did:
		s.automa.did, s.job = e.Number, job{}
	default:
		if !s.applySeat(e) && !s.applyFull(e) && !s.applySetup(e) {
			s.learn(e)
		}
	}
}

// applySetup applies a choice of the setup.
func (s *State) applySetup(e engine.Event) bool {
	switch e := e.(type) {
	case Book:
		if s.full = e.Name == FullBook; s.phase != "" {
			s.layOut()
			s.facts = s.facts.speaking(s.newLexicon())
		}
	case Stacks:
		s.device = e.Where == InDevice
	case Module:
		s.modules.put(e.Name)
	case Ruling:
		s.atEnd = s.atEnd || e.Choice == phaseEndTable
		s.ninth = s.ninth || e.Choice == galaxyBonusNine
		s.stops = s.stops || e.Choice == saverLateStop
	default:
		return false
	}
	return true
}

// applySeat applies an event of one seat that both books know.
func (s *State) applySeat(e engine.Event) bool {
	switch e := e.(type) {
	case At:
		s.put(s.player(e.Seat), e)
	case Civilization:
		s.player(e.Seat).civilization = e.Name
	case Order:
		s.player(e.Seat).order = e.Place
	case Led:
		s.player(e.Seat).leader = e.Leader
	case Ranged:
		s.player(e.Seat).extend(e.Field, e.Parsec)
	case Bought:
		s.player(e.Seat).bought++
		s.player(e.Seat).add(e.What)
		s.pay(s.player(e.Seat), e.Pay)
		s.unshelve(e.What)
	case Took:
		s.player(e.Seat).add(e.Card)
		s.unshelve(e.Card)
		s.job.over = true
	case Planned:
		p := s.player(e.Seat)
		p.lay(e.Field, e.Card)
		p.fresh, p.down = p.fresh.with(e.Card), p.down.with(e.Card)
	case TookBack:
		s.player(e.Seat).lift(e.Field, e.Card)
	case Readied:
		s.player(e.Seat).ready = true
	case Shown:
		s.player(e.Seat).show(e.Field, e.Card)
	case Slid:
		s.player(e.Seat).slide()
	case Consumption:
		s.player(e.Seat).consume(int16(e.By))
	case Energy:
		s.gain(s.player(e.Seat), e)
	case Level:
		s.player(e.Seat).level = e.To
	case Chose:
		s.player(e.Seat).choose(e.Tech, s.round)
	case Counted:
		s.counted(s.player(e.Seat), e.What, e.Number)
	case Won:
		s.player(e.Seat).winner, s.phase = true, PhaseOver
	case Receives:
		s.player(e.Seat).take(gemsOf(e.Gem, e.Number))
	default:
		return false
	}
	return true
}

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
