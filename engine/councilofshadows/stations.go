package councilofshadows

import "arbiter/engine"

// Stations (module 1): bought in phase 1 and put into a galaxy without one, in
// which the seat has a colony. They stay there.

func (s *State) builds(all []engine.Command, p *player) []engine.Command {
	if !s.full || !s.modules.stations {
		return all
	}
	for what := StationHarvest; what <= StationColonize; what++ {
		if p.has.contains(what) {
			continue
		}
		for g := range uint8(galaxyCount) {
			if s.table.station[g].what == None && s.sitesOf(g)&s.table.present[s.turn] != 0 {
				all = affordable(all, s.say(s.turn).build[what-StationHarvest][g], p.gems)
			}
		}
	}
	return all
}

// Build puts a station on the board (module 1); it is a purchase.
type Build struct {
	Seat   engine.Seat
	What   Item
	Galaxy GalaxyName
	Pay    Gemset
}

func (c Build) By() engine.Seat { return c.Seat }

func (c Build) named() any { return engine.Term(c.Galaxy) }

func (c Build) check(s *State) refusal {
	if r := s.mustFull(); !r.allowed() {
		return r
	}
	if r := s.mustAct(c.Seat, PhaseBuy); !r.allowed() {
		return r
	}
	p := s.active()
	g, ok := galaxyIndex(c.Galaxy)
	switch {
	case !c.What.isStation():
		return refuse("%s is no station", c.What.word())
	case !s.modules.stations:
		return refuse("this game is played without the stations of module 1")
	case p.bought >= mostPurchases:
		return refuse("%s has made %d purchases; there are no more this round", p.word(), number(mostPurchases))
	case p.has.contains(c.What):
		return refuse("%s has bought %s before; it can be bought once a game", p.word(), c.What.word())
	case !ok || s.sitesOf(g) == 0:
		return refuse("there is no galaxy %s on this board", wordNamed)
	case s.table.station[g].what != None:
		return refuse("the galaxy %s has a station", wordNamed)
	case s.colonies(g, s.turn) == 0:
		return refuse("%s has no colony in the galaxy %s", wordBy, wordNamed)
	}
	return s.checkPay(p, c.What, c.Pay)
}

func (c Build) play(t *turn) {
	emit(t, Built(c))
}

func (c Build) tell() engine.Text {
	return engine.Say("Build %s in the galaxy %s, paying %s", c.What.term(), engine.Term(c.Galaxy), c.Pay.sum())
}

// Built is a station on the board.
type Built struct {
	Seat   engine.Seat
	What   Item
	Galaxy GalaxyName
	Pay    Gemset
}

func (e Built) apply(s *State) {
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

func (e Built) tell() engine.Text {
	return engine.Say("%s builds %s in the galaxy %s for %s", e.Seat, e.What.term(), engine.Term(e.Galaxy), e.Pay.sum())
}

func (e Built) why(s *State) engine.Reason {
	if e.What == StationColonize {
		return engine.Reason{Rule: rulingStationCubes, Source: sourceStations}
	}
	return engine.Reason{Rule: engine.Say("A station goes into a galaxy without one in which the seat has a colony, and stays there."), Source: sourceStations}
}

// Located is where a station stands that was bought before the referee
// kept the board.
type Located struct {
	Seat   engine.Seat
	What   Item
	Galaxy GalaxyName
}

func (e Located) apply(s *State) {
	if g, ok := galaxyIndex(e.Galaxy); ok {
		s.table.station[g] = station{e.What, s.find(e.Seat)}
	}
}

func (e Located) fits(s *State) bool {
	return s.find(e.Seat) >= 0 && e.What.isStation()
}

func (e Located) tell() engine.Text {
	return engine.Say("%s: %s stands in the galaxy %s", e.Seat, e.What.term(), engine.Term(e.Galaxy))
}
