package learning_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/learning"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// fullBook returns the needs of a game of the full book with these seats and modules.
func fullBook(seats string, modules ...string) companion.Need {
	n := companion.Need{Seats: enginetest.Seats(seats), Lines: []string{"book full"}}
	for _, m := range modules {
		n.Lines = append(n.Lines, "module "+m)
	}
	return n
}

// Starting with an unknown box, people tell all that a game of the full book needs, without a card
// and for either side of the board; then the game begins, and nothing was invented.
func TestWholeBoxIsToldByHand(t *testing.T) {
	tier.Unraced(t, "one goroutine tells a whole box")
	for _, need := range []companion.Need{fullBook("purple automa", "stations", "advanced"), fullBook("purple red green", "leaders", "stations")} {
		l := learn(t, &companiontest.TagStore{})
		hand, cards := l.ByHand(need), printedBox(t)
		answers := 0
		for v := hand.View(); v.Question != nil; v = hand.View() {
			if answers++; answers > 1000 {
				t.Fatalf("still asked: %s, %s", v.Card, v.Question.Title)
			}
			if err := hand.Tell(cards.reads(t, v)); err != nil {
				t.Fatalf("%s, %s: %v", v.Card, v.Question.Title, err)
			}
		}
		if v := hand.View(); v.Left > 0 || len(v.Piles) > 0 || v.Later {
			t.Errorf("%v: nothing is asked, but %d things are lacking: %v %v", need, v.Left, v.Untold, v.Piles)
		}
		known, err := l.store.Learned("")
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range known {
			if !strings.HasSuffix(line, " owner") {
				t.Errorf("%q is the owner's", line)
			}
		}
		listed := 0
		for _, pile := range l.Told() {
			for _, x := range pile.Things {
				listed += len(x.Facts)
			}
		}
		if listed != len(known) {
			t.Errorf("%d of %d lines can be looked through", listed, len(known))
		}
		var facts []engine.Event
		for _, line := range slices.Concat(cards.rulebook, known, need.Lines) {
			fact, err := councilofshadows.Game.Words.Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			facts = append(facts, fact)
		}
		start, err := councilofshadows.Game.New(need.Seats, append(facts, enginetest.Facts(t, councilofshadows.Game, order(need.Seats)...)...))
		if err != nil {
			t.Fatalf("after %d answers: %v", answers, err)
		}
		apart(t, start.View())
		t.Logf("%d answers", answers)
	}
}

func order(seats []engine.Seat) (lines []string) {
	for i, s := range seats {
		lines = append(lines, fmt.Sprintf("%s order %d", s, i+1))
	}
	return lines
}

// apart checks that no two fields of the board overlap.
func apart(t *testing.T, v engine.View) {
	t.Helper()
	for i, a := range v.Map {
		for _, b := range v.Map[:i] {
			if x, y := a.X-b.X, a.Y-b.Y; x*x+y*y < 0.1*0.1 {
				t.Errorf("the fields %s (%s) and %s (%s) lie at %.2f, %.2f and %.2f, %.2f", a.Name, a.Region, b.Name, b.Region, a.X, a.Y, b.X, b.Y)
			}
		}
		if a.X < 0 || a.X > 1 || a.Y < 0 || a.Y > 1 {
			t.Errorf("the field %s lies at %.2f, %.2f", a.Name, a.X, a.Y)
		}
	}
	if len(v.Map) < 20 {
		t.Errorf("the board has %d fields", len(v.Map))
	}
}

