package councilofshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// In phase 3 each seat in turn carries out its actions, slides its cards and may score. In the
// tracks book the cardboard keeps what that changes there, and people report the energy.

func (s *State) actions(all []engine.Command) []engine.Command {
	if s.full {
		return s.boardActions(all)
	}
	p := s.active()
	switch {
	case p.robot():
		return s.only(all, s.automaActions()...)
	case s.step == stepMain:
		return append(s.gainsOf(all, s.turn), Slide{p.seat})
	case s.step == stepSettling:
		return s.only(s.together(all, s.commands(s.turn).gain[:s.mostGain(p)]), s.commands(s.turn).pass)
	}
	all = s.gainsOf(all, s.turn)
	for _, cause := range scoringCauses {
		if p.feeds(cause, s.modules) {
			for n := uint8(1); n <= s.mostGain(p); n++ {
				all = append(all, Gain{p.seat, n, cause})
			}
		}
	}
	return append(all, s.commands(s.turn).pass)
}

// boardActions lists what the acting seat may do in the full book.
func (s *State) boardActions(all []engine.Command) []engine.Command {
	switch p := s.active(); {
	case s.step == stepScoring && p.robot():
		return s.automaScorings(all)
	case s.step == stepScoring:
		return append(s.asides(s.scorings(all, s.turn)), s.commands(s.turn).pass)
	case s.automaActs():
		return s.automaWork(all)
	case s.carryingOut():
		return s.stepCommands(all)
	}
	return all
}

// mostGain is the most energy that one report may bring.
const mostGain = 100

// mostEnergy is the highest number a marker can reach; far more than a round brings.
const mostEnergy = 999

// feeds reports whether the cause gives the seat energy around scoring.
func (p *player) feeds(cause Item, m modules) bool {
	switch cause {
	case Empire, Feudalism:
		return p.knows(cause)
	case S3E3, Buteo:
		return p.leader == cause
	case StationHarvest:
		return m.stations && p.has.contains(cause)
	}
	return false
}

// scoringCauses are the causes of energy around scoring other than galaxies, in the order in which
// they happen (ruling scoring-order).
var scoringCauses = []Item{S3E3, Empire, Feudalism, Buteo, StationHarvest}

// gainsOf lists the reports of energy without a cause.
func (s *State) gainsOf(all []engine.Command, i int8) []engine.Command {
	return append(all, s.commands(i).gain[:s.mostGain(&s.players[i])]...)
}

// mostGain returns the most energy that a seat can report at once.
func (s *State) mostGain(p *player) uint8 {
	return uint8(min(max(mostEnergy-s.gained(p), 0), mostGain))
}

// gained returns the energy that counts against the most a seat can have. If levels rise at once,
// it includes at least the energy that was handed over, so that a seat cannot report energy without
// end.
func (s *State) gained(p *player) int16 {
	if s.atOnce {
		return p.energy + int16(p.level)*leastConsumption
	}
	return p.energy
}

// Gain reports energy won on the cardboard. If no cause is given, it comes from what the seat is
// doing: from yields while it acts, from galaxies while it scores.
type Gain struct {
	Seat   engine.Seat
	Amount uint8
	Cause  Item `word:"optional"`
}

func (c Gain) By() engine.Seat { return c.Seat }

// Aims returns none: a number is typed.
func (Gain) Aims() []string { return nil }

func (c Gain) Check(s *State) refusal {
	if r := s.keepsTracks(); !r.Allowed() {
		return r
	}
	if c.Amount < 1 || c.Amount > mostGain {
		return refuse("enter energy from 1 to %d; larger sums in parts", number(mostGain))
	}
	if p := s.player(c.Seat); s.gained(p)+int16(c.Amount) > mostEnergy {
		return refuse("%s cannot have more than %d energy", wordBy, number(mostEnergy))
	}
	if s.due.who >= 0 {
		if !gains(s.due.what) || s.players[s.due.who].seat != c.Seat || c.Cause != None {
			return s.refuseDue()
		}
		return allowed
	}
	if r := s.mustAct(c.Seat, PhaseAct); !r.Allowed() {
		return r
	}
	if s.active().robot() && s.step != stepScoring {
		return refuse("the Automa plays its card first")
	}
	if c.Cause != None && (s.step != stepScoring || !s.active().feeds(c.Cause, s.modules)) {
		return refuse("%s gains no energy from %s now", wordBy, c.Cause.word())
	}
	return allowed
}

func (c Gain) Play(r *resolution) {
	switch {
	case r.due.who >= 0:
		c.Cause = r.due.what
	case c.Cause == None && r.step == stepScoring:
		c.Cause = Galaxy
	case c.Cause == None:
		c.Cause = Yield
	}
	r.energize(Energy{c.Seat, Delta(c.Amount), c.Cause})
}

func (c Gain) Tell() engine.Text {
	if c.Cause == None {
		return engine.Say("Gain %d energy", int(c.Amount))
	}
	return engine.Say("Gain %d energy from %s", int(c.Amount), c.Cause.term())
}

func (c Gain) Effect(*State) engine.Effect {
	return atOnce(rule.Asks(engine.Say("Enter"), "Enter %d energy?", int(c.Amount)))
}

// Energy moves the energy marker.
type Energy struct {
	Seat  engine.Seat
	By    Delta
	Cause Item
}

func (e Energy) Apply(s *State) {
	s.gain(s.player(e.Seat), e)
}

