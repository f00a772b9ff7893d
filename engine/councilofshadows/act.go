package councilofshadows

import "arbiter/engine"

// In phase 3 each seat in turn carries out its actions, slides its cards and may
// score. The cardboard keeps what that changes there; people report the energy.

// The most energy one report may bring.
const mostGain = 100

// The most energy a marker can stand at; far beyond what a round brings.
const mostEnergy = 999

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

// errCounted refuses reports in the full book.
func errCounted() error {
	return engine.Refuse("in the full book nothing is reported: the referee counts it itself")
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
