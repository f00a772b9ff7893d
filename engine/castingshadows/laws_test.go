package castingshadows_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// TestLaws plays random games of two to six seats.
func TestLaws(t *testing.T) {
	enginetest.Games(t, settings(t), tier.Of(t, tier.Laws, "games", 6, 30, 2000), tier.Seed(t))
}

func settings(tb testing.TB) []enginetest.Setting {
	tb.Helper()
	return tables(tb, []table{
		{"red blue green", "dealt device, " + today},
		{"red blue", "dealt device"},
		{"red blue green yellow", "dealt device, " + today},
		{"red blue green yellow", "dealt hands, ruling transform may, " + today},
		{"red blue green yellow", "dealt device, ruling no-target allowed, ruling hp-cap none, " + today + ", " + reactive},
		{"red blue green", "dealt hands, " + today + ", " + unusual},
		{"red blue green yellow", "book tracks, ruling transform may, " + today},
		{"red blue green yellow", "book tracks"},
		{"red blue green yellow", "dealt device, " + today + ", " + returning},
		{"red blue green yellow", "dealt device, " + returning},
		{"red blue green", "dealt device, ruling hp-cap none, " + today + ", " + rerolling},
		{"red blue green yellow white black", "dealt device, " + today + ", " + larger + ", " + more},
		{"red blue green yellow white", "dealt hands, " + today + ", white character lucky, blue character frost, " + larger + ", " + more},
	})
}

// A table is seats and facts beside those of the stand-in box.
type table struct{ seats, facts string }

func tables(tb testing.TB, list []table) (all []enginetest.Setting) {
	tb.Helper()
	lines, err := setups.Box("casting-shadows", "stand-in")
	if err != nil {
		tb.Fatal(err)
	}
	for _, table := range list {
		set := enginetest.Setting{Game: castingshadows.Game, Seats: enginetest.Seats(table.seats), Weigh: weigh, Steps: 400000}
		for _, l := range lines {
			if strings.HasSuffix(table.facts, unusual) && strings.HasPrefix(l.Text, "effect bees-everywhere ") {
				continue // nobody has told it
			}
			set.Facts = append(set.Facts, enginetest.Facts(tb, castingshadows.Game, l.Text)...)
		}
		more := strings.FieldsFunc(table.facts, func(r rune) bool { return r == ',' })
		set.Facts = append(set.Facts, enginetest.Facts(tb, castingshadows.Game, more...)...)
		all = append(all, set)
	}
	return all
}

// today are the rulings with which games begin; those without them keep the older readings.
const today = "ruling return-after landed, ruling ability-once full, ruling companion-print print, ruling out-order kept, ruling end-order curse"

// returning is a box in which damage goes back to who deals it, before and after it is dealt;
// of what answers any damage there is one thing alone, so that it does not go back and forth.
const returning = "effect bees-everywhere 1 attacked - - - deal 3 - attacker any - owner, effect companion-01 1 attacked - - - reflect 2 - - - - owner," +
	"effect companion-02 1 hurt - - - deal 1 - attacker any - owner, effect companion-03 1 harmed - - - deal 1 - attacker any - owner," +
	"effect companion-06 1 attacked - - - reflect 3 - - - - owner, effect home-haze 1 attacked - - - deal 1 - attacker any - owner"

// rerolling is a box in which spells, a companion, a tile and an ability reroll dice.
const rerolling = "effect energy-bloom 1 cast - 1/2 gem reroll 1/3 - - - - owner, effect curse-void 1 cast - - - reroll 5 - - - - owner, effect heat-wave 1 cast - 1/2/3 red-gem reroll 1/2/3 - - - - owner," +
	"effect companion-01 1 start - - - reroll 2 - - - - owner, effect home-haze 1 start - - - reroll 1 - - - - owner, effect kit-the-turbulent 1 use - - - reroll 2 - - - - owner"

// reactive is a box in which nearly everything reacts, and answers nest.
const reactive = "red trapped pointed-shield-1, red trapped run-away-1, blue trapped bees-everywhere-1, blue trapped safety-dome, green trapped bees-everywhere-2," +
	"effect pointed-shield 1 hurt - - - reflect 1 - - - - owner, effect pointed-shield 2 hurt - - - reduce 2 - - - - owner," +
	"effect bees-everywhere 1 suffered - - - deal 2 - one any - owner, effect bees-everywhere 1 entered - - - push 2 - one any - owner," +
	"effect run-away 1 spell - - - move 2 - - - - owner, effect run-away 2 spell - - - draw 1 - - - - owner," +
	"effect companion-01 1 suffered - - - deal 1 - each any - owner, effect companion-02 1 hurt - - - reflect 1 - - - - owner," +
	"effect companion-03 1 entered - - - push 1 - one any - owner, effect companion-04 1 always - - - reduce 1 - - - - owner," +
	"effect companion-05 1 always - - - raise 2 - - - - owner, effect companion-06 1 always - - - discount 1 gem - - - owner," +
	"effect companion-07 1 always - - - farther 1 - - - - owner, effect companion-08 1 hit - - - heal 3 - - - - owner," +
	"effect companion-09 1 collect - 1/2 orb energize 1/2 - - - - owner, effect companion-10 1 end - - - peek 2 - one any - owner," +
	"effect ancient-rune 1 hurt - - - deal 1 - attacker any - owner, effect dusty-desert 1 travel - - - reroll 2 - - - - owner," +
	"effect home-kit 1 always - - - secure - - - - - owner, effect home-haze 1 start - - - reduce 1 - - - round owner," +
	"effect heat-wave 1 cast - 1/2/3 red-gem deal 3/5/6 - - - - owner, effect heat-wave 2 cast - - - heal 1/2/3 - - - - owner"

