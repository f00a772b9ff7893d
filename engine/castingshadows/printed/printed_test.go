package printed

import (
	"strings"
	"testing"

	"arbiter/engine/notation"
)

func TestPilesHaveTheCardsOfTheRulebook(t *testing.T) {
	kinds := map[Kind]int{}
	words := map[string]bool{}
	for _, c := range append(append(MainDeck(), Counterspells()...), Companions()...) {
		kinds[c.Kind()]++
		words[c.String()] = true
		if c.Kind() == Attack && (c.Name().level() == 0 || c.Name().Target() == 0 || c.Name().Reach() == 0) {
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

// Whichever tiles of the base game are laid out: nothing is farther than two steps, the desert
// and the volcano do not touch, and each corner touches exactly one of them. Around these are
// twelve places, each of which touches one or two of them.
func TestMap(t *testing.T) {
	for a := Middle; a < places; a++ {
		for b := Middle; b < places; b++ {
			if d := Distance(a, b); d > 4 || a <= LowerLeft && b <= LowerLeft && d > 2 || d != Distance(b, a) || (d == 0) != (a == b) {
				t.Errorf("%s to %s: %d", a, b, d)
			}
		}
	}
	for a := FarLeft; a < places; a++ {
		inner := 0
		for b := Left; b <= LowerLeft; b++ {
			if Distance(a, b) == 1 {
				inner++
			}
		}
		if next := max(FarLeft, (a+1)%places); Distance(a, Middle) != 2 || inner != 1 && inner != 2 || Distance(a, next) != 1 {
			t.Errorf("%s is %d from the middle, touches %d of the inner ring and is %d from %s", a, Distance(a, Middle), inner, Distance(a, next), next)
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

// What a box may hold beyond the base game is in it once something is told of it, and its facts say
// nothing of the base game.
func TestMoreThanTheBaseGame(t *testing.T) {
	words := notation.Of(Examples()...)
	read := func(line string) Fact {
		x, err := words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		return x.(Fact)
	}
	empty := &Facts{}
	for _, n := range Names() {
		if empty.Has(n) == n.IsMore() {
			t.Errorf("an untold box has %s: %v", n, empty.Has(n))
		}
	}
	told := empty.With(read("level attack-02 3 owner"), read("lies map-tile-08 5 top owner"), read("lives talon map-tile-09 owner"), read("says companion-14 start Purr owner"))
	for name, want := range map[string]bool{"attack-01": false, "attack-02": true, "map-tile-08": true, "map-tile-09": true, "map-tile-10": false, "companion-14": true} {
		var n Name
		if err := n.UnmarshalText([]byte(name)); err != nil || told.Has(n) != want {
			t.Errorf("%s: %v, %v", name, told.Has(n), err)
		}
	}
	if told.Level(Attack1) != 1 || told.Level(Attack1+1) != 3 || told.Level(InfernalAssault) != 3 || told.Level(Conversion1) != 1 || told.Level(Resource1) != 0 {
		t.Error("levels are wrong")
	}
	if told.OwnTile(Talon) != Tile8+1 || told.OwnTile(Lucky) != 0 || told.OwnTile(Haze) != HomeHaze || told.Lies(5, Tile8) != Top || told.Lies(4, Tile8) != 0 {
		t.Error("tiles are wrong")
	}
	kinds := map[Kind]int{}
	for _, c := range AllCards() {
		kinds[c.Kind()]++
	}
	for k, n := range map[Kind]int{Attack: 34 + 15, Conversion: 10 + 15, ResourceCard: 8 + 15, Counterspell: 14, Companion: 14} {
		if kinds[k] != n {
			t.Errorf("%d cards of kind %d, want %d", kinds[k], k, n)
		}
	}
	for line, wrong := range map[string]string{
		"level heat-wave 1 owner":         "a spell that is none of the base game has a level from 1 to 3",
		"level resource-01 1 owner":       "a spell that is none of the base game has a level from 1 to 3",
		"level attack-01 4 owner":         "a spell that is none of the base game has a level from 1 to 3",
		"lives kit map-tile-08 owner":     "characters of the base game live where the rulebook says",
		"lives frost home-kit owner":      "characters of the base game live where the rulebook says",
		"lies home-kit 5 top owner":       "of 2 to 6 players: where a tile lies",
		"lies map-tile-08 5 middle owner": "of 2 to 6 players: where a tile lies",
		"lies map-tile-08 7 top owner":    "of 2 to 6 players: where a tile lies",
		"seats 4 1 top owner":             "of 2 to 4 players each has a home in a corner",
		"seats 7 1 top owner":             "2 to 6 play; each has a home",
		"seats 5 1 left owner":            "2 to 6 play; each has a home",
		"costs attack-01 - - 0 3 owner":   "attack-01: a spell of a lower level is given up, or none: below 3",
		"costs resource-01 - - 0 0 owner": "resource-01: what spells cost is told",
	} {
		if err := read(line).Misfit(); err == nil || !strings.HasPrefix(err.Error(), wrong) {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{"seats 5 1 top owner", "seats 4 1 upper-left owner", "costs attack-01 - - 0 2 owner", "costs conversion-15 1/0/0 - 0 0 owner"} {
		if err := read(line).Misfit(); err != nil {
			t.Errorf("%s: %v", line, err)
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
		"lies map-tile-10 6 top owner",
		"lives frost map-tile-08 owner",
		"level attack-15 3 owner",
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
