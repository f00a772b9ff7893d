package chart_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"arbiter/companion/chart"
	"arbiter/engine"
)

// results returns the results of the tests: two seats, and the extremes.
func results() map[string]chart.Result {
	long := strings.Repeat("Wilhelmine-Theodora <& ", 2)
	two := chart.Result{
		Game: "Council of Shadows", Day: "28.11.2026, 21:40", Winner: "Ana wins", How: "Level III and the throne, in round 9", Columns: []string{"Level", "Energy", "Consumption"},
		Rows: []chart.ResultRow{
			{Seat: "purple", Place: 1, Name: "Ana", Who: "Aurelians", Wins: true, At: []string{"III", "84", "60"}},
			{Seat: "red", Place: 2, Name: "Red", At: []string{"II", "−12", "104"}},
		},
		Course: charts()["levels"],
	}
	many := two
	many.Game, many.Winner, many.How, many.Columns, many.Light, many.Fonts = long, long+long+" win together", long+long+long, []string{"Ausgeteilter Schaden", "Schaden genommen", long}, true, `@font-face{font-family:Saira}`
	many.Course = engine.Chart{}
	many.Rows = nil
	for i := range 7 {
		many.Rows = append(many.Rows, chart.ResultRow{Seat: []engine.Seat{"purple", "red"}[i%2], Place: i + 1, Name: long, Who: long, Wins: i < 5, At: []string{"100", "−100", "0"}})
	}
	drawn := two
	drawn.Rows = []chart.ResultRow{{Seat: "purple", Name: "Ana", At: []string{"1"}}}
	drawn.Columns, drawn.Winner, drawn.Course = drawn.Columns[:1], "Nobody has won.", charts()["lines"]
	return map[string]chart.Result{"two": two, "many": many, "drawn": drawn}
}

// A picture of a result is XML that needs nothing from outside; what people have typed is no
// markup; all of it is inside, and the table has what was given.
func TestResultsAreWholeAndInside(t *testing.T) {
	for name, r := range results() {
		svg := r.SVG(opts())
		var text strings.Builder
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, svg)
			}
			if said, is := token.(xml.CharData); is {
				text.WriteString(string(said) + "|")
			}
		}
		for _, row := range r.Rows {
			for _, want := range append(row.At, strings.Fields(row.Name)[0]) {
				if !strings.Contains(text.String(), want) {
					t.Errorf("%s does not say %q: %s", name, want, &text)
				}
			}
		}
		for _, never := range []string{"<script", "href", "NaN", "Inf", "style="} {
			if strings.Contains(svg, never) {
				t.Errorf("%s has %q\n%s", name, never, svg)
			}
		}
		var width, height float64
		fmt.Sscanf(regexp.MustCompile(`viewBox="0 0 ([0-9. ]+)"`).FindStringSubmatch(svg)[1], "%f %f", &width, &height)
		for attribute, most := range map[string]float64{"x": width, "y": height} {
			for _, m := range regexp.MustCompile(` `+attribute+`="([-0-9.]+)"`).FindAllStringSubmatch(svg, -1) {
				if n, err := strconv.ParseFloat(m[1], 64); err != nil || n < 0 || n > most {
					t.Errorf("%s: %s is %s, outside of %v", name, attribute, m[1], most)
				}
			}
		}
		if crowns := strings.Count(svg, "M2 6.4"); crowns > 3 || (crowns > 0) != r.Rows[0].Wins {
			t.Errorf("%s has %d crowns", name, crowns)
		}
	}
}
