package virtual_test

import (
	"testing"

	"arbiter/hw/virtual"
)

// The same words are the same card, other words another, and no virtual card looks like one of NXP
// or another maker.
func TestCards(t *testing.T) {
	a, b := virtual.UID([]string{"purple", "discover"}), virtual.UID([]string{"purple", "tower"})
	if a != virtual.UID([]string{"purple", "discover"}) || a == b {
		t.Errorf("tags %v and %v", a, b)
	}
	if got, want := a.String(), "0011048C9F9D47"; got != want {
		t.Errorf("purple discover has the UID %s, want %s, which logs have", got, want)
	}
}
