package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Tell is Game.Tell with names of places in place of numbers.
func (s *State) Tell(x any) engine.Text {
	if t, ok := x.(interface{ tellIn(s *State) engine.Text }); ok && s.full {
		return t.tellIn(s)
	}
	return rule.Tell(x)
}

// galaxyTerm returns what people call a galaxy: its name if a rulebook gives one, otherwise its
// color.
func galaxyTerm(n GalaxyName) engine.Term {
	switch n {
	case "grey":
		return "parvus-corta"
	case "turquoise":
		return "tennant-strand"
	case "yellow":
		return "heavens-fence"
	}
	return engine.Term(n)
}

// siteName returns the name of a site, counted from 1: its galaxy, and its number there if the
// galaxy has several.
func (s *State) siteName(site uint8) engine.Text {
	if !s.siteInUse(site) {
		return engine.Say("field %d", int(site))
	}
	g := s.board().site[site-1].galaxy
	all := s.sitesOf(g)
	if all&(all-1) == 0 {
		return engine.Say("%s", galaxyTerm(galaxies[g]))
	}
	before := bits.OnesCount32(all & (1<<(site-1) - 1))
	return engine.Say("%s %d", galaxyTerm(galaxies[g]), before+1)
}

// planetName returns the name of a planet of a site, both counted from 1: its type, and its number
// if the system has several of that type.
func (s *State) planetName(site, n uint8) engine.Text {
	if !s.siteInUse(site) || n < 1 || n > mostPlanets || s.system(site - 1).planets[n-1] == noPlanet {
		return engine.Say("planet %d", int(n))
	}
	system := s.system(site - 1)
	kind, same, before := system.planets[n-1], 0, 1
	for i, other := range system.planets {
		if other == kind {
			same++
			if i < int(n-1) {
				before++
			}
		}
	}
	name := kind.name()
	if same == 1 {
		return name.text()
	}
	switch name {
	case DesertPlanet:
		return engine.Say("desert planet %d", before)
	case VolcanicPlanet:
		return engine.Say("volcanic planet %d", before)
	}
	return engine.Say("terrestrial planet %d", before)
}

// systemText names a tile that was drawn by what it brings.
func (s *State) systemText(i Item) engine.Text {
	if i < firstTile || int(i-firstTile) >= len(s.facts.board.tile) {
		return engine.Say("%s", i.term())
	}
	t, planets := &s.facts.board.tile[i-firstTile], 0
	for _, kind := range t.planets {
		if kind != noPlanet {
			planets++
		}
	}
	return engine.Say("the system with {one planet|%[1]d planets} and %[2]s", planets, t.yield())
}
