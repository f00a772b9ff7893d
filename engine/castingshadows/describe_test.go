package castingshadows_test

import (
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/enginetest"
)

// TestAboutThings: what people are told of each kind of thing in the box.
func TestAboutThings(t *testing.T) {
	s := begun(t, "kit frill", "costs magma-hand 0/0/1 1/0/0 1 1 owner", "says home-kit always All_is_quiet_here owner")
	for term, want := range map[engine.Term]string{
		"heat-wave":         "level 1; costs 1 × red-gem, 1 × red-orb; When you cast it: spend 1/2/3 × red-gem: 3/5/6 damage to one enemy (beside your tile)",
		"heat-wave-3":       "level 1; costs 1 × red-gem, 1 × red-orb; When you cast it: spend 1/2/3 × red-gem: 3/5/6 damage to one enemy (beside your tile)",
		"magma-hand":        "level 2; costs 1 × red-orb, 1 × shadow-fragment, 1 × gem, a spell of level 1; When you cast it: spend 1/2/3 × gem: 4/6/8 damage to one enemy (up to 2 tiles away)",
		"ruby-synthesis":    "level 1; costs 1 × red-gem, 1 × orb; When you cast it: spend 1/2/3 × red-gem: get 1/2/3 × red-orb; or: When you cast it: spend 1/2/3 × red-orb: get 1/2/3 × red-gem",
		"red-gem-card":      "In your phase 2, for no action: get 1 × red-gem",
		"pointed-shield-2":  "costs 1 × gem, 1 × orb; Before an enemy's spell deals damage to you: 2 less damage",
		"companion-01":      "At the start of your turn: heal 1",
		"kit-the-turbulent": "costs 4 shadow energy; In your phase 2, for no action: 4 damage to every enemy (your tile or beside it)",
		"ancient-rune":      "When your turn starts here: get 1 × shadow-fragment",
		"home-kit":          "All is quiet here",
		"kit":               "",
		"red-gem":           "",
		"":                  "",
	} {
		if got := castingshadows.Game.Describe(s, term).String(); got != want {
			t.Errorf("%s: %q, want %q", term, got, want)
		}
	}
}

// TestAboutUntold: of a box that tells only where homes lie, nobody invents anything.
func TestAboutUntold(t *testing.T) {
	s, err := castingshadows.Game.New([]engine.Seat{"kit", "frill"}, facts(t, "seats 2 1 upper-left owner", "seats 2 2 lower-right owner"))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range printed.Names() {
		text := castingshadows.Game.Describe(s, n.Term()).String()
		if !strings.HasSuffix(text, "nobody has told what it does") {
			t.Errorf("%s: %q", n, text)
		}
		if f, ok := castingshadows.Game.Face(s, n.Term()); !ok || f.Ring.N != 0 || len(f.Steps) != 0 || !f.Words.IsZero() {
			t.Errorf("%s: %+v", n, f)
		}
	}
}

// TestFaces: what cards show as data.
func TestFaces(t *testing.T) {
	s := begun(t, "kit frill", "named companion-03 Old_Friend owner")
	for term, want := range map[engine.Term]engine.Face{
		"heat-wave-1":  {Kind: "attack", Art: "heat-wave", Ring: engine.Amount{Of: "damage", N: 6}, Price: []engine.Amount{{Of: "red-gem", N: 1}, {Of: "red-orb", N: 1}}},
		"magma-hand":   {Kind: "attack", Art: "magma-hand", Ring: engine.Amount{Of: "damage", N: 8}, Price: []engine.Amount{{Of: "red-orb", N: 1}, {Of: "shadow-fragment", N: 1}, {Of: "gem", N: 1}, {Of: "spell-1", N: 1}}},
		"safety-dome":  {Kind: "counterspell", Art: "safety-dome", Price: []engine.Amount{{Of: "gem", N: 1}, {Of: "orb", N: 1}}},
		"companion-03": {Kind: "companion", Art: "companion-03"},
		"home-kit":     {Kind: "tile", Art: "home-kit"},
		"die-purple":   {Kind: "die", Art: "die-purple"},
	} {
		got, ok := castingshadows.Game.Face(s, term)
		if !ok || got.Kind != want.Kind || got.Art != want.Art || got.Ring != want.Ring || len(got.Price) != len(want.Price) {
			t.Errorf("%s: %+v, want %+v", term, got, want)
			continue
		}
		for i := range want.Price {
			if got.Price[i] != want.Price[i] {
				t.Errorf("%s costs %v, want %v", term, got.Price, want.Price)
			}
		}
	}
	if f, _ := castingshadows.Game.Face(s, "companion-03"); f.Name.String() != "Old Friend" {
		t.Errorf("companion 3 is called %q", f.Name)
	}
	if f, _ := castingshadows.Game.Face(s, "ruby-synthesis"); len(f.Steps) != 1 || len(f.Steps[0]) != 2 {
		t.Errorf("two ways to begin are %+v", f.Steps)
	}
}

