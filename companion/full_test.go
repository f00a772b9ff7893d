package companion_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/presence"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/hw"
	"arbiter/setups"
)

// full opens the full book of Council of Shadows on a shipped rig.
func full(t testing.TB, rig, box string, options ...string) (*stage, error) {
	t.Helper()
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	wired, err := setups.LoadRig(rig)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, memory(), func(o *companion.Opts) {
		o.Offers, o.Readers, o.Tags = offers, presence.ReadersOf(wired), map[string][]string{}
		for _, words := range cards() {
			o.Tags[tag(words).String()] = strings.Fields(words)
		}
	})
	n := companion.NewGame{
		Game: councilofshadows.Game.Name, Box: box, Options: append([]string{"full-book"}, options...),
		Seats: sit("purple", "red"), Order: []engine.Seat{"purple", "red"},
	}
	return s, start(s, n)
}

// supply carries out what is pending until nothing is, each time with the first command that names
// nothing in a hidden hand.
func (s *stage) supply() {
	s.Helper()
	for range 100 {
		snap := s.see("table")
		owed := slices.DeleteFunc(slices.Clone(snap.Legal), func(c companion.LegalCommand) bool {
			d, deal := c.Command.(councilofshadows.Deal)
			return c.By != engine.Table || deal && d.Card == councilofshadows.None
		})
		if len(owed) == 0 {
			return
		}
		if !slices.ContainsFunc(owed, func(c companion.LegalCommand) bool {
			_, err := s.Do(s.Context(), companion.Request{Seat: engine.Table, Line: c.Line, Version: snap.Version})
			return err == nil
		}) {
			s.Fatalf("the table can do nothing of %v", owed)
		}
	}
	s.Fatal("the table owes something for ever")
}

// TestFullBookNeedsAWholeBox: an incomplete box is refused in words for the players, in their
// language.
func TestFullBookNeedsAWholeBox(t *testing.T) {
	_, err := full(t, "virtual", "rulebook")
	var refusal engine.Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("start with the rulebook's box: %v, want a refusal", err)
	}
	c, err := words.Load(setups.Words())
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{
		"en": "the full book needs the whole box; nobody has told: the consumption of Discover",
		"de": "Das vollständige Buch braucht die ganze Schachtel; noch niemand hat angegeben: den Verbrauch von Entdecken",
		"es": "El libro completo necesita toda la caja; nadie ha indicado: el consumo de Descubrir",
	} {
		if got := c.Say(lang, refusal.Text); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	if _, err := full(t, "virtual", "stand-in", "galaxy-bonus-sum", "stations", "leaders"); err != nil {
		t.Errorf("control: with the stand-in box: %v", err)
	}
}

// TestChecklistWhileTheGameOpens: until the first round is over everybody reads how to set up the
// cardboard.
func TestChecklistWhileTheGameOpens(t *testing.T) {
	s, err := full(t, "virtual", "stand-in")
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []engine.Seat{"", "purple", "red"} {
		list := s.see(seat).Setup
		if len(list) < 20 || !strings.HasPrefix(list[len(list)-1].String(), "Tell the device") {
			t.Errorf("%q reads no checklist of the full book: %v", seat, list)
		}
	}
	s.supply()
	s.firstRound()
	if got := s.see("purple"); len(got.Setup) > 0 || got.View.Opening {
		t.Errorf("in %v the checklist is still there", got.View.Stage)
	}
}

// Of several like planets of a tile, a menu of buttons lists only the first.
func TestLikePlanetsAreOneLine(t *testing.T) {
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	b := buttoned(t, all, func(o *companion.Opts) { o.Offers, o.Readers = offers, nil })
	if err := start(b.stage, companion.NewGame{
		Game: councilofshadows.Game.Name, Box: "stand-in", Options: []string{"full-book"}, Seats: sit("purple", "red"), Order: []engine.Seat{"purple", "red"},
	}); err != nil {
		t.Fatal(err)
	}
	b.supply()
	for _, seat := range []string{"purple", "red"} {
		b.play(engine.Seat(seat), seat+" pass")
	}
	for _, seat := range []string{"purple", "red"} {
		b.play(engine.Seat(seat), seat+" plan 1 colonize", seat+" plan 2 upgrade", seat+" plan 3 gems", seat+" ready")
	}
	b.supply()
	var lines []string
	for _, c := range b.see("red").Legal {
		lines = append(lines, c.Line)
	}
	if got, want := strings.Join(lines, "; "), "red found 1 1 1; red found 1 2 1; red found 2 1 1"; got != want {
		t.Fatalf("red may %q, want %q", got, want)
	}
	b.push("next")
	b.shows("two planets of a tile are alike", "red › Put one cube on terrestrial planet 1 in parvus-corta 1 (1/2)")
	b.push("next")
	b.shows("that of another tile", "red › Put one cube on a terrestrial planet in parvus-corta 2 (2/2)")
}

