package councilofshadows

import (
	"cmp"
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Stations (module 1) are bought in phase 1 and placed in a galaxy that has none yet and where the
// seat has a colony. They stay there.

// buildable allows each station once, if module 1 is used.
func (s *State) buildable(p *player, what Item) refusal {
	switch {
	case !what.isStation():
		return refuse("%s is no station", what.word())
	case !s.modules.stations:
		return refuse("this game is played without the stations of module 1")
	}
	return cmp.Or(p.buysMore(), p.lacks(what))
}

// hasGalaxy requires a galaxy that is on this side of the board.
func (s *State) hasGalaxy(name GalaxyName) (uint8, refusal) {
	g, ok := galaxyIndex(name)
	if !ok || s.sitesOf(g) == 0 {
		return 0, refuse("%s is not on this board", wordNamed)
	}
	return g, allowed
}

// takesStation allows one station for each galaxy, built by a seat with a colony there.
func (s *State) takesStation(g uint8, p *player) refusal {
	switch {
	case s.table.station[g].what != None:
		return refuse("there is a station in %s already", galaxyWord(g))
	case s.sitesOf(g)&s.table.present[p.at] == 0:
		return refuse("%s has no colony in %s", p.word(), galaxyWord(g))
	}
	return allowed
}

// builds lists the stations that the acting seat may build, with each way to pay.
func (s *State) builds(all []engine.Command, p *player) []engine.Command {
	if !s.full {
		return all
	}
	var takes uint16 // galaxies, one bit each
	for left := s.galaxiesOf(p.at); left != 0; left &= left - 1 {
		if g := uint8(bits.TrailingZeros16(left)); s.takesStation(g, p).Allowed() {
			takes |= 1 << g
		}
	}
	for what := StationHarvest; what <= StationColonize; what++ {
		if !s.buildable(p, what).Allowed() {
			continue
		}
		for left := takes; left != 0; left &= left - 1 {
			all = payable(all, s.commands(s.turn).build[what-StationHarvest][bits.TrailingZeros16(left)], p.gems)
		}
	}
	return all
}

// Build puts a station on the board (module 1); it counts as a purchase.
type Build struct {
	Seat   engine.Seat
	What   Item
	Galaxy GalaxyName
	Pay    Gemset
}

func (c Build) By() engine.Seat { return c.Seat }

// Aims returns the station and the galaxy.
func (c Build) Aims() []string { return []string{c.What.thingAim(), galaxyAim(c.Galaxy)} }

func (c Build) named() any { return galaxyTerm(c.Galaxy) }

func (c Build) Check(s *State) refusal {
	if r := cmp.Or(s.keepsBoard(), s.mustAct(c.Seat, PhaseBuy)); !r.Allowed() {
		return r
	}
	p := s.active()
	if r := s.buildable(p, c.What); !r.Allowed() {
		return r
	}
	g, r := s.hasGalaxy(c.Galaxy)
	return cmp.Or(r, s.takesStation(g, p), s.paid(p, c.What, c.Pay))
}

func (c Build) Play(r *resolution) {
	emit(r, Built(c))
}

func (c Build) Tell() engine.Text {
	return engine.Say("Build %s in %s for %s", c.What.term(), galaxyTerm(c.Galaxy), c.Pay.sum())
}

func (c Build) Effect(s *State) engine.Effect {
	return rule.Asks(engine.Say("Build"), "Build %s in %s for %s?", s.quoted(c.What), c.Galaxy.title(), c.Pay.sum())
}

// Built is a station on the board.
type Built struct {
	Seat   engine.Seat
	What   Item
	Galaxy GalaxyName
	Pay    Gemset
}

func (e Built) Apply(s *State) {
	p := s.player(e.Seat)
	p.bought++
	p.add(e.What)
	s.pay(p, e.Pay)
	if g, ok := galaxyIndex(e.Galaxy); ok {
		s.table.station[g] = station{e.What, s.find(e.Seat)}
	}
}

func (e Built) fits(s *State) bool {
	return s.find(e.Seat) >= 0 && e.What.isStation()
}

func (e Built) Tell() engine.Text {
	return engine.Say("%s builds %s in %s for %s", e.Seat, e.What.term(), galaxyTerm(e.Galaxy), e.Pay.sum())
}

func (e Built) Why(s *State) engine.Reason {
	if e.What == StationColonize {
		return engine.Reason{Rule: rulingStationCubes, Source: sourceStations}
	}
	return engine.Reason{Rule: engine.Say("A station goes into a galaxy without one in which the seat has a colony, and stays there."), Source: sourceStations}
}

// Located is where a station is that was bought before the referee kept the board.
type Located struct {
	Seat   engine.Seat
	What   Item
	Galaxy GalaxyName
}

func (e Located) Apply(s *State) {
	if g, ok := galaxyIndex(e.Galaxy); ok {
		s.table.station[g] = station{e.What, s.find(e.Seat)}
	}
}

func (e Located) fits(s *State) bool {
	return s.find(e.Seat) >= 0 && e.What.isStation()
}

func (e Located) Tell() engine.Text {
	return engine.Say("%s has %s in %s", e.Seat, e.What.term(), galaxyTerm(e.Galaxy))
}
