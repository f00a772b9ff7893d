package setups

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const goodDeck = `[[pile]]
name = "stones"
title = "Stones"
cards = ["s-08..s-11", "bag"]
asks = ["weight", "marks"]
[[pile]]
name = "own"
title = "Own"
seats = ["red", "blue"]
cards = ["cup"]
[[ask]]
name = "weight"
title = "Weight"
line = "printed CARD N owner"
[[ask.blank]]
name = "N"
title = "Number"
least = -3
most = 9
[[ask]]
name = "marks"
title = "Marks"
line = "mark CARD KIND GEMS owner"
none = "blank CARD owner"
[[ask.blank]]
name = "KIND"
title = "Kind"
words = ["-", "dot"]
[[ask.blank]]
name = "GEMS"
title = "Gems"
parts = 3
most = 4
[[fact]]
verb = "printed"
names = 1
[[fact]]
verb = "mark"
names = 2
[[fact]]
verb = "blank"
names = 1
never = ["mark"]
`

func deckOf(t *testing.T, text string) (CardList, error) {
	t.Helper()
	return CardListIn(fstest.MapFS{"decks/x.toml": {Data: []byte(text)}}, "x")
}

func TestCardsOfADeck(t *testing.T) {
	d, err := deckOf(t, goodDeck)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range d.Cards() {
		got = append(got, c.Key()+" "+c.Pile.Name+" "+c.Name())
	}
	want := []string{
		"s-08 stones s-08", "s-09 stones s-09", "s-10 stones s-10", "s-11 stones s-11", "bag stones bag",
		"red cup own cup", "blue cup own cup",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if none, err := CardListIn(fstest.MapFS{}, "chess"); err != nil || len(none.Cards()) > 0 {
		t.Errorf("a game without a deck has %v, %v", none.Cards(), err)
	}
}

func TestAnswers(t *testing.T) {
	d, err := deckOf(t, goodDeck)
	if err != nil {
		t.Fatal(err)
	}
	weight, _ := d.Question("weight")
	marks, _ := d.Question("marks")
	for _, c := range []struct {
		ask   Question
		words string
		want  string
	}{
		{weight, "-3", "printed bag -3 owner"},
		{weight, "+4", "printed bag 4 owner"},
		{weight, "10", `"10" is not a number from -3 to 9`},
		{weight, "four", `"four" is not a number from -3 to 9`},
		{weight, "1 2", "there are 1 words to tell, not 2"},
		{marks, "dot 1/02/0", "mark bag dot 1/2/0 owner"},
		{marks, "- 0/0/0", "mark bag - - owner"},
		{marks, "- -", "mark bag - - owner"},
		{marks, "line 1/1/1", `"line" is not one of -, dot`},
		{marks, "dot 1/5/0", `"1/5/0" are not 3 numbers from 0 to 4 separated by slashes`},
		{marks, "dot 1/1", `"1/1" are not 3 numbers`},
	} {
		got, err := c.ask.Fill("bag", strings.Fields(c.words))
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %s: %s, want %s", c.ask.Name, c.words, got, c.want)
		}
	}
	if got, want := marks.About("bag")+", "+marks.Nothing("bag"), "mark bag, blank bag owner"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !Begins("effect a 1 1 gems 0", "effect a * * gems") || Begins("effect a 1 1", "effect a * * gems") || Begins("effect b 1 1 gems", "effect a * * gems") {
		t.Error("patterns are matched wrongly")
	}
}

// A usual answer that counts goes on after the last line that was told, as far as the numbers go.
func TestUsualAnswersCount(t *testing.T) {
	q := Question{Line: "effect CARD STEP TASK owner", Usual: []string{"+1 sow", "1 reap"}, Blanks: []Blank{{Name: "STEP", Least: 1, Most: 2}, {Name: "TASK", Words: []string{"sow", "reap"}}}}
	for _, c := range []struct {
		told []string
		want string
	}{{nil, "[[1 sow] [1 reap]]"}, {[]string{"effect a 1 reap owner"}, "[[2 sow] [1 reap]]"}, {[]string{"effect a 1 reap owner", "effect a 2 sow owner"}, "[[1 reap]]"}} {
		if got := fmt.Sprint(q.Usually("a", c.told)); got != c.want {
			t.Errorf("after %q: %s, want %s", c.told, got, c.want)
		}
	}
}

