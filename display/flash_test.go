package display_test

import (
	"image"
	"slices"
	"testing"

	"arbiter/display"
	"arbiter/engine"
)

// Among the pictures of an evening, only these flash: a level that is reached, the end, the device
// that stops, and whatever replaces them or the code. All others are partial updates: a turn that
// passes, the order, the robot's steps, trouble.
func TestWhatFlashes(t *testing.T) {
	join := scene{view: plan(), join: true}
	evening := []struct {
		scene
		flashes bool
	}{
		{scene{view: engine.View{}}, false}, // the first, which is a full update anyway
		{scene{view: plan()}, true},         // in place of the code
		{scene{view: order()}, false},
		{scene{view: act()}, false},
		{scene{view: automa()}, false},
		{scene{view: act(), notices: []string{"trouble"}}, false},
		{join, false},
		{scene{view: plan()}, true},
		{scene{view: rise()}, true},
		{scene{view: act()}, true},
		{scene{view: rise(), calm: true}, false},
		{scene{view: act(), asleep: true}, true},
		{scene{view: act()}, true},
		{scene{view: over()}, true},
	}
	for _, size := range []image.Point{{800, 480}, {400, 300}} {
		b, p, last := display.NewBitmap(size), display.New(), display.OfStart
		var got, want []bool
		for _, e := range evening {
			now := p.Draw(b, e.view, e.opts("en"))
			got, want = append(got, now.Flashes(last)), append(want, e.flashes)
			last = now
		}
		if !slices.Equal(got, want) {
			t.Errorf("at %v flash\n%v, want\n%v", size, got, want)
		}
	}
}
