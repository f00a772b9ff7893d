package chart_test

import (
	"regexp"
	"strings"
	"testing"

	"arbiter/companion/chart"
	"arbiter/engine"
)

// chase is a chart of one seat, which gains up to most.
func chase(seat engine.Seat, most int) engine.Chart {
	return engine.Chart{Name: string(seat), Steps: steps(3), Series: []engine.Series{
		{Seat: seat, At: []int{0, 1, most}}, {Seat: seat, At: []int{5, 5, most}, Aim: true},
	}}
}

// Charts that show one seat each have the same scale, so that they can be compared; alone, each has
// its own.
func TestChartsBesideEachOtherHaveOneScale(t *testing.T) {
	small, large := chase("red", 9), chase("purple", 90)
	all := []engine.Chart{small, large, charts()["places"], charts()["lines"], charts()["bars"]}
	scaled := func(beside []engine.Chart) bool {
		o := opts()
		o.Beside = beside
		return strings.Contains(chart.SVG(small, o), `>100</text>`)
	}
	if scaled(nil) || !scaled(chart.Alike(small, all)) {
		t.Errorf("alone by the large scale: %t; beside the other chart: %t", scaled(nil), scaled(chart.Alike(small, all)))
	}
	for name, c := range map[string]engine.Chart{"places": charts()["places"], "lines of all": charts()["lines"], "bars": charts()["bars"]} {
		if alike := chart.Alike(c, all); len(alike) > 0 {
			t.Errorf("%s is drawn by the scale of %d other charts", name, len(alike))
		}
	}
}

var end = regexp.MustCompile(`<text x="354" y="([0-9.]+)" text-anchor="end" font-weight="700" fill="(#[0-9a-f]+)">([0-9]+)</text>`)

// The final value is written after each line, even if two end at the same height, and what one seat
// has to reach has a different color than what it has.
func TestLinesTellWhatTheyComeTo(t *testing.T) {
	found := end.FindAllStringSubmatch(chart.SVG(chase("red", 9), opts()), -1)
	if len(found) != 2 || found[0][3] != "9" || found[1][3] != "9" || found[0][1] == found[1][1] || found[0][2] == found[1][2] {
		t.Errorf("the ends of two lines: %q", found)
	}
}
