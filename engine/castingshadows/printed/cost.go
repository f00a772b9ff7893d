package printed

import (
	"math"
	"slices"
)

// A Cost has, at the number of each symbol, how many of it have to be paid. A grey symbol takes any
// color; a red or blue one also takes purple.
type Cost [symbols]uint8

// CostOf counts symbols.
func CostOf(list ...Resource) (c Cost) {
	for _, r := range list {
		c[r]++
	}
	return c
}

// Number returns how many resources it takes to pay.
func (c Cost) Number() int {
	n := 0
	for _, k := range c {
		n += int(k)
	}
	return n
}

// Times returns the cost multiplied by n.
func (c Cost) Times(n uint8) Cost {
	for r, k := range c {
		c[r] = uint8(min(int(k)*int(n), math.MaxUint8)) // more than any pool has (ruling raise-bounds)
	}
	return c
}

// MarshalText writes the symbols in their order, as red-gem+2*orb; no cost is the empty word.
func (c Cost) MarshalText() ([]byte, error) { return writeCounts(c[:]), nil }

// UnmarshalText reads symbols.
func (c *Cost) UnmarshalText(b []byte) error {
	*c = Cost{}
	return readCounts(c[:], b)
}

// Pays reports whether the resources settle the cost exactly, one resource for each symbol.
func (c Cost) Pays(spent Pool) bool {
	return spent[Fragment] == c[Fragment] && spent[CursedCrystal] == c[CursedCrystal] &&
		c.gems().pays(spent.gems()) && c.orbs().pays(spent.orbs())
}

// Payable reports whether the cost can be paid from the pool.
func (c Cost) Payable(p Pool) bool {
	return p[Fragment] >= c[Fragment] && p[CursedCrystal] >= c[CursedCrystal] &&
		c.gems().payable(p.gems()) && c.orbs().payable(p.orbs())
}

// mostPayments is how many ways to pay are offered at most.
const mostPayments = 20

// Payments lists the sensible ways to pay, at most 20, those that spend the least purple first. It
// leaves out payments that spend purple where a red or blue resource that remains would do. Other
// payments may be legal too.
func (c Cost) Payments(p Pool) []Pool { return c.AppendPayments(nil, p) }

// AppendPayments appends what Payments lists.
func (c Cost) AppendPayments(all []Pool, p Pool) []Pool {
	if !c.Payable(p) {
		return all
	}
	from := len(all)
	var gems, orbs [mostPayments]colors // on the stack
	for _, g := range c.gems().ways(gems[:0], p.gems()) {
		for _, o := range c.orbs().ways(orbs[:0], p.orbs()) {
			all = append(all, Pool{RedGem: g.red, BlueGem: g.blue, PurpleGem: g.purple,
				RedOrb: o.red, BlueOrb: o.blue, PurpleOrb: o.purple,
				Fragment: c[Fragment], CursedCrystal: c[CursedCrystal]})
		}
	}
	listed := all[from:]
	slices.SortStableFunc(listed, func(a, b Pool) int {
		return int(a[PurpleGem]) + int(a[PurpleOrb]) - int(b[PurpleGem]) - int(b[PurpleOrb])
	})
	return all[:from+min(len(listed), mostPayments)]
}

// colors has the numbers of one kind of resource, gems or orbs; any is used in costs only.
type colors struct{ red, blue, purple, any uint8 }

func (p Pool) gems() colors { return colors{p[RedGem], p[BlueGem], p[PurpleGem], 0} }
func (p Pool) orbs() colors { return colors{p[RedOrb], p[BlueOrb], p[PurpleOrb], 0} }
func (c Cost) gems() colors { return colors{c[RedGem], c[BlueGem], c[PurpleGem], c[AnyGem]} }
func (c Cost) orbs() colors { return colors{c[RedOrb], c[BlueOrb], c[PurpleOrb], c[AnyOrb]} }

func (c colors) number() int { return int(c.red) + int(c.blue) + int(c.purple) + int(c.any) }

// short returns how many purple resources are needed: those that the cost asks for, and those that
// replace missing red and blue ones.
func (c colors) short(has colors) int {
	return int(c.purple) + max(0, int(c.red)-int(has.red)) + max(0, int(c.blue)-int(has.blue))
}

func (c colors) payable(has colors) bool {
	return has.number() >= c.number() && c.short(has) <= int(has.purple)
}

func (c colors) pays(spent colors) bool {
	return spent.number() == c.number() && c.payable(spent)
}

// ways appends the payments in which no purple resource could be saved by spending a red or blue one.
func (c colors) ways(all []colors, has colors) []colors {
	n := c.number()
	for red := min(int(has.red), n); red >= 0; red-- {
		for blue := min(int(has.blue), n-red); blue >= 0; blue-- {
			w := colors{uint8(red), uint8(blue), uint8(min(n-red-blue, 255)), 0}
			if w.purple <= has.purple && c.pays(w) && !c.better(w, has) {
				all = append(all, w)
			}
		}
	}
	return all
}

// better reports whether a red or blue resource could be spent instead of a purple one.
func (c colors) better(w, has colors) bool {
	red, blue := w, w
	red.red, red.purple = w.red+1, w.purple-1
	blue.blue, blue.purple = w.blue+1, w.purple-1
	return w.purple > 0 && (w.red < has.red && c.pays(red) || w.blue < has.blue && c.pays(blue))
}
