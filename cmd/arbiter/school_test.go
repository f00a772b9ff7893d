package main

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/companion/learning"
	"arbiter/engine"
	"arbiter/hw/emu/picc"
	"arbiter/setups"
)

// lesson opens the lesson of the running service.
func (r *room) lesson() *learning.Lesson {
	r.Helper()
	l, err := r.Lessons.Lesson("")
	if err != nil {
		r.Fatal(err)
	}
	return l
}

// learns waits until the lesson is as it should be.
func (r *room) learns(what string, is func(learning.View) bool) {
	r.Helper()
	for deadline := time.Now().Add(longestWait); !is(r.lesson().View()); time.Sleep(2 * time.Millisecond) { // until it is so
		if time.Now().After(deadline) {
			r.Fatalf("the lesson does not come to: %s; %+v", what, r.lesson().View())
		}
	}
}

// A card that is taught while the service runs plays in the next game, with the
// value that it was taught; one that was taken back is not known. In a game nothing
// is taught.
func TestTaughtCardPlays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, dir := newDevice(), t.TempDir()
		r := enterWith(t, d, dir, "testdata/three-readers.toml", nil, app.Opts{Settle: 500 * time.Millisecond})
		own, wrong := card(0x80), picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0xFF)
		idle := func(s learning.View) bool { return !s.Laid }
		naming := func(s learning.View) bool { return s.Laid && s.Naming }

		r.lesson() // somebody looks at the page
		d.fields["SPI0.2"].Place(own)
		r.learns("a card", naming)
		for _, err := range []error{r.lesson().Name("purple discover"), r.lesson().Tell([]string{"7"})} {
			if err != nil {
				t.Fatal(err)
			}
		}
		r.learns("nothing", idle)
		d.fields["SPI0.2"].Lift(own)
		d.fields["SPI0.1"].Place(wrong)
		r.learns("another card", naming)
		if err := errors.Join(r.lesson().Name("purple tower"), r.lesson().Back(), r.lesson().Skip()); err != nil {
			t.Fatal(err)
		}
		d.fields["SPI0.1"].Lift(wrong)
		r.until("nothing on the readers", func(companion.Snapshot) bool { return len(r.Watcher.Lying()) == 0 })

		r.sitWith("rulebook") // the owner's box
		d.fields["SPI0.0"].Place(own)
		r.planned("1", "discover")
		d.fields["SPI0.1"].Place(wrong)
		r.until("a notice about the card that nobody knows", func(s companion.Snapshot) bool {
			return len(s.Notices) == 1 && s.Notices[0].UID == "04A2241B5C6DFF"
		})
		refusal := engine.Refusal{}
		if err := r.lesson().Name("purple tower"); !errors.As(err, &refusal) || !strings.Contains(err.Error(), "a game is running") {
			t.Errorf("teaching in a game: %v", err)
		}
		if s := r.lesson().View(); !s.Playing || s.Laid {
			t.Errorf("in a game the lesson is %+v", s)
		}
		tags, err := r.db.Tags()
		if err != nil || len(tags) != 1 {
			t.Errorf("tags %v, %v", tags, err)
		}
		facts, err := r.db.Learned("council-of-shadows")
		if err != nil || len(facts) != 1 || facts[0] != "printed discover 7 owner" {
			t.Errorf("facts %v, %v", facts, err)
		}
	})
}

// A lesson that nobody has looked at for some minutes gets no cards.
func TestLessonThatNobodyLooksAt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDevice()
		r := enterWith(t, d, t.TempDir(), "testdata/three-readers.toml", nil, app.Opts{Settle: 500 * time.Millisecond})
		l := r.lesson()
		r.Lessons.Mu.Lock()
		r.Lessons.Until = time.Now().Add(-time.Second)
		r.Lessons.Mu.Unlock()
		d.fields["SPI0.0"].Place(card(1))
		r.until("the card at the table", func(companion.Snapshot) bool { return len(r.Watcher.Lying()) == 1 })
		time.Sleep(100 * time.Millisecond) // bubble: the card is handed on
		if l.View().Laid {
			t.Error("the lesson has taken the card")
		}
		r.lesson()
		d.fields["SPI0.1"].Place(card(2))
		r.learns("a card (control)", func(s learning.View) bool { return s.Laid })
	})
}

// Every game has a deck whose cards have the words that its tags bear at a table:
// what a reader matches.
func TestDecksAreOfTheirGames(t *testing.T) {
	t.Parallel()
	for _, g := range games.List() {
		deck, err := setups.CardListOf(g.Name)
		if err != nil {
			t.Fatal(err)
		}
		known := map[engine.Term]bool{}
		for _, term := range g.Terms {
			known[term] = true
		}
		for _, c := range deck.Cards() {
			if !known[engine.Term(c.Name())] {
				t.Errorf("%s has no card %s", g.Name, c.Name())
			}
		}
		verbs := map[string]bool{}
		for _, v := range g.Words.Verbs() {
			words := strings.Fields(v)
			verbs[words[0]] = words[0] != "SEAT" && words[len(words)-1] == "ORIGIN"
		}
		for _, f := range deck.Facts {
			if !verbs[f.Verb] {
				t.Errorf("%s: %s is no fact of a box", g.Name, f.Verb)
			}
			delete(verbs, f.Verb)
		}
		for verb, fact := range verbs {
			if fact {
				t.Errorf("%s: the deck does not tell what %s is about: add a [[fact]] with that verb", g.Name, verb)
			}
		}
	}
}
