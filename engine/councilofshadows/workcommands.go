package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// What a seat may do with the step of the card that waits, and why not.

// workCommands lists what the seat may do with the step that waits.
func (s *State) workCommands(all []engine.Command) []engine.Command {
	i := s.worker()
	for n, o := range s.options() {
		if o.task == noTask || !s.goesOn(o) {
			continue
		}
		switch o.task {
		case colonizing:
			all = s.foundings(all, i, n)
		case discovering:
			for parsec := uint8(1); parsec <= farthest; parsec++ {
				if s.mayExplore(i, o, parsec) {
					all = append(all, s.say(i).explore[parsec-1])
				}
			}
		case harvesting:
			for left := s.harvests(i, o); left != 0; left &= left - 1 {
				all = append(all, s.say(i).gather[bits.TrailingZeros32(left)])
			}
		case yielding:
			if site := s.target(o); site != 0 {
				all = append(all, s.say(i).gather[site-1])
			}
		case upgrading:
			all = s.raises(all, i)
		case scoring:
			all = s.scorings(all, i)
		}
	}
	if s.mayStop() {
		all = append(all, s.say(i).pass)
	}
	return all
}

// mayStop tells whether the seat may leave the rest of a step: yields and
// galaxies may be fewer than the card allows, and no gem need be upgraded (ruling
// upgrade-optional).
func (s *State) mayStop() bool {
	for _, o := range s.options() {
		if o.task == scoring || o.task == upgrading || o.task == harvesting && s.job.done > 0 {
			return true
		}
	}
	return false
}

func (s *State) raises(all []engine.Command, i int8) []engine.Command {
	p := &s.players[i]
	if p.gems.Anthracite > 0 {
		all = append(all, s.say(i).raise[0])
	}
	if p.gems.Gold > 0 {
		all = append(all, s.say(i).raise[1])
	}
	return all
}

// mustWork refuses a seat that is not carrying out a card, or whose step is of
// another kind. It returns the alternatives of that kind.
func (s *State) mustWork(seat engine.Seat, kind task) error {
	if err := s.mustFull(seat); err != nil {
		return err
	}
	if err := s.mustCarry(seat); err != nil {
		return err
	}
	for _, o := range s.options() {
		if o.task == kind && s.goesOn(o) {
			return nil
		}
	}
	return engine.Refuse("the card %s asks for something else now", s.job.card.term())
}

// mustCarry refuses a seat that is not carrying out a card.
func (s *State) mustCarry(seat engine.Seat) error {
	switch {
	case s.working() && s.players[s.worker()].seat == seat:
		return nil
	case s.working():
		return engine.Refuse("it is not %s's turn but %s's", seat, s.players[s.worker()].seat)
	}
	return engine.Refuse("%s carries out no card now", seat)
}
