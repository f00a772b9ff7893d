package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/emu/picc"
	"arbiter/setups"
)

// soloist plays Council of Shadows against the Automa with one reader.
type soloist struct {
	*presser
	r     *rand.Rand
	tags  map[string]*picc.Tag
	shown int
	asked int
}

func newSoloist(t *testing.T, dir string) *soloist {
	s := &soloist{r: rand.New(rand.NewPCG(9, 10)), tags: map[string]*picc.Tag{}}
	names := map[string][]string{}
	add := func(words ...string) {
		uid := []byte{4, 0xA2, 0x24, 0x1B, 0x5C, byte(len(names)), 0x80}
		names[fmt.Sprintf("%X", uid)] = words
		s.tags[words[len(words)-1]] = picc.New(uid...)
	}
	for _, card := range []string{"discover", "colonize", "tower", "harvest", "gems", "upgrade"} {
		add("purple", card)
	}
	for i := range 25 {
		add(fmt.Sprintf("ai-%02d", i+1))
	}
	for i := range 18 {
		add(fmt.Sprintf("automa-%02d", i+1))
	}
	learnTheBox(t, dir)
	d := wire("SPI0.1", "SPI0.0")
	s.presser = newPresser(enterWith(t, d, dir, "solo-one-reader", names, app.Opts{Settle: time.Millisecond, Scans: hw.Pace{Pause: 150 * time.Millisecond}}), d)
	return s
}

// learnTheBox tells the owner's box what is printed on its cards, as somebody has
// done who has learned the box before.
func learnTheBox(t *testing.T, dir string) {
	t.Helper()
	db, err := datadir.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	lines, err := setups.Box("council-of-shadows", "stand-in")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		fact, ok := strings.CutSuffix(l.Text, " stand-in")
		if !ok {
			continue
		}
		if err := db.Learn("council-of-shadows", fact+" owner"); err != nil {
			t.Fatal(err)
		}
	}
}

// show shows a card at the reader until something comes of it, and takes it off.
func (s *soloist) show(card string, done func(companion.Snapshot) bool) {
	s.Helper()
	tag := s.tags[card]
	s.device.fields["SPI0.0"].Place(tag)
	s.until(card, done)
	s.device.fields["SPI0.0"].Lift(tag)
	s.until("nothing on the reader", func(companion.Snapshot) bool { return len(s.Watcher.Lying()) == 0 })
	s.shown++
}

// act does one thing, with a card if it is about one, else with the buttons.
func (s *soloist) act() {
	s.Helper()
	before := s.see("purple")
	able := slices.DeleteFunc(slices.Clone(before.Legal), func(c companion.LegalCommand) bool {
		_, back := c.Command.(councilofshadows.TakeBack)
		return back
	})
	c := games.Choose(shadowsbot.Casual{}, s.r, before, able)
	played := func(n companion.Snapshot) bool { return n.Version > before.Version }
	shown, card, ok := showable(before, c)
	plan, plans := c.Command.(councilofshadows.Plan)
	switch {
	case ok:
		s.show(card, played)
		c = shown
	case plans:
		s.show(plan.Card.String(), func(n companion.Snapshot) bool { return played(n) || len(n.Notices) > 0 })
		if !played(s.see("purple")) {
			z, _ := before.View.Zone("purple", fmt.Sprint(plan.Field))
			s.choose(z.Title)
			s.asked++
		}
	default:
		if _, ready := c.Command.(councilofshadows.Ready); ready {
			s.push("confirm")
		} else if e := councilofshadows.Game.Effect(before.State, c.Command); !e.Lapses.IsZero() {
			s.choose(e.Lapses)
		} else {
			s.choose(c.Text)
		}
	}
	after := s.until(c.Line, played)
	if after.Version != before.Version+1 {
		s.Fatalf("%s: %d entries instead of one", c.Line, after.Version-before.Version)
	}
}

// A whole game against the Automa without a phone: one emulated RC522, four
// emulated buttons, the panel. It is begun with the buttons, too, and ended; in the
// middle something is taken back.
func TestSoloGameWithoutAPhone(t *testing.T) {
	tier.Test(t, tier.Program, "a whole game")
	t.Parallel()
	dir := t.TempDir()
	id, entries := "", 0
	synctest.Test(t, func(t *testing.T) {
		s := newSoloist(t, dir)
		s.choose(engine.Say("%s for %d", engine.Term("Council of Shadows"), 1))
		id = s.see("").GameID
		if id == "" {
			t.Fatal("no game was begun")
		}
		begin := time.Now()
		for undone := false; !s.see("").View.Over; {
			s.act()
			if time.Since(begin) > time.Hour {
				t.Fatal("the game does not end")
			}
			if n := s.see("").Version; n >= 30 && !undone {
				undone = true
				s.push("undo", "confirm")
				if got, want := s.see("").Version, n+1; got != want {
					t.Fatalf("%d entries, want %d: the last step is taken back", got, want)
				}
			}
		}
		s.drawn(s.device)
		entries = s.see("").Version
		s.choose(engine.Say("End this game"))
		if got := s.see("").GameID; got != "" {
			t.Errorf("game %s has not ended", got)
		}
		s.leave()
		t.Logf("%d entries in %v, %d cards shown, %d questions, %d presses", entries, time.Since(begin).Round(time.Second), s.shown, s.asked, s.pushed)
		if s.shown < 20 || s.asked < 3 {
			t.Errorf("%d cards were shown, %d asked for a field: too few to say anything", s.shown, s.asked)
		}
	})
	whole(t, dir, id, entries)
}
