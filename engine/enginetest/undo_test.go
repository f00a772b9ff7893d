package enginetest

import (
	"testing"

	"arbiter/engine"
)

// TestPublic: that a card goes back to a spot may be told to a spectator who sees more cards
// there, and to nobody who sees as many as before.
func TestPublic(t *testing.T) {
	with := func(n int) engine.View {
		return engine.View{Zones: []engine.Zone{{Seat: "blue", Name: "book", Cards: make([]engine.Card, n)}}}
	}
	come := map[string]int{spot("blue", "book"): 1}
	if !public(with(1), with(2), come) {
		t.Error("what everybody sees may not be told")
	}
	if public(with(2), with(2), come) || public(with(2), with(1), come) {
		t.Error("control: what nobody sees may be told")
	}
}
