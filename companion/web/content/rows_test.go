package content

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// told tells something of two cards and of planets.
func told(x any) string {
	switch x := x.(type) {
	case engine.Term:
		if x == "ai-1" || x == "ai-2" {
			return "told of " + string(x)
		}
	case put:
		return fmt.Sprintf("planet %d", x.planet)
	}
	return ""
}

type put struct{ planet, field int }

func (put) By() engine.Seat { return "ana" }

func puts(fields int) (all []companion.LegalCommand) {
	for n := range fields {
		c := choice(fmt.Sprintf("ana put %d %d", n, n+1), "Put it on planet %d of field %d", n, n+1)
		c.Command = put{n, n + 1}
		all = append(all, c)
	}
	return all
}

// prices are ways to pay for things, in the order of the rules.
func prices(things []string, ways int) (all []companion.LegalCommand) {
	for _, what := range things {
		for n := range ways {
			pay := engine.Text{Format: "%d gems", Args: []any{n + 1}}
			all = append(all, choice(fmt.Sprintf("ana buy %s %d/0/0", what, n+1), "Buy %s for %s", engine.Term(what), pay))
		}
	}
	return all
}

func TestCommandsThatNeedToBeRead(t *testing.T) {
	display := []pile{{Title: "On display", Cards: []card{{Name: "ai-1"}, {Name: "ai-2"}}}}
	lays := []companion.LegalCommand{}
	for _, what := range []string{"ai-1", "ai-2"} {
		for n := range 6 {
			lays = append(lays, choice(fmt.Sprintf("ana lay %s %d", what, n+3), "Lay %s on field %d", engine.Term(what), n+3))
		}
	}
	scores := []companion.LegalCommand{}
	for _, where := range []string{"blue", "grey"} {
		for n := range 5 {
			scores = append(scores, choice(fmt.Sprintf("ana score %s %d %d", where, n, n+1), "Score %s: planet %d of field %d", engine.Term(where), n, n+1))
		}
	}
	for _, c := range []struct {
		name    string
		choices []companion.LegalCommand
		want    []string
	}{
		{"ways to pay", prices([]string{"ai-1", "ai-2", "stone"}, 2), []string{
			"Buy … for …",
			"[On display] ai-1 (told of ai-1)", "  button ana buy ai-1 1/0/0|1 gems||0..0|0 whole Buy ai-1 for 1 gems", "  button ana buy ai-1 2/0/0|2 gems||0..0|0 whole Buy ai-1 for 2 gems",
			"ai-2 (told of ai-2)", "  button ana buy ai-2 1/0/0|1 gems||0..0|0 whole Buy ai-2 for 1 gems", "  button ana buy ai-2 2/0/0|2 gems||0..0|0 whole Buy ai-2 for 2 gems",
			"stone ()", "  button ana buy stone 1/0/0|1 gems||0..0|0 whole Buy stone for 1 gems", "  button ana buy stone 2/0/0|2 gems||0..0|0 whole Buy stone for 2 gems",
		}},
		{"many ways to pay", prices([]string{"ai-1", "stone"}, 5), []string{
			"Buy … for …", "[On display] ai-1 (told of ai-1)", "  select ana buy ai-1 {}|Buy ai-1 for||0..0|5", "stone ()", "  select ana buy stone {}|Buy stone for||0..0|5",
		}},
		{"things and places", lays, []string{
			"Lay … on field …", "[On display] ai-1 (told of ai-1)", "  select ana lay ai-1 {}|Lay ai-1 on field||0..0|6", "ai-2 (told of ai-2)", "  select ana lay ai-2 {}|Lay ai-2 on field||0..0|6",
		}},
		{"words with numbers", scores, []string{
			"Score …: planet … of field …", "blue ()", "  lines |Score blue: planet … of field …||0..0|5: ana score blue 0 1 is Score blue: planet 0 of field 1",
			"grey ()", "  lines |Score grey: planet … of field …||0..0|5: ana score grey 0 1 is Score grey: planet 0 of field 1",
		}},
		{"a few sentences", puts(2), []string{"button ana put 0 1|Put it on planet 0 of field 1||0..0|0 (planet 0)", "button ana put 1 2|Put it on planet 1 of field 2||0..0|0 (planet 1)"}},
		{"many sentences", puts(9), []string{"lines |Put it on planet … of field …||0..0|9: ana put 0 1 is Put it on planet 0 of field 1 – planet 0"}},
	} {
		sc := Content{Say: engine.Text.String, About: told, Display: display}
		var got []string
		for _, g := range page.Groups(c.choices) {
			for _, a := range sc.Acts(g) {
				got = append(got, sketches(a)...)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// sketches writes a control and its rows in lines.
func sketches(a Action) []string {
	if a.Kind != "rows" {
		line := sketch(a)
		if a.About != "" {
			line += " (" + a.About + ")"
		}
		if a.Whole != "" {
			line += " whole " + a.Whole
		}
		if a.Kind == "lines" {
			line += ": " + a.Parts[0][0].Value + " is " + a.Parts[0][0].Label
		}
		return []string{line}
	}
	all := []string{a.Before}
	for _, r := range a.Rows {
		label := fmt.Sprintf("%s (%s)", r.Label, r.About)
		if r.Head != "" {
			label = "[" + r.Head + "] " + label
		}
		all = append(all, label)
		for _, in := range r.Acts {
			for _, line := range sketches(in) {
				all = append(all, "  "+line)
			}
		}
	}
	return all
}

// What chance brings is told from what people read off the cardboard.
func TestChance(t *testing.T) {
	table := func(line, format string, args ...any) companion.LegalCommand {
		c := choice(line, format, args...)
		c.By = engine.Table
		return c
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
		{choice("ana take ai-1", "Take %s", engine.Term("ai-1")), false, false, ""},
	} {
		if got := page.Draws(c.choice); got != c.chance {
			t.Errorf("%s: chance %v, want %v", c.choice.Line, got, c.chance)
		}
		if got := page.Untold(c.choice, all); got != c.without {
			t.Errorf("%s: without a name %v, want %v", c.choice.Line, got, c.without)
		}
		if got := page.Dealt(view, c.choice); got != c.to {
			t.Errorf("%s: dealt to %q, want %q", c.choice.Line, got, c.to)
		}
	}
	for line, want := range map[string]bool{"table draw {}": true, "table draw ai-1": true, "table {} {}": true, "table draw": false, "": false, "table draw ai-2": false} {
		if got := Among(draw, line); got != want {
			t.Errorf("%q stands for %s: %v, want %v", line, draw.Line, got, want)
		}
	}
}
