package page_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// Where alternatives share a verb, none of them is the primary button: who taps it blindly
// would have chosen the first. What has a verb of its own may be.
func TestNoPrimaryAmongAlike(t *testing.T) {
	tier.Unraced(t, "one goroutine looks at 640 prompts")
	t.Parallel()
	alike, primary := 0, 0
	for steps := range 160 {
		for seed := range uint64(2) {
			x := council("purple red", steps)
			x.seed = seed + 1
			s := x.state(t)
			for _, seat := range []engine.Seat{"purple", "red"} {
				c := acting(s, seat)
				p := page.NewPrompt(c, page.NewMoves(c))
				if p.Main != nil {
					primary++
					if slices.ContainsFunc(p.Others, func(o page.Move) bool { return o.Verb == p.Main.Verb }) {
						t.Errorf("after %d steps %s has the primary button %q beside %q", steps, seat, p.Main.Line, p.Others[0].Line)
					}
				} else if slices.ContainsFunc(p.Others, func(o page.Move) bool { return !o.Lapses && !o.Unseen }) {
					alike++
				}
			}
		}
	}
	if alike == 0 || primary == 0 {
		t.Errorf("%d prompts have a primary button, %d alternatives that are alike: that proves nothing", primary, alike)
	}
}

// Of a box that nobody has told a thousand commands may be given at once, to tell what is
// printed on any card. What it costs to list them grows with how many they are, and not with
// their square: a slow device would come to no answer.
func TestManyNumbersAreListed(t *testing.T) {
	lines, err := setups.BoxLines(councilofshadows.Game.Name, "rulebook")
	if err != nil {
		t.Fatal(err)
	}
	s, err := councilofshadows.Game.New(enginetest.Seats("purple red"), enginetest.Facts(t, councilofshadows.Game, append(lines, "purple order 1", "red order 2")...))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split("purple pass;red pass;purple plan 1 discover;purple plan 2 tower;purple plan 3 harvest;red plan 1 discover;red plan 2 gems;red plan 3 upgrade;purple ready;red ready", ";") {
		if s, _, err = engine.Step(s, enginetest.Facts(t, councilofshadows.Game, line)[0].(engine.Command)); err != nil {
			t.Fatal(err)
		}
	}
	c := acting(s, "purple")
	for _, x := range engine.BySeat(engine.Table, s.Legal()) {
		c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: engine.Table, Line: notation.Format(x), Text: c.Game.Tell(x), Command: x, Printed: true})
	}
	all := c.Snap.Legal
	if len(all) < 1000 {
		t.Fatalf("there are %d commands, which proves nothing", len(all))
	}
	costs := func(part int) float64 {
		c.Snap.Legal = all[:len(all)/part]
		return testing.AllocsPerRun(1, func() { page.NewMoves(c) })
	}
	if some, every := costs(4), costs(1); every > 6*some {
		t.Errorf("a quarter of %d commands costs %.0f allocations, all of them %.0f", len(all), some, every)
	}
}

// What would follow from a move is told one thing after the other, and not as one sentence.
func TestWhatFollowsIsTold(t *testing.T) {
	t.Parallel()
	c := acting(council("purple red", 40).state(t), "purple")
	c.Game.Effect = func(engine.State, engine.Command) engine.Effect {
		return engine.Effect{Ask: engine.Say("Score?"), Then: []engine.Text{engine.Say("+8 energy"), engine.Say("One cube goes back")}}
	}
	told := 0
	for _, g := range page.NewMoves(c).Groups {
		moves := g.Moves
		for _, l := range g.Lists {
			moves = append(moves, l.Moves...)
		}
		for _, m := range moves {
			if told++; m.Then != "+8 energy · One cube goes back" {
				t.Errorf("%s: %q follows", m.Line, m.Then)
			}
		}
	}
	if told == 0 {
		t.Error("no move was told: that proves nothing")
	}
}

// What was not possible of a seat's cards stands below its question, with the reason where no card
// shows it: a discovery that finds no free field would otherwise be missed without a word.
func TestWhatIsLeftOutIsTold(t *testing.T) {
	t.Parallel()
	x := council("purple red", 0)
	x.extra = append(x.extra, "book full")
	r := rand.New(rand.NewPCG(5, 2))
	omitted, discoveries := 0, 0
	for range 3 {
		s := x.state(t)
		for len(s.Legal()) > 0 && discoveries < 3 {
			legal := s.Legal()
			command := legal[r.IntN(len(legal))]
			next, events, err := engine.Step(s, command)
			if err != nil {
				t.Fatal(err)
			}
			line := companion.LineOf(councilofshadows.Game, engine.Entry{Command: command}, s, events, true)
			s = next
			for _, e := range line.Events {
				if !e.Left {
					continue
				}
				omitted++
				text := e.Text.String()
				c := acting(s, e.Text.Args[0].(engine.Seat))
				c.Snap.Log = []companion.LogLine{line}
				if p := page.NewPrompt(c, page.NewMoves(c)); !p.Over && !strings.Contains(p.Then, text) {
					t.Errorf("%q is not told: %q", text, p.Then)
				}
				if strings.Contains(text, "nothing can be discovered") {
					discoveries++
					if !strings.Contains(text, "is free") && !strings.Contains(text, "is empty") {
						t.Errorf("%q does not say why", text)
					}
				}
			}
		}
	}
	if omitted == 0 || discoveries == 0 {
		t.Errorf("%d steps and %d discoveries are left out: that proves nothing", omitted, discoveries)
	}
}
