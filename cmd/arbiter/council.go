package main

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// Casual is a bot for Council of Shadows: nothing clever, but what people might
// do. It sees no cardboard, so it invents what it wins on the board. It also
// chooses for the Table and the Automa in a demo.
type casual struct{}

func (casual) choose(r *rand.Rand, s companion.Snapshot, choices []companion.Choice) companion.Choice {
	families := map[family][]companion.Choice{}
	total := 0
	for _, c := range movesOf(choices) {
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
			return pick(r, families[f], roundOf(s.View))
		}
	}
	panic("casual: the weights do not add up")
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

// councilMove returns the move that means c, if c is one of those that cards ask
// for.
func councilMove(c engine.Command) (move, bool) {
	switch c := c.(type) {
	case councilofshadows.Plan:
		return move{reader: fieldReader(c.Seat, c.Field), card: []string{string(c.Seat), c.Card.String()}}, true
	case councilofshadows.TakeBack:
		return move{reader: fieldReader(c.Seat, c.Field), card: []string{string(c.Seat), c.Card.String()}, lift: true}, true
	case councilofshadows.Buy:
		paid := c.Pay != councilofshadows.Gemset{} // what is paid is no card
		return move{reader: string(c.Seat), card: []string{c.What.String()}, shown: true}, shownToReader(c) && !paid
	case councilofshadows.Open:
		return move{reader: "automa", card: []string{c.Card.String()}, shown: true}, true
	}
	return move{}, false
}

// fieldReader is the reader under a field in the rig "virtual".
func fieldReader(seat engine.Seat, field uint8) string {
	return string(seat) + "-" + strconv.Itoa(int(field))
}

// shownToReader tells whether what is bought is a card that is shown to a reader.
func shownToReader(c councilofshadows.Buy) bool { return strings.HasPrefix(c.What.String(), "ai-") }
