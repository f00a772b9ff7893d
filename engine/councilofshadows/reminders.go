package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// reminders lists the steps that people tend to forget: powers that concern the cardboard, at the
// moment when they matter.
func (s *State) reminders() []engine.Prompt {
	if s.turn < 0 || s.due.who >= 0 {
		return nil
	}
	p := s.active()
	var when []Item
	switch {
	case s.full:
		when = s.openPowers()
	case s.phase == PhaseBuy:
		when = []Item{Zoe}
	case s.phase == PhaseAct && s.step == stepMain:
		when = []Item{GemRefinement, Discoverers, ExperiencedTraveler}
	case s.phase == PhaseAct && s.step == stepScoring:
		when = []Item{S3E3, Empire, Feudalism, Buteo, StationHarvest, StationScore, StationColonize, Casares, Breish}
	}
	var all []engine.Prompt
	for _, i := range when {
		if p.leader == i || p.knows(i) || p.has.contains(i) {
			all = append(all, engine.Prompt{Seat: p.seat, Text: engine.Say("%s: %s", i.term(), techText(i)), Brief: engine.Say("%s", i.term())})
		}
	}
	return all
}

// openPowers lists what the acting seat may still use in the full book; the referee does everything
// else by itself.
func (s *State) openPowers() (open []Item) {
	var all []engine.Command
	switch {
	case s.phase == PhaseBuy:
		all = s.zoeColonies(nil)
	case s.phase == PhaseAct && s.step == stepScoring:
		all = s.asides(nil)
	case s.carryingOut():
		return s.cardPowers()
	}
	for _, c := range all {
		power := Zoe
		if g, ok := c.(Gather); ok {
			power = g.Cause
		}
		if !slices.Contains(open, power) {
			open = append(open, power)
		}
	}
	return open
}

// cardPowers lists the Dark Tech cards that allow more in the present step than the card says.
func (s *State) cardPowers() (open []Item) {
	p := &s.players[s.actor()]
	for _, o := range s.alternatives() {
		switch {
		case !s.goesOn(o):
		case o.task == colonizing && o.where == inNew && p.knows(Discoverers):
			open = append(open, Discoverers)
		case o.task == harvesting && p.knows(ExperiencedTraveler):
			open = append(open, ExperiencedTraveler)
		}
	}
	return open
}

// techText says what a card, leader or station does on the cardboard.
func techText(i Item) engine.Text {
	switch i {
	case Zoe:
		return engine.Say("Put one free colony by adaptability, in any range; it is no purchase.")
	case GemRefinement:
		return engine.Say("Gems from yields come one step higher.")
	case Discoverers:
		return engine.Say("When you discover and settle there, put one more cube.")
	case ExperiencedTraveler:
		return engine.Say("You may harvest other players' colonies too.")
	case S3E3:
		return engine.Say("Before scoring, gain one energy for each of your colonies on the board.")
	case Empire:
		return engine.Say("Before scoring, gain 3 energy for each galaxy in which you have the majority.")
	case Feudalism:
		return engine.Say("Before scoring, gain 3 energy for each solar system in which you have the majority.")
	case Buteo:
		return engine.Say("Harvest once, in any range, where you have a colony.")
	case StationHarvest:
		return engine.Say("Take the yield of one solar system in its galaxy where you have a colony.")
	case StationScore:
		return engine.Say("Scoring its galaxy removes no cube.")
	case StationColonize:
		return engine.Say("Its three cubes count for the majority.")
	case Casares:
		return engine.Say("With three or more colonies in a galaxy, scoring removes no cube.")
	case Breish:
		return engine.Say("In a tied galaxy you get the higher reward.")
	}
	return techTextNow(i)
}

// techTextNow says what is carried out on the cardboard at once.
func techTextNow(i Item) engine.Text {
	switch i {
	case ScienceSettlement:
		return engine.Say("Put one colony anywhere and take that system's yield once.")
	case ResourcePeople:
		return engine.Say("Take two yields where you have a colony, in any range.")
	case ExplorationTrip:
		return engine.Say("Discover anywhere; put a tower of two there, or harvest there twice.")
	case DominantPeople:
		return engine.Say("Score two different galaxies, majority and cube as usual.")
	case ExtraSettlement:
		return engine.Say("Put a tower of two anywhere.")
	}
	return engine.Say("Do it on the board.")
}
