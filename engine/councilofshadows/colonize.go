package councilofshadows

import (
	"cmp"
	"math/bits"
	"strconv"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Colonizing (rulebook, phase 3): cubes on one planet, as far as range and adaptability allow.
// Without the expansion the planet must be free; there are never more than three cubes on a planet.

// anyFounding reports whether an alternative that colonizes is possible at all.
func (s *State) anyFounding(i int8, o alternative) bool {
	for left := s.places(i, o); left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range s.system(site).slots {
			if s.takesCubes(i, o.any, site, planet, o.count).Allowed() {
				return true
			}
		}
	}
	return false
}

// places returns the sites with a tile where an alternative can be carried out.
func (s *State) places(i int8, o alternative) uint32 { return s.area(i, o) & s.table.tiles }

// foundings lists what alternative n of the step allows.
func (s *State) foundings(all []engine.Command, i int8, n int) []engine.Command {
	o := s.alternatives()[n]
	most := o.count
	if o.where == inNew && s.players[i].knows(Discoverers) {
		most++
	}
	for left := s.places(i, o); left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range s.system(site).slots {
			for cubes := o.count; cubes <= most; cubes++ {
				if s.takesCubes(i, o.any, site, planet, cubes).Allowed() && (n == 0 || !s.founded(i, n, site, planet, cubes)) {
					all = append(all, s.commands(i).found[site][planet][cubes-1])
				}
			}
		}
	}
	return all
}

// founded reports whether an earlier alternative of the step allows the same.
func (s *State) founded(i int8, n int, site, planet, cubes uint8) bool {
	for _, o := range s.alternatives()[:n] {
		if o.task == colonizing && s.mayFound(i, o, site, planet, cubes).Allowed() {
			return true
		}
	}
	return false
}

// zoeMay reports whether a seat still has Zoe's free colony of this phase 1, which needs
// adaptability but no range and is not a purchase.
func (s *State) zoeMay(seat engine.Seat) bool {
	if !s.full || s.phase != PhaseBuy || s.due.who >= 0 || s.turn < 0 {
		return false
	}
	p := s.active()
	return p.seat == seat && p.leader == Zoe && !p.settled
}

// zoeColonies lists where Zoe's colony may be founded.
func (s *State) zoeColonies(all []engine.Command) []engine.Command {
	if !s.zoeMay(s.active().seat) {
		return all
	}
	for left := s.table.tiles; left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range s.system(site).slots {
			if s.takesCubes(s.turn, false, site, planet, 1).Allowed() {
				all = append(all, s.commands(s.turn).found[site][planet][0])
			}
		}
	}
	return all
}

// Found puts cubes on a planet; planets are numbered from 1 as printed on the tile.
type Found struct {
	Seat                engine.Seat
	Site, Planet, Cubes uint8
}

func (c Found) By() engine.Seat { return c.Seat }

// Aims returns the planet.
func (c Found) Aims() []string { return []string{siteAim(c.Site), planetAim(c.Site, c.Planet)} }

func (c Found) Check(s *State) refusal {
	site, planet := c.Site-1, c.Planet-1
	switch r := cmp.Or(s.keepsBoard(), s.inUse(site), countsPlanets(site, planet)); {
	case !r.Allowed():
		return r
	case s.zoeMay(c.Seat) && c.Cubes != 1:
		return otherNumber(c.Cubes)
	case s.zoeMay(c.Seat):
		return s.takesCubes(s.turn, false, site, planet, c.Cubes)
	case s.automaActs():
		return s.isTarget(c)
	}
	r := s.mustWork(c.Seat, colonizing)
	if !r.Allowed() {
		return r
	}
	for _, o := range s.alternatives() {
		if o.task != colonizing {
			continue
		}
		if r = s.mayFound(s.actor(), o, site, planet, c.Cubes); r.Allowed() {
			break
		}
	}
	return r
}

func (c Found) Play(r *resolution) {
	if r.automaActs() {
		r.automaFound(c)
		r.carryOut()
		return
	}
	cause := r.inPlay.card
	if r.zoeMay(c.Seat) {
		cause = Zoe
	}
	emit(r, Founded{c.Seat, c.Site, c.Planet, c.Cubes, cause})
	if cause != Zoe {
		r.carryOut()
	}
}

