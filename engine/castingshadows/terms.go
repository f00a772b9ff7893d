package castingshadows

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// terms lists the words that screens show: everything that is printed, and what is counted.
func terms() []engine.Term {
	all := printed.Terms()
	for _, w := range slices.Concat(numberWords[HealthNumber:damageNumber+1], levelWords[1:], []string{"actions", "card", "counterspell", "dial"}) {
		all = append(all, engine.Term(w))
	}
	return all
}
