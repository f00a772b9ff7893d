package main

import (
	"math/rand/v2"
	"slices"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// A bot chooses what seats, the table and the Automa do in a demo: nothing
// clever, but what people might do. What it does depends on the seed, on the
// number of the entry and on the state, and on nothing else, so that a game that
// was broken off goes on as it would have.
type bot struct{ seed uint64 }

// dice returns the chance for one entry.
func (b bot) dice(version int) *rand.Rand {
	return rand.New(rand.NewPCG(b.seed, uint64(version)+1))
}

// undoes tells whether the last entry is to be taken back: one in a hundred is.
func (b bot) undoes(r *rand.Rand) bool { return r.IntN(100) == 0 }

// choose picks one of the choices, which are not empty.
func (b bot) choose(r *rand.Rand, round int, choices []companion.Choice) companion.Choice {
	families := map[family][]companion.Choice{}
	total := 0
	for _, c := range choices {
		f := familyOf(c.Command)
		if families[f] == nil {
			total += f.weight()
		}
		families[f] = append(families[f], c)
	}
	dice := r.IntN(total)
	for f := range afterFamilies {
		if families[f] == nil {
			continue
		}
		if dice -= f.weight(); dice < 0 {
			return pick(r, families[f], round)
		}
	}
	panic("bot: the weights do not add up")
}

// pick takes one of a family: a sensible one if there is any.
func pick(r *rand.Rand, choices []companion.Choice, round int) companion.Choice {
	sensible := slices.DeleteFunc(slices.Clone(choices), func(c companion.Choice) bool { return !plausible(c.Command, round) })
	if len(sensible) == 0 {
		sensible = choices
	}
	return sensible[r.IntN(len(sensible))]
}

// plausible tells whether a number is one that people might report.
func plausible(c engine.Command, round int) bool {
	switch c := c.(type) {
	case councilofshadows.Gain:
		return int(c.Amount) >= 2 && int(c.Amount) <= 4+2*round
	case councilofshadows.Bonus:
		return c.Energy >= 2 && c.Energy <= 12
	case councilofshadows.Count:
		return c.Number <= 6
	case councilofshadows.Card:
		return c.Value >= 1 && c.Value <= 8
	case councilofshadows.Step:
		return c.Count <= 2
	}
	return true
}

// A family is a kind of command, as far as a bot tells them apart.
type family int

const (
	finish family = iota // ready, slide, pass
	gain
	buyCard
	buyOther
	plan
	takeBack
	left
	right
	skip
	tell
	other
	afterFamilies
)

// weight is how much a bot likes a family when it has the choice.
func (f family) weight() int {
	return [afterFamilies]int{finish: 50, gain: 60, buyCard: 20, buyOther: 25, plan: 40, takeBack: 3, left: 70, right: 20, skip: 10, tell: 30, other: 40}[f]
}

func familyOf(c engine.Command) family {
	switch c := c.(type) {
	case councilofshadows.Ready, councilofshadows.Slide, councilofshadows.Pass:
		return finish
	case councilofshadows.Gain:
		return gain
	case councilofshadows.Buy:
		if shownToReader(c) {
			return buyCard
		}
		return buyOther
	case councilofshadows.Plan:
		return plan
	case councilofshadows.TakeBack:
		return takeBack
	case councilofshadows.Do:
		if c.Side == councilofshadows.Right {
			return right
		}
		return left
	case councilofshadows.Skip:
		return skip
	case councilofshadows.Step, councilofshadows.Scoring:
		return tell
	}
	return other
}
