package engine_test

import (
	"testing"

	"arbiter/engine"
)

// TestOrder: an order lets a window pass unless what it names is at stake for the seat.
func TestOrder(t *testing.T) {
	t.Parallel()
	w := engine.Window{Stakes: []engine.Stake{{Seat: "ana", N: 5}, {Seat: "bea", N: 2, Out: true}}}
	for _, c := range []struct {
		order engine.Order
		seat  engine.Seat
		want  bool
	}{
		{engine.Order{Least: 6, Out: true}, "ana", true},
		{engine.Order{Least: 5}, "ana", false},
		{engine.Order{Least: 6, Out: true}, "bea", false},
		{engine.Order{Least: 6}, "bea", true},
		{engine.Order{}, "bea", true},
		{engine.Order{Least: 1, Out: true}, "cleo", true},
	} {
		if got := c.order.Passes(c.seat, w); got != c.want {
			t.Errorf("%+v for %s: passes %t", c.order, c.seat, got)
		}
	}
}
