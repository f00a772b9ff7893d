package councilofshadows

import "arbiter/engine"

// What is printed in the box, for people who play the full book without the cardboard: on cards,
// tiles and upgrades, and what a command leads to.

// describe tells what is printed on a thing or what a command leads to.
func (s *State) describe(x any) engine.Text {
	if !s.full {
		return engine.Text{}
	}
	if t, ok := x.(engine.Term); ok {
		return s.describeThing(t)
	}
	if c, ok := x.(interface{ describe(*State) engine.Text }); ok {
		return c.describe(s)
	}
	return engine.Text{}
}

// describeThing returns the price, number and words of a thing's face.
func (s *State) describeThing(t engine.Term) engine.Text {
	f, ok := face(s, t)
	if !ok {
		return engine.Text{}
	}
	text := f.Words
	if f.Ring.Of == string(TrackConsumption) {
		text = engine.Say("consumption %d; %s", f.Ring.N, text)
	}
	if price := f.Price; price != nil {
		text = engine.Say("costs %s; %s", amountsInWords(price), text)
	}
	return text
}

func amountsInWords(amounts []engine.Amount) engine.Text {
	var all []engine.Text
	for _, a := range amounts {
		all = append(all, engine.Say("%d %s", a.N, engine.Term(a.Of)))
	}
	return enumerate(all)
}

// text tells what is printed on a tile.
func (t *tile) text() engine.Text {
	var planets []engine.Text
	for _, kind := range t.planets {
		if kind != noPlanet {
			planets = append(planets, engine.Say("%s", engine.Term(kind.name())))
		}
	}
	if planets == nil {
		return engine.Say("parsec %d; it yields %s.", int(t.parsec), t.yield())
	}
	return engine.Say("parsec %d: %s; it yields %s.", int(t.parsec), enumerate(planets), t.yield())
}

// yield tells what a tile brings.
func (t *tile) yield() engine.Text {
	switch {
	case t.energy == 0:
		return t.gems.sum()
	case t.gems == Gemset{}:
		return engine.Say("%d energy", int(t.energy))
	}
	return engine.Say("%s, %d energy", t.gems.sum(), int(t.energy))
}

// describePlanet says what a planet is, who has cubes there, and in which galaxy it is.
func (s *State) describePlanet(site, planet uint8) engine.Text {
	if s.planetOn(site, planet) == noPlanet {
		return engine.Text{}
	}
	return engine.Say("%s; %s", s.planetText(site-1, planet-1), s.describeSite(site))
}

// planetOn returns a planet on the board; site and planet are counted from 1.
func (s *State) planetOn(site, planet uint8) planet {
	if !s.siteInUse(site) || planet < 1 || planet > mostPlanets {
		return noPlanet
	}
	return s.system(site - 1).planets[planet-1]
}

func (s *State) describeSite(site uint8) engine.Text {
	if !s.siteInUse(site) {
		return engine.Text{}
	}
	return galaxyTitle(s.board().site[site-1].galaxy)
}

// describeYield says what a tile on the board brings, and for whom it is refined.
func (s *State) describeYield(site uint8) engine.Text {
	if !s.siteInUse(site) || s.table.tile[site-1] == None {
		return engine.Text{}
	}
	t := *s.system(site - 1)
	if s.players[s.actor()].knows(GemRefinement) {
		t.gems = t.gems.refined()
	}
	return engine.Say("%s; %s", t.yield(), s.describeSite(site))
}

// describeScore says what scoring a galaxy would bring now.
func (s *State) describeScore(c Score) engine.Text {
	g, ok := galaxyIndex(c.Galaxy)
	i := s.find(c.Seat)
	if !ok || i < 0 {
		return engine.Text{}
	}
	energy, light := s.reward(i, g)
	text := engine.Say("energy %d", int(energy))
	if light {
		text = engine.Say("%s and a light bonus card", text)
	}
	if kind := s.planetOn(c.Site, c.Planet); kind != noPlanet {
		text = engine.Say("%s; %s", text, engine.Term(kind.name()))
	}
	return text
}

// stackSize returns how many tiles are left in a stack.
func (s *State) stackSize(parsec uint8) int {
	if parsec < 1 || parsec > farthest {
		return 0
	}
	return s.table.stack[parsec-1].size()
}
