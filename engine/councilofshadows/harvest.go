package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// Harvesting (rulebook, phase 3): the yield of a system, once for each colony
// there and card. No cube is removed.

// harvests are the sites of which player i may take the yield with the card that is
// carried out.
func (s *State) harvests(i int8, o option) uint32 {
	set := s.places(i, o) & s.harvestable(i)
	for _, at := range s.job.reaped {
		if at != 0 && s.colonized(i, at-1) <= s.reaped(at-1) {
			set &^= 1 << (at - 1)
		}
	}
	return set
}

// harvestable are the sites with a colony that player i may harvest.
func (s *State) harvestable(i int8) uint32 {
	if s.harvestsOthers(i) {
		return s.colonizedSites()
	}
	return s.table.present[i]
}

// harvestsOthers: Experienced traveler harvests the colonies of others, too;
// Resource people only one's own.
func (s *State) harvestsOthers(i int8) bool {
	return s.due.who < 0 && s.players[i].knows(ExperiencedTraveler)
}

// colonizedSites are the sites with a colony of anybody.
func (s *State) colonizedSites() uint32 {
	return s.table.present[0] | s.table.present[1] | s.table.present[2] | s.table.present[3]
}

// colonized counts the colonies that player i may harvest on a site.
func (s *State) colonized(i int8, site uint8) uint8 {
	if s.harvestsOthers(i) {
		return s.table.cubes[site].all()
	}
	return s.table.cubes[site].of(i)
}

// reaped counts the yields of a system that the card has brought.
func (s *State) reaped(site uint8) (n uint8) {
	for _, at := range s.job.reaped {
		if at == site+1 {
			n++
		}
	}
	return n
}

// checkGatherAside: Buteo and the Harvest station bring a yield around scoring.
func (s *State) checkGatherAside(c Gather) error {
	if err := s.mustAct(c.Seat, PhaseAct); err != nil {
		return err
	}
	if c.Cause != Buteo && c.Cause != StationHarvest || s.step != stepScoring {
		return engine.Refuse("%s brings no yield now", c.Cause.term())
	}
	if s.asideSites(c.Cause)&(1<<(c.Site-1)) == 0 {
		return engine.Refuse("%s brings no yield of field %d now", c.Cause.term(), int(c.Site))
	}
	return nil
}

// asideSites are the sites of which Buteo or the Harvest station may take the yield:
// once in each part, where the seat has a colony; the station in its galaxy.
func (s *State) asideSites(cause Item) (set uint32) {
	p := s.active()
	switch {
	case cause == Buteo && p.leader == Buteo && !p.reaped:
		set = s.table.present[s.turn]
		if p.knows(ExperiencedTraveler) { // for whom Buteo, who reaches everywhere, opens the systems of others
			set |= s.colonizedSites()
		}
	case cause == StationHarvest && !p.sent:
		for g, at := range s.table.station {
			if at.what == StationHarvest && at.owner == s.turn {
				set |= s.sitesOf(uint8(g)) & s.table.present[s.turn]
			}
		}
	}
	return set & s.table.tiles
}

// What brings a yield around scoring.
var asideCauses = [...]Item{Buteo, StationHarvest}

func (s *State) asides(all []engine.Command) []engine.Command {
	for i, cause := range asideCauses {
		for left := s.asideSites(cause); left != 0; left &= left - 1 {
			all = append(all, s.say(s.turn).aside[i][bits.TrailingZeros32(left)])
		}
	}
	return all
}

// takeYield takes the yield of a site so many times.
func (t *turn) takeYield(site, times uint8, cause Item) {
	p := &t.players[t.worker()]
	from := t.system(site)
	gems := from.gems
	if p.knows(GemRefinement) {
		gems = gems.refined()
	}
	if cause == None {
		cause = t.job.card
	}
	seat := p.seat
	emit(t, Gathered{seat, site + 1, times, gems.times(times), cause})
	if from.energy > 0 {
		emit(t, Energy{seat, Delta(from.energy) * Delta(times), Yield})
	}
}
