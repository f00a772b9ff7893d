package bot

import (
	"math"
	"slices"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
)

// How Greedy plans: it adds up what each way to lay cards is worth, and lays them
// one by one. It takes nothing back.

// fixed lists the fields, from 0, on which a card lies that was laid this round.
func fixed(choices []engine.Command) (fields []int) {
	for _, c := range choices {
		if t, ok := c.(councilofshadows.TakeBack); ok {
			fields = append(fields, int(t.Field)-1)
		}
	}
	return fields
}

// foresee decides which cards are to lie on the fields, if the seat is planning: in the best
// way, or in any that is worth so much less.
func (p *outlook) foresee(fixed []int, content float64, r bot.Dice) {
	if p.Phase != councilofshadows.PhasePlan {
		return
	}
	l := layout{p: p, fixed: fixed, best: math.Inf(-1)}
	for _, stack := range p.own().Fields {
		l.tops = append(l.tops, topOf(stack))
	}
	l.try(0, p.own().Hand, 0)
	p.intent = l.found
	if content == 0 {
		return
	}
	good := 0
	l.each = func(sum float64, tops []councilofshadows.Item) {
		if sum < l.best-content {
			return
		}
		if good++; r.IntN(good) == 0 {
			p.intent = slices.Clone(tops)
		}
	}
	l.try(0, p.own().Hand, 0)
}

// A layout is a search for the best cards on top of the fields.
type layout struct {
	p     *outlook
	fixed []int
	tops  []councilofshadows.Item // as they are being tried
	best  float64
	found []councilofshadows.Item
	each  func(sum float64, tops []councilofshadows.Item) // called for each way; nil if only the best counts
	lines []line
}

// try tries everything on the fields from f on, with the rest of the hand. In the
// first round each field takes a card, later the left one.
func (l *layout) try(f int, hand []councilofshadows.Item, sum float64) {
	if f == len(l.tops) {
		if l.each != nil {
			l.each(sum, l.tops)
		}
		if sum > l.best {
			l.best, l.found = sum, slices.Clone(l.tops)
		}
		return
	}
	was := l.tops[f]
	must := was == councilofshadows.None && (f == 0 || l.p.Round == 1) && len(hand) > 0
	if !must {
		l.try(f+1, hand, sum+l.p.use(was, f))
	}
	if slices.Contains(l.fixed, f) {
		return
	}
	cost := 0.0
	if was != councilofshadows.None {
		cost = coverCost
	}
	for i, card := range hand {
		l.tops[f] = card
		l.try(f+1, slices.Delete(slices.Clone(hand), i, i+1), sum+l.p.use(card, f)-cost)
	}
	l.tops[f] = was
}

// use is what a card on a field is worth this round and on its way to the right.
func (p *outlook) use(card councilofshadows.Item, field int) (sum float64) {
	shares := []float64{1, secondUse, thirdUse, thirdUse, thirdUse}
	for n, reach := range p.own().Reach[field:] {
		if n > 0 && float64(n) >= p.ahead {
			break
		}
		sum += shares[n] * (p.now(card, reach) - p.costs(card))
	}
	return sum
}

// planning is the worth of a step of planning: 1 if it is the next one.
func (p *outlook) planning(c engine.Command) float64 {
	for f, stack := range p.own().Fields {
		if topOf(stack) == p.intent[f] {
			continue
		}
		if c, ok := c.(councilofshadows.Plan); ok && int(c.Field) == f+1 && c.Card == p.intent[f] {
			return 1
		}
		return -1
	}
	if _, ready := c.(councilofshadows.Ready); ready {
		return 1
	}
	return -1
}

func topOf(stack []councilofshadows.Item) councilofshadows.Item {
	if len(stack) == 0 {
		return councilofshadows.None
	}
	return stack[len(stack)-1]
}