// firstRound plays round 1: each seat plans three start cards, then always plays the first of its
// legal commands.
func (s *stage) firstRound() {
	s.Helper()
	s.play("purple", "purple pass")
	s.play("red", "red pass")
	for _, seat := range []engine.Seat{"purple", "red"} {
		name := string(seat)
		s.play(seat, name+" plan 1 gems", name+" plan 2 upgrade", name+" plan 3 colonize", name+" ready")
	}
	for range 100 {
		s.supply()
		if !s.see("").View.Opening {
			return
		}
		snap := s.see("purple")
		if len(snap.Legal) == 0 || snap.Legal[0].By != "purple" {
			snap = s.see("red")
		}
		s.play(snap.Seat, snap.Legal[len(snap.Legal)-1].Line)
	}
	s.Fatal("round 1 does not end")
}

// TestSlideWithBonusCards: bonus cards lie apart, so cards return to the hand from the last regular
// field.
func TestSlideWithBonusCards(t *testing.T) {
	s, err := full(t, "four-seats-three-fields", "stand-in")
	if err != nil {
		t.Fatal(err)
	}
	s.supply()
	s.play("purple", "purple pass")
	s.play("red", "red pass")
	for i, card := range []string{"gems", "upgrade", "colonize"} {
		s.card(hw.Arrived, "purple-"+string(rune('1'+i)), "purple "+card)
	}
	s.play("purple", "purple ready")
	s.play("red", "red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready")
	for range 50 {
		s.supply()
		hand, _ := s.see("purple").View.Zone("purple", engine.Hand)
		if slices.ContainsFunc(hand.Cards, func(c engine.Card) bool { return c.Name == "colonize" }) {
			break
		}
		snap := s.see("purple")
		if len(snap.Legal) == 0 || snap.Legal[0].By != "purple" {
			snap = s.see("red")
		}
		s.play(snap.Seat, snap.Legal[len(snap.Legal)-1].Line)
	}
	if got, want := s.notices("purple"), "purple: slide the cards one field to the right"; !strings.Contains(got, want) {
		t.Errorf("after the actions the notices are %q, want %q", got, want)
	}
}

// While a bot plays, nobody switches the book in the middle of a game: each seat would have to tell
// its pieces, and a bot cannot see the cardboard.
func TestBotsKeepTheBook(t *testing.T) {
	for _, bot := range []string{"", "casual"} {
		offers, err := companion.Offers(councilofshadows.Game)
		if err != nil {
			t.Fatal(err)
		}
		offers[0].Bots = []string{"casual"}
		s := open(t, memory(), func(o *companion.Opts) { o.Offers = offers })
		seats := sit("purple", "red")
		seats[1].Bot = bot
		if err := start(s, companion.NewGame{Game: councilofshadows.Game.Name, Box: "stand-in", Seats: seats, Order: []engine.Seat{"purple", "red"}}); err != nil {
			t.Fatal(err)
		}
		snap := s.see("purple")
		offered := slices.ContainsFunc(snap.Legal, func(c companion.LegalCommand) bool { return c.Line == "purple switch" })
		_, err = s.Do(t.Context(), companion.Request{Seat: "purple", Line: "purple switch", Version: snap.Version})
		if refused := err != nil && strings.Contains(err.Error(), "a bot sits at this table"); offered != (bot == "") || refused != (bot != "") {
			t.Errorf("with the bot %q: offered %t, answered %v", bot, offered, err)
		}
	}
}
