package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Pays) Misfit() error {
	known := true
	switch e.Kind {
	case CountsConsumption:
		if e.Base > 0 || e.Each < 2 {
			return engine.Refuse("consumption is divided, and nothing is added: tell 0, and by how much it is divided, such as 10")
		}
	case CountsGems:
		known = slices.Contains(gemColors[:], itemNamed(e.Of))
	case CountsPlanets:
		known = slices.Contains([]Planet{Terrestrial, DesertPlanet, VolcanicPlanet}, Planet(e.Of))
	case CountsParsec:
		known = len(e.Of) == 1 && 1 <= parsecOf(e) && parsecOf(e) <= farthest
	case CountsGalaxy:
		_, known = galaxyIndex(GalaxyName(e.Of))
	}
	if !known {
		return engine.Refuse("choose what counts, too: a color of gems, a type of planets, a parsec or a galaxy")
	}
	return nil
}
