package councilofshadows

import "arbiter/engine"

// Level-ups (rulebook, "Dark Tech"): energy that reaches consumption is handed over; the marker
// goes back by that much and turns to the next level.

// levelUps raises the levels of a player whose energy has reached its consumption, one at a time
// (rulings reach, two-levels). It returns true if a Dark Tech card has to be chosen before it can
// continue.
func (r *resolution) levelUps(i int8) bool {
	for r.players[i].reached() {
		r.rise(i)
		p := &r.players[i]
		if p.robot() || r.atOnce {
			continue
		}
		switch p.level {
		case 1:
			emit(r, Due{p.seat, DarkTech1})
			return true
		case 2:
			emit(r, Due{p.seat, DarkTech2})
			return true
		}
	}
	if pile := r.players[i].lacksTech(); r.atOnce && pile != None {
		emit(r, Due{r.players[i].seat, pile})
		return true
	}
	return false
}

// techLevel returns the level at which a Dark Tech card or pile is available.
func techLevel(i Item) uint8 {
	if !i.isTechPile() {
		i = i.pile()
	}
	return uint8(i-DarkTech1) + 1
}

// lacksTech returns the pile from which a player has still to take a card for its level, None if
// there is none.
func (p *player) lacksTech() Item {
	switch {
	case p.robot():
	case p.level >= 1 && p.tech[0] == None:
		return DarkTech1
	case p.level >= 2 && p.tech[1] == None:
		return DarkTech2
	}
	return None
}

// energize moves an energy marker during a part. If levels rise at once, it also goes back when it
// has caught up with consumption (ruling phase-end).
func (r *resolution) energize(e Energy) {
	emit(r, e)
	for i := r.find(e.Seat); r.atOnce && r.players[i].reached(); {
		r.rise(i)
	}
}

func (r *resolution) rise(i int8) {
	p := r.players[i]
	emit(r, Level{p.seat, p.level + 1})
	emit(r, Energy{p.seat, Delta(-p.consumption), LevelUp})
	if p.level+1 == topLevel && r.throne < 0 && r.phase != PhaseFinal {
		emit(r, Throne{p.seat})
	}
}

// compensate gives gems to those who are behind (ruling compensation).
func (r *resolution) compensate(level uint8) {
	for _, i := range r.ordered() {
		p := &r.players[i]
		r.receive(p.seat, p.compensation(level))
	}
}

// compensation returns a player's gems for somebody else's level: level I gives level 0 a gold gem;
// level II gives level I a gold gem, and level 0 a gold and a transparent one.
func (p *player) compensation(level uint8) Gemset {
	switch {
	case p.robot() || p.level >= level:
		return Gemset{}
	case level == 2 && p.level == 0:
		return Gemset{Gold: 1, Crystal: 1}
	}
	return Gemset{Gold: 1}
}

// rising returns the seat that is choosing a Dark Tech card, after its marker has gone back by its
// consumption.
func (s *State) rising() engine.Rise {
	if s.due.who < 0 || !s.due.what.isTechPile() {
		return engine.Rise{}
	}
	p := &s.players[s.due.who]
	level := techLevel(s.due.what)
	r := engine.Rise{Seat: p.seat, Level: int(level)}
	if !s.atOnce { // if levels rise at once, it went back before
		r.Before, r.Costs, r.Left = int(p.energy+p.consumption), int(p.consumption), int(p.energy)
	}
	for _, i := range s.ordered() {
		if gets := s.players[i].compensation(level).amounts(); len(gets) > 0 {
			r.Others = append(r.Others, engine.Bounty{Seat: s.players[i].seat, Gets: gets})
		}
	}
	return r
}

