// Package bot plays Council of Shadows on a seat: greedy in the full book, casual and
// random in both. It chooses among legal commands and knows what its seat knows.
package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
)

// Greedy is a greedy bot for the full book of Council of Shadows. It is our own invention, not the
// author's: it gives each command a value in energy, for what the command brings now and for what
// it lets the seat score later, and plays the one with the highest value. It does not look at the
// others' replies. Ties are broken at random, and so is, with three or four seats, the choice
// between purchases of about the same worth. Games of the tracks book, where it cannot see the
// cardboard, are offered without bots; in a game that began there it plays like Casual.
type Greedy struct {
	Content float64 // it takes any command that is worth at most this much less than the best, in energy
}

// What things are worth, in energy. The values were tuned in games between greedy bots; TestBalance
// shows the results.
const (
	gemUse   = 0.35 // for each further round, besides what a gem counts at the end
	manyGems = 12.0 // with so many, one more buys nothing

	lightWorth  = 4.0 // about what a light bonus card brings at the end
	aiCardWorth = 2.0 // what an AI card brings at the end
	levelWorth  = 7.0 // of rising now: later more has to be handed over, and the others choose first

	consumptionShare = 0.5  // not every level that could be paid for is reached
	waiting          = 0.75 // of energy a round later: somebody may get in the way
	denialShare      = 0.4  // of energy that somebody else loses: it also helps the others

	harvestShare = 0.3  // of a yield, for the first colony in a system: it is harvested now and then
	againShare   = 0.1  // of a yield, for each further one
	hopeShare    = 0.5  // of a yield where the colony is still to be founded
	choiceShare  = 1.15 // of the mean tile, for the better one of two

	// A card is carried out again on the next field, and then once more; by then the board has
	// changed.
	secondUse = 0.55
	thirdUse  = 0.3
	coverCost = 1.0 // the card beneath is out of use for a while

	// How much of what a purchase could bring each round it really brings: the best place is
	// settled once, and a card may be covered by another.
	cardUses    = 0.6
	upgradeUses = 0.9

	// Purchases worth at most this much less than the best one count as equally good, since worths
	// are guesses. If three or four seats all bought the same in round 1, their places in the first
	// turn order would matter too much; with two seats the best purchase is always taken.
	firstMargin = 1.5 // in round 1, when nothing lies on the board yet
	laterMargin = 0.3
)

func (b Greedy) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	state, ok := s.State.(*councilofshadows.State)
	if !ok || !state.Full() {
		return Casual{}.Choose(r, s, choices)
	}
	return b.choose(newOutlook(), r, s.Seat, state, choices)
}

// choose picks a command, using the memory of an outlook.
func (b Greedy) choose(p *outlook, r bot.Dice, seat engine.Seat, s *councilofshadows.State, choices []engine.Command) engine.Command {
	p.look(s, seat)
	p.foresee(fixed(choices), b.Content, r)
	var room [usualChoices]float64
	worths := room[:0]
	for _, c := range choices {
		worths = append(worths, p.worth(c))
	}
	least := slices.Max(worths) - p.margin(b.Content)
	var bests [usualChoices]engine.Command
	best := bests[:0]
	for i, c := range choices {
		if worths[i] >= least && !dearer(choices, worths, i) {
			best = append(best, c)
		}
	}
	return best[r.IntN(len(best))]
}

// usualChoices is more choices than a seat usually has.
const usualChoices = 64

// dearer reports whether another choice is the same with a better payment: Greedy takes the
// cheapest way to pay.
func dearer(choices []engine.Command, worths []float64, i int) bool {
	for j, other := range choices {
		if worths[j] > worths[i] && samePurchase(choices[i], other) {
			return true
		}
	}
	return false
}

func samePurchase(a, b engine.Command) bool {
	switch a := a.(type) {
	case councilofshadows.Buy:
		b, ok := b.(councilofshadows.Buy)
		a.Pay = b.Pay
		return ok && a == b
	case councilofshadows.Build:
		b, ok := b.(councilofshadows.Build)
		a.Pay = b.Pay
		return ok && a == b
	}
	return false
}

// unpaid returns a command without its payment.
func unpaid(c engine.Command) engine.Command {
	switch c := c.(type) {
	case councilofshadows.Buy:
		c.Pay = councilofshadows.Gemset{}
		return c
	case councilofshadows.Build:
		c.Pay = councilofshadows.Gemset{}
		return c
	}
	return c
}

// margin returns how far below the best a command still counts as equally good.
func (p *outlook) margin(content float64) float64 {
	switch {
	case p.Phase == councilofshadows.PhasePlan:
		return 0 // the whole plan is decided
	case content > 0:
		return content
	case p.Phase != councilofshadows.PhaseBuy || len(p.Seats) == 2:
		return 0
	case p.Round == 1:
		return firstMargin
	}
	return laterMargin
}

// worth returns how much energy a command is worth; one that only ends something is worth 0.
// Leaders are left to chance, so that people meet each of them.
func (p *outlook) worth(c engine.Command) float64 {
	if c.By() != p.seat {
		return p.forAutoma(c)
	}
	switch c := c.(type) {
	case councilofshadows.Buy:
		return p.purchase(c.What) - p.gems(c.Pay)
	case councilofshadows.Build:
		return p.station(c.What, c.Galaxy) - p.gems(c.Pay)
	case councilofshadows.Plan, councilofshadows.TakeBack, councilofshadows.Ready:
		return p.planning(c)
	case councilofshadows.Found:
		return p.settle(p.site(c.Site), int(c.Cubes))
	case councilofshadows.Explore:
		return p.exploration(int(c.Parsec), p.Carried)
	case councilofshadows.Place:
		there := p.fresh(c.Tile)
		return p.newSystem(p.Sites[p.site(c.Site)].Galaxy, &there, p.usesOfNew(nil, p.Carried))
	case councilofshadows.Gather:
		return p.place(p.site(c.Site)).yield
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

// forAutoma returns the worth of what a seat does for the Automa: the Automa had better settle
// where the seat does not.
func (p *outlook) forAutoma(c engine.Command) float64 {
	if f, ok := c.(councilofshadows.Found); ok {
		return -float64(p.Galaxies[p.Sites[p.site(f.Site)].Galaxy].Strength[p.me])
	}
	return 0
}