func (c Found) describe(s *State) engine.Text { return s.describePlanet(c.Site, c.Planet) }

func (c Found) Tell() engine.Text {
	return engine.Say("Put {one cube|%[1]d cubes} on planet %[2]d of field %[3]d", int(c.Cubes), int(c.Planet), int(c.Site))
}

func (c Found) tellIn(s *State) engine.Text {
	return engine.Say("Put {one cube|%[1]d cubes} on %[2]s in %[3]s", int(c.Cubes), s.planetName(c.Site, c.Planet), s.siteName(c.Site))
}

func (c Found) Effect(s *State) engine.Effect {
	verb, there := engine.Say("Settle"), s.galaxyAt(c.Site)
	switch {
	case s.automaActs():
		return rule.Asks(verb, "Let the Automa settle in %s?", there)
	case c.Cubes > 1:
		return atOnce(rule.Asks(verb, "Build a tower of %d in %s?", int(c.Cubes), there))
	}
	return atOnce(rule.Asks(verb, "Found a colony in %s?", there))
}

// Where returns the field where a colony is founded.
func (c Found) Where() string { return strconv.Itoa(int(c.Site)) }

// Founded is cubes put on a planet.
type Founded struct {
	Seat                engine.Seat
	Site, Planet, Cubes uint8
	Cause               Item
}

func (e Founded) Apply(s *State) {
	i := s.find(e.Seat)
	s.table.build(e.Site-1, e.Planet-1, i, e.Cubes)
	if e.Cause == Zoe {
		s.players[i].settled = true
		return
	}
	s.inPlay.same = e.Site
	s.inPlay.did(colonizing)
}

func (e Founded) fits(s *State) bool {
	return s.cubesFit(e.Seat, e.Site, e.Planet, e.Cubes)
}

func (e Founded) Tell() engine.Text {
	return engine.Say("%[1]s puts {one cube|%[2]d cubes} on planet %[3]d of field %[4]d", e.Seat, int(e.Cubes), int(e.Planet), int(e.Site))
}

func (e Founded) tellIn(s *State) engine.Text {
	switch e.Cubes {
	case 1:
		return engine.Say("%s settles in %s", e.Seat, s.galaxyAt(e.Site))
	case 2:
		return engine.Say("%s founds a colony in %s", e.Seat, s.galaxyAt(e.Site))
	}
	return engine.Say("%s builds a tower of %d in %s", e.Seat, int(e.Cubes), s.galaxyAt(e.Site))
}

// Why names the limits set by the card, the leader or the Automa's card.
func (e Founded) Why(s *State) engine.Reason {
	switch {
	case e.Cause == Zoe:
		return engine.Reason{Rule: techText(Zoe), Source: sourceLeaders}
	case e.Cause.isAutoma():
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	}
	for _, o := range s.waiting() {
		if o.task == colonizing && o.any {
			return engine.Reason{Rule: engine.Say("This card puts cubes on a planet of any type; at most three stand on one, and on cubes only with the expansion."), Source: sourceAct}
		}
	}
	return engine.Reason{Rule: engine.Say("Cubes go on a planet in range to which the seat is adapted; at most three stand on one, and on cubes only with the expansion."), Source: sourceAct}
}

// Stands is a fact: cubes on a planet.
type Stands struct {
	Seat                engine.Seat
	Site, Planet, Cubes uint8
}

func (e Stands) Apply(s *State) {
	s.table.build(e.Site-1, e.Planet-1, s.find(e.Seat), e.Cubes)
}

func (e Stands) fits(s *State) bool {
	return s.cubesFit(e.Seat, e.Site, e.Planet, e.Cubes)
}

func (e Stands) Tell() engine.Text {
	return engine.Say("%[1]s has {one cube|%[2]d cubes} on planet %[3]d of field %[4]d", e.Seat, int(e.Cubes), int(e.Planet), int(e.Site))
}

func (e Stands) tellIn(s *State) engine.Text {
	return engine.Say("%[1]s has {one cube|%[2]d cubes} on %[3]s in %[4]s", e.Seat, int(e.Cubes), s.planetName(e.Site, e.Planet), s.siteName(e.Site))
}
