package councilofshadows

import "arbiter/engine"

// describeTech tells what a Dark Tech card brings.
func (s *State) describeTech(i Item) engine.Text {
	switch i {
	case NewStargate:
		return engine.Say("A further action field that reaches parsec 3; and a gold gem now.")
	case GemRefinement, ExperiencedTraveler:
		return engine.Say("%s And a transparent gem now.", techText(i))
	case FlexibleColonization:
		return engine.Say("Every action field reaches parsec 3; each step brings one energy.")
	case EnergySaver:
		return engine.Say("Consumption falls by %d, once.", int(s.value(i)))
	case PerpetualMotion:
		return rulingPerpetual
	case InformationEdge:
		return engine.Say("An AI card from the display, the top light bonus card and a transparent gem, free of charge.")
	case EnergyBoost:
		return engine.Say("energy %d", int(s.value(i)))
	}
	return techText(i)
}

// describeBonus tells what a bonus card brings in final scoring.
func (s *State) describeBonus(b Pays) engine.Text {
	base, each := int(b.Base), int(b.Each)
	switch b.Kind {
	case CountsGems:
		return engine.Say("energy %d, and %d for each gem left: %s", base, each, engine.Term(b.Of))
	case CountsPlanets:
		return engine.Say("energy %d, and %d for each cube on a planet: %s", base, each, engine.Term(b.Of))
	case CountsConsumption:
		return engine.Say("energy: consumption divided by %d", each)
	case CountsUpgrades:
		return engine.Say("energy %d, and %d for each cube on the player board", base, each)
	case CountsParsec:
		return engine.Say("energy %d, and %d for each cube in parsec %d", base, each, parsecOf(b))
	case CountsAICards:
		return engine.Say("energy %d, and %d for each AI card", base, each)
	case CountsLightCards:
		return engine.Say("energy %d, and %d for each light bonus card, this one too", base, each)
	case CountsStations:
		return engine.Say("energy %d, and %d for each space station", base, each)
	case CountsGalaxy:
		return s.describeGalaxyBonus(engine.Term(b.Of), base, each)
	}
	return engine.Say("energy %d", base)
}

// parsecOf is the parsec that a bonus card names, 0 if it names none.
func parsecOf(b Pays) int {
	if b.Of == "" {
		return 0
	}
	return int(b.Of[0] - '0')
}

// describeGalaxyBonus tells it as the ruling has it (galaxy-bonus).
func (s *State) describeGalaxyBonus(galaxy engine.Term, base, each int) engine.Text {
	if s.ninth {
		return engine.Say("galaxy %s: energy %d with the majority, %d with a colony", galaxy, base+each, base)
	}
	return engine.Say("galaxy %s: energy %d with the majority, %d with a colony, else %d", galaxy, base+each, base+base, base)
}

// describePlanet tells what a planet is, who stands there, and in which galaxy.
func (s *State) describePlanet(site, planet uint8) engine.Text {
	if s.planetOn(site, planet) == noPlanet {
		return engine.Text{}
	}
	return engine.Say("%s; %s", s.planetText(site-1, planet-1), s.describeSite(site))
}

// planetOn is a planet that lies on the board; site and planet count from 1.
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
	return engine.Say("galaxy %s", engine.Term(galaxies[s.board().site[site-1].galaxy]))
}

// describeYield tells what a tile that lies on the board brings, and to whom it is
// refined.
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

// describeScore tells what scoring a galaxy would bring now.
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

// stackSize is how many tiles are left in a stack.
func (s *State) stackSize(parsec uint8) int {
	if parsec < 1 || parsec > farthest {
		return 0
	}
	return s.table.stack[parsec-1].size()
}