// unusual is a box with texts, with counterspells that nobody has told, and with things that
// freeze and stun.
const unusual = "says companion-01 start Do_something owner, says home-kit travel Shout owner, says fatal-fronds cast Howl owner," +
	"says companion-02 attacked Duck owner, says run-away harmed Run owner, effect companion-03 1 start - - - heal 2 - - - game owner," +
	"effect companion-04 1 travel - - - freeze - - one any - owner, effect companion-05 1 travel - - - stun 2 - each any - owner, effect home-frill 1 start - - - stun 1 - one any - owner"

// larger is a box with characters and tiles for five and six.
const larger = "seats 6 1 upper-left owner, seats 6 2 upper-right owner, seats 6 3 far-right owner, seats 6 4 lower-right owner, seats 6 5 lower-left owner, seats 6 6 far-left owner," +
	"seats 5 1 upper-left owner, seats 5 2 upper-right owner, seats 5 3 lower-right owner, seats 5 4 lower-left owner, seats 5 5 top owner," +
	"lives frost map-tile-08 owner, lives talon map-tile-09 owner, lies map-tile-10 6 top owner, lies map-tile-10 5 bottom owner," +
	"effect map-tile-08 1 start - - - gain 1 shadow-fragment - - - owner, effect map-tile-10 1 start - - - gain 1 purple-gem - - - owner," +
	"charges frost-shadow 4 owner, effect frost-shadow 1 use - - - deal 3 - each 0-1 - owner, charges talon-shadow 3 owner, effect talon-shadow 1 use - - - heal 3 - - - - owner," +
	"charges lucky-shadow 3 owner, effect lucky-shadow 1 use - - - heal 4 - - - - owner," +
	"level attack-01 2 owner, costs attack-01 1/0/0 - 0 1 owner, effect attack-01 1 cast - 1/2 gem deal 3/5 - one 0-1 - owner, costs infernal-assault - 1/0/0 1 2 owner," +
	"costs attack-02 0/0/1 - 0 0 owner, effect attack-02 1 cast - 1/2/3 orb deal 2/3/4 - tile 1 - owner," +
	"costs conversion-01 - 0/0/1 0 0 owner, effect conversion-01 1 cast - 1 orb gain 1 shadow-fragment - - - owner, effect resource-01 1 use - - - gain 1 shadow-fragment - - - owner," +
	"effect counterspell-02 1 attacked - - - reduce 3 - - - - owner, effect companion-11 1 start - - - heal 2 - - - - owner"

// more is what else such a box may say: what freezes and stuns, and a text.
const more = "effect map-tile-09 1 always - - - no-less - - self - - owner, effect attack-03 1 cast - - - freeze - - one any - owner, costs attack-03 - - 0 0 owner, effect attack-04 1 cast - - - stun 2 - each 0-1 - owner, costs attack-04 - - 0 0 owner," +
	"says attack-05 cast Sneeze owner, effect counterspell-01 1 harmed - - - stun 1 - attacker any - owner, effect companion-12 1 travel - - - freeze - - one any - owner"

// weigh first chooses what to do, then how: each verb is equally likely.
func weigh(r *rand.Rand, _ engine.State, legal []engine.Command) engine.Command {
	if _, rolls := legal[0].(castingshadows.Roll); rolls {
		return legal[r.IntN(len(legal))]
	}
	var room [32]reflect.Type // on the stack: this is measured, too
	verbs := room[:0]
	for _, c := range legal {
		if t := reflect.TypeOf(c); !slices.Contains(verbs, t) {
			verbs = append(verbs, t)
		}
	}
	verb, n := verbs[r.IntN(len(verbs))], 0
	for _, c := range legal {
		if reflect.TypeOf(c) == verb {
			n++
		}
	}
	n = r.IntN(n)
	for _, c := range legal {
		if reflect.TypeOf(c) != verb {
			continue
		}
		if n == 0 {
			return c
		}
		n--
	}
	return nil
}

// TestLegal: what random games ever list is accepted where it is listed, and nowhere
// else.
func TestLegal(t *testing.T) {
	enginetest.Legal(t, settings(t), tier.Of(t, tier.Laws, "games", 4, 16, 200), tier.Seed(t))
}

func TestWrongListsAreSeen(t *testing.T) { enginetest.WrongLists(t, settings(t)[0]) }

func FuzzCommand(f *testing.F) {
	enginetest.Fuzz(f, castingshadows.Game, enginetest.Positions(f, settings(f), 600, 60)...)
}

func FuzzLine(f *testing.F) {
	enginetest.FuzzLines(f, castingshadows.Game, "red cast heat-wave-1 1 2 2*red-gem blue", "table roll red-gem,.,.,.,cursed-crystal", "red reroll die-red-1+die-purple")
}

func TestVerbs(t *testing.T) { enginetest.Verbs(t, castingshadows.Game) }
