package paper_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/companion/paper"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/setups"
)

// saying puts texts into a language.
func saying(t *testing.T, lang string) paper.Say {
	t.Helper()
	c, err := words.Load(setups.Words())
	must(t, err)
	return c.With(lang, func(engine.Seat) string { return "" })
}

// print makes a file, and reads it with another program, poppler.
func print(t *testing.T, make func(io.Writer) error) (file string) {
	t.Helper()
	if _, err := exec.LookPath("pdftotext"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("pdftotext is missing: install poppler-utils")
		}
		t.Skip("pdftotext (poppler-utils) is not installed")
	}
	var b bytes.Buffer
	must(t, make(&b))
	file = filepath.Join(t.TempDir(), "paper.pdf")
	must(t, os.WriteFile(file, b.Bytes(), 0o600))
	return file
}

func poppler(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		t.Fatalf("%s %q: %v %s", program, args, err, errs.String())
	}
	return string(out)
}

func text(t *testing.T, file string) string { return poppler(t, "pdftotext", "-layout", file, "-") }

func rigOf(t *testing.T, name string) setups.Rig {
	t.Helper()
	r, err := setups.LoadRig(name)
	must(t, err)
	return r
}

// perMillimeter is how many pixels a millimeter has in a picture.
const perMillimeter = 10

// uprights returns the middles, in millimeters from the left, of the vertical lines in a band of
// the first page, from top to bottom in millimeters.
func uprights(t *testing.T, file string, top, bottom float64) (at []float64) {
	t.Helper()
	b := []byte(poppler(t, "pdftoppm", "-r", fmt.Sprint(perMillimeter*25.4), "-gray", "-l", "1", file))
	var width, height, most int
	if _, err := fmt.Sscanf(string(b[:20]), "P5\n%d %d\n%d\n", &width, &height, &most); err != nil {
		t.Fatal(err)
	}
	pixels := b[len(b)-width*height:]
	begin := -1
	for x := range width + 1 {
		dark := false
		for y := int(top * perMillimeter); x < width && y < int(bottom*perMillimeter); y++ {
			dark = dark || pixels[y*width+x] < 200
		}
		switch {
		case dark && begin < 0:
			begin = x
		case !dark && begin >= 0:
			at, begin = append(at, float64(begin+x)/2/perMillimeter), -1
		}
	}
	return at
}

func compare(t *testing.T, what string, got []float64, want ...float64) {
	t.Helper()
	ok := len(got) == len(want)
	for i := range min(len(got), len(want)) {
		ok = ok && got[i]-want[i] < 0.3 && want[i]-got[i] < 0.3
	}
	if !ok {
		t.Errorf("%s: lines at %v mm, want %v", what, got, want)
	}
}

// Mats are in true size: cards, antennas in their middles, 100 mm apart, and the line that shows
// whether the printer has kept that. It is measured on the page as poppler draws it.
func TestMatsInTrueSize(t *testing.T) {
	t.Parallel()
	mats := func(width float64) string {
		return print(t, func(w io.Writer) error {
			return paper.Mats(w, saying(t, "de"), rigOf(t, "four-seats-three-fields"), paper.MatOpts{CardWidth: width, CardHeight: 88})
		})
	}
	file := mats(63)
	if got := poppler(t, "pdfinfo", file); !strings.Contains(got, "Pages:           4\n") || !strings.Contains(got, "841.89 x 595.28 pts (A4)") {
		t.Errorf("pages:\n%s", got)
	}
	compare(t, "cards", uprights(t, file, 50, 60), 17, 80, 117, 180, 217, 280)
	compare(t, "antennas", uprights(t, file, 95, 105), 17, 28.5, 68.5, 80, 117, 128.5, 168.5, 180, 217, 228.5, 268.5, 280)
	compare(t, "the ruler", uprights(t, file, 197.2, 197.8), 98.5, 198.5)
	compare(t, "control: narrower cards", uprights(t, mats(57), 50, 60), 20, 77, 120, 177, 220, 277)
	said := text(t, file)
	for _, want := range []string{"Violett", "Rot", "Grün", "Blau", "Feld 1", "Feld 2", "Feld 3", "Kartenleser purple-1", "diese Linie ist 100 mm lang"} {
		if !strings.Contains(strings.ToLower(said), strings.ToLower(want)) {
			t.Errorf("the mats do not say %q:\n%s", want, said)
		}
	}
}

