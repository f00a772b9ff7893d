package setups

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"arbiter/engine/notation"

	"github.com/google/go-cmp/cmp"
)

// Printed is a fact of a game that this test makes up.
type Printed struct {
	Card   string
	Value  int8
	Origin string
}

// Misfit refuses a fact that can be read but does not fit the game.
func (p Printed) Misfit() error {
	if p.Card == "thirteen" && p.Value != 13 {
		return errors.New("thirteen is 13")
	}
	return nil
}

// Idle reports what would never come into play.
func (p Printed) Idle() error {
	if p.Value == 98 {
		return errors.New("98 is never played")
	}
	return nil
}

// A Ruling says how something is read.
type Ruling struct{ Name, Choice string }

func words() notation.Vocabulary { return notation.Of(Printed{}) }

func boxes(lines ...string) fstest.MapFS {
	return fstest.MapFS{
		"boxes/stones/rulebook.box": {Data: []byte("# what the rules say\r\nprinted bag 4 rulebook\r\n")},
		"boxes/stones/mine.box":     {Data: []byte(strings.Join(lines, "\n"))},
		"boxes/stones/other.box":    {Data: []byte("printed bag 9 stand-in")},
		"tables/stones.toml": {Data: []byte(`seats = ["red", "blue"]
counts = [1, 2]
solo = "robot"
boxes = ["rulebook"]
box = "mine"

[[option]]
name = "wind"
title = "With wind"
facts = ["printed wind 1 owner", "printed wind 2 owner"]
`)},
	}
}

func TestBoxIsReadLineByLine(t *testing.T) {
	lines, err := BoxIn(boxes("", "  printed   bag 5 owner # mine", "#", "printed box -2 stand-in"), "stones", "mine")
	if err != nil {
		t.Fatal(err)
	}
	want := []Line{{"boxes/stones/mine.box", 2, "printed bag 5 owner"}, {"boxes/stones/mine.box", 4, "printed box -2 stand-in"}}
	if d := cmp.Diff(want, lines); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if err := Check(lines, words()); err != nil {
		t.Error(err)
	}
	if got, want := lines[0].Place(), "boxes/stones/mine.box:2"; got != want {
		t.Errorf("place %s, want %s", got, want)
	}
}

