package councilofshadows

import "testing"

// What is short of a price is the least that would do: with it some payment is possible,
// and with one gem less none is; and nothing is short exactly if some payment is
// possible.
func TestLackingGems(t *testing.T) {
	each(3, func(price Gemset) {
		each(4, func(has Gemset) {
			lack := price.shortfall(has)
			if !affords(has.plus(lack), price) {
				t.Fatalf("%v is said to be short of %v for %v", has, lack, price)
			}
			if (lack == Gemset{}) != affords(has, price) {
				t.Fatalf("%v for %v: short of %v", has, price, lack)
			}
			for _, gem := range gemColors {
				if lack.of(gem) > 0 && affords(has.plus(lack.minus(gemsOf(gem, 1))), price) {
					t.Fatalf("%v is short of less than %v for %v", has, lack, price)
				}
			}
		})
	})
}

func affords(has, price Gemset) bool {
	for _, way := range price.payments() {
		if has.covers(way) {
			return true
		}
	}
	return false
}

// each calls look with all sets of at most so many gems of each color.
func each(most uint8, look func(Gemset)) {
	for a := range most + 1 {
		for g := range most + 1 {
			for c := range most + 1 {
				look(Gemset{a, g, c})
			}
		}
	}
}
