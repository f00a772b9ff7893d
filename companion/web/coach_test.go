package web_test

import (
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/coach"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/setups"
)

// aCoach knows one report from the second time on that it is asked.
type aCoach struct{ asked map[string]int }

func (aCoach) Judged(game string) bool { return game == councilofshadows.Game.Name }

func (c aCoach) Report(id string, g coach.Game) (coach.Report, bool) {
	c.asked[id]++
	plan := 0
	for _, e := range g.Entries {
		if e.By == "red" && e.Command != nil && plan == 0 {
			if _, ok := e.Command.(councilofshadows.Plan); ok {
				plan = e.Seq
			}
		}
	}
	rounds := []coach.Round{{Number: 1, Chances: []float64{0.64, 0.36}}}
	if c.asked[id] < 3 {
		return coach.Report{Entries: len(g.Entries), Rounds: rounds}, c.asked[id] > 1
	}
	return coach.Report{
		Entries: len(g.Entries), Rounds: rounds, Whole: true,
		Decisions: []coach.Decision{
			{Seq: 1, Round: 1, Seat: "purple", Could: 0.5, Did: 0.5},
			{Seq: plan, Round: 1, Seat: "red", Best: "red plan 2 gems", Could: 0.61, Did: 0.4},
		},
		Steps: []coach.Step{{Seq: 0, Chances: []float64{0.5, 0.5}}, {Seq: plan, Chances: []float64{0.58, 0.42}}},
		Draws: []coach.Draw{{Seq: plan, Round: 1, Seat: "red", By: -0.13}},
	}, true
}

func (aCoach) Chances(string, engine.State, []engine.Seat) []float64 { return []float64{0.73, 0.27} }

// The page of a game tells what the coach says, as soon as it has looked: of a game that is
// over, and of none that may go on.
func TestCoachSpeaks(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	rig, err := setups.LoadRig("virtual")
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game, highcouncil.Game)
	check(t, err)
	h := &house{t: t}
	c := aCoach{map[string]int{}}
	h.furnish(rig, offers, func(o *web.Opts) { o.Past.Coach = c })
	b := h.browser()
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass", "purple plan 1 discover")
	check(t, h.table.Finish(t.Context()))
	id := h.store.Games()[0].ID
	if _, text := b.get("/games/" + id); strings.Contains(text, `id="coach"`) || c.asked[id] > 0 {
		t.Error("the coach speaks of a game that may go on")
	}
	id = h.evening("Ana", "Ben")
	if _, text := b.get("/games/" + id); !strings.Contains(text, "as soon as nobody plays") {
		t.Errorf("it is not said that the coach looks:\n%s", text)
	}
	_, text := b.get("/games/" + id)
	_, text, _ = strings.Cut(text, `id="coach"`)
	if !strings.Contains(text, "looks at each decision as soon as nobody plays") || !strings.Contains(text, "64") || strings.Contains(text, "Where the game turned") {
		t.Errorf("chances by round are not told before the rest:\n%s", text)
	}
	_, text = b.get("/games/" + id)
	_, text, _ = strings.Cut(text, `id="coach"`)
	for _, want := range []string{"<b>100</b>", "Chances to win, in percent", "Better: Lay Take gems on field 2", "Chance to win: 61 of 100, not 40", "/replay?all=1&amp;at=", "Where chance decided", "Chance to win: down by 13 of 100"} {
		if !strings.Contains(text, want) {
			t.Errorf("the coach does not say %q:\n%s", want, text)
		}
	}
	if c.asked[id] != 3 {
		t.Errorf("asked %d times", c.asked[id])
	}
	if !strings.Contains(text, " · Take gems: take 2 anthracite, 1 gold.") {
		t.Errorf("it is not told why it would have been better:\n%s", text)
	}
	if _, first := b.get("/games/" + id + "/replay?at=0"); !strings.Contains(first, "50 %</span>") || strings.Contains(first, "58 %</span>") {
		t.Error("the replay does not tell the chances at its beginning")
	}
	if _, last := b.get("/games/" + id + "/replay"); !strings.Contains(last, "58 %</span>") || !strings.Contains(last, "42 %</span>") {
		t.Error("the replay does not tell the chances at a later step")
	}
	if _, text := b.get("/games/" + id + "/whatif?at=1"); !strings.Contains(text, "73 of 100") {
		t.Errorf("a copy does not tell the chances from there:\n%s", text)
	}
}