func TestUnknownBoxNamesTheKnownOnes(t *testing.T) {
	_, err := BoxIn(boxes(), "stones", "lost")
	if want := `there is no box "lost"; there is mine, other or rulebook`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Every line but the first has a mistake.
func TestCheckNamesLineAndFix(t *testing.T) {
	lines, err := BoxIn(boxes("printed a 1 owner", "printed b 1 somebody", "says a 1 owner", "printed c", "printed d 300 owner", "printed a 1 owner", "printed e 01 owner", "printed thirteen 12 owner", "printed f 98 owner"), "stones", "mine")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := Check(lines, words()); err != nil {
		got = strings.Split(err.Error(), "\n")
	}
	want := []string{
		`boxes/stones/mine.box:2: "printed b 1 somebody" does not say where it comes from: end it with rulebook, public:SOURCE, owner or stand-in`,
		`boxes/stones/mine.box:3: "says a 1 owner" has no verb of this game; a fact is one of: printed CARD VALUE ORIGIN`,
		`boxes/stones/mine.box:4: "printed c": printed takes 3 words, not 1`,
		`boxes/stones/mine.box:5: "printed d 300 owner": "300" is not a number that fits here`,
		`boxes/stones/mine.box:6: "printed a 1 owner" stands in line 1 already: remove one`,
		`boxes/stones/mine.box:7: "printed e 01 owner": write it "printed e 1 owner"`,
		`boxes/stones/mine.box:8: "printed thirteen 12 owner": thirteen is 13`,
		`boxes/stones/mine.box:9: "printed f 98 owner": 98 is never played`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

func TestRulebookBoxHoldsNothingInvented(t *testing.T) {
	err := Check([]Line{{"boxes/stones/rulebook.box", 3, "printed a 1 stand-in"}}, words())
	if err == nil || !strings.Contains(err.Error(), "rulebook.box:3") || !strings.Contains(err.Error(), "move it to another box") {
		t.Errorf("Check = %v, want a refusal", err)
	}
}

// How the rulebook is read is not a value: it has no origin, and only the rulebook's box may say
// it.
func TestRulingsHaveNoOrigin(t *testing.T) {
	w := notation.Of(Ruling{})
	if err := Check([]Line{{"boxes/stones/rulebook.box", 3, "ruling wind allowed"}}, w); err != nil {
		t.Error(err)
	}
	if err := Check([]Line{{"boxes/stones/mine.box", 3, "ruling wind allowed"}}, w); err == nil {
		t.Error("control: an owner's box may decide how the rules are read")
	}
}

func TestTableFacts(t *testing.T) {
	f := boxes("printed bag 5 owner")
	table, err := TableIn(f, "stones")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		box     string
		options []string
		want    string
	}{
		{"", nil, "boxes/stones/rulebook.box:2 boxes/stones/mine.box:1"},
		{"other", []string{"wind"}, "boxes/stones/rulebook.box:2 boxes/stones/other.box:1 tables/stones.toml:10 tables/stones.toml:10"},
		{"rulebook", nil, "boxes/stones/rulebook.box:2"},
	} {
		lines, err := table.FactsIn(f, test.box, test.options...)
		var places []string
		for _, l := range lines {
			places = append(places, l.Place())
		}
		if got := strings.Join(places, " "); got != test.want || err != nil {
			t.Errorf("box %q: %s, %v; want %s", test.box, got, err, test.want)
		}
	}
	if _, err := table.FactsIn(f, "", "rain"); err == nil || err.Error() != `stones has no option "rain"; there is wind` {
		t.Errorf("unknown option: %v", err)
	}
	if _, err := table.FactsIn(f, "lost"); err == nil {
		t.Error("an unknown box is no error")
	}
}

func TestTableMistakes(t *testing.T) {
	const good = "seats = [\"red\", \"blue\"]\ncounts = [1, 2]\nbox = \"mine\"\n"
	for name, test := range map[string]struct{ text, want string }{
		"no mistake":     {good, ""},
		"unknown key":    {good + "players = 3\n", `tables/x.toml:4:1: unknown key "players"; write seats, more, fields, counts, solo, boxes, box, order, option or each`},
		"no seats":       {"counts = [1, 2]\nbox = \"mine\"\n", "a table needs seats"},
		"seat twice":     {strings.Replace(good, "blue", "red", 1), `tables/x.toml:1:1: seat "red" must be one word and stand there once`},
		"too many":       {strings.Replace(good, "[1, 2]", "[1, 3]", 1), `tables/x.toml:2:1: counts says how many people may sit: rising numbers from 1 to 2`},
		"nobody":         {strings.Replace(good, "[1, 2]", "[]", 1), `tables/x.toml:2:1: counts says`},
		"count twice":    {strings.Replace(good, "[1, 2]", "[2, 2]", 1), `tables/x.toml:2:1: counts says`},
		"a count of 0":   {strings.Replace(good, "[1, 2]", "[0, 1]", 1), `tables/x.toml:2:1: counts says`},
		"robot's seat":   {good + "solo = \"red\"\n", `tables/x.toml:4:1: the robot "red"`},
		"no box":         {strings.Replace(good, "box = \"mine\"\n", "", 1), "a table needs the box"},
		"half an option": {good + "[[option]]\nname = \"wind\"\n", `tables/x.toml:5:1: an option needs`},
		"half a choice":  {good + "[[each]]\nname = \"tribe\"\ntitle = \"Tribe\"\nvalues = [\"two words\"]\n", `tables/x.toml:5:1: a choice of each seat needs`},
		"option twice":   {good + strings.Repeat("[[option]]\nname = \"wind\"\ntitle = \"Wind\"\nfacts = [\"x\"]\n", 2), `tables/x.toml:9:1: there are two options named "wind"`},
	} {
		_, err := TableIn(fstest.MapFS{"tables/x.toml": {Data: []byte(test.text)}}, "x")
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s:\n got %v\nwant %s", name, err, test.want)
		}
	}
}

func TestShippedTables(t *testing.T) {
	counts := map[string][]int{"casting-shadows": {2, 3, 4, 5, 6}, "council-of-shadows": {1, 2, 3, 4}, "high-council": {2, 4}}
	for _, game := range Tables() {
		table, err := TableOf(game)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, want := table.Counts, counts[game]; table.Game != game || !slices.Equal(got, want) {
			t.Errorf("%s is the table of %s for %v people, want %v", game, table.Game, got, want)
		}
	}
	if got, want := strings.Join(Tables(), " "), "casting-shadows council-of-shadows high-council"; got != want {
		t.Errorf("tables: %s, want %s", got, want)
	}
}
