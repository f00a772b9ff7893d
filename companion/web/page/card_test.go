package page_test

import (
	"slices"
	"strings"
	"testing"

	"arbiter/companion/web/page"
	"arbiter/engine"
)

// What people hear of a card is all that is drawn on it.
func TestLabelsOfCards(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string][]string{
		"en": {
			"ai-02 Deep survey, AI 2, consumption 3, costs 2 gold. Discover at any range, then settle 1 cube there on any planet or take its yield. Consumption: stand-in; price: stand-in; action: rulebook",
			"discover Discover, consumption 3. Discover in range, then settle 1 cube there or take its yield. Consumption: stand-in; action: rulebook",
			"ai-08 Deep sleep, AI 8, consumption -4, costs 1 anthracite. No action. Consumption: rulebook; price: stand-in; action: rulebook",
			"light-01 Anthracite reserve, energy 3. 3 energy, and 1 more for each gem left: anthracite. Values: stand-in",
			"day-03 Day 3. Take seat 3, or discuss for an argument: Green.",
		},
		"de": {"ai-13 Turm & Schliff, KI 13, Verbrauch 5. Setze einen Zweierturm in Reichweite, dann werte einen Edelstein um eine Stufe auf. Werte: Platzhalter", "light-01 Anthrazitreserve, 3 Energie. 3 Energie und 1 mehr je übrigen Edelstein: Anthrazit. Werte: Platzhalter"},
		"es": {"ai-13 Torre y talla, IA 13, consumo 5. Coloca una torre de dos en el rango de alcance; después, revaloriza una gema un nivel. Valores: valor provisional"},
	} {
		buying, debating := buying(t, lang), debating(t, lang)
		for _, line := range want {
			name, label, _ := strings.Cut(line, " ")
			c := buying
			if strings.HasPrefix(name, "day") {
				c = debating
			}
			if got := c.Card(engine.Card{Name: engine.Term(name)}, c.Snap.View.Seats[0].Seat).Label; got != label {
				t.Errorf("%s in %s: %q, want %q", name, lang, got, label)
			}
		}
	}
}

// A page says of each number where it was read: invented ones have a ring of dashes, those
// of the rulebook have not, and all of it stands below the card that is looked at closely.
func TestWhereValuesWereRead(t *testing.T) {
	t.Parallel()
	c := buying(t, "en")
	for name, want := range map[engine.Term]struct {
		sample bool
		read   string
	}{
		"discover": {true, "Consumption: stand-in; action: rulebook"},
		"ai-08":    {false, "Consumption: rulebook; price: stand-in; action: rulebook"},
		"light-02": {false, "Values: rulebook"},
		"tile-01":  {false, "Values: stand-in"},
	} {
		html := drawn(t, "en", c.Card(engine.Card{Name: name}, "red"))
		if got := strings.Contains(html, "ring sample") || strings.Contains(html, "good sample"); got != want.sample || !strings.Contains(html, `data-read="`+want.read+`"`) {
			t.Errorf("%s: ring of dashes %v, want %v, and %q in\n%s", name, got, want.sample, want.read, html)
		}
	}
	m := page.NewMap(c)
	i := slices.IndexFunc(m.Regions, func(r page.Region) bool { return r.Name == "blue" })
	if i < 0 {
		t.Fatal("no blue galaxy")
	}
	if r := m.Regions[i]; r.Sample(0) || !r.Sample(1) || !strings.Contains(r.Label, "8 with the majority: rulebook; 3 else: stand-in") {
		t.Errorf("%+v", r)
	}
}

// A card that lies face down tells whose it is and nothing else, whatever its name.
func TestBacksOfCards(t *testing.T) {
	t.Parallel()
	c := buying(t, "en")
	var backs []string
	for _, k := range []engine.Card{{}, {Down: true}} {
		backs = append(backs, drawn(t, "en", c.Card(k, "red")))
	}
	if backs[0] != backs[1] || !strings.Contains(backs[0], "#s-square") || strings.Contains(backs[0], "data-key") {
		t.Errorf("the backs differ or tell more than whose they are:\n%s", strings.Join(backs, "\n"))
	}
}

// Who knows a card that lies face down sees it, and that the others do not.
func TestClosedCards(t *testing.T) {
	t.Parallel()
	own := buying(t, "en").Card(engine.Card{Name: "colonize", Down: true}, "red")
	if own.Down || !own.Closed || own.Label != "Colonize, face down, consumption 3. Settle 1 cube in range. Consumption: stand-in; action: rulebook" {
		t.Errorf("%+v", own)
	}
}

// Pictures and steps are made of symbols that there are.
func TestSymbolsOfCards(t *testing.T) {
	t.Parallel()
	sprite, used := draw(t, buying(t, "en"), "symbols", nil), 0
	for _, part := range strings.Split(drawn(t, "en", allCards(t, "en")...), `href="#`)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		if used++; !strings.Contains(sprite, `id="`+name+`"`) {
			t.Errorf("there is no symbol %s", name)
		}
	}
	if used < 500 {
		t.Errorf("only %d symbols are drawn", used)
	}
}

func TestEveryCardHasItsPicture(t *testing.T) {
	t.Parallel()
	var names []string
	for _, c := range allCards(t, "en") {
		switch {
		case !c.Down && len(c.Art.Pieces) == 0:
			t.Errorf("%s has no picture", c.Label)
		case c.Kind == "ai" && slices.Contains(names, c.Name):
			t.Errorf("two AI cards are called %s", c.Name)
		}
		names = append(names, c.Name)
	}
}
