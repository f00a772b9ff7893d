package letters

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"arbiter/engine/enginetest/tier"
)

func TestEveryRuneHasAGlyph(t *testing.T) {
	runes := []rune(marks)
	for r := rune(' '); r <= 0xFF; r++ {
		if unicode.IsPrint(r) {
			runes = append(runes, r)
		}
	}
	for _, tf := range []*Typeface{New(Medium), New(Bold)} {
		f := tf.AtMost(16)
		for _, r := range runes {
			g := f.glyph(slot(r))
			if blank := r == ' ' || r == 0xA0; tf.index[slot(r)] == 0 && !strings.ContainsRune("←→", r) || (len(g.bits) == 0) != blank {
				t.Errorf("%q has no glyph", r)
			}
		}
	}
}

// Fixed faces have every rune, none of which people could mistake for another; their accents and
// umlauts are visible even in the smallest one.
func TestFixedFaces(t *testing.T) {
	look := func(f *Face, r rune) string { g := f.glyph(slot(r)); return fmt.Sprint(g.bits) }
	for _, weight := range []int{Medium, Bold} {
		tf := Fixed(weight)
		for f := tf.AtMost(100); f != nil; f = f.Smaller() {
			for r := rune('!'); r <= lastRune; r++ {
				if unicode.IsPrint(r) && r != 0xAD && look(f, r) == look(f, ' ') {
					t.Errorf("%q has no glyph at %d pixels", r, f.Em())
				}
			}
			for _, pair := range []string{"ec", "ao", "rn", "li", "1l", "I1", "O0", "aä", "oö", "uü", "AÄ", "OÖ", "UÜ", "nñ", "aá", "eé", "ií", "oó", "uú", "sß", "!¡", "?¿"} {
				if a, b := []rune(pair)[0], []rune(pair)[1]; look(f, a) == look(f, b) {
					t.Errorf("%c is drawn as %c at %d pixels", a, b, f.Em())
				}
			}
			if got, want := f.Width("Ana"), 3*int(f.em); got != want || f.Line() != f.Em() {
				t.Errorf("Ana is %d pixels wide, want %d; lines are %d high, want %d", got, want, f.Line(), f.Em())
			}
		}
		if got, want := tf.Smallest().Em(), 8; got != want {
			t.Errorf("the smallest face is %d pixels high, want %d", got, want)
		}
	}
}

func TestUnknownRuneIsABox(t *testing.T) {
	f := New(Bold).AtMost(20)
	for _, r := range []rune{'字', '\u200B', 0x80, '😀'} {
		g := f.glyph(slot(r))
		if got, want := slot(r), boxSlot; got != want {
			t.Errorf("%q is in slot %d, want the box in %d", r, got, want)
		}
		if got, want := len(g.bits), f.Capital(); got != want {
			t.Errorf("the box is %d pixels high, want %d", got, want)
		}
		if top, second := g.bits[0], g.bits[1]; top == second || top == 0 {
			t.Errorf("the box of %q is not a frame", r)
		}
	}
}

// Accents must be visible even in the smallest face.
func TestAccentsShow(t *testing.T) {
	tier.Unraced(t, "one goroutine draws")
	pairs := map[rune]rune{'ä': 'a', 'ö': 'o', 'ü': 'u', 'ñ': 'n', 'á': 'a', 'é': 'e', 'ó': 'o', 'ú': 'u',
		'Ä': 'A', 'Ö': 'O', 'Ü': 'U', 'Ñ': 'N', 'Á': 'A'}
	for _, tf := range []*Typeface{New(Medium), New(Bold)} {
		for high := LeastCapital; high <= 40; high++ {
			f := tf.High(high)
			for accented, bare := range pairs {
				a, b := f.glyph(slot(accented)), f.glyph(slot(bare))
				if f.Em() >= 9 && a.top >= b.top {
					t.Errorf("%q at %d px is not higher than %q", accented, f.Em(), bare)
				}
			}
		}
	}
}

// The two dots of an umlaut are separate in every size used for sentences.
func TestDotsAreTwo(t *testing.T) {
	runs := func(f *Face, r rune) (n int) { // in the uppermost row
		bits, wide, _, _ := f.Glyph(r)
		black := func(x int) bool { return x >= 0 && bits[x/64]>>(63-x%64)&1 == 1 }
		for x := range wide {
			if black(x) && !black(x-1) {
				n++
			}
		}
		return n
	}
	for _, tf := range []*Typeface{New(Medium), New(Bold)} {
		for high := 7; high <= 27; high++ {
			f := tf.High(high)
			for _, r := range "äöüÄÖÜ" {
				if got, want := runs(f, r), 2; got != want {
					t.Errorf("%q at %d pixels has %d dots, want %d", r, high, got, want)
				}
			}
			if got, control := runs(f, 'o'), 1; got != control {
				t.Errorf("the control, 'o' at %d pixels, has %d", high, got)
			}
		}
	}
}

// Arrows to the side, which the font lacks, look like those that it has.
func TestArrowsPointAside(t *testing.T) {
	f := New(Bold).High(20)
	_, wide, _, _ := f.Glyph('→')
	up, across, _, _ := f.Glyph('↑')
	if got, want := wide, len(up)/((across+63)/64); got != want || wide <= across {
		t.Errorf("→ is %d pixels wide, ↑ %d high and %d wide", got, want, across)
	}
}

// Texts are made to fit: first smaller, then a shorter name, then fewer clauses, then fewer words.
func TestTextsAreShortened(t *testing.T) {
	f := New(Bold)
	p := Phrase{Name: "Müller-Lüdenscheidt", Sep: ": ", After: "found a colony; then slide"}
	all := f.High(20).Phrase(p)
	for _, test := range []struct {
		width, least int
		name, after  string
		high         int
	}{
		{all, 20, "Müller-Lüdenscheidt", p.After, 20},
		{all - 1, 10, "Müller-Lüdenscheidt", p.After, 19},
		{all - 60, 20, "Müller-L", p.After, 20},
		{all - 220, 20, "Müller-L", "found a colony", 20},
	} {
		face, q := f.Fitting(p, test.width, 20, test.least)
		if q.Name != test.name || q.After != test.after || face.Capital() != test.high || face.Phrase(q) > test.width || !Ended(p, q) {
			t.Errorf("in %d pixels: %+v at %d", test.width, q, face.Capital())
		}
	}
	if _, q := f.Fitting(p, 90, 20, 20); Ended(p, q) || f.High(20).Phrase(q) > 90 {
		t.Errorf("90 pixels, which are too few, have %+v, and no fault", q)
	}
	if face, name, dot := f.Name("Ana", 100, 8, 12); name != "Ana" || dot || face.Capital() != 12 {
		t.Errorf("a short name is %q at %d", name, face.Capital())
	}
}

func TestRowsOfALongWord(t *testing.T) {
	f := New(Medium).AtMost(10)
	for text, want := range map[string]int{"": 1, "Ana": 1, "Donaudampfschifffahrtsgesellschaft Ana": 1, "the quick brown fox jumps over the lazy dog": 3} {
		if got := f.Rows(text, 60, 3); got != want {
			t.Errorf("%q takes %d rows, want %d", text, got, want)
		}
	}
}
