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

func opts() chart.Opts {
	return chart.Opts{ID: "c", Say: engine.Text.String, Seat: func(seat engine.Seat) (string, engine.Shape) {
		return string(seat), map[engine.Seat]engine.Shape{"purple": engine.Circle, "red": engine.Square}[seat]
	}}
}

func steps(n int) []engine.Text {
	var all []engine.Text
	for i := range n {
		all = append(all, engine.Say("%d", i+1))
	}
	return all
}

func numbers(n, by int) []int {
	var all []int
	for i := range n {
		all = append(all, i*by)
	}
	return all
}

// charts returns the charts of the tests: one of each kind, and the extremes.
func charts() map[string]engine.Chart {
	word := engine.Say("%s", engine.Term(strings.Repeat("Wilhelmine-Theodora von und zu Waldburg <& ", 3)))
	lines := func(n, by int) engine.Chart {
		return engine.Chart{Title: word, Across: engine.Say("Round"), Steps: steps(n), Series: []engine.Series{
			{Title: word, Seat: "purple", At: numbers(n, by), Marks: []engine.Mark{{Step: 0, Text: engine.Say("Level I")}, {Step: n - 1, Text: engine.Say("Level II")}, {Step: n - 1, Text: engine.Say("Level III")}, {Step: 99}}},
			{Title: engine.Say("aim"), Seat: "red", At: numbers(n, by+1), Aim: true},
		}}
	}
	places := lines(4, 1)
	places.Kind, places.Series = engine.Places, []engine.Series{{Title: word, Seat: "purple", At: []int{1, 2, 2, 1}}, {Title: word, Seat: "red", At: []int{2, 1, 1, 2}}}
	levels := lines(3, 1)
	levels.Series = []engine.Series{{Title: word, Seat: "purple", At: []int{0, 1, 1}, Roman: true}, {Title: word, Seat: "red", At: []int{0, 1, 1}, Roman: true}}
	bars := engine.Chart{Title: word, Across: engine.Say("Seat"), Kind: engine.Bars, Steps: []engine.Text{word, word, word, word}}
	for i := range 8 {
		bars.Series = append(bars.Series, engine.Series{Title: engine.Say("source %d", i), At: []int{i, 40, 0, 1}})
	}
	return map[string]engine.Chart{
		"lines": lines(6, 20), "one step": lines(1, 3), "very many": lines(200, 5), "below zero": lines(5, -7), "all zero": lines(3, 0),
		"places": places, "levels": levels, "bars": bars,
	}
}

// Pictures are XML with a title and a description, need nothing from outside, and keep everything
// inside.
func TestPicturesAreWholeAndInside(t *testing.T) {
	for name, c := range charts() {
		svg := chart.SVG(c, opts())
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, svg)
			}
		}
		for _, want := range []string{`role="img"`, `aria-labelledby="c-t c-d"`, `<title id="c-t">`, `<desc id="c-d">`, "&lt;&amp;"} {
			if !strings.Contains(svg, want) {
				t.Errorf("%s lacks %q\n%s", name, want, svg)
			}
		}
		for _, never := range []string{"<script", "<style", "href", "NaN", "Inf", "style="} {
			if strings.Contains(svg, never) {
				t.Errorf("%s has %q\n%s", name, never, svg)
			}
		}
		var width, height float64
		fmt.Sscanf(regexp.MustCompile(`viewBox="0 0 ([0-9. ]+)"`).FindStringSubmatch(svg)[1], "%f %f", &width, &height)
		for attribute, most := range map[string]float64{"x": width, "cx": width, "y": height, "cy": height} {
			for _, m := range regexp.MustCompile(` `+attribute+`="([-0-9.]+)"`).FindAllStringSubmatch(svg, -1) {
				if n, err := strconv.ParseFloat(m[1], 64); err != nil || n < 0 || n > most {
					t.Errorf("%s: %s is %s, outside of %v", name, attribute, m[1], most)
				}
			}
		}
	}
}

// An id cannot bring in markup, whatever it contains.
func TestIDsAreNoMarkup(t *testing.T) {
	for name, c := range charts() {
		o := opts()
		o.ID = `chart-"><img/src=x>'`
		svg := chart.SVG(c, o)
		id := ""
		for d := xml.NewDecoder(strings.NewReader(svg)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, svg)
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "title" && id == "" {
				id = e.Attr[0].Value
			} else if ok && e.Name.Local == "img" {
				t.Errorf("%s holds what the id says", name)
			}
		}
		if id != o.ID+"-t" {
			t.Errorf("%s: the title has the id %q", name, id)
		}
	}
}

