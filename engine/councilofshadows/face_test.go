package councilofshadows_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
)

// TestFacesTellWhatTheRulesUse plays random games of the full book: each purchase that
// is legal pays the price on the face, each sum of consumption adds up the rings, a leader
// starts with its own, and order tiles alone say that what they compare decides an order.
func TestFacesTellWhatTheRulesUse(t *testing.T) {
	var seen shown
	for n, set := range fullSettings(t) {
		s, err := set.Game.New(set.Seats, set.Facts)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(tier.Seed(t), uint64(n)))
		for range tier.Of(t, tier.Screens, "commands", 400, 800, 5000) {
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			seen.paid(t, s, legal)
			events, err := s.Decide(set.Weigh(r, s, legal))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				seen.counted(t, s, e)
				s = s.Apply(e)
			}
		}
	}
	if seen.prices < 100 || seen.exact < 20 || seen.rings < 100 || seen.leaders < 5 || seen.orders < 20 || seen.claims < 20 {
		t.Errorf("only %+v were compared: the search is broken", seen)
	}
	t.Logf("%+v", seen)
}

type shown struct{ prices, exact, rings, leaders, orders, claims int }

// paid compares what legal purchases pay with the price on the face.
func (n *shown) paid(t *testing.T, s engine.State, legal []engine.Command) {
	t.Helper()
	for _, c := range legal {
		var what councilofshadows.Item
		var pay councilofshadows.Gemset
		switch c := c.(type) {
		case councilofshadows.Buy:
			what, pay = c.What, c.Pay
		case councilofshadows.Build:
			what, pay = c.What, c.Pay
		default:
			continue
		}
		price := councilofshadows.Gemset{}
		for _, a := range printed(t, s, what).Price {
			switch a.Of {
			case "anthracite":
				price.Anthracite = uint8(a.N)
			case "gold":
				price.Gold = uint8(a.N)
			case "crystal":
				price.Crystal = uint8(a.N)
			}
		}
		n.prices++
		if pay == price {
			n.exact++
		}
		if sum := func(g councilofshadows.Gemset) uint8 { return g.Anthracite + g.Gold + g.Crystal }; sum(pay) != sum(price) || pay.Crystal < price.Crystal || pay.Gold+pay.Crystal < price.Gold+price.Crystal {
			t.Fatalf("%v is legal, but the face tells the price %v", c, price)
		}
	}
}

// counted compares what moves consumption with the numbers in the rings.
func (n *shown) counted(t *testing.T, s engine.State, e engine.Event) {
	t.Helper()
	switch e := e.(type) {
	case councilofshadows.Consumption:
		for _, a := range s.Why(e).Addends {
			if len(a.Name.Args) == 0 {
				continue
			}
			if card, ok := a.Name.Args[0].(engine.Term); ok {
				if f, ok := councilofshadows.Game.Face(s, card); ok && f.Ring.Of == "consumption" {
					n.rings++
					if f.Ring.N != a.N {
						t.Fatalf("%s counts %d, but its face tells %d", card, a.N, f.Ring.N)
					}
				}
			}
		}
	case councilofshadows.Order:
		n.orders++
		if !s.Why(e).Orders {
			t.Fatalf("%v does not say that it decides an order", e)
		}
	case councilofshadows.Claimed:
		n.claims++
		if s.Why(e).Orders {
			t.Fatalf("%v says that the majority decides an order", e)
		}
	case councilofshadows.Led:
		n.leaders++
		view := s.View()
		before, _ := view.At("consumption", e.Seat)
		events, _ := s.Decide(councilofshadows.Pick(e))
		view = engine.Fold(s, events...).View()
		if after, _ := view.At("consumption", e.Seat); after != printed(t, s, e.Leader).Ring.N {
			t.Fatalf("%s goes from %d to %d, but the face of %s tells %v", e.Seat, before, after, e.Leader, printed(t, s, e.Leader).Ring)
		}
	}
}

func printed(t *testing.T, s engine.State, i councilofshadows.Item) engine.Face {
	t.Helper()
	f, ok := councilofshadows.Game.Face(s, engine.Term(i.String()))
	if !ok {
		t.Fatalf("%s has no face", i)
	}
	return f
}

