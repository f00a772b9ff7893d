package councilofshadows

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Harvesting (rulebook, phase 3): the yield of a system, once for each colony there and each card.
// No cube is removed.

// harvests returns the sites whose yield player i may take with the card being carried out.
func (s *State) harvests(i int8, o alternative) uint32 {
	set := s.places(i, o) & s.harvestable(i)
	for _, at := range s.inPlay.reaped {
		if at != 0 && s.colonized(i, at-1) <= s.reaped(at-1) {
			set &^= 1 << (at - 1)
		}
	}
	return set
}

// harvestable returns the sites with a colony that player i may harvest.
func (s *State) harvestable(i int8) uint32 {
	if s.harvestsOthers(i) {
		return s.colonizedSites()
	}
	return s.table.present[i]
}

// harvestsOthers reports whether the colonies of others may be harvested too: Experienced traveler
// allows it, except for the yields of Resource people.
func (s *State) harvestsOthers(i int8) bool {
	return s.due.who < 0 && s.players[i].knows(ExperiencedTraveler)
}

// colonizedSites returns the sites with anybody's colony.
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

// reaped counts the yields that the card has taken from a system.
func (s *State) reaped(site uint8) (n uint8) {
	for _, at := range s.inPlay.reaped {
		if at == site+1 {
			n++
		}
	}
	return n
}

// takesAside allows a yield that Buteo or the Harvest station brings around scoring.
func (s *State) takesAside(cause Item, site uint8) refusal {
	switch {
	case cause != Buteo && cause != StationHarvest || s.step != stepScoring:
		return refuse("%s brings no yield now", cause.word())
	case s.asideSites(cause)&(1<<site) == 0:
		return refuse("%s brings no yield there now", cause.word())
	}
	return allowed
}

