package screens

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/commands"
	"arbiter/engine/castingshadows/printed"
)

// Terms lists the words that screens show: everything that is printed, and what is counted.
func Terms() []engine.Term {
	all := printed.Terms()
	for _, w := range slices.Concat(commands.NumberWords[commands.HealthNumber:commands.DamageNumber+1], levelWords[1:], []string{"actions", "card", "counterspell"}) {
		all = append(all, engine.Term(w))
	}
	return all
}
