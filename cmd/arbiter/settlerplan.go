package main

import (
	"slices"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// fixed lists the fields, from 0, on which a card lies that was laid this round:
// settler leaves it there.
func fixed(choices []companion.Choice) []int {
	var fields []int
	for _, c := range choices {
		if t, ok := c.Command.(councilofshadows.TakeBack); ok {
			fields = append(fields, int(t.Field)-1)
		}
	}
	return fields
}

// foresee decides which cards are to lie on the fields, if the seat is planning:
// of all ways to lay cards the one with the best sum.
func (p *prospect) foresee(fixed []int) {
	if p.Phase != councilofshadows.PhasePlan {
		return
	}
	own := p.own()
	start := make([]councilofshadows.Item, len(own.Fields))
	for f, stack := range own.Fields {
		start[f] = topOf(stack)
	}
	best := -1e9
	p.try(0, fixed, start, own.Hand, 0, &best)
}

// try tries everything on the fields from f on.
func (p *prospect) try(f int, fixed []int, tops, hand []councilofshadows.Item, sum float64, best *float64) {
	if f == len(tops) {
		if sum > *best {
			*best, p.intent = sum, slices.Clone(tops)
		}
		return
	}
	was := tops[f]
	bare := was == councilofshadows.None && (f == 0 || p.Round == 1) && len(hand) > 0
	if slices.Contains(fixed, f) || !bare {
		p.try(f+1, fixed, tops, hand, sum+p.use(was, f), best)
	}
	if slices.Contains(fixed, f) {
		return
	}
	for i, card := range hand {
		rest := slices.Delete(slices.Clone(hand), i, i+1)
		tops[f] = card
		worth := p.use(card, f)
		if was != councilofshadows.None {
			worth -= coverWorth
		}
		p.try(f+1, fixed, tops, rest, sum+worth, best)
	}
	tops[f] = was
}

// planning is the worth of a step of planning: 1 if it is the next one.
func (p *prospect) planning(c engine.Command) float64 {
	own := p.own()
	for f := range own.Fields {
		if topOf(own.Fields[f]) == p.intent[f] {
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
	return 0
}

func topOf(stack []councilofshadows.Item) councilofshadows.Item {
	if len(stack) == 0 {
		return councilofshadows.None
	}
	return stack[len(stack)-1]
}
