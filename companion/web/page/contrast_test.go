package page_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"arbiter/companion/web/page"
	"arbiter/setups"
)

var (
	grounds = regexp.MustCompile(`(?m)^\.([\w-]+)[^{]*\{[^}]*--ground: ([^;]+);([^}]*)\}`)
	colored = regexp.MustCompile(`[ ;]color: (#[0-9a-f]+)`)
)

// Names and words on each kind of card are told from its ground, at the point of it
// that is nearest to them.
func TestContrastOnCards(t *testing.T) {
	t.Parallel()
	css, err := page.Asset("look.css", page.Look)
	if err != nil {
		t.Fatal(err)
	}
	kinds := 0
	for _, m := range grounds.FindAllStringSubmatch(string(css), -1) {
		ink := "#f4f6ff"
		if own := colored.FindStringSubmatch(m[3]); own != nil {
			ink = own[1]
		}
		for _, ground := range strings.Split(m[2], ", ") {
			if c := contrast(t, ink, ground); c < 4.5 {
				t.Errorf("%s: %s on %s: %.1f", m[1], ink, ground, c)
			}
		}
		kinds++
	}
	if kinds < 12 {
		t.Errorf("only %d kinds of cards were found", kinds)
	}
	if c := contrast(t, "#777777", "#ffffff"); c < 4.4 || c > 4.5 {
		t.Errorf("grey on white: %.2f", c)
	}
}

// The mark of each seat of each game is told from every ground of a page, whether its seats are
// called by colors or otherwise: in dark its color is, in light its edge, from which its color is
// told. A bar beside a seat only repeats the mark.
func TestContrastOfSeats(t *testing.T) {
	t.Parallel()
	text, err := page.Asset("look.css", page.Look)
	if err != nil {
		t.Fatal(err)
	}
	css := string(text)
	dark, rest, _ := strings.Cut(css, "@media (prefers-color-scheme: light)")
	light, _, _ := strings.Cut(rest, "}")
	value := func(css, name string) string {
		m := regexp.MustCompile(`--` + name + `: (#[0-9a-f]+)`).FindStringSubmatch(css)
		if m == nil {
			t.Fatalf("the styles have no color --%s", name)
		}
		return m[1]
	}
	edge := regexp.MustCompile(`(?m)^\.mark \{[^}]*stroke: (#[0-9a-f]+); stroke-width: 1\.5; paint-order: stroke;`).FindStringSubmatch(css)
	if edge == nil {
		t.Fatal("the marks of seats have no edge")
	}
	grounds := []string{"page", "surface", "raised"}
	for _, ground := range grounds {
		if c := contrast(t, edge[1], value(light, ground)); c < 4.5 {
			t.Errorf("the edge of a mark on %s in light: %.1f", ground, c)
		}
	}
	seats := []string{"black", "grey"}
	for _, game := range setups.Tables() {
		table, err := setups.TableOf(game)
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, table.Seats...)
	}
	for _, seat := range seats {
		color := page.SeatColor(seat)
		if !strings.Contains(css, ".c-"+color+" { --seat: var(--"+color+"); }") {
			t.Errorf("%s: no style gives a seat the color %s, so it is black", seat, color)
			continue
		}
		for _, ground := range grounds {
			if c := contrast(t, value(dark, color), value(dark, ground)); c < 4.5 {
				t.Errorf("%s on %s: %.1f", seat, ground, c)
			}
		}
		if c := contrast(t, value(dark, color), edge[1]); c < 4.5 {
			t.Errorf("%s in its edge: %.1f", seat, c)
		}
	}
	if c := contrast(t, "#000000", value(dark, "surface")); c > 1.5 {
		t.Errorf("control: black on dark: %.1f", c)
	}
	if c := contrast(t, value(dark, "yellow"), value(light, "surface")); c > 1.5 {
		t.Errorf("control: yellow on light without an edge: %.1f", c)
	}
}

// contrast is that of WCAG 2.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func luminance(t *testing.T, color string) (sum float64) {
	t.Helper()
	hex := strings.TrimPrefix(color, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	for i, weight := range []float64{.2126, .7152, .0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(n) / 255
		if v <= .04045 {
			sum += weight * v / 12.92
			continue
		}
		sum += weight * math.Pow((v+.055)/1.055, 2.4)
	}
	return sum
}
