package bot

import "arbiter/engine/councilofshadows"

// The energy from Empire for a galaxy and from Feudalism for a system.
const (
	empireEnergy    = 3
	feudalismEnergy = 3
)

// The worth to Greedy of Dark Tech cards that has to be guessed, mostly per remaining round.
const (
	fourthField = 6.0 // one more action
	refinement  = 0.8 // yields come as higher gems
	discoverers = 1.5 // one more cube with some discoveries
	travels     = 0.6 // harvests from others' colonies
	allFields   = 0.6 // each range step of Flexible colonization, besides its energy
	stillRound  = 9.0 // what a round adds to consumption without Perpetual motion
	freeCard    = 5.0 // the AI card of Information edge
	twoGalaxies = 14.0
)

// tech returns the worth of a Dark Tech card now.
func (p *outlook) tech(t councilofshadows.Item) float64 {
	galaxies, cubes := p.ruled()
	switch t {
	case councilofshadows.NewStargate:
		return p.gems(councilofshadows.Gemset{Gold: 1}) + fourthField*p.ahead
	case councilofshadows.GemRefinement:
		return p.gems(councilofshadows.Gemset{Crystal: 1}) + refinement*p.ahead
	case councilofshadows.Discoverers:
		return discoverers * p.ahead
	case councilofshadows.ScienceSettlement:
		return p.colony(3, 1, true) + usualYield
	case councilofshadows.Empire:
		return empireEnergy * float64(galaxies+1) / 2 * p.ahead // half of them stay
	case councilofshadows.FlexibleColonization:
		return p.allRanges()
	case councilofshadows.EnergySaver:
		return p.saving(p.state.Value(t))
	case councilofshadows.ExperiencedTraveler:
		return p.gems(councilofshadows.Gemset{Crystal: 1}) + travels*p.ahead
	}
	return p.secondTech(t, cubes)
}

// secondTech is tech for the cards of the second pile.
func (p *outlook) secondTech(t councilofshadows.Item, cubes int) float64 {
	switch t {
	case councilofshadows.ResourcePeople:
		return p.harvest(3, 2)
	case councilofshadows.PerpetualMotion:
		return stillRound * p.rises * max(0, p.ahead-1)
	case councilofshadows.Feudalism:
		return feudalismEnergy * float64(cubes+1) / 3 * p.ahead // some systems are shared
	case councilofshadows.ExplorationTrip:
		return p.now(t, 3)
	case councilofshadows.InformationEdge:
		return p.gems(councilofshadows.Gemset{Crystal: 1}) + p.light() + freeCard
	case councilofshadows.DominantPeople:
		return twoGalaxies
	case councilofshadows.EnergyBoost:
		return float64(p.state.Value(t))
	case councilofshadows.ExtraSettlement:
		return p.colony(3, 2, true)
	}
	return 0
}

// allRanges returns the worth of all remaining range steps, each with its energy.
func (p *outlook) allRanges() float64 {
	steps := 0
	for _, r := range p.own().Reach {
		steps += 3 - r
	}
	return float64(steps) * (1 + allFields*p.ahead)
}

// saving returns the worth of reducing consumption, as far as the marker may fall.
func (p *outlook) saving(n int) float64 {
	own := p.own()
	return float64(min(n, own.Consumption-max(20, own.Energy+1))) * p.rises * consumptionShare
}
