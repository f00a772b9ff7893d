package bot

import (
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
)

// Casual is a bot for Council of Shadows that plays nothing clever, but plausibly. In the full book
// it judges as Greedy does and is content with less. In the tracks book it cannot see the
// cardboard, so it invents what it wins on the board. In a demo it also chooses for the Table and
// the Automa.
type Casual struct{}

// casualContent is how much less than the best it is content with, in energy.
const casualContent = 3

func (Casual) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	if state, ok := s.State.(*councilofshadows.State); ok && state.Full() && choices[0].By() == s.Seat {
		return Greedy{Content: casualContent}.Choose(r, s, bot.Without(choices, switches))
	}
	families := map[family][]engine.Command{}
	total := 0
	for _, c := range bot.Without(choices, switches) {
		f := familyOf(c)
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
			return pick(r, families[f], s.State.View().Round())
		}
	}
	panic("casual: the weights do not add up")
}

// pick takes one command of a family, a plausible one if there is any.
func pick(r bot.Dice, choices []engine.Command, round int) engine.Command {
	sensible := slices.DeleteFunc(slices.Clone(choices), func(c engine.Command) bool { return !plausible(c, round) })
	if len(sensible) == 0 {
		sensible = choices
	}
	return sensible[r.IntN(len(sensible))]
}

// plausible reports whether a number is one that people might report.
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

// A family is a kind of command, as far as a bot tells kinds apart.
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

// weight returns how much a bot likes a family when it has a choice.
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
		if strings.HasPrefix(c.What.String(), "ai-") {
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

// Random returns the random bot; it leaves switching the book to people.
func Random() bot.Bot { return bot.Random{Game: councilofshadows.Game, Avoids: switches} }

// switches reports whether a command changes which book is played.
func switches(c engine.Command) bool {
	_, ok := c.(councilofshadows.Switch)
	return ok
}
