package main

import (
	"math/rand/v2"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// Settler is a greedy bot for the full book of Council of Shadows. It is our own
// invention: it puts a number of energy on each command, for what the command
// brings now and for what it lets the seat score later, and gives the one with the
// highest number. It looks at no answer of the others. In the tracks book it
// cannot see the cardboard and plays like casual. Ties are decided by dice.
type settler struct{}

// What things are worth, in energy.
const (
	anthraciteWorth = 1.3 // a little more than in final scoring: it also buys
	goldWorth       = 2.3
	crystalWorth    = 3.4
	lightWorth      = 4.0  // a light bonus card brings about as much at the end
	aiCardWorth     = 2.0  // of each AI card in final scoring
	levelWorth      = 7.0  // rising now rather than after more consumption, and a Dark Tech card
	denialShare     = 0.4  // of the energy that somebody else loses with a majority
	harvestShare    = 0.3  // of a yield: how much a first colony for harvesting is worth
	againShare      = 0.1  // of a yield: a further colony in the same system
	waiting         = 0.85 // energy a round later is worth so much of energy now
	secondUse       = 0.55 // a card is carried out again on the next field
	thirdUse        = 0.3
	tieWorth        = 1.5  // energy that passes somebody goes first if consumption is equal
	coverWorth      = 1.0  // what it costs to cover a card
	cardUses        = 0.35 // how often a round a card is used
	secondParsec    = 1.2  // a round, for one field
	thirdParsec     = 0.9
	planetWorth     = 1.2 // a round, for a type of planets
	hopeShare       = 0.5 // of a yield where a colony is still to be founded
)

func (b settler) choose(r *rand.Rand, s companion.Snapshot, choices []companion.Choice) companion.Choice {
	state, ok := s.State.(*councilofshadows.State)
	if !ok || !state.Full() {
		return casual{}.choose(r, s, choices)
	}
	p := survey(state, s.Seat)
	p.foresee(fixed(choices))
	var best []companion.Choice
	most := 0.0
	for _, c := range choices {
		switch worth := p.worth(c.Command); {
		case len(best) == 0 || worth > most:
			best, most = []companion.Choice{c}, worth
		case worth == most:
			best = append(best, c)
		}
	}
	return best[r.IntN(len(best))]
}

// worth is how much energy a command is worth. What ends something is 0.
func (p *prospect) worth(c engine.Command) float64 {
	if c.By() != p.seat {
		return p.forOthers(c)
	}
	switch c := c.(type) {
	case councilofshadows.Buy:
		return p.purchase(c.What) - p.gems(c.Pay)
	case councilofshadows.Build:
		return p.station(c.What, c.Galaxy) - p.gems(c.Pay)
	case councilofshadows.Plan, councilofshadows.TakeBack, councilofshadows.Ready:
		return p.planning(c)
	case councilofshadows.Found:
		return p.settle(p.site(c.Site), int(c.Planet)-1, int(c.Cubes))
	case councilofshadows.Explore:
		return p.exploration(int(c.Parsec), p.nextOptions())
	case councilofshadows.Place:
		return p.placing(c)
	case councilofshadows.Gather:
		return p.yield(p.site(c.Site))
	case councilofshadows.Raise:
		return p.raising(c.Gem)
	case councilofshadows.Score:
		return p.scoring(c)
	case councilofshadows.Choose:
		return p.tech(c.Tech)
	case councilofshadows.Take:
		return p.purchase(c.Card)
	case councilofshadows.Return:
		return -float64(p.state.Worth(p.seat, c.Card))
	}
	return 0
}

// forOthers is the worth of what the seat does for the Automa: what hurts the seat
// least, and takes the cubes with which the Automa could win a galaxy.
func (p *prospect) forOthers(c engine.Command) float64 {
	f, ok := c.(councilofshadows.Found)
	if !ok {
		return 0
	}
	g := p.Galaxies[p.site(f.Site).Galaxy]
	if p.strength(g) > 0 {
		return -1
	}
	return 0
}
