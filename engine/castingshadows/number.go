package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
)

// A Number is a quantity of a seat that people can state; the zero Number is none.
type Number uint8

// The numbers; those of the resources in the pool follow in their order.
const (
	HealthNumber Number = iota + 1
	energyNumber
	pointsNumber // actions left to the active seat
	damageNumber // about to be dealt

	poolNumbers
)

// The most that people may state of action points, damage and a resource.
const (
	mostPoints = 9
	mostDamage = 20
	mostInPool = 6
)

// numberWords has the words of the numbers, in their order.
var numberWords = func() []string {
	all := []string{"", "health", "energy", "points", "damage"}
	for _, r := range printed.Resources() {
		all = append(all, r.String())
	}
	return all
}()

// String returns the number's word, "" for none.
func (n Number) String() string { return notation.Word(numberWords, n) }

// MarshalText writes the number's word.
func (n Number) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads a number's word.
func (n *Number) UnmarshalText(b []byte) error { return notation.ReadWord(n, b, numberWords, 1) }

func (n Number) term() engine.Term { return engine.Term(n.String()) }

// token returns the resource that is counted; 0 if it is something else.
func (n Number) token() printed.Resource {
	if n < poolNumbers {
		return 0
	}
	return printed.Resource(n-poolNumbers) + 1
}
