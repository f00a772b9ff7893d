package councilofshadows

import "arbiter/engine"

// In phase 3 each seat in turn carries out its actions, slides its cards and may
// score. The cardboard keeps what that changes there; people report the energy.

// The most energy one report may bring.
const mostGain = 100

// The most energy a marker can stand at; far beyond what a round brings.
const mostEnergy = 999

func (s *State) checkGain(c Gain) error {
	if s.full {
		return errCounted()
	}
	if c.Amount < 1 || c.Amount > mostGain {
		return engine.Refuse("energy is reported from 1 to %d; larger sums in parts", mostGain)
	}
	if p := s.player(c.Seat); p.energy+int16(c.Amount) > mostEnergy {
		return engine.Refuse("%s cannot have more than %d energy", c.Seat, mostEnergy)
	}
	if s.due.who >= 0 {
		if !gains(s.due.what) || s.players[s.due.who].seat != c.Seat || c.Cause != None {
			return s.refuseDue()
		}
		return nil
	}
	if err := s.mustAct(c.Seat, PhaseAct); err != nil {
		return err
	}
	if s.active().robot() && s.step != stepScoring {
		return engine.Refuse("the Automa carries out its card first")
	}
	if c.Cause != None && (s.step != stepScoring || !s.active().feeds(c.Cause, s.modules)) {
		return engine.Refuse("%s gains no energy from %s now", c.Seat, c.Cause.term())
	}
	return nil
}

// feeds tells whether cause gives the seat energy around scoring.
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

// The causes of energy around scoring other than galaxies, in the order in which
// they come (ruling scoring-order).
var scoringCauses = []Item{S3E3, Empire, Feudalism, Buteo, StationHarvest}

func (t *turn) gainEnergy(c Gain) {
	switch {
	case t.due.who >= 0:
		c.Cause = t.due.what
	case c.Cause == None && t.step == stepScoring:
		c.Cause = Galaxy
	case c.Cause == None:
		c.Cause = Yield
	}
	emit(t, Energy{c.Seat, Delta(c.Amount), c.Cause})
}

// errCounted refuses reports in the full book.
func errCounted() error {
	return engine.Refuse("in the full book nothing is reported: the referee counts it itself")
}

func (s *State) checkSlide(c Slide) error {
	if s.full {
		return errCounted()
	}
	if err := s.mustAct(c.Seat, PhaseAct); err != nil {
		return err
	}
	if s.active().robot() {
		return engine.Refuse("the Automa has no cards to slide")
	}
	if s.step != stepMain {
		return engine.Refuse("%s has slid its cards", c.Seat)
	}
	return nil
}

func (s *State) actions(all []engine.Command) []engine.Command {
	if s.full {
		return s.fullActions(all)
	}
	p := s.active()
	if p.robot() {
		return append(all, s.automaActions()...)
	}
	all = s.gainsOf(all, s.turn)
	if s.step == stepMain {
		return append(all, Slide{p.seat})
	}
	for _, cause := range scoringCauses {
		if p.feeds(cause, s.modules) {
			for n := uint8(1); n <= p.mostGain(); n++ {
				all = append(all, Gain{p.seat, n, cause})
			}
		}
	}
	return append(all, s.say(s.turn).pass)
}

// fullActions lists what the acting seat may do in the full book.
func (s *State) fullActions(all []engine.Command) []engine.Command {
	switch p := s.active(); {
	case s.step == stepScoring && p.robot():
		return s.automaScorings(all)
	case s.step == stepScoring:
		return append(s.asides(s.scorings(all, s.turn)), s.say(s.turn).pass)
	case s.automaActs():
		return s.automaWork(all)
	case s.working():
		return s.workCommands(all)
	}
	return all
}

// gainsOf lists the reports of energy without a cause.
func (s *State) gainsOf(all []engine.Command, i int8) []engine.Command {
	return append(all, s.say(i).gain[:s.players[i].mostGain()]...)
}

// mostGain is the most energy that a seat can report at once.
func (p *player) mostGain() uint8 { return uint8(min(max(mostEnergy-p.energy, 0), mostGain)) }
