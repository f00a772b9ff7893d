package page_test

import (
	"slices"
	"strings"
	"testing"

	"arbiter/companion/web/page"
	"arbiter/engine"
)

// TestBoardInWords: each site and seat is told once, in a sentence of its own, and
// each region and side has a chapter.
func TestBoardInWords(t *testing.T) {
	for _, lang := range []string{"de", "en", "es"} {
		all := maps(t, lang)
		for name, c := range rings(t, lang) {
			all["ring "+name] = c
		}
		for name, c := range all {
			v, told, lines := c.Snap.View, page.NewWords(c), []string{}
			for _, ch := range told.Chapters {
				lines = append(lines, ch.Lines...)
			}
			count := func(line string) (n int) {
				for _, l := range lines {
					if l == line {
						n++
					}
				}
				return n
			}
			for _, s := range v.Map {
				if n := count(c.Say(s.Title)); n != 1 {
					t.Errorf("%s in %s: site %s is told %d times", name, lang, s.Name, n)
				}
			}
			if want := len(v.Regions) + len(v.Blocks) + min(1, len(v.Board)); len(told.Chapters) != want {
				t.Errorf("%s in %s: %d chapters, want %d", name, lang, len(told.Chapters), want)
			}
			if len(v.Board) > 0 && len(told.Chapters[len(told.Chapters)-1].Lines) != len(v.Board) {
				t.Errorf("%s in %s: not every seat is told", name, lang)
			}
			if slices.Contains(lines, "") {
				t.Errorf("%s in %s: a line says nothing: %q", name, lang, lines)
			}
		}
	}
}

// Several figures on one field are all told and all drawn.
func TestSeveralFiguresOnOneField(t *testing.T) {
	c := rings(t, "en")["first"]
	two := []engine.Piece{{Color: "red", Name: engine.Say("Kit")}, {Color: "blue", Name: engine.Say("Haze")}}
	c.Snap.View.Board = []engine.Field{{Name: "1", Title: engine.Say("Middle"), Size: 0.3, Pieces: two, Hex: true}, {Name: "2", Title: engine.Say("Edge"), X: 1, Size: 0.3}}
	told := page.NewWords(c).Chapters
	if got, want := told[len(told)-1].Lines, []string{"Middle: Kit, Haze", "Edge, free"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if text := draw(t, c, "ring", page.NewRing(c)); strings.Count(text, `data-key="piece-`) != 2 {
		t.Errorf("not two figures: %s", text)
	}
}
