package display

import (
	"image"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"pgregory.net/rapid"

	"arbiter/engine"
)

func TestEveryRuneHasAGlyph(t *testing.T) {
	p := New()
	runes := []rune(marks)
	for r := rune(' '); r <= 0xFF; r++ {
		if unicode.IsPrint(r) {
			runes = append(runes, r)
		}
	}
	for _, tf := range []*typeface{p.plain, p.bold} {
		f := tf.atMost(16)
		for _, r := range runes {
			g := f.glyph(slot(r))
			if blank := r == ' ' || r == 0xA0; tf.index[slot(r)] == 0 || (len(g.bits) == 0) != blank {
				t.Errorf("%q has no glyph", r)
			}
		}
	}
}

func TestUnknownRuneIsABox(t *testing.T) {
	f := New().bold.atMost(20)
	for _, r := range []rune{'字', '\u200B', 0x80, '😀'} {
		g := f.glyph(slot(r))
		if got, want := slot(r), boxSlot; got != want {
			t.Errorf("%q is in slot %d, want the box in %d", r, got, want)
		}
		if got, want := len(g.bits), f.capital(); got != want {
			t.Errorf("the box is %d pixels high, want %d", got, want)
		}
		if top, second := g.bits[0], g.bits[1]; top == second || top == 0 {
			t.Errorf("the box of %q is not a frame", r)
		}
	}
}

// Accents must be seen even in the smallest face.
func TestAccentsShow(t *testing.T) {
	p := New()
	pairs := map[rune]rune{'ä': 'a', 'ö': 'o', 'ü': 'u', 'ñ': 'n', 'á': 'a', 'é': 'e', 'ó': 'o', 'ú': 'u',
		'Ä': 'A', 'Ö': 'O', 'Ü': 'U', 'Ñ': 'N', 'Á': 'A'}
	for _, tf := range []*typeface{p.plain, p.bold} {
		for i := range tf.faces {
			f := &tf.faces[i]
			for accented, bare := range pairs {
				a, b := f.glyph(slot(accented)), f.glyph(slot(bare))
				if f.px >= 9 && a.top >= b.top {
					t.Errorf("%q at %d px is not higher than %q", accented, f.px, bare)
				}
			}
		}
	}
}

// The dots of an umlaut are two, in every size that sentences use.
func TestDotsAreTwo(t *testing.T) {
	p := New()
	runs := func(f *face, r rune) (n int) {
		b := NewBitmap(image.Pt(60, 60))
		(&canvas{b: b}).run(f, string(r), 10, 50, b.Bounds(), true)
		g := f.glyph(slot(r))
		for x := range 60 {
			if b.Black(x, 50+g.top) && !b.Black(x-1, 50+g.top) {
				n++
			}
		}
		return n
	}
	for _, tf := range []*typeface{p.plain, p.bold} {
		for i := range tf.faces {
			f := &tf.faces[i]
			for _, r := range "äöüÄÖÜ" {
				if got, want := runs(f, r), 2; f.px >= leastPx && f.px <= 38 && got != want {
					t.Errorf("%q at %d px has %d dots, want %d", r, f.px, got, want)
				}
			}
			if got, control := runs(f, 'o'), 1; f.px >= leastPx && f.px <= 38 && got != control {
				t.Errorf("the control, 'o' at %d px, has %d", f.px, got)
			}
		}
	}
}

func TestZeroIsOpen(t *testing.T) {
	f := New().bold.atMost(30)
	b := NewBitmap(image.Pt(30, 40))
	(&canvas{b: b}).run(f, "0", 4, 32, b.Bounds(), true)
	mid := 32 - f.capital()/2
	changes := 0
	for x := 1; x < 30; x++ {
		if b.Black(x, mid) != b.Black(x-1, mid) {
			changes++
		}
	}
	if got, want := changes, 4; got != want {
		t.Errorf("a row through the middle of 0 changes color %d times, want %d: stem, hole, stem", got, want)
	}
	control := append(sfnt.Segments{}, sfnt.Segment{Op: sfnt.SegmentOpMoveTo})
	if got, want := len(openZero(control)), 1; got != want {
		t.Errorf("an outline without a hole has %d segments, want %d", got, want)
	}
}

// A mark is what a canvas noted.
type mark struct {
	box  image.Rectangle
	what string
}

// overlaps returns what is drawn over something else or outside of the sheet.
func overlaps(marks []mark, sheet image.Rectangle) (bad []string) {
	for i, m := range marks {
		if !m.box.In(sheet) {
			bad = append(bad, m.what+" leaves the sheet")
		}
		for _, n := range marks[:i] {
			if m.box.Overlaps(n.box) && !(m.what == field && n.what == field && apart(m.box, n.box)) {
				bad = append(bad, m.what+" lies over "+n.what)
			}
		}
	}
	return bad
}

// field is what a canvas notes for a field of the board.
const field = "field"

