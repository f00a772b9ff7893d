package setups

import (
	"strings"
	"testing"

	"arbiter/engine/notation"

	"github.com/google/go-cmp/cmp"
)

func TestSharedBoxes(t *testing.T) {
	facts := []string{"printed bag 4 owner", "printed cup -2 owner"}
	text := Share("stones", facts)
	game, err := Shared("x.box", text)
	if game != "stones" || err != nil {
		t.Errorf("a box of %q, %v", game, err)
	}
	d := CardList{Facts: []Fact{{"printed", 1, nil}}}
	lines, err := d.SharedFacts("x.box", text, words(), nil)
	var got []string
	for _, l := range lines {
		got = append(got, l.Text)
	}
	if d := cmp.Diff(facts, got); d != "" || err != nil {
		t.Errorf("%v -want +got\n%s", err, d)
	}
}

func TestFilesThatAreNoSharedBoxes(t *testing.T) {
	for want, text := range map[string]string{
		"x.box:1: the first line":             "printed bag 4 owner\n",
		"x.box:1: format 7":                   "# arbiter box 7 stones\n",
		"x.box: it is no text in UTF-8":       "# arbiter box 1 stones\n\xFF",
		"x.box: it is larger than 256 KiB":    "# arbiter box 1 stones\n" + strings.Repeat("#\n", MostShared/2),
		`x.box:1: the first line of a box to`: "",
	} {
		if _, err := Shared("x.box", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func TestMistakesInSharedBoxes(t *testing.T) {
	d := CardList{Facts: []Fact{{"printed", 1, nil}}}
	rulebook := []Line{{"rulebook.box", 1, "printed bag 4 rulebook"}}
	for _, c := range []struct{ text, want string }{
		{"printed bag 4 rulebook", ""},
		{"printed bag 4 owner # told", ""},
		{"printed bag 5 rulebook", "does not stand in the rulebook"},
		{"printed bag 4", "takes 3 words"},
		{"\nprinted bag 4 stand-in", `x.box:2: "printed bag 4 stand-in" is invented, and a box to share holds what is printed: leave the line out`},
		{"printed bag 4 owner\nprinted bag 5 owner", "x.box:2: \"printed bag 5 owner\" contradicts line 1"},
		{"printed bag 4 owner\nprinted bag 4 owner", "stands in line 1 already"},
		{"printed bag 4 own\x07er", "no control characters"},
		{"printed bag 4 owner # \u202e", "no control characters"},
		{"printed bag 4 owner #" + strings.Repeat("x", mostSharedLine), "a line has 200 bytes at most"},
	} {
		_, err := d.SharedFacts("x.box", c.text, words(), rulebook)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := (CardList{}).SharedFacts("x.box", "printed bag 4 owner", words(), nil); err == nil || !strings.Contains(err.Error(), "is no fact of a box") {
		t.Errorf("a verb that is not a fact: %v", err)
	}
}

func TestSharedBoxChanges(t *testing.T) {
	d := CardList{Facts: []Fact{{"printed", 1, nil}}}
	known := []string{"printed a 1 owner", "printed b 2 rulebook", "printed c 3 owner"}
	got := d.Compare(known, Lines("x.box", "printed a 1 stand-in\nprinted b 3 owner\nprinted d 4 owner\n"))
	want := []Change{
		{Line{"x.box", 2, "printed b 3 owner"}, []string{"printed b 2 rulebook"}},
		{Line{"x.box", 3, "printed d 4 owner"}, nil},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// FuzzBox reads any text as a box that somebody shares. If it is accepted, it can be shared again
// unchanged, holds no fact that contradicts another, and brings nothing new the second time.
func FuzzBox(f *testing.F) {
	f.Add(Share("stones", []string{"printed bag 4 owner"}))
	f.Add("# arbiter box 1 stones\nprinted bag 4 owner # mine\nprinted bag 5 owner\n")
	f.Add("# arbiter box 2 stones\r\n")
	d := CardList{Facts: []Fact{{"printed", 1, nil}}}
	f.Fuzz(func(t *testing.T, text string) {
		game, err := Shared("x.box", text)
		if err != nil {
			return
		}
		lines, err := d.SharedFacts("x.box", text, words(), nil)
		if err != nil {
			return
		}
		var facts []string
		for _, l := range lines {
			facts = append(facts, l.Text)
		}
		for i, a := range facts {
			for _, b := range facts[:i] {
				if d.Clash(a, b) {
					t.Errorf("%q and %q", a, b)
				}
			}
		}
		if more := d.Compare(facts, lines); len(more) > 0 {
			t.Errorf("the second time brings %v", more)
		}
		again := Share(game, facts)
		if name, err := Shared("x.box", again); name != game || err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		back, err := d.SharedFacts("x.box", again, words(), nil)
		if err != nil || len(back) != len(lines) {
			t.Errorf("%q: %v", again, err)
		}
	})
}

// If the values of a fact come from several sources, those that are not invented must not be
// contradicted; such a fact cannot be shared, nor can one that partly claims the rulebook.
func TestPartsOfDifferentOrigin(t *testing.T) {
	d := CardList{Facts: []Fact{{Verb: "reward", Names: 1}}}
	for line, want := range map[string]bool{
		"reward blue 8 5 owner":             false, // the invented 3 is nobody's
		"reward blue 9 3 owner":             true,
		"reward blue 8 3 owner":             false,
		"reward red 9 3 owner":              false,
		"reward blue 9 3 stand-in/rulebook": false,
	} {
		if got := d.Clash("reward blue 8 3 rulebook/stand-in", line); got != want {
			t.Errorf("%s: contradicts %v, want %v", line, got, want)
		}
	}
	both := notation.Of(Reward{})
	for _, c := range []struct{ line, want string }{
		{"reward blue 8 3 owner", ""},
		{"reward blue 8 3 public:a_page", ""},
		{"reward blue 8 3 rulebook/stand-in", "is invented"},
		{"reward blue 8 3 rulebook/owner", "does not stand in the rulebook"},
		{"reward blue 8 3 owner/owner/owner", "has 3 origins and 2 values"},
		{"reward blue 8 3 public:", "names no source"},
	} {
		_, err := d.SharedFacts("x.box", "# arbiter box 1 stones\n"+c.line+"\n", both, nil)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.line, err, c.want)
		}
	}
}

// A Reward is a fact whose two values may come from different sources.
type Reward struct {
	Of         string
	Most, Less uint8
	Origin     notation.Origin
}

// Values says that there are two.
func (Reward) Values() int { return 2 }