// By hand nothing that is known can be changed; an answer can be taken back or put off, and another
// pile can come first.
func TestByHandAsksOnlyWhatIsMissing(t *testing.T) {
	store := &companiontest.TagStore{}
	if err := store.Teach("", nil, []string{"printed discover 3 owner", "printed tower 5 owner"}); err != nil {
		t.Fatal(err)
	}
	l := learn(t, store)
	hand := l.ByHand(fullBook("purple red"))
	asked := func() string {
		v := hand.View()
		if v.Question == nil {
			return "nothing"
		}
		return v.Card.String() + ": " + v.Question.Title.String()
	}
	do := func(want string, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if got := asked(); got != want {
			t.Errorf("asked %q, want %q", got, want)
		}
	}
	left := hand.View().Left
	do("colonize: Consumption", nil)
	do("harvest: Consumption", hand.Tell([]string{"4"}))
	if got := hand.View().Left; got != left-1 {
		t.Errorf("%d things are lacking, want one less than %d", got, left)
	}
	do("colonize: Consumption", hand.Back())
	do("harvest: Consumption", hand.Skip())
	do("tile-01: What the solar system shows", hand.Name("tiles"))
	do("tile-02: What the solar system shows", hand.Tell([]string{"1", "desert", "-", "-", "-", "-", "2"}))
	do("back grey: Fields for tiles; all zero: not on this side", hand.Name("board-back"))
	for _, words := range [][]string{{"0", "0", "0"}, {"1", "0", "0"}, {"6", "0", "0"}, {"3", "3", "0"}} {
		if err := hand.Tell(words); err == nil {
			t.Errorf("a galaxy with the fields %v is taken", words)
		}
	}
	if got, want := store.Content(), "printed discover 3 owner\nprinted tower 5 owner\nsystem tile-01 1 desert - - - - 2 owner"; got != want {
		t.Errorf("the box tells\n%s\nwant\n%s", got, want)
	}
	if hand.Skip() != nil || hand.Again() != nil || hand.View().Later {
		t.Error("what was put off is not asked again")
	}
}

// A question of the list asks for everything that a game may lack.
func TestEachLackIsAsked(t *testing.T) {
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	deck, err := setups.CardListOf("council-of-shadows")
	if err != nil {
		t.Fatal(err)
	}
	asks := map[string]bool{}
	for _, c := range deck.All() {
		for _, name := range c.Pile.Questions {
			q, _ := deck.Question(name)
			asks[q.About(c.Printed())] = true
		}
	}
	n := 0
	rulebook, err := setups.BoxLines("council-of-shadows", "rulebook")
	if err != nil {
		t.Fatal(err)
	}
	for _, need := range offers[0].Needs() {
		for _, lack := range councilofshadows.Game.Lacking(need.Seats, enginetest.Facts(t, councilofshadows.Game, slices.Concat(rulebook, need.Lines)...)) {
			if n++; !asks[lack.Line] {
				t.Errorf("nothing asks for %s (%q)", lack.What, lack.Line)
			}
		}
	}
	if n < 500 {
		t.Errorf("games lack %d things in all", n)
	}
}

// reads answers a question by hand from the invented box, also about things that are on no card.
func (c *cardboard) reads(t *testing.T, v learning.View) []string {
	t.Helper()
	key := v.Card.String()
	if at := strings.LastIndex(key, ": "); at >= 0 {
		key = key[at+2:]
	}
	value := func(about string) []string {
		for _, line := range c.standIn {
			if setups.Begins(line, about) && !c.told[line] {
				c.told[line] = true
				return strings.Fields(line)[len(strings.Fields(about)):]
			}
		}
		return nil
	}
	one := func(about string) []string {
		words := value(about)
		if len(words) == 0 {
			t.Fatalf("the cardboard tells nothing of %q", about)
		}
		return words[:len(words)-1]
	}
	switch v.Question.Title.String() {
	case "Fields for tiles; all zero: not on this side":
		var n [3]int
		side, galaxy, _ := strings.Cut(key, " ")
		for words := value("site " + side + " * " + galaxy); words != nil; words = value("site " + side + " * " + galaxy) {
			n[words[0][0]-'1']++
		}
		return strings.Fields(strings.Trim(fmt.Sprint(n), "[]"))
	case "What scoring the galaxy brings":
		return one("reward " + key)
	case "Parsec of the field for a station":
		return one("station-field " + key)
	case "Price of the step to parsec 2":
		return one("price " + key + " 1")
	case "Price of the step to parsec 3":
		return one("price " + key + " 2")
	case "Energy of the project":
		return one("printed " + key)
	case "With how many players it is used (0: any number)":
		words := cmp.Or(strings.Join(value("marked "+key), " "), "0 stand-in")
		return strings.Fields(words)[:1]
	}
	return c.answer(t, v)
}

