package bot

import (
	"math"
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
)

// How Greedy plans: it adds up the worth of each way to lay its cards, and lays them one by one. It
// takes nothing back.

// fixed returns the fields on which a card was laid this round: a bit for each, from field 1 up.
func fixed(choices []engine.Command) (fields uint8) {
	for _, c := range choices {
		if t, ok := c.(councilofshadows.TakeBack); ok {
			fields |= 1 << (t.Field - 1)
		}
	}
	return fields
}

// foresee decides which cards are to lie on the fields if the seat is planning: the best layout, or
// any layout that is worth at most content less.
func (p *outlook) foresee(fixed uint8, content float64, r bot.Dice) {
	if p.Phase != councilofshadows.PhasePlan {
		return
	}
	l := p.layout(fixed)
	l.try(0, 0, 0)
	p.intent = l.found
	if content == 0 {
		return
	}
	good := 0
	l.each = func(sum float64, tops *[mostFields]councilofshadows.Item) {
		if sum < l.best-content {
			return
		}
		if good++; r.IntN(good) == 0 {
			p.intent = *tops
		}
	}
	l.try(0, 0, 0)
}

// A layout is a search for the best cards on top of the fields.
type layout struct {
	p     *outlook
	fixed uint8
	hand  []councilofshadows.Item
	tops  [mostFields]councilofshadows.Item // the layout being tried
	uses  [mostFields][mostHand + 1]float64 // the worth of each card in hand on each field; last, of the card there now
	best  float64
	found [mostFields]councilofshadows.Item
	each  func(sum float64, tops *[mostFields]councilofshadows.Item) // called for each layout; nil if only the best is wanted
}

// mostHand is more cards than a hand can have: a seat's own and all AI cards of the box.
const mostHand = 31

// layout starts from what lies on the fields.
func (p *outlook) layout(fixed uint8) *layout {
	l := &layout{p: p, fixed: fixed, hand: p.own().Hand, best: math.Inf(-1)}
	for f, stack := range p.own().Fields {
		l.tops[f] = topOf(stack)
		l.uses[f][mostHand] = p.use(l.tops[f], f)
		for i, card := range l.hand {
			l.uses[f][i] = p.use(card, f)
		}
	}
	return l
}

// try tries everything on the fields from f on, with the cards in hand that are not used yet, one
// bit each. In the first round each field takes a card, later the leftmost one has to.
func (l *layout) try(f int, used uint32, sum float64) {
	if f == len(l.p.own().Fields) {
		if l.each != nil {
			l.each(sum, &l.tops)
		}
		if sum > l.best {
			l.best, l.found = sum, l.tops
		}
		return
	}
	was := l.tops[f]
	must := was == councilofshadows.None && (f == 0 || l.p.Round == 1) && bits.OnesCount32(used) < len(l.hand)
	if !must {
		l.try(f+1, used, sum+l.uses[f][mostHand])
	}
	if l.fixed&(1<<f) != 0 {
		return
	}
	cost := 0.0
	if was != councilofshadows.None {
		cost = coverCost
	}
	for i, card := range l.hand {
		if used&(1<<i) == 0 {
			l.tops[f] = card
			l.try(f+1, used|1<<i, sum+l.uses[f][i]-cost)
		}
	}
	l.tops[f] = was
}

// use returns what a card on a field is worth this round and on its way to the right.
func (p *outlook) use(card councilofshadows.Item, field int) (sum float64) {
	shares := [mostFields]float64{1, secondUse, thirdUse, thirdUse, thirdUse}
	for n, reach := range p.own().Reach[field:] {
		if n > 0 && float64(n) >= p.ahead {
			break
		}
		sum += shares[n] * (p.now(card, reach) - p.costs(card))
	}
	return sum
}

// planning returns the worth of a planning command: 1 for the next step of the plan.
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
