package display

import "testing"

// What a note says is kept as long as it can be: first its label goes, then the
// letters of a list, never its numbers.
func TestBriefNotes(t *testing.T) {
	p := New()
	s := layout{Painter: p}
	f := p.plain.atMost(12)
	const note = "Edelsteine: 1 × Anthrazit, 10 × Gold, 2 × Kristall"
	for _, tc := range []struct{ note, fits, want string }{
		{note, note, note},
		{note, "1 × Anthrazit, 10 × Gold, 2 × Kristall", "1 × Anthrazit, 10 × Gold, 2 × Kristall"},
		{note, "1 × Anthr, 10 × Gold, 2 × Krist", "1 × Anthr, 10 × Gold, 2 × Krist"},
		{note, "", "1 × A, 10 × G, 2 × K"},
		{"Vorrat: neun", "", "Vorrat: neun"},
		{"Neues Sternentor", "", "Neues Sternentor"},
	} {
		for range 2 { // the second time it is known
			if got, want := s.brief(f, tc.note, f.width(tc.fits)), tc.want; got != want {
				t.Errorf("%q in the width of %q: %q, want %q", tc.note, tc.fits, got, want)
			}
		}
	}
}

// A long evening does not fill the memory.
func TestAbbreviationsAreForgotten(t *testing.T) {
	var a abbreviations
	f := New().plain.atMost(12)
	for width := range 1000 {
		a.of(f, "1 Gold, 2 Kristall", 1, width)
	}
	if got, most := len(a.known), 256; got > most {
		t.Errorf("%d texts are kept, want %d at most", got, most)
	}
}

func TestRowsOfALongWord(t *testing.T) {
	f := New().plain.atMost(10)
	for _, tc := range []struct {
		text       string
		most, want int
	}{{"Müller-Lüdenscheidt", 3, 2}, {"Ana", 3, 1}, {"Donaudampfschiff", 3, 1}, {"a b c d e f g h i j k l m n o p q", 2, 2}} {
		if got, want := f.rows(tc.text, f.width("Müller-Lü"), tc.most), tc.want; got != want {
			t.Errorf("%q: %d rows, want %d", tc.text, got, want)
		}
	}
}