// asideSites returns the sites whose yield Buteo or the Harvest station may take: once in each
// part, where the seat has a colony; the station only in its galaxy.
func (s *State) asideSites(cause Item) (set uint32) {
	p := s.active()
	switch {
	case cause == Buteo && p.leader == Buteo && !p.reaped:
		set = s.table.present[s.turn]
		if p.knows(ExperiencedTraveler) { // Experienced traveler lets Buteo, who reaches everywhere, harvest the systems of others
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

// asideCauses are what brings a yield around scoring.
var asideCauses = [...]Item{Buteo, StationHarvest}

func (s *State) asides(all []engine.Command) []engine.Command {
	for i, cause := range asideCauses {
		for left := s.asideSites(cause); left != 0; left &= left - 1 {
			all = append(all, s.commands(s.turn).aside[i][bits.TrailingZeros32(left)])
		}
	}
	return all
}

// yields allows the card being carried out to take the yield of the site.
func (s *State) yields(site uint8) refusal {
	harvests, yields := false, false
	for _, o := range s.alternatives() {
		if !s.goesOn(o) {
			continue
		}
		switch {
		case o.task == harvesting && s.harvests(s.actor(), o)&(1<<site) != 0:
			return allowed
		case o.task == yielding && s.target(o) == site+1:
			return allowed
		}
		harvests, yields = harvests || o.task == harvesting, yields || o.task == yielding
	}
	switch {
	case yields && !harvests:
		return elsewhere(site)
	case !harvests:
		return refuse("the card %s asks for something else now", s.inPlay.card.word())
	case s.table.tile[site] == None:
		return noTile(site)
	case s.colonized(s.actor(), site) == 0:
		return refuse("%s has no colony in %s", wordBy, siteWord(site+1))
	case s.reaped(site) > 0:
		return refuse("each colony in %s has been harvested with this card", siteWord(site+1))
	}
	return tooFar(site)
}

// takeYield takes the yield of a site the given number of times.
func (r *resolution) takeYield(site, times uint8, cause Item) {
	p := &r.players[r.actor()]
	from := r.system(site)
	gems := from.gems
	if p.knows(GemRefinement) {
		gems = gems.refined()
	}
	if cause == None {
		cause = r.inPlay.card
	}
	seat := p.seat
	emit(r, Gathered{seat, site + 1, times, gems.times(times), cause})
	if from.energy > 0 {
		r.energize(Energy{seat, Delta(from.energy) * Delta(times), Yield})
	}
}

// Gather takes the yield of a system. It names a cause if the yield does not come from the card
// being carried out.
type Gather struct {
	Seat  engine.Seat
	Site  uint8
	Cause Item `word:"optional"`
}

func (c Gather) By() engine.Seat { return c.Seat }

// Aims returns the field, and what brings the yield.
func (c Gather) Aims() []string {
	if c.Cause != None {
		return []string{siteAim(c.Site), c.Cause.thingAim()}
	}
	return []string{siteAim(c.Site)}
}

func (c Gather) Check(s *State) refusal {
	if r := cmp.Or(s.keepsBoard(), s.inUse(c.Site-1)); !r.Allowed() {
		return r
	}
	if c.Cause != None {
		return cmp.Or(s.mustAct(c.Seat, PhaseAct), s.takesAside(c.Cause, c.Site-1))
	}
	if r := s.mustCarry(c.Seat); !r.Allowed() {
		return r
	}
	return s.yields(c.Site - 1)
}

func (c Gather) Play(r *resolution) {
	if c.Cause != None {
		r.takeYield(c.Site-1, 1, c.Cause)
		return
	}
	times := uint8(1)
	for _, o := range r.alternatives() {
		if o.task == yielding && r.target(o) == c.Site {
			times = o.count
		}
	}
	r.takeYield(c.Site-1, times, None)
	r.carryOut()
}

func (c Gather) describe(s *State) engine.Text { return s.describeYield(c.Site) }

func (c Gather) Tell() engine.Text {
	if c.Cause != None {
		return engine.Say("Take the yield of field %d with %s", int(c.Site), c.Cause.term())
	}
	return engine.Say("Take the yield of field %d", int(c.Site))
}

func (c Gather) Effect(s *State) engine.Effect {
	return atOnce(rule.Asks(engine.Say("Harvest"), "Harvest in %s?", s.galaxyAt(c.Site)))
}

func (c Gather) tellIn(s *State) engine.Text {
	if c.Cause != None {
		return engine.Say("Harvest in %s with %s", s.siteName(c.Site), c.Cause.term())
	}
	return engine.Say("Harvest in %s", s.siteName(c.Site))
}

// Where returns the field whose yield is taken.
func (c Gather) Where() string { return strconv.Itoa(int(c.Site)) }

// Gathered is a yield and how many times it was taken, with the gems it brought.
type Gathered struct {
	Seat        engine.Seat
	Site, Times uint8
	Gems        Gemset
	Cause       Item
}

func (e Gathered) Apply(s *State) {
	p := s.player(e.Seat)
	p.take(e.Gems)
	switch e.Cause {
	case Buteo:
		p.reaped = true
	case StationHarvest:
		p.sent = true
	default:
		if n := slices.Index(s.inPlay.reaped[:], 0); n >= 0 {
			s.inPlay.reaped[n] = e.Site
		}
		s.inPlay.did(harvesting)
	}
}

func (e Gathered) Tell() engine.Text {
	if e.Gems == (Gemset{}) {
		return engine.Say("%[1]s takes the yield of field %[2]d {once|%[3]d times}", e.Seat, int(e.Site), int(e.Times))
	}
	return engine.Say("%[1]s takes the yield of field %[2]d {once|%[3]d times}: %[4]s", e.Seat, int(e.Site), int(e.Times), e.Gems.sum())
}

func (e Gathered) tellIn(s *State) engine.Text {
	if e.Gems == (Gemset{}) {
		return engine.Say("%[1]s harvests in %[2]s {once|%[3]d times}", e.Seat, s.galaxyAt(e.Site), int(e.Times))
	}
	return engine.Say("%s harvests in %s: %s", e.Seat, s.galaxyAt(e.Site), e.Gems.sum())
}

func (e Gathered) Why(s *State) engine.Reason {
	if e.Cause == Buteo {
		if i := s.find(e.Seat); i >= 0 && s.table.present[i]&(1<<e.Site>>1) == 0 {
			return engine.Reason{Rule: rulingButeo, Source: sourceLeaders}
		}
		return engine.Reason{Rule: techText(Buteo), Source: sourceLeaders}
	}
	if e.Cause == ResourcePeople {
		return engine.Reason{Rule: rulingPeople, Source: sourceTech}
	}
	if e.Cause == StationHarvest {
		return engine.Reason{Rule: techText(StationHarvest), Source: sourceStations}
	}
	if s.carryingOut() && !s.asksFor(harvesting) {
		return engine.Reason{Rule: engine.Say("The card brings the yield of this system; it takes no colony."), Source: sourceAct}
	}
	return engine.Reason{Rule: engine.Say("Each colony brings the yield of its system once for each card; no cube is removed."), Source: sourceAct}
}