// apart tells whether the discs in two squares do not overlap by more than the
// pixel that rounding costs.
func apart(a, b image.Rectangle) bool {
	dx, dy := a.Min.X+a.Max.X-b.Min.X-b.Max.X, a.Min.Y+a.Max.Y-b.Min.Y-b.Max.Y
	reach := a.Dx() + b.Dx() - 2
	return dx*dx+dy*dy >= reach*reach
}

func TestNothingOverlaps(t *testing.T) {
	p := New()
	rapid.Check(t, func(t *rapid.T) {
		size := image.Pt(rapid.IntRange(200, 900).Draw(t, "width"), rapid.IntRange(120, 600).Draw(t, "height"))
		if rapid.IntRange(0, 3).Draw(t, "small") == 0 {
			size = image.Pt(rapid.IntRange(128, 199).Draw(t, "width"), rapid.IntRange(32, 130).Draw(t, "height"))
		}
		v, o := anyView(t)
		var marks []mark
		b := NewBitmap(size)
		p.draw(canvas{b: b, trace: func(r image.Rectangle, s string) { marks = append(marks, mark{r, s}) }}, v, o)
		if bad := overlaps(marks, b.Bounds()); len(bad) > 0 {
			t.Fatalf("%v: %s", size, strings.Join(bad, "; "))
		}
		if len(v.Seats) > 0 && len(marks) == 0 {
			t.Fatal("nothing was drawn")
		}
	})
}

// The control: the test above must see marks that do overlap.
func TestOverlapsAreSeen(t *testing.T) {
	sheet := image.Rect(0, 0, 100, 50)
	marks := []mark{{image.Rect(0, 0, 20, 10), "a"}, {image.Rect(19, 9, 30, 20), "b"}, {image.Rect(90, 0, 101, 5), "c"},
		{image.Rect(40, 20, 50, 30), field}, {image.Rect(48, 28, 58, 38), field}, {image.Rect(56, 32, 66, 42), field}}
	if got, want := strings.Join(overlaps(marks, sheet), ", "), "b lies over a, c leaves the sheet, field lies over field"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

var phrases = []string{"", "Ana", "Größe", "Müller-Lüdenscheidt", "Donaudampfschifffahrtsgesellschaft", "¿Qué haces ahora?",
	"Phase 3: Aktionen ausführen und Dunkle Technologien wählen", "the quick brown fox jumps over the lazy dog and away"}

func anyView(t *rapid.T) (engine.View, Opts) {
	phrase := rapid.SampledFrom(phrases)
	text := rapid.Custom(func(t *rapid.T) engine.Text { return engine.Say(phrase.Draw(t, "text")) })
	flag := rapid.Bool()
	seats := rapid.IntRange(0, 6).Draw(t, "seats")
	v := engine.View{Over: flag.Draw(t, "over"), Stage: rapid.SliceOfN(text, 0, 3).Draw(t, "stage")}
	names := []engine.Seat{"purple", "red", "green", "blue", "automa", "white", engine.Table}
	for i := range seats {
		v.Seats = append(v.Seats, engine.Place{Seat: names[i], Color: string(names[i]), Shape: engine.Shape(i % 4),
			Turn: flag.Draw(t, "turn"), Winner: flag.Draw(t, "winner"), Robot: flag.Draw(t, "robot"),
			Notes: rapid.SliceOfN(text, 0, 3).Draw(t, "notes")})
	}
	roles := map[string]engine.Role{"order": engine.RoleRank, "energy": engine.RoleProgress, "consumption": engine.RoleGoal}
	for _, name := range []string{"order", "level", "energy", "consumption", "distance", "gems", "cubes", "points"} {
		if flag.Draw(t, "track") {
			v.Tracks = append(v.Tracks, engine.Track{Name: name, Title: text.Draw(t, "title"), Roman: name == "level", Role: roles[name],
				Derived: name == "distance", At: rapid.SliceOfN(rapid.IntRange(-3, 120), seats, seats).Draw(t, "at")})
		}
	}
	if flag.Draw(t, "board") {
		v.Board = anyRing(t)
	}
	prompt := rapid.Custom(func(t *rapid.T) engine.Prompt {
		return engine.Prompt{Seat: rapid.SampledFrom(names).Draw(t, "seat"), Text: text.Draw(t, "prompt")}
	})
	v.Prompts = rapid.SliceOfN(prompt, 0, 5).Draw(t, "prompts")
	v.Remind = rapid.SliceOfN(prompt, 0, 4).Draw(t, "remind")
	label := phrase.Draw(t, "label")
	join := rapid.SampledFrom([]string{"", "http://192.168.178.45:8080/", "http://arbiter.local/", "http://a-name-that-nobody-would-give-to-a-table.fritz.box:12345/"}).Draw(t, "join")
	return v, Opts{Label: func(engine.Seat) string { return label }, Join: join, ShowJoin: flag.Draw(t, "join now"), Notices: rapid.SliceOfN(phrase, 0, 3).Draw(t, "notices")}
}