func (e Energy) Tell() engine.Text {
	if e.By < 0 {
		return engine.Say("%s gives %d energy: %s", e.Seat, -int(e.By), e.cause())
	}
	return engine.Say("%s gains %d energy: %s", e.Seat, int(e.By), e.cause())
}

// Brief implements engine.Brief: that an action brings energy itself goes without saying.
func (e Energy) Brief() engine.Text {
	switch {
	case e.By > 0 && (e.Cause.isCard() || e.Cause.isBonus() || e.Cause.isLeader() || e.Cause.pile() != None):
		return engine.Say("%s gains %d energy by %s", e.Seat, int(e.By), e.Cause.term())
	case e.By < 0:
		return engine.Say("%s gives %d energy", e.Seat, -int(e.By))
	}
	return engine.Say("%s gains %d energy", e.Seat, int(e.By))
}

// cause returns where the energy comes from, as far as the log says.
func (e Energy) cause() engine.Text {
	if e.Cause == None {
		return engine.Say("Energy")
	}
	return engine.Say("%s", e.Cause.term())
}

func (e Energy) Why(s *State) engine.Reason {
	p := s.player(e.Seat)
	r := engine.Reason{Addends: []engine.Addend{{Name: e.cause(), N: int(e.By)}}}
	switch {
	case p.energy+int16(e.By) > mostTrack && s.phase != PhaseFinal:
		r.Compares = []engine.Addend{{Name: engine.Say("Energy"), N: int(p.energy) + int(e.By)}}
		r.Rule, r.Source = rulingOver, sourceTech
	case e.Cause == LevelUp:
		r.Addends = []engine.Addend{{Name: engine.Say("Energy"), N: int(p.energy)}, {Name: engine.Say("Consumption"), N: int(e.By)}}
		r.Rule, r.Source = rulingTwoLevels, sourceTech
	case e.Cause.isRange() || e.Cause.isProject():
		r.Rule, r.Source = engine.Say("Each range step gives one energy; a project gives what is printed there, once."), sourceBuy
	case e.Cause.isBonus() && s.find(e.Seat) >= 0:
		return s.whyBonus(s.find(e.Seat), e.Cause)
	case e.Cause == Galaxy && s.full:
		r.Rule, r.Source = engine.Say("The reward printed beside the galaxy."), sourceScoring
	case e.Cause == Yield && s.full:
		r.Rule, r.Source = engine.Say("The yield printed on the tile."), sourceAct
	case e.Cause == Anthracite || e.Cause == Gold || e.Cause == Crystal || e.Cause == AICard || e.Cause == BonusCard:
		r.Rule, r.Source = rulingFinalOrder, sourceEnd
	case e.Cause.isLeader() && s.phase == PhaseLeaders:
		r.Rule, r.Source = ruleLeader, sourceLeaders
	case e.Cause.isLeader():
		r.Rule, r.Source = techText(e.Cause), sourceLeaders
	case e.Cause == Empire || e.Cause == Feudalism:
		r.Rule, r.Source = techText(e.Cause), sourceTech
	case e.Cause.pile() != None:
		r.Rule, r.Source = engine.Say("%s: a Dark Tech card.", e.Cause.term()), sourceTech
	case e.Cause.isAutoma():
		r.Rule, r.Source = ruleAutoma, sourceAutoma
	default:
		r.Rule, r.Source = engine.Say("Entered at the table."), sourceTable
	}
	return r
}

func (s *State) gain(p *player, e Energy) {
	s.moveEnergy(p, p.energy+int16(e.By))
	if e.Cause == BonusCard {
		p.bonus++
	}
}

// moveEnergy moves a marker. A marker that comes to a field later lies on top.
func (s *State) moveEnergy(p *player, to int16) {
	if to == p.energy {
		return
	}
	s.clock++
	p.energy, p.arrived = to, s.clock+uint16(len(s.players))
}

// Slide ends the actions: all cards move one field to the right.
type Slide struct{ Seat engine.Seat }

func (c Slide) By() engine.Seat { return c.Seat }

func (c Slide) Check(s *State) refusal {
	if r := cmp.Or(s.keepsTracks(), s.mustAct(c.Seat, PhaseAct)); !r.Allowed() {
		return r
	}
	if s.active().robot() {
		return refuse("the Automa has no cards to move")
	}
	if s.step != stepMain {
		return refuse("%s has moved the cards already", wordBy)
	}
	return allowed
}

func (c Slide) Play(r *resolution) {
	emit(r, Slid(c))
	emit(r, Scored(c))
}

func (Slide) Tell() engine.Text {
	return engine.Say("Move your cards one field to the right")
}

func (Slide) Effect(*State) engine.Effect {
	return rule.Asks(engine.Say("Slide"), "Slide your cards?")
}

// Slid moves all cards of a seat one field to the right; the stack that leaves the last field
// returns to the hand.
type Slid struct{ Seat engine.Seat }

func (e Slid) Apply(s *State) {
	s.player(e.Seat).slide()
}

func (e Slid) fits(s *State) bool {
	return s.find(e.Seat) >= 0
}

func (e Slid) Tell() engine.Text {
	return engine.Say("%s moves the cards one field to the right", e.Seat)
}

func (Slid) Why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("After the actions all cards move one field to the right; the last stack goes back to the hand."), Source: sourceAct}
}
