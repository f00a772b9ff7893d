package councilofshadows_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/notation"
)

// Of a box of which nothing is known the reveal asks for one value after the other, the seat
// that shows the card, and says what it comes to before it is told. Whoever wants to may tell
// another one first, and the rest of the decks.
func TestRevealAsksOneThing(t *testing.T) {
	set := enginetest.Setting{Game: councilofshadows.Game, Seats: enginetest.Seats("purple red"), Facts: facts(t, "rulebook", "purple order 1", "red order 2")}
	s := set.Begin(t)
	play := func(line string) {
		t.Helper()
		c := enginetest.Facts(t, councilofshadows.Game, line)[0].(engine.Command)
		next, _, err := engine.Step(s, c)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		s = next
	}
	for _, line := range strings.Split("purple pass;red pass;purple plan 1 discover;purple plan 2 colonize;purple plan 3 harvest;red plan 1 discover;red plan 2 tower;red plan 3 gems;purple ready;red ready", ";") {
		play(line)
	}
	decided := func(s engine.State, line string) error {
		_, err := s.Decide(enginetest.Facts(t, councilofshadows.Game, line)[0].(engine.Command))
		return err
	}
	if decided(s, "table card automa-09 3") == nil {
		t.Error("a card of the Automa, which does not play, is told")
	}
	then := func(line string) string {
		c := enginetest.Facts(t, councilofshadows.Game, line)[0].(engine.Command)
		var all []string
		for _, text := range councilofshadows.Game.Effect(s, c).Then {
			all = append(all, text.String())
		}
		return strings.Join(all, "; ")
	}
	for _, c := range []struct{ who, asks, tells, comes string }{
		{"purple", "What consumption is printed on discover?", "table card discover 3", ""},
		{"purple", "What consumption is printed on colonize?", "table card harvest 2", ""}, // another one
		{"purple", "What consumption is printed on colonize?", "table card upgrade 1", ""}, // which nobody has laid
		{"purple", "What consumption is printed on colonize?", "table card ai-25 5", ""},   // which nobody has
		{"purple", "What consumption is printed on colonize?", "table card colonize 4", "Costs 9: 20 → 29"},
		{"red", "What consumption is printed on tower?", "table card tower 6", ""},
		{"red", "What consumption is printed on gems?", "table card gems -1", "Costs 8: 20 → 28; You would act 2nd if nobody else moved"},
	} {
		prompts := s.View().Prompts
		if len(prompts) != 1 || string(prompts[0].Seat) != c.who || prompts[0].Text.String() != c.asks {
			t.Errorf("before %q it asks %v, want %s: %s", c.tells, prompts, c.who, c.asks)
		}
		if got := then(c.tells); got != c.comes {
			t.Errorf("%s would come to %q, want %q", c.tells, got, c.comes)
		}
		play(c.tells)
	}
	if decided(s, "table card upgrade 2") == nil {
		t.Error("what nobody asks for is told")
	}
	if got := s.View().Phase; got != "act" {
		t.Errorf("all is told, and the phase is %q", got)
	}

	set.Seats, set.Facts = enginetest.Seats("purple automa"), facts(t, "rulebook", "purple order 1", "automa order 2")
	s = set.Begin(t)
	for _, line := range strings.Split("purple pass;purple plan 1 discover;purple plan 2 colonize;purple plan 3 harvest;purple ready;table open automa-05;table card automa-09 3", ";") {
		play(line)
	}
}

// Where nobody has told which cards make up the Automa's pile, it may be used up, and what was
// opened before may come again; not while a card of it is known to be left.
func TestUntoldPileIsShuffledAgain(t *testing.T) {
	for left, want := range map[string]string{"": "", "pile automa-03 0 owner": "automa-02 was opened before and lies aside"} {
		set := enginetest.Setting{Game: councilofshadows.Game, Seats: enginetest.Seats("purple automa"), Facts: facts(t, "rulebook", "purple order 1", "automa order 2", "pile automa-02 0 owner", "automa opened automa-02")}
		if left != "" {
			set.Facts = append(set.Facts, enginetest.Facts(t, councilofshadows.Game, left)...)
		}
		s := set.Begin(t)
		for _, line := range strings.Split("purple pass;purple plan 1 discover;purple plan 2 colonize;purple plan 3 harvest;purple ready", ";") {
			next, _, err := engine.Step(s, enginetest.Facts(t, councilofshadows.Game, line)[0].(engine.Command))
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			s = next
		}
		got := ""
		if _, err := s.Decide(enginetest.Facts(t, councilofshadows.Game, "table open automa-02")[0].(engine.Command)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("with %q the card that was opened before is answered with %q, want %q", left, got, want)
		}
	}
}

// A value that is told in the course of a game names a card as one that was told before it does.
func TestValuesNameCards(t *testing.T) {
	begin := func(told ...string) engine.State {
		set := enginetest.Setting{Game: councilofshadows.Game, Seats: enginetest.Seats("purple red"), Facts: facts(t, "rulebook", append(told, "purple order 1", "red order 2")...)}
		s := set.Begin(t)
		for _, line := range strings.Split("purple pass;red pass;purple plan 1 discover;purple plan 2 colonize;purple plan 3 harvest;red plan 1 discover;red plan 2 tower;red plan 3 gems;purple ready;red ready", ";") {
			next, _, err := engine.Step(s, enginetest.Facts(t, councilofshadows.Game, line)[0].(engine.Command))
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			s = next
		}
		return s
	}
	s := begin()
	before := s.View().Names
	renamed := 0
	for _, c := range engine.BySeat(engine.Table, s.Legal()) {
		line := notation.Format(c) // such as table card discover 3
		words := strings.Fields(line)
		if !slices.Contains([]string{"-4", "0", "3"}, words[3]) {
			continue
		}
		told, _, err := engine.Step(s, c)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := told.View().Names, begin("printed "+words[2]+" "+words[3]+" owner").View().Names; !maps.EqualFunc(got, want, engine.Text.Equal) {
			t.Errorf("%s: cards are called %v, want %v", line, got, want)
		} else if !maps.EqualFunc(got, before, engine.Text.Equal) {
			renamed++
		} else if reflect.ValueOf(got).Pointer() != reflect.ValueOf(before).Pointer() {
			t.Errorf("%s renames nothing, and all names were made anew", line)
		}
	}
	if renamed == 0 {
		t.Error("no value names a card, which proves nothing")
	}
}
