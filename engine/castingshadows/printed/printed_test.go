package printed

import (
	"testing"

	"arbiter/engine/notation"
)

func TestPilesHaveTheCardsOfTheRulebook(t *testing.T) {
	kinds := map[Kind]int{}
	words := map[string]bool{}
	for _, c := range append(append(MainDeck(), Counterspells()...), Companions()...) {
		kinds[c.Kind()]++
		words[c.String()] = true
		if c.Kind() == Attack && (c.Name().Level() == 0 || c.Name().Target() == 0 || c.Name().Reach() == 0) {
			t.Errorf("%s lacks level, target or reach", c)
		}
	}
	// Components: 52 cards of the main deck, 10 counterspells, 10 companions. The split of
	// the 52 is that of the owner's list: 34 attacks, 10 conversions, 8 resource cards.
	want := map[Kind]int{Attack: 34, Conversion: 10, ResourceCard: 8, Counterspell: 10, Companion: 10}
	for k, n := range want {
		if kinds[k] != n {
			t.Errorf("%d cards of kind %d, want %d", kinds[k], k, n)
		}
	}
	if len(words) != 72 {
		t.Errorf("%d words for 72 cards", len(words))
	}
}

// Whichever tiles are laid out: nothing is farther than two steps, the desert and the
// volcano do not touch, and each corner touches exactly one of them.
func TestMap(t *testing.T) {
	for a := Middle; a < places; a++ {
		for b := Middle; b < places; b++ {
			if d := Distance(a, b); d > 2 || d != Distance(b, a) || (d == 0) != (a == b) {
				t.Errorf("%s to %s: %d", a, b, d)
			}
		}
	}
	if Distance(Left, Right) != 2 {
		t.Error("desert and volcano touch")
	}
	for _, p := range []Place{UpperLeft, UpperRight, LowerRight, LowerLeft} {
		if (Distance(p, Left) == 1) == (Distance(p, Right) == 1) {
			t.Errorf("%s touches both or neither", p)
		}
	}
}

func TestDiceShowAllFourKinds(t *testing.T) {
	for _, d := range AllDice() {
		n := showing(d.Faces())
		if n[Fragment] != 1 || n[CursedCrystal] != 1 || n[d.Gem()] != 2 {
			t.Errorf("%s shows %v", d, n)
		}
		for _, r := range Resources() {
			if d.Shows(r) != (n[r] > 0) {
				t.Errorf("%s and %s", d, r)
			}
		}
	}
}

func TestLinesAreReadBack(t *testing.T) {
	words := notation.Of(Examples()...)
	for _, line := range []string{
		"effect heat-wave 1 cast - 1/2/3 red-gem deal 3/5/6 - one 1 - stand-in",
		"effect spectral-slap 1 cast - 1/2 red-gem+blue-gem deal 2/4 - - - - owner",
		"effect orb-duplication 1 cast - 1/2 orb gain 2/4 orb - - - owner",
		"effect pointed-shield 1 attacked - - - reduce 2 - - - - stand-in",
		"costs heat-wave 1/0/0 1/0/0 0 0 stand-in",
		"costs fatal-fronds - 0/0/1 0 0 stand-in",
		"says companion-04 hurt Roll_a_die stand-in",
		"charges kit-the-turbulent 5 stand-in",
		"holds gem 6 stand-in",
		"seats 2 1 upper-left stand-in",
		"dial 18 stand-in",
		"named home-kit Amber_Mountain stand-in",
	} {
		x, err := words.Parse(line)
		if err != nil {
			t.Error(err)
		} else if _, ok := x.(Fact); !ok || notation.Format(x) != line {
			t.Errorf("%q became %q", line, notation.Format(x))
		}
	}
	for _, line := range []string{
		"effect heat-wave 1 cast - 1/2/3 red-gem+red-gem deal 3/5/6 - one 1 - stand-in",
		"effect heat-wave 1 cast - 1/0/3 red-gem deal 3/5/6 - one 1 - stand-in",
		"effect heat-wave 1 cast - 1 red-gem deal 3 - one 3 - owner",
		"effect heat-wave 1 cast - 1 red-gem deal 3 - one 1 - -",
		"costs heat-wave 0/0/0 - 0 0 stand-in",
		"costs heat-wave 1/0 - 0 0 stand-in",
		"costs heat-wave-1 - - 0 0 owner",
	} {
		if x, err := words.Parse(line); err == nil {
			t.Errorf("%q was read as %v", line, x)
		}
	}
}

func showing(faces [6]Resource) Pool { return PoolOf(faces[:]...) }