// If there are more fields than fit side by side they continue on the next page; a single seat is
// printed on request.
func TestMatsOfManyFields(t *testing.T) {
	t.Parallel()
	file := print(t, func(w io.Writer) error {
		return paper.Mats(w, saying(t, "es"), rigOf(t, "two-seats-five-fields"), paper.MatOpts{Seat: "red", CardWidth: 63, CardHeight: 88})
	})
	if got := poppler(t, "pdfinfo", file); !strings.Contains(got, "Pages:           2\n") {
		t.Errorf("pages:\n%s", got)
	}
	if got := text(t, file); !strings.Contains(got, "página 2 de 2") || !strings.Contains(got, "Campo 5") || strings.Contains(got, "purple") {
		t.Error(got)
	}
	for want, rig := range map[string]string{"rig screen: it has no reader that takes cards": "screen", "rig two-seats-pn532 has no reader of blue": "two-seats-pn532"} {
		seat := map[bool]string{true: "blue"}[rig != "screen"]
		err := paper.Mats(io.Discard, saying(t, "en"), rigOf(t, rig), paper.MatOpts{Seat: seat, CardWidth: 63, CardHeight: 88})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", rig, err)
		}
	}
	if err := paper.Mats(io.Discard, saying(t, "en"), rigOf(t, "solo-one-reader"), paper.MatOpts{CardWidth: 290, CardHeight: 88}); err == nil {
		t.Error("a card as wide as the page is printed")
	}
}

// Each card has a numbered label of the requested size.
func TestLabels(t *testing.T) {
	t.Parallel()
	var all []paper.Label
	for i := range 60 {
		all = append(all, paper.Label{Name: fmt.Sprint("Señal ", i+1), Of: "Rot, Startkarten"})
	}
	file := print(t, func(w io.Writer) error {
		return paper.Labels(w, saying(t, "de"), all, paper.LabelOpts{Title: "Übung", Width: 45, Height: 20})
	})
	if got := poppler(t, "pdfinfo", file); !strings.Contains(got, "Pages:           2\n") || !strings.Contains(got, "595.28 x 841.89 pts (A4)") || !strings.Contains(got, "Aufkleber: Übung") {
		t.Errorf("pages:\n%s", got)
	}
	top := (297 - 13*20.0) / 2
	compare(t, "labels", uprights(t, file, top+0.5, top+1), 15, 60, 105, 150, 195)
	if got := text(t, file); strings.Count(got, "/ 60") != 60 || !strings.Contains(got, "Señal 60") {
		t.Error(got)
	}
	if err := paper.Labels(io.Discard, saying(t, "en"), all, paper.LabelOpts{Width: 250, Height: 20}); err == nil || !strings.Contains(err.Error(), "190 x 277 mm do") {
		t.Errorf("labels wider than a page: %v", err)
	}
}

// The printed state has what a view shows, and counts what lies face down.
func TestState(t *testing.T) {
	t.Parallel()
	v := engine.View{
		Stage:  []engine.Text{engine.Say("Round %d", 3)},
		Seats:  []engine.Place{{Seat: "purple"}, {Seat: "green", Notes: []engine.Text{engine.Say("Throne")}}},
		Tracks: []engine.Track{{Title: engine.Say("Energy"), At: []int{83, 59}}, {Title: engine.Say("Level"), At: []int{1, 2}, Roman: true}},
		Zones:  []engine.Zone{{Seat: "purple", Name: "1", Cards: []engine.Card{{Name: "discover"}, {Down: true}, {}}}},
		Piles:  []engine.Pile{{Seat: engine.Table, Title: engine.Say("Automa"), Number: 12}},
	}
	file := print(t, func(w io.Writer) error {
		return paper.State(w, saying(t, "de"), v, paper.StateOpts{Game: "Council of Shadows", ID: "20261123-1"})
	})
	got := text(t, file)
	for _, want := range []string{"Council of Shadows", "20261123-1", "83", "59", "II", "Entdecken, verdeckt: 2", "In der Tischmitte", ": 12", "Von Hand weiterspielen"} {
		if !strings.Contains(got, want) {
			t.Errorf("the sheet does not say %q:\n%s", want, got)
		}
	}
}

// The guide is one page in each language, however long its words are.
func TestGuide(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string]string{"en": "Quick guide", "de": "Kurzanleitung", "es": "Guía rápida"} {
		file := print(t, func(w io.Writer) error { return paper.Guide(w, saying(t, lang), "http://arbiter.local/") })
		if got := poppler(t, "pdfinfo", file); !strings.Contains(got, "Pages:           1\n") {
			t.Errorf("%s: pages:\n%s", lang, got)
		}
		if got := text(t, file); !strings.Contains(got, want) || !strings.Contains(got, "http://arbiter.local/") {
			t.Errorf("%s: %s", lang, got)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