// TestFacesOfEveryBox: AI cards have a name and a sentence, whatever they do; of what
// nobody has told there is nothing.
func TestFacesOfEveryBox(t *testing.T) {
	for _, c := range []struct{ facts, name, words string }{
		{"effect ai-20 1 1 colonize 3 anywhere any-planet owner", "great tower", "settle a tower of three at any range on any planet."},
		{"effect ai-20 1 1 score 1 - - owner", "scoring", "score a galaxy."},
		{"effect ai-20 1 1 gems 0 - - owner", "gem vein", "take the gems shown."},
		{"idle ai-20 owner", "standby", "no action."},
		{"printed ai-20 -3 owner,idle ai-20 owner", "deep sleep", "no action."},
		{"printed ai-20 -3 owner,effect ai-20 1 1 harvest 1 in-range - owner", "quiet harvest", "harvest once in range."},
		{"effect ai-20 1 1 discover 0 in-range - owner,effect ai-20 2 1 harvest 3 anywhere - owner", "survey & far harvest", "discover in range, then harvest up to 3 times at any range."},
		{"effect ai-20 1 1 upgrade 0 - - owner,effect ai-20 1 2 yield 3 same - owner", "refining or yield", "raise a gem by one step or take its yield 3 times."},
		{"named ai-20 Long_night owner,idle ai-20 owner", "Long night", "no action."},
		{"", "ai-20", ""},
	} {
		lines := strings.FieldsFunc(c.facts, func(r rune) bool { return r == ',' })
		s, err := councilofshadows.Game.New(enginetest.Seats("purple red"), facts(t, "rulebook", lines...))
		if err != nil {
			t.Fatal(err)
		}
		if f, ok := councilofshadows.Game.Face(s, "ai-20"); !ok || f.Name.String() != c.name || f.Words.String() != c.words {
			t.Errorf("%s: %s, %s", c.facts, f.Name, f.Words)
		}
	}
}

// Cards that do the same would have one name, so their words tell them apart; what an owner
// has named is called like that.
func TestNamesTellCardsApart(t *testing.T) {
	s, err := councilofshadows.Game.New([]engine.Seat{"ana", "dario"}, facts(t, "rulebook", "named ai-03 The_long_night owner"))
	if err != nil {
		t.Fatal(err)
	}
	names := s.View().Names
	if got := names["ai-02"].String() + ", " + names["ai-03"].String(); got != "deep survey, The long night" {
		t.Errorf("they are called %s", got)
	}
	told, err := councilofshadows.Game.Words.Parse("printed ai-02 -4 owner")
	if err != nil {
		t.Fatal(err)
	}
	names = s.Apply(told).View().Names
	if got := names["ai-02"].String(); got != "quiet survey (ai-02)" {
		t.Errorf("one of two cards that do the same is called %s", got)
	}
	seen := map[string]engine.Term{}
	for card, name := range names {
		if before := seen[name.String()]; before != "" {
			t.Errorf("%s and %s are both called %s", before, card, name)
		}
		seen[name.String()] = card
	}
	if len(seen) < 10 {
		t.Errorf("only %d cards have names", len(seen))
	}
}

// What a project brings is told as soon as it is known, and never made up.
func TestFaceOfAProject(t *testing.T) {
	for told, want := range map[string]string{"": "brings the energy printed on it.", "printed project-2 7 owner": "brings 7 energy."} {
		s, err := councilofshadows.Game.New(enginetest.Seats("purple red"), facts(t, "rulebook", strings.FieldsFunc(told, func(r rune) bool { return r == ',' })...))
		if err != nil {
			t.Fatal(err)
		}
		if f, _ := councilofshadows.Game.Face(s, "project-2"); f.Words.String() != want || (len(f.Gives) > 0) != (told != "") {
			t.Errorf("with %q told a project %s and gives %v", told, f.Words, f.Gives)
		}
	}
}

// A gem that can be raised shows what it becomes; a transparent one stays.
func TestFaceOfAGem(t *testing.T) {
	s, err := councilofshadows.Game.New(enginetest.Seats("purple red"), facts(t, "rulebook"))
	if err != nil {
		t.Fatal(err)
	}
	for gem, next := range map[engine.Term]string{"anthracite": "gold", "gold": "crystal", "crystal": ""} {
		f, ok := councilofshadows.Game.Face(s, gem)
		if ok != (next != "") || ok && (f.Words.String() != "becomes "+next+"." || len(f.Steps) != 2 || f.Steps[0][0][0].Icon != string(gem) || f.Steps[1][0][0].Icon != next) {
			t.Errorf("%s has a face: %t, %s %v", gem, ok, f.Words, f.Steps)
		}
	}
}
