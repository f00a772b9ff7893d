package page

import (
	"testing"

	"arbiter/engine"
)

func TestSums(t *testing.T) {
	for want, numbers := range map[string][]int{"": {12}, "6 + 3 + 3 = 12": {6, 3, 3}, "4 − 7 + 2 = −1": {4, -7, 2}, "−3 + 0 = −3": {-3, 0}} {
		var all []engine.Addend
		for _, n := range numbers {
			all = append(all, engine.Addend{N: n})
		}
		if got := Sum(all); got != want {
			t.Errorf("%v: %q, want %q", numbers, got, want)
		}
	}
}