// dueCommands lists what a seat may do that has something due.
func (s *State) dueCommands(all []engine.Command) []engine.Command {
	say, what := s.commands(s.due.who), s.due.what
	switch {
	case what == DarkTech1 || what == DarkTech2:
		return s.choices(all, say)
	case what.isProject():
		return append(all, values(what)...)
	case what == InformationEdge:
		return s.takes(all, say)
	case s.full && s.carryingOut():
		return s.stepCommands(all)
	case s.full:
		return s.only(all, say.pass)
	}
	return append(s.gainsOf(all, s.due.who), say.pass)
}

// Level turns the energy marker to a level.
type Level struct {
	Seat engine.Seat
	To   uint8
}

func (e Level) Apply(s *State) {
	s.player(e.Seat).level = e.To
}

// Climbs implements engine.Climb.
func (e Level) Climbs() int { return int(e.To) }

func (e Level) Tell() engine.Text {
	return engine.Say("%s reaches Dark Tech level %s", e.Seat, engine.Roman(int(e.To)))
}

func (e Level) Why(s *State) engine.Reason {
	p, rule := s.player(e.Seat), rulingReach
	if s.atOnce {
		rule = rulingOnce
	}
	return engine.Reason{
		Compares: []engine.Addend{{Name: engine.Say("Energy"), N: int(p.energy)}, {Name: engine.Say("Consumption"), N: int(p.consumption)}},
		Rule:     rule, Source: sourceTech,
	}
}

// Due is something a seat has to do before the game continues: take a card of a Dark Tech pile,
// carry out a Dark Tech card, tell a project's value.
type Due struct {
	Seat engine.Seat
	What Item
}

func (e Due) Apply(s *State) {
	s.due, s.inPlay = due{s.find(e.Seat), e.What}, cardInPlay{}
}

func (e Due) Tell() engine.Text {
	return engine.Say("%s has to do: %s", e.Seat, e.What.term())
}

func (e Due) Why(s *State) engine.Reason {
	if e.What.pile() != None {
		return engine.Reason{Rule: ruleTech, Source: sourceTech}
	}
	return engine.Reason{Rule: engine.Say("Levels I and II bring a Dark Tech card of the seat's choice."), Source: sourceTech}
}

// Done ends what was due.
type Done struct{ Seat engine.Seat }

func (Done) Apply(s *State) {
	s.due, s.inPlay = due{who: -1}, cardInPlay{}
}

func (e Done) Tell() engine.Text {
	return engine.Say("%s has done it", e.Seat)
}

// Throne gives the throne to the first seat that reaches level III.
type Throne struct{ Seat engine.Seat }

func (e Throne) Apply(s *State) {
	s.throne = s.find(e.Seat)
}

func (e Throne) Tell() engine.Text {
	return engine.Say("%s takes the throne: this is the last round", e.Seat)
}

func (Throne) Why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("The first to reach level III takes the throne; the round is played to its end."), Source: sourceEnd}
}

// Receives is gems that the seat takes from the supply.
type Receives struct {
	Seat   engine.Seat
	Gem    Item
	Number uint8
}

func (e Receives) Apply(s *State) {
	s.player(e.Seat).take(gemsOf(e.Gem, e.Number))
}

func (e Receives) Tell() engine.Text {
	return engine.Say("%[1]s takes {one gem|%[2]d gems} from the supply: %[3]s", e.Seat, int(e.Number), e.Gem.term())
}

func (Receives) Why(s *State) engine.Reason {
	switch {
	case s.due.who >= 0:
		return engine.Reason{Rule: ruleTech, Source: sourceTech}
	case s.carryingOut():
		return engine.Reason{Rule: engine.Say("The gems shown on the card."), Source: sourceAct}
	}
	return engine.Reason{Rule: rulingCompensation, Source: sourceTech}
}

// Settled begins the level-ups of a seat at the end of a whole phase.
type Settled struct{ Seat engine.Seat }

func (e Settled) Apply(s *State) {
	s.turn, s.step = s.find(e.Seat), stepSettling
}

func (e Settled) Tell() engine.Text {
	return engine.Say("%s rises", e.Seat)
}