// Nothing is told by color alone: without the colors the parts still differ.
func TestPartsDifferWithoutColor(t *testing.T) {
	gray := regexp.MustCompile(`#[0-9a-f]{6}`)
	svg := gray.ReplaceAllString(chart.SVG(charts()["lines"], opts()), "#000")
	if n := strings.Count(svg, "stroke-dasharray"); n != 2 { // the line and its sample
		t.Errorf("%d dashed strokes, want 2: the aim and its sample", n)
	}
	svg = gray.ReplaceAllString(chart.SVG(charts()["places"], opts()), "#000")
	if strings.Count(svg, `<circle cx="12" cy="12" r="10"/>`) != 5 || strings.Count(svg, `<rect x="3" y="3"`) != 5 {
		t.Errorf("the shapes of the seats are not at each of their 4 steps and in the legend:\n%s", svg)
	}
	svg = gray.ReplaceAllString(chart.SVG(charts()["bars"], opts()), "#000")
	patterns := map[string]bool{}
	for _, m := range regexp.MustCompile(`<pattern[^>]*>(.*?)</pattern>`).FindAllStringSubmatch(svg, -1) {
		patterns[m[1]] = true
	}
	if got, want := len(patterns), 8; got != want {
		t.Errorf("%d different patterns, want %d", got, want)
	}
}

// Lines of levels that coincide are drawn side by side, in Roman numerals.
func TestLevelsLieApart(t *testing.T) {
	svg := chart.SVG(charts()["levels"], opts())
	lines := regexp.MustCompile(`<polyline[^>]*points="([^"]*)"`).FindAllStringSubmatch(svg, -1)
	if len(lines) != 2 || lines[0][1] == lines[1][1] {
		t.Errorf("two seats with the same levels: %v", lines)
	}
	if !strings.Contains(svg, ">I</text>") {
		t.Errorf("no Roman numerals:\n%s", svg)
	}
}

// Words of neighboring marks, even of two seats, do not overlap, and none is outside the plot.
func TestWordsOfMarksStandApart(t *testing.T) {
	marks := func(steps ...int) (all []engine.Mark) {
		for _, n := range steps {
			all = append(all, engine.Mark{Step: n, Text: engine.Say("Level III")})
		}
		return all
	}
	svg := chart.SVG(engine.Chart{Steps: steps(20), Series: []engine.Series{
		{Seat: "purple", At: numbers(20, 10), Marks: marks(0, 1, 2, 9, 9, 10, 17, 18, 18, 19)}, {Seat: "red", At: numbers(20, 10), Marks: marks(1, 9, 18, 19)},
	}}, opts())
	found := regexp.MustCompile(`<text x="([0-9.]+)" y="([0-9.]+)" text-anchor="(\w+)" font-weight="700" stroke`).FindAllStringSubmatch(svg, -1)
	if len(found) != 14 {
		t.Fatalf("%d words, want 14", len(found))
	}
	type word struct{ from, y float64 }
	const length = 9 * 6.5 // of "Level III"
	var all []word
	for _, f := range found {
		x, _ := strconv.ParseFloat(f[1], 64)
		y, _ := strconv.ParseFloat(f[2], 64)
		from := map[string]float64{"start": x, "middle": x - length/2, "end": x - length}[f[3]]
		for _, w := range all {
			if from < w.from+length && w.from < from+length && y < w.y+12 && w.y < y+12 {
				t.Errorf("words at %.0f %.0f and %.0f %.0f are written over one another", from, y, w.from, w.y)
			}
		}
		if y < 12 || y > 218 {
			t.Errorf("a word at height %.0f is outside of the plot", y)
		}
		all = append(all, word{from, y})
	}
}

func TestNothingToDraw(t *testing.T) {
	for name, c := range map[string]engine.Chart{"no steps": {Series: make([]engine.Series, 1)}, "no series": {Steps: steps(2)}} {
		if svg := chart.SVG(c, opts()); svg != "" {
			t.Errorf("%s: %s", name, svg)
		}
	}
	short := charts()["lines"]
	short.Series[0].At = short.Series[0].At[:2] // a game that reports too little
	if svg := chart.SVG(short, opts()); !strings.Contains(svg, "polyline") {
		t.Errorf("a short series is not drawn:\n%s", svg)
	}
}

// A bare chart has no legend, and is lower.
func TestBareHasNoLegend(t *testing.T) {
	o := opts()
	whole := chart.SVG(chase("red", 9), o)
	o.Bare = true
	bare := chart.SVG(chase("red", 9), o)
	if strings.Contains(bare, `class="legend"`) || !strings.Contains(whole, `class="legend"`) {
		t.Errorf("a bare chart is %s", bare)
	}
	if !strings.Contains(bare, `viewBox="0 0 360 248"`) {
		t.Errorf("a bare chart is %.120s", bare)
	}
}