// A card whose number is only ours may be any card of its pile, unless something is known of it; a
// card that all seats have belongs to no seat.
func TestByHandSaysWhichCardIsMeant(t *testing.T) {
	tier.Unraced(t, "one goroutine tells a whole box")
	hand, cards := learn(t, &companiontest.TagStore{}).ByHand(fullBook("purple red")), printedBox(t)
	seen := map[string]bool{}
	for v := hand.View(); v.Question != nil; v = hand.View() {
		card := v.Card.String()
		if !seen[card] {
			seen[card] = true
			ours := strings.HasPrefix(card, "ai-") || strings.HasPrefix(card, "light-") || strings.HasPrefix(card, "dark-") || strings.HasPrefix(card, "tile-") || strings.HasPrefix(card, "project-")
			if want := ours && len(v.About) == 0; v.Any != want {
				t.Errorf("%s, of which %d things are known: any is %v", card, len(v.About), v.Any)
			}
		}
		if err := hand.Tell(cards.reads(t, v)); err != nil {
			t.Fatal(err)
		}
	}
	if !seen["discover"] || !seen["ai-01"] || !seen["ai-11"] || !seen["tile-31"] || !seen["range-1"] {
		t.Errorf("asked about %v", seen)
	}
}

// Something told long ago is changed or withdrawn: the old answer stands until the new one is
// given, what games need is asked again, and each step can be taken back.
func TestWhatWasToldIsCorrected(t *testing.T) {
	store := &companiontest.TagStore{}
	before := []string{"printed discover 3 owner", "effect ai-11 1 1 colonize 1 in-range - owner", "effect ai-11 2 1 discover 1 in-range - owner", "idle ai-12 owner", "printed tower 5 public:somewhere", "nobody asks for this owner"}
	if err := store.Teach("", nil, before); err != nil {
		t.Fatal(err)
	}
	l := learn(t, store)
	hand := l.ByHand(fullBook("purple red"))
	var listed []string
	for _, pile := range l.Told() {
		for _, x := range pile.Things {
			listed = append(listed, fmt.Sprintf("%s/%s/%s:%d", pile.Name, x.Card, x.Question, len(x.Facts)))
		}
	}
	if want := "ai/ai-11/effects:2 ai/ai-12/effects:1 "; !strings.Contains(strings.Join(listed, " ")+" ", want) || !slices.Contains(listed, "start/purple discover/consumption:1") {
		t.Errorf("told: %v, want %s", listed, want)
	}
	content := func(what string, lines ...string) {
		t.Helper()
		if got := strings.Split(store.Content(), "\n"); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(lines))) {
			t.Errorf("%s: the box tells\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(lines, "\n"))
		}
	}
	asks := func(what string, changing bool) {
		t.Helper()
		if v := hand.View(); v.Question == nil || v.Card.String()+": "+v.Question.Title.String() != what || v.Changing != changing {
			t.Errorf("asked %s: %v, changing %v, want %s, %v", v.Card, v.Question, v.Changing, what, changing)
		}
	}
	first := hand.View().Card.String() + ": " + hand.View().Question.Title.String()
	l.ok(hand.Correct("purple discover", "consumption"))
	asks("discover: Consumption", true)
	content("asked", before...)
	l.ok(hand.Skip())
	asks(first, false)
	content("left as it was", before...)

	l.ok(hand.Correct("purple discover", "consumption"))
	l.ok(hand.Tell([]string{"4"}))
	asks(first, false)
	content("changed", append(slices.Clone(before[1:]), "printed discover 4 owner")...)
	l.ok(hand.Back())
	asks("discover: Consumption", true)
	content("taken back", before...)

	left := hand.View().Left
	l.ok(hand.Withdraw())
	content("withdrawn", before[1:]...)
	if got := hand.View().Left; got != left+1 {
		t.Errorf("%d things are lacking after one was withdrawn, want %d", got, left+1)
	}
	if err := hand.Withdraw(); err == nil {
		t.Error("what nobody has told yet is withdrawn")
	}
	l.ok(hand.Back())
	content("taken back", before...)

	l.ok(hand.Correct("ai-11", "effects"))
	l.ok(hand.Tell([]string{"1", "1", "harvest", "2", "in-range", "-"}))
	if err := hand.Withdraw(); err == nil {
		t.Error("half of a new answer is withdrawn")
	}
	if err := hand.Correct("purple discover", "consumption"); err == nil {
		t.Error("another card is asked about before this one is finished")
	}
	l.ok(hand.Tell(nil))
	content("several answers", before[0], before[3], before[4], before[5], "effect ai-11 1 1 harvest 2 in-range - owner")
	for _, none := range [][2]string{{"ai-13", "effects"}, {"ai-11", "price"}, {"nothing", "effects"}, {"ai-11", "nothing"}} {
		if err := hand.Correct(none[0], none[1]); err == nil {
			t.Errorf("%v is asked about, and nobody has told it", none)
		}
	}
}
