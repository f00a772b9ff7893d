package councilofshadows

import (
	"math/bits"
	"slices"

	"arbiter/engine"
)

// What a seat may do with the step that is due, and why it may not do other things.

// alternatives returns the alternatives of the step that is due; none for an Automa card, which may
// have more actions than other cards have steps.
func (s *State) alternatives() *[mostAlternatives]alternative {
	if s.inPlay.card.isAutoma() {
		return &[mostAlternatives]alternative{}
	}
	return &s.facts.board.card[s.inPlay.card].steps[s.inPlay.step-1]
}

// stepCommands lists what the seat may do with the step that is due.
func (s *State) stepCommands(all []engine.Command) []engine.Command {
	i := s.actor()
	for n, o := range s.alternatives() {
		if o.task == noTask || !s.goesOn(o) {
			continue
		}
		switch o.task {
		case colonizing:
			all = s.foundings(all, i, n)
		case discovering:
			for parsec := uint8(1); parsec <= farthest; parsec++ {
				if s.mayExplore(i, o, parsec).Allowed() {
					all = append(all, s.commands(i).explore[parsec-1])
				}
			}
		case harvesting:
			for left := s.harvests(i, o); left != 0; left &= left - 1 {
				all = append(all, s.commands(i).gather[bits.TrailingZeros32(left)])
			}
		case yielding:
			if site := s.target(o); site != 0 {
				all = append(all, s.commands(i).gather[site-1])
			}
		case upgrading:
			all = s.raises(all, i)
		case scoring:
			all = s.scorings(all, i)
		}
	}
	if s.mayStop() {
		all = append(all, s.commands(i).pass)
	}
	return all
}

// mayStop reports whether the seat may leave out the rest of a step: it may take fewer yields or
// score fewer galaxies than the card allows, and upgrade no gem (ruling upgrade-optional).
func (s *State) mayStop() bool {
	for _, o := range s.alternatives() {
		if o.task == scoring || o.task == upgrading || o.task == harvesting && s.inPlay.done > 0 {
			return true
		}
	}
	return false
}

// mustWork refuses a seat that is not carrying out a card, or whose step is of another kind. It
// returns the alternatives of that kind.
func (s *State) mustWork(seat engine.Seat, kind task) refusal {
	if r := s.keepsBoard(); !r.Allowed() {
		return r
	}
	if r := s.mustCarry(seat); !r.Allowed() {
		return r
	}
	for _, o := range s.alternatives() {
		if o.task == kind && s.goesOn(o) {
			return allowed
		}
	}
	return refuse("the card %s asks for something else now", s.inPlay.card.word())
}

// mustCarry refuses a seat that is not carrying out a card.
func (s *State) mustCarry(seat engine.Seat) refusal {
	switch {
	case s.carryingOut() && s.players[s.actor()].seat == seat:
		return allowed
	case s.carryingOut():
		return refuse("it is not %s's turn but %s's", wordBy, s.players[s.actor()].word())
	}
	return refuse("%s plays no card now", wordBy)
}

// more reports whether anything of the step that is due is possible. A task that was begun
// continues only if it may be done several times.
func (s *State) more() bool {
	for _, o := range s.alternatives() {
		if o.task != noTask && s.goesOn(o) && s.possible(o) {
			return true
		}
	}
	return false
}

// goesOn reports whether an alternative is still open: all are before the step has begun,
// afterwards only the one chosen, if it may be done again.
func (s *State) goesOn(o alternative) bool {
	return s.inPlay.done == 0 ||
		o.task == s.inPlay.kind && (o.task == harvesting || o.task == scoring) && s.inPlay.done < o.count
}

// possible reports whether anything of an alternative can be done.
func (s *State) possible(o alternative) bool {
	i := s.actor()
	switch o.task {
	case colonizing:
		return s.anyFounding(i, o)
	case discovering:
		for parsec := uint8(1); parsec <= farthest; parsec++ {
			if s.mayExplore(i, o, parsec).Allowed() {
				return true
			}
		}
		return false
	case harvesting:
		return s.harvests(i, o) != 0
	case yielding:
		return s.target(o) != 0
	case takingGems:
		return true
	case upgrading:
		p := &s.players[i]
		return p.gems.Anthracite > 0 || p.gems.Gold > 0
	case scoring:
		for left := s.galaxiesOf(i); left != 0; left &= left - 1 {
			if s.mayScore(i, uint8(bits.TrailingZeros16(left))).Allowed() {
				return true
			}
		}
	}
	return false
}

// target returns the one site, from 1, where an alternative is carried out; 0 if it does not name
// one, or if there is none.
func (s *State) target(o alternative) uint8 {
	switch o.where {
	case inNew:
		return s.inPlay.fresh
	case inSame:
		return s.inPlay.same
	}
	return 0
}

// area returns the sites where the alternative can be carried out, if they have a tile.
func (s *State) area(i int8, o alternative) uint32 {
	switch o.where {
	case anywhere:
		return 1<<sites - 1
	case inRange:
		return s.board().near[s.span(i)]
	}
	return 1 << s.target(o) >> 1
}

// within reports whether an alternative may be carried out on a site.
func (s *State) within(i int8, o alternative, site uint8) bool { return s.area(i, o)&(1<<site) != 0 }

// span returns the reach of the field whose card is being carried out, in parsecs.
func (s *State) span(i int8) uint8 {
	if s.inPlay.field < 1 {
		return 0
	}
	return min(s.players[i].reach[s.inPlay.field-1], farthest)
}

// asksFor reports whether the step that is due has an alternative of a kind.
func (s *State) asksFor(kind task) bool {
	return slices.ContainsFunc(s.waiting(), func(o alternative) bool { return o.task == kind })
}

// waiting returns the alternatives of the step that is due, none if no step is.
func (s *State) waiting() []alternative {
	if !s.carryingOut() {
		return nil
	}
	return s.alternatives()[:]
}
