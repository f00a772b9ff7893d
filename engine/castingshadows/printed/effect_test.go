package printed

import (
	"os"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/notation"

	"github.com/google/go-cmp/cmp"
)

// standIn reads the invented box.
func standIn(t testing.TB) (lines []string, facts *Facts) {
	t.Helper()
	text, err := os.ReadFile("../../../setups/boxes/casting-shadows/stand-in.box")
	if err != nil {
		t.Fatal(err)
	}
	words := notation.Of(Examples()...)
	facts = &Facts{}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		x, err := words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.(Fact).Misfit(); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		lines = append(lines, line)
		facts = facts.With(x.(Fact))
	}
	return lines, facts
}

// The invented box tells everything that a game needs, contradicts nothing that the
// rulebook tells, and keeps to the owner's list: which symbols the cards have.
func TestStandInBoxIsComplete(t *testing.T) {
	lines, facts := standIn(t)
	if wrong, open := facts.Doubts(); len(wrong)+len(open) > 0 {
		t.Errorf("wrong %v, open %v", wrong, open)
	}
	for _, l := range lines {
		if o := notation.OriginIn(l); o != notation.StandIn && o.Kind() != notation.Public {
			t.Errorf("%q claims to be printed", l)
		}
	}
	for players := 2; players <= 4; players++ {
		for person := 1; person <= players; person++ {
			if facts.Home(players, person) == 0 {
				t.Errorf("person %d of %d has no home", person, players)
			}
		}
	}
	for c := Kit; c <= Haze; c++ {
		if _, told := facts.Energy(c.Shadow()); !told {
			t.Errorf("nobody tells what the ability of %s takes", c)
		}
	}
}

// What each price of the list must hold, from the table of the owner's list: level of
// the spell that is given up, and the different symbols.
func TestPricesHaveTheSymbolsOfTheList(t *testing.T) {
	want := map[Name]string{
		FatalFronds: "0 orb", FeedingFrenzy: "0 blue-gem blue-orb", BubbleTrouble: "0 blue-gem blue-orb", HeatWave: "0 red-gem red-orb",
		SpectralSlap: "0 blue-orb gem", HeavyHand: "0 red-gem red-orb", LightningBug: "0 gem orb", SinisterScreech: "0 shadow-fragment orb",
		MagmaHand: "1 red-orb shadow-fragment gem", UnicornRush: "1 blue-gem orb", DeadlyShroud: "1 shadow-fragment", PersonalSpace: "1 orb",
		PsychicSpikes: "1 red-orb shadow-fragment gem", PhoenixFlash: "1 red-gem orb", KineticWave: "1 blue-orb shadow-fragment gem",
		InfernalAssault: "2 red-orb shadow-fragment", SuddenDoom: "2 blue-orb shadow-fragment",
		CurseVoid: "0 shadow-fragment gem", Metamorphosis: "0 orb", Crystallization: "0 red-gem blue-orb", EnergyBloom: "0 gem",
		SapphireSynthesis: "0 blue-gem orb", RubySynthesis: "0 red-gem orb", LuminousGlow: "0 blue-gem red-orb", OrbDuplication: "1 orb", GemDuplication: "1 gem",
	}
	_, facts := standIn(t)
	for _, n := range Names() {
		if !n.IsSpell() || n.IsMore() {
			continue
		}
		cost, spell, _ := facts.Price(n)
		got := string(rune('0' + spell))
		for r, k := range cost {
			if k > 0 {
				got += " " + resourceWords[r]
			}
		}
		if got != want[n] {
			t.Errorf("%s: %s, the list has %s", n, got, want[n])
		}
	}
}

func text(t *testing.T, line string) string {
	t.Helper()
	x, err := notation.Of(Examples()...).Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return x.(Effect).Text().String()
}

