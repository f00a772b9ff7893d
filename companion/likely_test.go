package companion_test

import (
	"runtime"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/menu"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// untold is a table with buttons for everybody, playing with a box of which only what the rulebook
// tells is known.
func untold(t *testing.T, seats ...engine.Seat) deskful {
	t.Helper()
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	d := deskful{presses: make(chan menu.Press)}
	d.stage = open(t, memory(), func(o *companion.Opts) {
		o.Offers, o.Readers, o.Presses = offers, nil, d.presses
		for _, name := range strings.Split(all, ", ") {
			o.Buttons = append(o.Buttons, button(name))
		}
	})
	if err := start(d.stage, companion.NewGame{Game: councilofshadows.Game.Name, Seats: sit(seats...), Order: append(seats, "automa")[:2], Box: "rulebook"}); err != nil {
		t.Fatal(err)
	}
	return d
}

// What is asked about an unknown box can be answered with buttons: one card after the other, values
// that another box has first, and nothing is played before it is confirmed.
func TestCardsToldByButtons(t *testing.T) {
	b := untold(t, "purple", "red")
	for _, line := range strings.Split("purple pass;red pass;purple plan 1 discover;purple plan 2 tower;purple plan 3 harvest;red plan 1 colonize;red plan 2 gems;red plan 3 upgrade;purple ready;red ready", ";") {
		b.play(engine.Seat(strings.Fields(line)[0]), line)
	}
	likely := map[string]int{}
	for _, c := range b.see("red").Legal {
		if c.Likely {
			likely[c.Line]++
		}
		if !c.Printed {
			t.Errorf("%s is not read off a card", c.Line)
		}
	}
	if len(likely) != 6+22 || likely["table card tower 6"] != 1 {
		t.Errorf("likely: %v", likely)
	}
	version := b.see("").Version
	b.push("next")
	b.shows("the likely value", "› Printed on discover: 3 (1/7)")
	b.push("next, next")
	b.shows("those next to it", "› Printed on discover: 2 (3/7)")
	b.push("next, next, next")
	b.shows("all others", "› Printed on discover: -10 … Printed on discover: 0 (6/7)")
	if got := b.see("").Version; got != version {
		t.Fatalf("%d entries, %d before anybody has confirmed", got, version)
	}
	b.push("next, next, next, confirm")
	if got, want := last(b.see("")), "Printed on discover: 4"; got != want {
		t.Errorf("the log ends with %q, want %q", got, want)
	}
	b.push("next")
	b.shows("the next card", "› Printed on tower: 6 (1/7)")
}

// Until somebody has told the box, the same thousand commands are offered at each moment: which of
// them are likely is worked out only once.
func TestLikelyOnce(t *testing.T) {
	b := untold(t, "purple", "red")
	for _, line := range strings.Split("purple pass;red pass;purple plan 1 discover;purple plan 2 tower;purple plan 3 harvest;red plan 1 colonize;red plan 2 gems;red plan 3 upgrade;purple ready;red ready", ";") {
		b.play(engine.Seat(strings.Fields(line)[0]), line)
	}
	sees := func(seat engine.Seat) (likely int, allocations uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, c := range b.see(seat).Legal {
			if c.Likely {
				likely++
			}
		}
		runtime.ReadMemStats(&after)
		return likely, after.Mallocs - before.Mallocs
	}
	likely, first := sees("purple")
	again, second := sees("red")
	if likely != again || likely == 0 || second > first/2 {
		t.Errorf("purple sees %d that are likely by %d allocations, red %d by %d", likely, first, again, second)
	}
}

// The symbols of an Automa card are told with buttons, one part after the other.
func TestSymbolsToldByButtons(t *testing.T) {
	b := untold(t, "purple")
	for _, line := range strings.Split("purple pass;purple plan 1 discover;purple plan 2 tower;purple plan 3 harvest;purple ready", ";") {
		b.play("purple", line)
	}
	for _, c := range b.see("purple").Legal {
		if c.Printed != strings.HasPrefix(c.Line, "table card ") {
			t.Errorf("%s is read off a card: %t", c.Line, c.Printed)
		}
	}
	for _, line := range strings.Split("table open automa-05;table card discover 3;table card tower 3;table card harvest 3;table card automa-05 -10", ";") {
		b.play("purple", line)
	}
	for _, line := range strings.Split("purple slide;purple pass", ";") {
		b.play("purple", line)
	}
	b.push("next")
	for i, want := range []string{
		"› The Automa puts … cubes on … … (1/4)", "› 2 (1/3)", "› a terrestrial planet (1/3)", "› 2 (1/3)",
		"› blue (1/11)", "› Action 1, left: The Automa puts 2 cubes on a terrestrial planet in parsec 2 of blue (1/1)",
	} {
		if i == 1 || i == 3 {
			b.push("next") // confirm alone does not choose a number
		}
		b.shows("the likely part", want)
		b.push("confirm")
	}
	if got, want := last(b.see("")), "Action 1, left: The Automa puts 2 cubes on a terrestrial planet in parsec 2 of blue"; got != want {
		t.Errorf("the log ends with %q, want %q", got, want)
	}
}
