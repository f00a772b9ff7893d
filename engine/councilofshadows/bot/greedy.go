// Package bot plays Council of Shadows on a seat: greedy in the full book, casual and
// random in both. It chooses among legal commands and knows what its seat knows.
package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
)

// Greedy is a greedy bot for the full book of Council of Shadows. It is our own
// invention and not the author's: it puts a number of energy on each command, for
// what the command brings now and for what it lets the seat score later, and gives
// the one with the highest number. It looks at no answer of the others. Ties are
// decided by dice, and so are, with three or four seats, purchases of about the same
// worth. Games of the tracks book, where it cannot see the cardboard, are offered without bots;
// in one that began there it plays like casual.
type Greedy struct {
	Content float64 // it takes anything that is worth so much less than the best, in energy
}

// What things are worth, in energy. They were tried out in games of greedy bots among
// themselves; TestBalance tells what comes of them.
const (
	gemUse   = 0.35 // besides what a gem counts in the end, in each further round
	manyGems = 12.0 // so many lie there that one more buys nothing

	lightWorth  = 4.0 // about what a light bonus card brings in the end
	aiCardWorth = 2.0 // what an AI card brings in the end
	levelWorth  = 7.0 // rising now: later there is more to hand over, and the others choose first

	consumptionShare = 0.5  // not every level that could be paid for is reached
	waiting          = 0.75 // energy a round later: somebody may come between
	denialShare      = 0.4  // energy that somebody else loses: there are others to gain by it, too

	harvestShare = 0.3  // of a yield, for the first colony in a system: it is harvested now and then
	againShare   = 0.1  // of a yield, for each further one
	hopeShare    = 0.5  // of a yield where the colony is still to be founded
	choiceShare  = 1.15 // of the mean tile, for the better one of two

	// A card is carried out again on the next field, and then once more; by then
	// the board is another one.
	secondUse = 0.55
	thirdUse  = 0.3
	coverCost = 1.0 // the card beneath is out of use for a while

	// How much of what a purchase would bring in each round it does bring: the best
	// place is settled once, and a card may lie beneath another.
	cardUses    = 0.6
	upgradeUses = 0.9

	// Purchases that are worth so much less than the best one count as equally good:
	// the worths are guesses. If three or four seats all bought the same in round 1,
	// their places in the first turn order would decide too much; with two the best
	// purchase is always taken.
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

// choose uses the room of an outlook.
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

// Seldom a seat has more choices.
const usualChoices = 64

// dearer reports whether another choice is the same for a better payment: of the payments
// for the same, Greedy takes the cheapest.
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

// margin returns how far below the best a command counts as equally good.
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

// worth returns how much energy a command is worth. What only ends something is 0.
// Leaders are left to the dice, so that one meets each of them.
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

// forAutoma returns the worth of what a seat does for the Automa: it had better settle
// where the seat does not.
func (p *outlook) forAutoma(c engine.Command) float64 {
	if f, ok := c.(councilofshadows.Found); ok {
		return -float64(p.Galaxies[p.Sites[p.site(f.Site)].Galaxy].Strength[p.me])
	}
	return 0
}
