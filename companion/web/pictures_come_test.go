package web_test

import "testing"

// What the gallery plays a game to comes, without a picture being taken; what no game
// comes to is missed.
func TestMomentsCome(t *testing.T) {
	t.Parallel()
	g := &gallery{T: t, dir: t.TempDir(), only: "none"}
	for _, seats := range castingTables {
		e, p := perform(g, "casting-shadows", seats, "no-clock")
		left := g.moments(e, p, "", append(castingMoments(len(seats)), moment{name: "control", does: "no-verb"}))
		if len(left) != 1 || left[0].name != "control" {
			t.Errorf("%d seats never come to %v; control is the only one that should not come", len(seats), left)
		}
	}
}
