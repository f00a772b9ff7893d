package commands

import (
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
		if got := Untold(all)(c.choice); got != c.without {
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
