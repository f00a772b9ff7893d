package printed

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// matches tries every way to lay the resources onto the symbols, one by one, by the
// rulebook's sentences: purple is used as red or blue, grey stands for any color.
func matches(symbols []Resource, spent []Resource) bool {
	if len(symbols) == 0 || len(spent) == 0 {
		return len(symbols) == len(spent)
	}
	for i, r := range spent {
		if settles(symbols[0], r) && matches(symbols[1:], slices.Delete(slices.Clone(spent), i, i+1)) {
			return true
		}
	}
	return false
}

func settles(symbol, r Resource) bool {
	switch symbol {
	case AnyGem:
		return r.IsGem()
	case AnyOrb:
		return r.IsOrb()
	case RedGem, BlueGem:
		return r == symbol || r == PurpleGem
	case RedOrb, BlueOrb:
		return r == symbol || r == PurpleOrb
	}
	return r == symbol
}

func random(r *rand.Rand, most int, from ...Resource) []Resource {
	var all []Resource
	for range r.IntN(most + 1) {
		all = append(all, from[r.IntN(len(from))])
	}
	return all
}

func TestEveryLegalPaymentIsAccepted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	paid := 0
	for range 20_000 {
		kinds := Resources()
		if r.IntN(2) == 0 {
			kinds = kinds[:3] // gems alone pay more often
		}
		symbols := random(r, 4, append(slices.Clone(kinds), AnyGem, AnyGem, AnyOrb)...)
		spent := random(r, 4, kinds...)
		want := matches(symbols, spent)
		if got := CostOf(symbols...).Pays(PoolOf(spent...)); got != want {
			t.Fatalf("%v pays %v: %v, by trying: %v", spent, symbols, got, want)
		}
		if want {
			paid++
		}
	}
	if paid < 1000 {
		t.Errorf("only %d payments were legal: they show too little", paid)
	}
}

// Every legal payment is offered or is worse than one that is: the one that is offered
// leaves red or blue changed for purple.
func TestPaymentsAreTheSensibleOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 3_000 {
		cost := CostOf(random(r, 4, append(Resources(), AnyGem, AnyOrb, AnyGem, AnyOrb)...)...)
		pool := PoolOf(random(r, 9, Resources()...)...)
		offered := cost.Payments(pool)
		legal := payments(cost, pool)
		if (len(legal) > 0) != (len(offered) > 0) || cost.Payable(pool) != (len(legal) > 0) {
			t.Fatalf("%v of %v: %d legal, %d offered", cost, pool, len(legal), len(offered))
		}
		for _, p := range offered {
			if !slices.Contains(legal, p) || slices.ContainsFunc(legal, func(q Pool) bool { return leavesMore(pool, q, p) }) {
				t.Fatalf("%v of %v: %v is offered", cost, pool, p)
			}
		}
		for _, p := range legal {
			if !slices.Contains(offered, p) && !slices.ContainsFunc(offered, func(q Pool) bool { return leavesMore(pool, q, p) }) {
				t.Fatalf("%v of %v: %v is not offered, and nothing better is", cost, pool, p)
			}
		}
		if len(offered) > mostPayments {
			t.Fatalf("%d payments are offered", len(offered))
		}
	}
}

// payments goes through everything that a pool holds.
func payments(c Cost, p Pool) (all []Pool) {
	var take func(r Resource, spent Pool)
	take = func(r Resource, spent Pool) {
		if r == resources {
			if c.Pays(spent) {
				all = append(all, spent)
			}
			return
		}
		for n := uint8(0); n <= p[r]; n++ {
			spent[r] = n
			take(r+1, spent)
		}
	}
	take(RedGem, Pool{})
	return all
}

// leavesMore reports whether what q leaves can do all that the rest of p can, and more:
// it has purple ones in the place of others.
func leavesMore(pool, q, p Pool) bool {
	rest, other := pool.Minus(q), pool.Minus(p)
	if rest == other {
		return false
	}
	for _, kind := range [][]Resource{{RedGem, BlueGem, PurpleGem}, {RedOrb, BlueOrb, PurpleOrb}} {
		red, blue, purple := kind[0], kind[1], kind[2]
		short := max(0, int(other[red])-int(rest[red])) + max(0, int(other[blue])-int(rest[blue]))
		if int(rest[purple])-short < int(other[purple]) {
			return false
		}
	}
	return true
}

func TestPurpleIsMatchedNotTakenGreedily(t *testing.T) {
	cost := CostOf(RedGem, AnyGem, BlueGem)
	for _, p := range []Pool{PoolOf(PurpleGem, RedGem, RedGem), PoolOf(PurpleGem, PurpleGem, PurpleGem), PoolOf(RedGem, BlueGem, BlueGem)} {
		if !cost.Pays(p) {
			t.Errorf("%v should pay", p)
		}
	}
	for _, p := range []Pool{PoolOf(RedGem, RedGem, RedGem), PoolOf(PurpleGem, BlueGem), PoolOf(PurpleOrb, BlueGem, RedGem)} {
		if cost.Pays(p) {
			t.Errorf("%v should not pay", p)
		}
	}
}
