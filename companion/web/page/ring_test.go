package page_test

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// rings are councils of two and of four seats, from the first turn to many later.
func rings(t *testing.T, lang string) map[string]page.Context {
	return map[string]page.Context{
		"first": ring("white red", 0).context(t, "white", lang),
		"two":   ring("white red", 300).context(t, "white", lang),
		"four":  ring("white red yellow blue", 150).context(t, "yellow", lang),
		"full":  ring("white red yellow blue", 900).context(t, "", lang),
	}
}

// TestRingTellsAllApart: each seat is there once with a name of its own, whoever sits
// there too, and the bars count the blocks.
func TestRingTellsAllApart(t *testing.T) {
	const most = 4500 // bytes, packed
	for name, c := range rings(t, "es") {
		text := draw(t, c, "ring", page.NewRing(c))
		seen := map[string]bool{}
		for _, m := range attribute.FindAllStringSubmatch(text, -1) {
			if seen[m[1]+m[2]] {
				t.Errorf("%s: two things have the %s %q", name, m[1], m[2])
			}
			seen[m[1]+m[2]] = true
		}
		pieces := 0
		for _, f := range c.Snap.View.Board {
			if !seen["data-thingfield "+f.Name] {
				t.Errorf("%s: seat %s is not drawn", name, f.Name)
			}
			if f.Piece.Color != "" {
				pieces++
			}
		}
		if got := strings.Count(text, `data-key="piece-`); got != pieces {
			t.Errorf("%s: %d pieces are drawn, not %d", name, got, pieces)
		}
		filled := 0
		for _, b := range c.Snap.View.Blocks {
			filled += min(len(b.Fields), b.Goal)
		}
		if got := strings.Count(text, `class="on"`); got != filled {
			t.Errorf("%s: %d boxes are filled, not %d", name, got, filled)
		}
		if packed := packed(t, text); packed > most {
			t.Errorf("%s: %d bytes packed, more than %d", name, packed, most)
		} else {
			t.Logf("%s: %d bytes, %d packed", name, len(text), packed)
		}
	}
}

// TestRingReads: in every size no text of the ring stands on another one or is cut
// off, and seats are as large as a small finger even on a phone.
func TestRingReads(t *testing.T) {
	tier.Test(t, tier.Pages, "rings in a browser")
	parts := map[string]string{}
	for _, lang := range []string{"de", "en", "es"} {
		for name, c := range rings(t, lang) {
			if lang != "de" && name != "four" {
				continue // words are the same elsewhere
			}
			parts[lang+"-"+name] = draw(t, c, "ring", page.NewRing(c))
		}
	}
	b := chromium.Start(t, true)
	p := b.Page(t, serve(t, parts), "en", 390, 500)
	for name := range parts {
		p.Open("/" + name)
		for _, size := range [][2]int64{{390, 500}, {390, 664}, {760, 760}, {1024, 768}, {1180, 620}, {1280, 800}, {1920, 950}} {
			p.Resize(size[0], size[1])
			faults, texts := p.Misprints(chromium.Layout{})
			if texts < 6 {
				t.Errorf("%s: only %d texts were measured", name, texts)
			}
			for _, f := range faults {
				t.Errorf("%s, %d × %d: %v", name, size[0], size[1], f)
			}
			least := chromium.Ask[float64](p, `Math.min(...[...document.querySelectorAll(".round .spot .hit")].map((s) => s.getBoundingClientRect().width))`)
			if least < 34 {
				t.Errorf("%s, %d × %d: a seat is %.1f pixels large", name, size[0], size[1], least)
			}
			p.Keep(fmt.Sprintf("ring %s %d %d", name, size[0], size[1]))
		}
	}
}

// Several figures on one field are all told and all drawn.
func TestSeveralFiguresOnOneField(t *testing.T) {
	c := rings(t, "en")["first"]
	two := []engine.Piece{{Color: "red", Name: engine.Say("Kit")}, {Color: "blue", Name: engine.Say("Haze")}}
	c.Snap.View.Board = []engine.Field{{Name: "1", Title: engine.Say("Middle"), Size: 0.3, Pieces: two, Hex: true}, {Name: "2", Title: engine.Say("Edge"), X: 1, Size: 0.3}}
	text := draw(t, c, "ring", page.NewRing(c))
	if strings.Count(text, `data-key="piece-`) != 2 || !strings.Contains(text, "Middle: Kit, Haze") || !strings.Contains(text, "Edge, free") {
		t.Errorf("not two figures: %s", text)
	}
}
