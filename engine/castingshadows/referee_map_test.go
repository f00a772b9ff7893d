package castingshadows_test

import "testing"

// A hex has the coordinates of its middle: steps to the right, and to the lower right.
// Two hexes touch if one step of six leads from one to the other.
type hex struct{ right, down int }

var steps = []hex{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}

// hexes are the places as the rulebook draws them: hexes with a point up.
var hexes = map[string]hex{
	"middle": {0, 0}, "left": {-1, 0}, "right": {1, 0},
	"upper-left": {0, -1}, "upper-right": {1, -1}, "lower-left": {-1, 1}, "lower-right": {0, 1},
	"far-left": {-2, 0}, "far-right": {2, 0}, "top": {1, -2}, "bottom": {-1, 2},
}

// walk is how many steps lead from a laid out place to another over laid out places;
// -1 if none do.
func walk(laid map[string]bool, from, to string) int {
	dist, next := map[string]int{from: 0}, []string{from}
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		for place := range laid {
			if _, seen := dist[place]; !seen && touch(at, place) {
				dist[place] = dist[at] + 1
				next = append(next, place)
			}
		}
	}
	if d, ok := dist[to]; ok && laid[to] {
		return d
	}
	return -1
}

func touch(a, b string) bool {
	for _, s := range steps {
		if hexes[b] == (hex{hexes[a].right + s.right, hexes[a].down + s.down}) {
			return true
		}
	}
	return false
}

// TestRefereeMap: in each layout no place is more than two steps away, and the desert
// and the volcano do not touch; each home touches exactly one of them.
func TestRefereeMap(t *testing.T) {
	homes := []string{"upper-left", "upper-right", "lower-right", "lower-left"}
	for chosen := range 1 << len(homes) {
		laid := map[string]bool{"middle": true, "left": true, "right": true}
		for i, home := range homes {
			if chosen&(1<<i) != 0 {
				laid[home] = true
			}
		}
		for a := range laid {
			for b := range laid {
				if d := walk(laid, a, b); d < 0 || d > 2 {
					t.Errorf("%v: from %s to %s: %d steps", laid, a, b, d)
				}
			}
		}
	}
	if touch("left", "right") {
		t.Error("the desert touches the volcano")
	}
	for _, home := range homes {
		if touch(home, "left") == touch(home, "right") {
			t.Errorf("%s touches both, or neither", home)
		}
	}
}
