package councilofshadows_test

import (
	"fmt"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// An observation shows what lies on the table, in the words of the log.
func TestObserve(t *testing.T) {
	s, err := councilofshadows.Game.New([]engine.Seat{"ana", "dario"}, facts(t, "example", "book full", "stacks device", "module stations",
		"ana bought desert", "ana ranged 2 3", "ana holds 2/1/0", "ana dealt light-03", "dario dealt -", "ana planned 1 gems", "ana planned 1 tower", "ana placed tile-02 4",
		"ana placed tile-05 3", "ana stands 3 1 2", "dario stands 3 2 1", "ana built station-colonize green -", "ana led zoe", "ana chose empire",
		"displays ai-01 ai-02 ai-03 ai-04 ai-05 ai-06 ai-07 ai-08", "round 4", "phase act", "dario throne"))
	if err != nil {
		t.Fatal(err)
	}
	state := s.(*councilofshadows.State)
	l := state.Observe()
	ana, dario := l.Seats[0], l.Seats[1]
	var site councilofshadows.ObservedSite
	for _, at := range l.Sites {
		if at.Number == 3 {
			site = at
		}
	}
	g := l.Galaxies[site.Galaxy]
	for _, c := range []struct{ what, got, want any }{
		{"round, phase, last", fmt.Sprintf("%v %v %v", l.Round, l.Phase, l.Last), "4 act true"},
		{"carried", l.Carried, councilofshadows.Tower},
		{"fields", fmt.Sprint(ana.Fields, ana.Reach, len(ana.Hand)), "[[gems tower] [] []] [1 3 1] 4"},
		{"upgrades", fmt.Sprint(ana.Upgrades, ana.Leader, ana.Tech), "[desert station-colonize] zoe [empire ]"},
		{"gems", ana.Gems, councilofshadows.Gemset{Anthracite: 2, Gold: 1}},
		{"bonus", fmt.Sprint(ana.Bonus, ana.Unknown, dario.Bonus, dario.Unknown), "[light-03] 0 [] 1"},
		{"galaxies", len(l.Galaxies), 6},
		{"sites", len(l.Sites), 20},
		{"galaxy", fmt.Sprintf("%v %v %v %v %v %v %v %v", g.Name, g.Majority, g.Minority, g.Light, g.Station, g.Owner, g.Strength, g.Colonies), "green 7 4 always station-colonize 0 [5 1] [2 1]"},
		{"site", fmt.Sprint(site.Tile, site.Parsec, site.Energy, site.Planets), "tile-05 1 1 [{terrestrial [2 0]} {volcanic [0 1]}]"},
		{"stack", len(state.Stack(nil, 1)), 8},
		{"worth", state.Worth("ana", councilofshadows.Anthracite), 0},
		{"worth of nobody", state.Worth("table", ana.Bonus[0]), 0},
		{"worth of a card", state.Worth("ana", ana.Bonus[0]), 3},
		{"value", state.Value(councilofshadows.Tower), 6},
		{"gives", state.Gives(councilofshadows.Gems), councilofshadows.Gemset{Anthracite: 2, Gold: 1}},
		{"steps", fmt.Sprint(state.Steps(councilofshadows.Discover)), "[[{discover 1 1 discover 0 in-range adapted }] [{discover 2 1 colonize 1 new adapted } {discover 2 2 yield 1 new adapted }]]"},
		{"steps of an anywhere card", fmt.Sprint(state.Steps(councilofshadows.ExtraSettlement)), "[[{extra-settlement 1 1 colonize 2 anywhere any-planet }]]"},
		{"system", fmt.Sprint(state.System(site.Tile)), "{tile-05 1 terrestrial volcanic   {2 0 0} 1 }"},
		{"book", fmt.Sprint(state.Full(), state.Dealt()), "true true"},
		{"kinds", fmt.Sprint(councilofshadows.Tower.IsAI(), councilofshadows.Desert.IsProject()), "false false"},
	} {
		if fmt.Sprint(c.got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if _, ok := councilofshadows.Desert.IsRange(); ok {
		t.Error("desert is a range step")
	}
}