// TestAboutCommands: where a command leads.
func TestAboutCommands(t *testing.T) {
	s := begun(t, "kit frill", "laid underground-volcano heat-wave-1", "laid home-kit fatal-fronds-2", "laid home-frill fatal-fronds-3", "kit collected magma-hand")
	for line, want := range map[string]string{
		"kit travel underground-volcano":        "When your turn starts here: get 1 × gem; beside it: heat-wave",
		"kit travel ancient-rune":               "When your turn starts here: get 1 × shadow-fragment",
		"kit cast magma-hand 1 1 red-gem frill": "When you cast it: spend 1/2/3 × gem: 4/6/8 damage to one enemy (up to 2 tiles away)",
		"kit cast magma-hand 9 1 red-gem frill": "",
		"kit collect fatal-fronds-2 2*red-orb":  "level 1; costs 2 × orb; When you cast it: spend 1/2/3 × gem: 2/4/5 damage to every enemy on one tile (your tile)",
		"kit refresh":                           "level 1; costs 2 × orb; When you cast it: spend 1/2/3 × gem: 2/4/5 damage to every enemy on one tile (your tile)",
		"ana refresh":                           "",
		"kit use-ability":                       "costs 4 shadow energy; In your phase 2, for no action: 4 damage to every enemy (your tile or beside it)",
		"frill answer pointed-shield-1":         "Before an enemy's spell deals damage to you: 2 less damage",
		"kit protect":                           "",
	} {
		c, err := castingshadows.Game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := castingshadows.Game.Describe(s, c).String(); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func facts(tb testing.TB, lines ...string) []engine.Event {
	tb.Helper()
	return enginetest.Facts(tb, castingshadows.Game, lines...)
}

// TestEffectAnnouncesDamage: who casts is asked with the damage that would come if nobody
// answered; where nobody can, with what changes at once.
func TestEffectAnnouncesDamage(t *testing.T) {
	for answer, want := range map[string]string{
		"frill trapped":  "Cast heat-wave at frill for 2 red gems? frill: 5 damage, 18 → 13",
		"frill healed 0": "Cast heat-wave at frill for 2 red gems?",
	} {
		s := begun(t, "kit frill", "laid underground-volcano fatal-fronds-1", "laid home-kit fatal-fronds-2", "laid home-frill fatal-fronds-3",
			"appeared companion-01", "appeared companion-02", "appeared companion-03", "kit collected heat-wave-1", answer,
			"frill moved ancient-rune", "kit turn", "kit rolled red-gem,red-gem,blue-orb,blue-orb,purple-orb", "phase act")
		c, err := castingshadows.Game.Words.Parse("kit cast heat-wave-1 1 2 2*red-gem frill")
		if err != nil {
			t.Fatal(err)
		}
		e := castingshadows.Game.Effect(s, c.(engine.Command))
		if e.Ask.String() != want {
			t.Errorf("%s: %q, want %q", answer, e.Ask, want)
		}
		if at, told := (engine.Change{Seat: "frill", Of: "health", From: 18, To: 13}), false; answer == "frill healed 0" {
			for _, x := range e.Changes {
				told = told || x == at
			}
			if !told {
				t.Errorf("%v lacks %v", e.Changes, at)
			}
		}
	}
}

// TestWhatLapses: who ends the actions with some left is told how many lapse; with none
// left nothing is given up.
func TestWhatLapses(t *testing.T) {
	s := begun(t, "kit frill", "laid underground-volcano fatal-fronds-1", "laid home-kit fatal-fronds-2", "laid home-frill fatal-fronds-3",
		"appeared companion-01", "appeared companion-02", "appeared companion-03", "kit turn", "kit rolled red-gem,red-gem,blue-orb,blue-orb,purple-orb", "phase act")
	for _, left := range []string{"No more actions: 4 lapse", "No more actions: 2 lapse", ""} {
		if e := castingshadows.Game.Effect(s, castingshadows.Finish{Seat: "kit"}); e.Lapses.String() != left {
			t.Errorf("it says %q, want %q", e.Lapses, left)
		}
		for range 2 {
			for _, c := range s.Legal() {
				if _, travels := c.(castingshadows.Travel); travels {
					s, _, _ = engine.Step(s, c)
					break
				}
			}
		}
	}
}
