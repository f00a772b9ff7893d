// Package bot plays Casting Shadows on a seat. It chooses among legal commands and knows
// what its seat knows.
package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	"arbiter/engine/castingshadows/printed"
)

// Greedy is a bot for Casting Shadows. Its heuristic is our own: it looks at what each command
// leads to at once, and at the damage that it could still do with what is in the pool. It collects
// spells that hit hard, goes where they reach somebody, rerolls dice it has no use for, and turns
// counterspells up when they are worth it. Ties are broken at random.
type Greedy struct{}

// Choose picks what is worth most.
func (Greedy) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return nearly(r, s, choices, 0)
}

// Casual judges as Greedy does and is content with a command that is nearly as good as the best.
type Casual struct{}

// contentMargin is how much worse a command may be: about one hit point.
const contentMargin = 1

// Choose picks something that is worth nearly as much as the best.
func (Casual) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return nearly(r, s, choices, contentMargin)
}

// nearly picks one of the choices that are worth no more than margin less than the best.
func nearly(r bot.Dice, s bot.Seen, choices []engine.Command, margin float64) engine.Command {
	state := s.State.(*castingshadows.State)
	now := state.Observe(s.Seat)
	worths := make([]float64, len(choices))
	for i, c := range choices {
		worths[i] = worth(state, &now, s.Seat, c)
	}
	least := slices.Max(worths) - margin
	var best []engine.Command
	for i, c := range choices {
		if worths[i] >= least {
			best = append(best, c)
		}
	}
	return best[r.IntN(len(best))]
}

// worth returns how good it is to play c.
func worth(state *castingshadows.State, now *castingshadows.Observation, seat engine.Seat, c engine.Command) float64 {
	switch c := c.(type) {
	case castingshadows.Reroll:
		return rerolled(*now, c.Dice)
	case castingshadows.Close: // lets the window pass
		return judge(now)
	case castingshadows.Answer:
		return judge(now) + answered(now, c.Card)
	}
	next, _, err := engine.Step(state, c)
	if err != nil {
		return -winWorth
	}
	after := next.(*castingshadows.State).Observe(seat)
	switch c.(type) {
	case castingshadows.Refresh:
		return judge(&after) + refreshWorth
	case castingshadows.CollectCounterspell: // it is dealt afterwards
		down := now.Seats[now.Me].Down
		return judge(&after) + counterspells(down+1) - counterspells(down)
	}
	return judge(&after)
}

// rerolled returns the position without the dice, each of which may show something better.
func rerolled(o castingshadows.Observation, dice castingshadows.DiceSet) float64 {
	for _, d := range dice.Dice() {
		o.Pool[o.Dice[d-1]]--
	}
	if o.Points--; o.Points == 0 {
		return judge(&o) // a curse is as likely as a fragment
	}
	return judge(&o) + rerollWorth*float64(len(dice.Dice()))
}

// escapes is the estimated chance that a step takes the seat out of a spell's reach.
const escapes = 0.6

// answered returns what a counterspell is worth at the moment.
func answered(o *castingshadows.Observation, c printed.Card) float64 {
	if !slices.Contains(o.Counterspells, c) {
		return -winWorth // nobody knows whether it lies there
	}
	harm, saved := float64(o.Seats[o.Me].Harm), 0.0
	for _, e := range o.Facts().Effects(c.Name()) {
		n := float64(e.Amounts.At(0))
		switch e.Does {
		case printed.Reduce:
			saved += min(n, harm)
		case printed.Limit:
			saved += max(0, harm-n)
		case printed.Negate:
			saved += harm
		case printed.Move:
			saved += harm * escapes
		case printed.Deal, printed.Reflect:
			saved += n * enemyHealth
		default:
			saved += otherWorth
		}
	}
	if int(harm) >= o.Seats[o.Me].Health && saved > 0 {
		saved += outWorth
	}
	return saved - counterspellWorth
}