func TestEffectsAreExplained(t *testing.T) {
	for line, want := range map[string]string{
		// the rulebook's example
		"effect heat-wave 1 cast - 1/2/3 red-gem deal 3/5/6 - - - - owner":                  "When you cast it: spend 1/2/3 × red-gem: 3/5/6 damage to one enemy (beside your tile)",
		"effect spectral-slap 1 cast - 1/2 red-gem+blue-gem deal 4/7 - - - - owner":         "When you cast it: spend 1/2 × red-gem and 1/2 × blue-gem: 4/7 damage to every enemy on one tile (beside your tile)",
		"effect orb-duplication 1 cast - 1/2 orb gain 2/4 orb - - - owner":                  "When you cast it: spend 1/2 × orb: get 2/4 × orb",
		"effect home-frill 1 start - - - heal 1 - - - - owner":                              "When your turn starts here: heal 1",
		"effect companion-09 1 start low-health - - act 1 - - - - owner":                    "At the start of your turn, with 6 hit points or fewer: 1 action point more",
		"effect safety-dome 1 attacked - - - negate - - - - - owner":                        "Before an enemy's spell deals damage to you: no damage",
		"effect run-away 1 harmed - - - move 2 - - - - owner":                               "When an enemy's spell has dealt damage to you: move up to 2 tiles",
		"effect bees-everywhere 1 harmed - - - deal 2 - attacker any - owner":               "When an enemy's spell has dealt damage to you: 2 damage to the attacker",
		"effect haze-the-devastator 1 use - - - push 1 - one 0-2 - owner":                   "In your phase 2, for no action: move one enemy (up to 2 tiles away) up to 1 tile",
		"effect companion-03 1 always shadow-form - - discount 1 2*red-orb+gem - - - owner": "Always, in shadow form: pay less: 2 × red-orb and 1 × gem",
		"effect companion-02 1 hurt first - - reduce 1 - - - round owner":                   "Before you take any damage, the first time in a turn: 1 less damage, until your next turn",
	} {
		if got := text(t, line); got != want {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}

// Every word of the vocabulary has an explanation of its own.
func TestEveryWordIsExplained(t *testing.T) {
	for _, words := range []struct {
		list []string
		text func(n uint8) engine.Text
	}{
		{triggerWords, func(n uint8) engine.Text { return Trigger(n).Text(HeatWave) }},
		{conditionWords, func(n uint8) engine.Text { return Condition(n).text() }},
		{reachWords, func(n uint8) engine.Text { return Reach(n).Text() }},
		{targetWords, func(n uint8) engine.Text { return Effect{To: Target(n), Does: Deal}.Text() }},
		{spanWords, func(n uint8) engine.Text { return Effect{Lasts: Span(n)}.Text() }},
		{deedWords, func(n uint8) engine.Text {
			return Effect{Does: Deed(n), Amounts: Steps{1}, What: CostOf(RedGem)}.deed()
		}},
	} {
		told := map[string]string{}
		for n := 1; n < len(words.list); n++ {
			got := words.text(uint8(n)).String()
			if before := told[got]; before != "" || got == "" {
				t.Errorf("%s and %s are both %q", before, words.list[n], got)
			}
			told[got] = words.list[n]
		}
	}
}

func TestMisfitsNameTheRemedy(t *testing.T) {
	for line, want := range map[string]string{
		"effect heat-wave 1 cast - 1/2/3 red-gem deal 3/5 - - - - owner":  "heat-wave: as many numbers as there are ways to pay, or one for all",
		"effect heat-wave 1 cast - - red-gem deal 3 - - - - owner":        "heat-wave: say how often and what is spent, both or neither",
		"effect heat-wave 1 cast - 1 - deal 3 - - - - owner":              "heat-wave: say how often and what is spent, both or neither",
		"effect heat-wave 1 cast - 1 gem deal - - - - - owner":            "heat-wave: numbers belong to what is counted, and only to that",
		"effect safety-dome 1 attacked - - - negate 1 - - - - owner":      "safety-dome: numbers belong to what is counted, and only to that",
		"effect red-gem-card 1 use - - - gain 1 - - - - owner":            "red-gem-card: resources belong to what is got or saved, and only to that",
		"effect heat-wave 1 cast - 1 gem deal 1 gem - - - owner":          "heat-wave: resources belong to what is got or saved, and only to that",
		"effect heat-wave 1 use - 1 gem deal 1 - - - - owner":             "heat-wave: spells are cast, and nothing else is",
		"effect bees-everywhere 1 harmed - - - deal 2 - - - - owner":      "bees-everywhere: say whom it is for",
		"effect bees-everywhere 1 harmed - - - deal 100 - each - - owner": "bees-everywhere: numbers go to 99",
		"effect companion-01 1 always - - - reduce 1 - - - turn owner":    "companion-01: what is always in force does not end",
		"effect companion-01 1 always - - - heal 1 - - - - owner":         "companion-01: only what changes damage, prices or reach is always in force; say the moment instead, such as start or travel",
		"effect companion-01 1 always - - - reflect 1 - - - - owner":      "companion-01: only what changes damage, prices or reach is always in force; say the moment instead, such as start or travel",
		"effect safety-dome 1 harmed - - - negate - - - - - owner":        "safety-dome: damage is changed before it is dealt: say attack, attacked or hurt as the moment, or how long it lasts",
		"effect pointed-shield 1 spell - - - reflect 2 - - - - owner":     "pointed-shield: damage is changed before it is dealt: say attack, attacked or hurt as the moment, or how long it lasts",
		"effect - 1 cast - - - heal 1 - - - - owner":                      "an effect needs a thing, a part from 1, a moment and what it does",
		"effect companion-01 1 start - - - stun 5 - one any - owner":      "companion-01: who is stunned rolls one die at least: 1 to 4 dice fewer",
		"costs red-gem-card 1/0/0 - 0 0 owner":                            "red-gem-card: what spells cost is told, and of nothing else",
		"costs magma-hand 1/0/0 - 0 2 owner":                              "magma-hand: a spell of a lower level is given up, or none: below 2",
		"charges heat-wave 2 owner":                                       "the shadow side of a board tells what its ability takes: 1 to 5",
		"charges kit-the-turbulent 6 owner":                               "the shadow side of a board tells what its ability takes: 1 to 5",
		"holds red-gem 2 owner":                                           "tokens are gem, orb or shadow-fragment, 13 in all",
		"seats 2 3 upper-left owner":                                      "of 2 to 4 players each has a home in a corner: upper-left, upper-right, lower-right or lower-left",
		"seats 2 1 left owner":                                            "of 2 to 4 players each has a home in a corner: upper-left, upper-right, lower-right or lower-left",
		"dial 17 owner":                                                   "the dial goes from 18, where it starts, to 99 at most",
		"says home-kit start - owner":                                     "a text needs a thing and a moment, and has at most 120 letters",
		"says home-kit - Clap owner":                                      "a text needs a thing and a moment, and has at most 120 letters",
		"says home-kit cast Clap owner":                                   "home-kit: spells are cast, and nothing else is",
		"effect home-kit 1 start - - - gain 1 100*gem - - - owner":        "home-kit: numbers go to 99",
	} {
		x, err := notation.Of(Examples()...).Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.(Fact).Misfit(); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

func TestIdleEffectsNameTheRemedy(t *testing.T) {
	for line, want := range map[string]string{
		"effect red-gem-card 1 start - - - gain 1 gem - - - owner":               "red-gem-card works when it is used, and in no other moment: say use",
		"effect kit-the-turbulent 1 start - - - heal 1 - - - - owner":            "kit-the-turbulent works when it is used, and in no other moment: say use",
		"effect companion-01 1 use - - - heal 1 - - - - owner":                   "companion-01 is not used: say the moment in which it works by itself",
		"effect safety-dome 1 always - - - negate - - - - - owner":               "safety-dome works once, when it is turned up: say the moment",
		"effect ancient-rune 1 collect - - - heal 1 - - - - owner":               "ancient-rune has no card beside it: nothing is collected there",
		"effect companion-01 1 start base-form - - heal 1 - - - - owner":         "companion-01 works in shadow form alone: leave the base form out",
		"effect home-kit 1 start on-rune - - heal 1 - - - - owner":               "home-kit works for whoever stands on it, which is never so there: leave that place out",
		"effect dusty-desert 1 start at-home - - heal 1 - - - - owner":           "dusty-desert works for whoever stands on it, which is never so there: leave that place out",
		"effect heat-wave 1 cast same-tile - - deal 1 - - - - owner":             "heat-wave: in this moment nobody else is meant, so that a tile could be the same: say how far it reaches instead",
		"effect companion-01 1 hit other-tile - - heal 1 - - - - owner":          "companion-01: in this moment nobody else is meant, so that a tile could be the same: say how far it reaches instead",
		"effect companion-01 1 start - - - deal 1 - attacker any - owner":        "companion-01: in this moment there is no attacker: say whom it is for",
		"effect companion-01 1 attacked - - - reroll 1 - - - - owner":            "companion-01: this moment comes in the turns of others, in which one has neither dice nor action points",
		"effect safety-dome 1 spell - - - act 1 - - - - owner":                   "safety-dome: this moment comes in the turns of others, in which one has neither dice nor action points",
		"effect companion-01 1 start - - - push 1 - each any - owner":            "companion-01: one figure is moved: say one, or tell it in words of your own",
		"effect spectral-slap 1 cast - - - push 1 - - - - owner":                 "spectral-slap: one figure is moved: say one, or tell it in words of your own",
		"effect companion-01 1 attack - - - reduce 1 - - - - owner":              "companion-01: an attack of one's own does no damage to oneself: say attacked or hurt",
		"effect companion-01 1 start no-curse - - cleanse 1 - - - - owner":       "companion-01: without cursed crystals there is none to spend: leave that condition out",
		"effect heat-wave 1 cast no-curse 1 cursed-crystal deal 1 - - - - owner": "heat-wave: without cursed crystals there is none to spend: leave that condition out",
		"effect companion-01 1 collect on-rune - - heal 1 - - - - owner":         "ancient-rune has no card beside it: nothing is collected there",
		"effect home-kit 1 entered other-tile - - heal 1 - - - - owner":          "home-kit: who has come stands on the same tile: leave the other tile out",
		"says red-gem-card start Clap owner":                                     "red-gem-card works when it is used, and in no other moment: say use",
		"effect companion-01 1 always same-tile - - reduce 1 - - - - owner":      "",
		"effect home-kit 2 start on-rune - - heal 1 - - - - owner":               "", // its first part may move there
		"effect companion-01 1 hurt - - - reroll 1 - - - - owner":                "", // by what answers one's own spell
	} {
		x, err := notation.Of(Examples()...).Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.(Fact).Misfit(); err != nil {
			t.Errorf("%s: no game begins with it: %v", line, err)
		}
		got := ""
		if err := x.(interface{ Idle() error }).Idle(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func TestDoubts(t *testing.T) {
	facts := &Facts{}
	for _, f := range []Fact{Holds{CostOf(AnyGem), 6, notation.Owner}, Holds{CostOf(AnyOrb), 6, notation.Owner}, Holds{CostOf(Fragment), 3, notation.Owner}, Seats{2, 1, UpperLeft, notation.Owner}, Seats{2, 2, UpperLeft, notation.Owner}} {
		facts = facts.With(f)
	}
	wrong, open := facts.Doubts()
	var got []string
	for _, text := range append(wrong, open...) {
		got = append(got, text.String())
	}
	want := []string{
		"With 2 players persons 1 and 2 have the same corner: look at the picture of the setup again",
		"The box has 13 tokens, not 15: count gems, orbs and fragments again",
		"What 55 things of the box do has not been told",
		"What 26 spells cost has not been told",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// What an owner tells replaces what is invented, as a whole; the vocabulary and free text
// alike.
func TestOwnersCardReplacesTheInventedOne(t *testing.T) {
	_, facts := standIn(t)
	if n := len(facts.Effects(SapphireSynthesis)); n != 2 || source(facts, SapphireSynthesis) != notation.StandIn {
		t.Fatalf("%d invented effects", n)
	}
	words := notation.Of(Examples()...)
	for _, line := range []string{
		"effect sapphire-synthesis 1 cast - 1 blue-gem gain 2 blue-orb - - - owner",
		"says pointed-shield attacked The_shield_breaks_in_two owner",
	} {
		x, err := words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		facts = facts.With(x.(Fact))
	}
	if n := len(facts.Effects(SapphireSynthesis)); n != 1 || source(facts, SapphireSynthesis) != notation.Owner {
		t.Errorf("%d effects of %v", n, source(facts, SapphireSynthesis))
	}
	if len(facts.Effects(PointedShield)) != 0 || len(facts.Texts(PointedShield)) != 1 || !facts.Told(PointedShield) {
		t.Errorf("the shield does %v and says %v", facts.Effects(PointedShield), facts.Texts(PointedShield))
	}
}

// Whatever line is read is written back as it was, and explained without a fault.
func FuzzLine(f *testing.F) {
	text, err := os.ReadFile("../../../setups/boxes/casting-shadows/stand-in.box")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f.Add(line)
	}
	f.Add("effect heat-wave 1 always first 9/8/7/6 gem+2*orb+3*red-gem discount 1/2/3/255 gem each any game owner")
	words := notation.Of(Examples()...)
	f.Fuzz(func(t *testing.T, line string) {
		x, err := words.Parse(line)
		if err != nil {
			return
		}
		if again := notation.Format(x); again != strings.Join(strings.Fields(line), " ") {
			t.Fatalf("%q became %q", line, again)
		}
		facts := (&Facts{}).With(x.(Fact))
		facts.Doubts()
		_ = x.(Fact).Misfit()
		if e, ok := x.(Effect); ok && strings.Contains(e.Text().String(), "%!") {
			t.Fatalf("%q is %q", line, e.Text())
		}
	})
}

func source(f *Facts, n Name) notation.Origin {
	does, _, _ := f.Sources(n)
	return does
}
