package content

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

func choice(line, format string, args ...any) companion.LegalCommand {
	return companion.LegalCommand{By: "ana", Line: line, Text: engine.Text{Format: format, Args: args}}
}

func gains(from, to int, cause string) (all []companion.LegalCommand) {
	for n := from; n <= to; n++ {
		if cause == "" {
			all = append(all, choice(fmt.Sprintf("ana gain %d", n), "Gain %d energy", n))
		} else {
			all = append(all, choice(fmt.Sprintf("ana gain %d %s", n, cause), "Gain %d energy from %s", n, engine.Term(cause)))
		}
	}
	return all
}

func buys(n int) (all []companion.LegalCommand) {
	for i := range n {
		all = append(all, choice(fmt.Sprintf("ana buy ai-%d", i), "Buy %s", engine.Term(fmt.Sprintf("ai-%d", i))))
	}
	return all
}

func TestCommandsBecomeControls(t *testing.T) {
	steps := []companion.LegalCommand{}
	for _, side := range []string{"left", "right"} {
		for _, deed := range []string{"colonize", "energy", "nothing"} {
			for n := range 40 {
				line := fmt.Sprintf("table step %s %s %d", side, deed, n)
				steps = append(steps, choice(line, "Action %s: %s %d", engine.Term(side), engine.Term(deed), n))
			}
		}
	}
	for _, c := range []struct {
		name    string
		choices []companion.LegalCommand
		want    []string
	}{
		{"one command", buys(1), []string{"button ana buy ai-0|Buy ai-0||0..0|0"}},
		{"a few", buys(4), []string{"button ana buy ai-0|Buy ai-0||0..0|0", "button ana buy ai-1|Buy ai-1||0..0|0", "button ana buy ai-2|Buy ai-2||0..0|0", "button ana buy ai-3|Buy ai-3||0..0|0"}},
		{"many", buys(5), []string{"select ana buy {}|Buy||0..0|5"}},
		{"numbers", gains(1, 100, ""), []string{"number ana gain {}|Gain|energy|1..100|0"}},
		{"below zero", []companion.LegalCommand{choice("ana card x -1", "Printed: %+d", -1), choice("ana card x 0", "Printed: %+d", 0), choice("ana card x 1", "Printed: %+d", 1)}, []string{"number ana card x {}|Printed:||-1..1|0"}},
		{"numbers with a gap", append(gains(1, 2, ""), gains(4, 9, "")...), []string{"select ana gain {}|Gain|energy|0..0|8"}},
		{"numbers of two kinds", slices.Concat(gains(1, 9, ""), gains(1, 9, "empire"), gains(1, 9, "buteo")), []string{
			"number ana gain {}|Gain|energy|1..9|0", "number ana gain {} empire|Gain|energy from empire|1..9|0", "number ana gain {} buteo|Gain|energy from buteo|1..9|0",
		}},
		{"everything differs", steps, []string{"parts table step {} {} {}|Action left: colonize 0||0..0|2 3 40"}},
	} {
		sc := Content{Say: engine.Text.String}
		var got []string
		for _, g := range page.Groups(c.choices) {
			for _, a := range sc.Acts(g) {
				got = append(got, sketch(a))
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// sketch writes a control in a line.
func sketch(a Action) string {
	var sizes []string
	for _, p := range a.Parts {
		sizes = append(sizes, fmt.Sprint(len(p)))
	}
	if sizes == nil {
		sizes = []string{"0"}
	}
	return fmt.Sprintf("%s %s|%s|%s|%d..%d|%s", a.Kind, a.Line, a.Before, a.After, a.Min, a.Max, strings.Join(sizes, " "))
}

// Each command of a group can be made of its control.
func TestControlsMakeEveryCommand(t *testing.T) {
	for _, choices := range [][]companion.LegalCommand{buys(7), gains(1, 30, "empire"), gains(3, 5, "")} {
		sc := Content{Say: engine.Text.String}
		for _, a := range sc.Acts(choices) {
			for i, c := range choices {
				word := fmt.Sprint(a.Min + i)
				if a.Kind == "select" {
					word = a.Parts[0][i].Value
				}
				if got := strings.Replace(a.Line, page.Hole, word, 1); got != c.Line {
					t.Errorf("%s with %s: %q, want %q", a.Line, word, got, c.Line)
				}
			}
		}
	}
}

func TestSums(t *testing.T) {
	for want, numbers := range map[string][]int{"": {12}, "6 + 3 + 3 = 12": {6, 3, 3}, "4 − 7 + 2 = −1": {4, -7, 2}, "−3 + 0 = −3": {-3, 0}} {
		var all []engine.Addend
		for _, n := range numbers {
			all = append(all, engine.Addend{N: n})
		}
		if got := sum(all); got != want {
			t.Errorf("%v: %q, want %q", numbers, got, want)
		}
	}
}
