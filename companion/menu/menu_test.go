package menu

import (
	"strings"
	"testing"

	"arbiter/engine"
)

func one(n int) Item { return Item{Seat: "red", Text: engine.Say("Pay %d", n), Line: "pay"} }

// Items whose texts differ only in numbers are put together; others are not.
func TestFolded(t *testing.T) {
	items := []Item{one(1), one(2), one(3), one(4), {Seat: "red", Text: engine.Say("Pass")}, {Seat: "blue", Text: engine.Say("Pay %d", 5)}}
	got := Folded(items)
	if len(got) != 3 || len(got[0].more) != 4 || got[0].Text.String() != "Pay 1 … Pay 4" {
		t.Errorf("folded to %d items, the first is %q with %d", len(got), got[0].Text, len(got[0].more))
	}
	if got := Folded(items[:3]); len(got) != 3 {
		t.Errorf("three of a kind are folded to %d items", len(got))
	}
}

// A press moves the marker, chooses, and says what to do; a menu that the game has made obsolete is
// closed.
func TestPress(t *testing.T) {
	b := New([]Button{{"next", "red"}, {"confirm", "red"}, {"back", "red"}})
	in := Input{Moment: "1", Running: true, People: []engine.Seat{"red"}, Alone: func() bool { return false },
		Items: func(engine.Seat) []Item { return []Item{one(1), {Text: engine.Say("Pass"), Line: "pass"}} }}
	press := func(name string) Action {
		t.Helper()
		a, err := b.Press(Button{name, "red"}, in)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	press("next")
	press("next")
	if a := press("confirm"); a.Kind != Choose || a.Item.Line != "pass" {
		t.Errorf("chosen: %+v", a)
	}
	press("next")
	in.Moment, in.Items = "2", func(engine.Seat) []Item { return nil }
	b.Refresh(in)
	if lines := b.Lines(in); len(lines) != 0 {
		t.Errorf("the menu of a moment ago stays: %v", lines)
	}
	if _, err := b.Press(Button{"next", "red"}, in); err == nil {
		t.Error("a menu of nothing opens")
	}
	if a := press("back"); a.Kind != Decline {
		t.Errorf("back with nothing open: %+v", a)
	}
	in.Accepting = []engine.Seat{"blue", "red"}
	if a := press("confirm"); a.Kind != Accept || a.Seat != "red" {
		t.Errorf("confirm beside cards that may stay: %+v", a)
	}
}

// However often confirm alone is pressed, no amount is chosen: the marker is before the amounts
// until somebody moves it, at the top of a menu and below. Anything else can be chosen that way.
func TestConfirmAloneChoosesNoAmount(t *testing.T) {
	pass := Item{Seat: "red", Text: engine.Say("Pass"), Line: "pass"}
	var many, likely []Item
	for n := range 40 {
		many, likely = append(many, one(n)), append(likely, one(n))
		likely[n].Likely = n == 7
	}
	for name, c := range map[string]struct {
		items []Item
		reads string
	}{
		"a few":          {[]Item{one(1), one(2), pass}, "red › next: Pay 1 (0/3)"},
		"many":           {many, "red › next: Pay 0 (0/7)"},
		"many, a likely": {likely, "red › next: Pay 7 (0/7)"},
		"no amount":      {[]Item{pass, one(1), one(2)}, ""},
	} {
		b := New([]Button{{"next", "red"}, {"confirm", "red"}})
		in := Input{Moment: "1", Running: true, People: []engine.Seat{"red"}, Items: func(engine.Seat) []Item { return Folded(c.items) }}
		var chosen []string
		press := func(name string) {
			t.Helper()
			a, err := b.Press(Button{name, "red"}, in)
			if err != nil {
				t.Fatal(err)
			}
			if a.Kind == Choose {
				chosen = append(chosen, a.Item.Text.String())
			}
		}
		for range 5 {
			press("confirm")
		}
		if c.reads == "" {
			if len(chosen) == 0 || chosen[0] != "Pass" {
				t.Errorf("%s: chosen %q", name, chosen)
			}
			continue
		}
		if lines := b.Lines(in); len(chosen) > 0 || len(lines) != 1 || lines[0].Text.String() != c.reads {
			t.Errorf("%s: confirm alone chose %q, and %v stands there, want %q", name, chosen, lines, c.reads)
		}
		press("next")
		press("confirm")
		if len(chosen) != 1 {
			t.Errorf("%s: after next, confirm chose %q", name, chosen)
		}
	}
}

// Of numbers the likely one is offered first, then those next to it; a long sentence is chosen one
// part after the other.
func TestLikelyFirst(t *testing.T) {
	var items []Item
	for n := -10; n <= 30; n++ {
		x := one(n)
		x.Likely = n == 3
		items = append(items, x)
	}
	list := Folded(items)
	var got []string
	for _, x := range list {
		got = append(got, x.Text.String())
	}
	if want := "Pay 3|Pay 4|Pay 2|Pay 5|Pay 1|Pay -10 … Pay 0|Pay 6 … Pay 30"; strings.Join(got, "|") != want {
		t.Errorf("offered: %q", got)
	}
	items = nil
	for _, what := range []string{"sun", "moon", "star", "comet"} {
		for n := range 20 {
			does := engine.Say("give %d of %s", n, engine.Term(what))
			items = append(items, Item{Text: engine.Say("Action %d: %s", 1, does), Line: "give", Likely: what == "star" && n == 7})
		}
	}
	items = append(items, Item{Text: engine.Say("Action %d: %s", 1, engine.Say("nothing")), Line: "nothing"})
	list = Folded(items)
	if len(list) != 2 || list[0].Text.String() != "give … of …" || list[0].more[0].Text.String() != "7" || len(list[0].more[0].more) != 4 || list[0].more[0].more[0].Text.String() != "star" || list[0].more[0].more[0].more[0].Text.String() != "Action 1: give 7 of star" {
		t.Errorf("%d parts, first %v", len(list), list)
	}
	if got := list[1].Text.String(); got != "nothing" {
		t.Errorf("a part with one sentence is %q", got)
	}
}
