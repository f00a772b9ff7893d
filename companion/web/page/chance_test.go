package page

import (
	"fmt"
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
)

// What chance brings is told from what people read off the cardboard.
func TestChance(t *testing.T) {
	table := func(line, format string, args ...any) companion.LegalCommand {
		return companion.LegalCommand{By: engine.Table, Line: line, Text: engine.Text{Format: format, Args: args}}
	}
	named := table("table deal ana ai-1", "Deal %s to %s", engine.Term("ai-1"), engine.Seat("ana"))
	unnamed := table("table deal ana -", "%s draws a card", engine.Seat("ana"))
	value := table("table card ai-1 4", "Printed on %s: %d", engine.Term("ai-1"), 4)
	draw := table("table draw ai-1", "Draw %s", engine.Term("ai-1"))
	all := []companion.LegalCommand{named, unnamed, value, draw}
	view := engine.View{Seats: []engine.Place{{Seat: "ana"}}}
	for _, c := range []struct {
		choice          companion.LegalCommand
		chance, without bool
		to              engine.Seat
	}{
		{named, true, false, "ana"},
		{unnamed, false, true, ""},
		{value, false, false, ""},
		{draw, true, false, ""},
		{companion.LegalCommand{By: "ana", Line: "ana take ai-1", Text: engine.Say("Take %s", engine.Term("ai-1"))}, false, false, ""},
	} {
		if got := Draws(c.choice); got != c.chance {
			t.Errorf("%s: chance %v, want %v", c.choice.Line, got, c.chance)
		}
		if got := Untold(c.choice, all); got != c.without {
			t.Errorf("%s: without a name %v, want %v", c.choice.Line, got, c.without)
		}
		if got := Dealt(view, c.choice); got != c.to {
			t.Errorf("%s: dealt to %q, want %q", c.choice.Line, got, c.to)
		}
	}
	for line, want := range map[string]bool{"table draw {}": true, "table draw ai-1": true, "table {} {}": true, "table draw": false, "": false, "table draw ai-2": false} {
		if got := Among(draw, line); got != want {
			t.Errorf("%q stands for %s: %v, want %v", line, draw.Line, got, want)
		}
	}
}

// In a running game the program deals, and cards are laid with a tap; in a copy each command
// is one that people choose, and all of them lead to the copy.
func TestCopyOffersEveryCommand(t *testing.T) {
	c := moment(companion.LogLine{})
	c.Screens, c.Snap.Virtual = true, true
	for _, n := range []int{1, 2, 3, 4} {
		c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: "purple", Line: fmt.Sprintf("purple gain %d", n), Text: engine.Say("Gain %d", n)})
	}
	for i := range mostButtons + 1 {
		card := fmt.Sprintf("ai-%d", i)
		c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: engine.Table, Line: "table draw " + card, Text: engine.Say("Draw %s", engine.Term(card))})
		c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: engine.Table, Line: "table deal red " + card, Text: engine.Say("%s gets %s", engine.Seat("red"), engine.Term(card))})
	}
	offered := func(m Moves) (n, dealt int) {
		for _, g := range m.Groups {
			n, dealt = n+len(g.Moves), dealt+len(g.Deals)
			for _, x := range g.Numbers {
				n += x.Max - x.Min + 1
			}
			for _, l := range slices.Concat(g.Lists, g.Cardboard) {
				n += len(l.Moves)
			}
		}
		return n, dealt
	}
	m := NewMoves(c)
	if n, dealt := offered(m); n == len(c.Snap.Legal) || dealt == 0 || m.To != "/do" {
		t.Errorf("the game offers %d of %d commands and %d deals at %s", n, len(c.Snap.Legal), dealt, m.To)
	}
	c.Copy = "/games/1/whatif?at=3"
	m = NewMoves(c)
	if n, dealt := offered(m); n != len(c.Snap.Legal) || dealt != 0 || m.To != c.Copy {
		t.Errorf("the copy offers %d of %d commands and %d deals at %s", n, len(c.Snap.Legal), dealt, m.To)
	}
}