func TestDeckMistakes(t *testing.T) {
	for name, c := range map[string]struct{ from, to, want string }{
		"no mistake":       {"", "", ""},
		"unknown key":      {"names = 1", "name = 1", "unknown key"},
		"no cards":         {`cards = ["cup"]`, "", "decks/x.toml:7:1: a pile needs a name"},
		"backward range":   {"s-08..s-11", "s-11..s-08", "decks/x.toml:4:1: s-11..s-08 is no range"},
		"lost question":    {`"weight", "marks"]`, `"color"]`, `there is no question "color"`},
		"no card":          {"printed CARD N", "printed N", "decks/x.toml:12:1: a question needs"},
		"lost blank":       {"CARD N owner", "CARD M owner", `decks/x.toml:14:1: blank "N" needs a place`},
		"no numbers":       {"most = 9", "most = -3", `blank "N" needs a place in the line, a title, and words`},
		"no usual answer":  {`none = "blank CARD owner"`, "none = \"blank CARD owner\"\nusual = [\"dot\"]", "decks/x.toml:25:1: a usual answer needs a word for each blank"},
		"fact of no words": {"names = 2", "names = 0", "decks/x.toml:38:1: a fact needs a verb"},
	} {
		_, err := deckOf(t, strings.Replace(goodDeck, c.from, c.to, 1))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s:\n got %v\nwant %s", name, err, c.want)
		}
	}
}

func TestClashes(t *testing.T) {
	d, err := deckOf(t, goodDeck)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"printed a 1 owner", "printed a 2 owner", true},
		{"printed a 1 owner", "printed a 1 stand-in", false},
		{"printed a 1 owner", "printed b 2 owner", false},
		{"mark a dot 1/1/1 owner", "mark a - 1/1/1 owner", false}, // another kind of mark
		{"mark a dot 1/1/1 owner", "mark a dot 2/1/1 owner", true},
		{"blank a owner", "mark a dot 2/1/1 owner", true},
		{"mark a dot 2/1/1 owner", "blank a owner", true},
		{"blank a owner", "mark b dot 2/1/1 owner", false},
		{"blank a owner", "printed a 1 owner", false},
		{"module wind", "module rain", false}, // not facts of a box
	} {
		if got := d.Clash(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestShippedDecks(t *testing.T) {
	for game, want := range map[string]int{"council-of-shadows": 4*6 + 25 + 18 + 6 + 16 + 27 + 31, "high-council": 64, "casting-shadows": 52 + 10 + 10 + 4 + 7 + 3 + 1} {
		d, err := CardListOf(game)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, c := range d.Cards() {
			seen[c.Key()] = true
		}
		if got := len(seen); got != want || got != len(d.Cards()) {
			t.Errorf("%s: %d different cards of %d, want %d", game, got, len(d.Cards()), want)
		}
		if !slices.ContainsFunc(Tables(), func(table string) bool { return table == game }) {
			t.Errorf("%s has a deck and no table", game)
		}
	}
}

// Copies share one name in facts; a free text becomes one word; zeros at the end of a list that may
// be shorter are dropped.
func TestCopiesTextsAndShorterLists(t *testing.T) {
	d, err := deckOf(t, `[[pile]]
name = "stones"
title = "Stones"
cards = ["big-stone-1..big-stone-2", "bag"]
copies = true
asks = ["steps", "words"]
[[ask]]
name = "steps"
title = "Steps"
line = "steps CARD N owner"
[[ask.blank]]
name = "N"
title = "Numbers"
parts = 3
fewer = true
most = 9
[[ask]]
name = "words"
title = "Words"
line = "words CARD TEXT owner"
unless = "steps CARD"
[[ask.blank]]
name = "TEXT"
title = "Text"
letters = 12
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range d.Cards() {
		got = append(got, c.Name()+" "+c.Printed())
	}
	if d := cmp.Diff([]string{"big-stone-1 big-stone", "big-stone-2 big-stone", "bag bag"}, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	steps, _ := d.Question("steps")
	text, _ := d.Question("words")
	for _, test := range []struct {
		q          Question
		word, want string
	}{
		{steps, "1/2/3", "steps big-stone 1/2/3 owner"},
		{steps, "1/2/0", "steps big-stone 1/2 owner"},
		{steps, "4", "steps big-stone 4 owner"},
		{steps, "0/0/0", "steps big-stone - owner"},
		{steps, "1/2/3/4", ""},
		{steps, "1/x", ""},
		{text, " do  a turn ", "words big-stone do_a_turn owner"},
		{text, "", ""},
		{text, "a # b", ""},
		{text, "more letters than 12", ""},
	} {
		if got, err := test.q.Fill("big-stone", []string{test.word}); got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s %q: %q, %v, want %q", test.q.Name, test.word, got, err, test.want)
		}
	}
}

// Several words of a list are written once each, in the order of the list, with their numbers.
func TestSeveralWords(t *testing.T) {
	b := Blank{Words: []string{"-", "red", "blue", "green"}, Several: 2, Most: 9}
	for word, want := range map[string]string{"-": "-", "red": "red", "blue+red": "red+blue", "red+red": "2*red", "3*blue+red": "red+3*blue",
		"red+blue+green": "", "10*red": "", "0*red": "", "red+": "", "pink": "", "-+red": "", "": ""} {
		if got, err := b.Fill(word); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v, want %q", word, got, err, want)
		}
	}
	b.Most = 0
	if got, err := b.Fill("red+red"); err == nil {
		t.Errorf("twice the same: %q", got)
	}
}
