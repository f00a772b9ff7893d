package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw/virtual"
	"arbiter/setups"
)

// virtualRoom is a table with the rig "virtual", as serve runs it.
func virtualRoom(t *testing.T, dir string) *room {
	t.Helper()
	return virtualRoomWith(t, dir, slog.New(slog.DiscardHandler))
}

func virtualRoomWith(t *testing.T, dir string, logger *slog.Logger) *room {
	t.Helper()
	rig, err := setups.LoadRig("virtual")
	if err != nil {
		t.Fatal(err)
	}
	db, err := datadir.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	h, err := app.New(app.Opts{
		Rig: rig, DB: db.DB, Dir: dir, Lang: "en", Program: "test", Pins: device.Host{}, Logger: logger,
		Shown: func([]byte) {}, Settle: 300 * time.Millisecond, Patience: longestWait, Seals: datadir.NewSeals(dir, logger),
	})
	if err != nil {
		t.Fatal(err)
	}
	stop := h.Run()
	ctx, cancel := context.WithCancel(context.Background())
	kept := make(chan error, 1)
	go func() { kept <- h.Housekeep(ctx) }()
	r := &room{T: t, App: h, db: db}
	left := false
	r.leave = func() {
		if left {
			return
		}
		left = true
		cancel()
		for _, err := range []error{<-kept, stop(), db.Close()} {
			if err != nil {
				t.Error("end of the table:", err)
			}
		}
	}
	t.Cleanup(r.leave)
	return r
}

func (r *room) lay(reader string, card ...string) {
	r.Helper()
	if err := r.Cards.Place(reader, card); err != nil {
		r.Fatal(err)
	}
}

// After a restart the virtual readers lie as the game says, and nothing is
// played twice.
func TestVirtualCardsAfterARestart(t *testing.T) {
	tier.Unraced(t, "virtual readers meet in TestSharedVirtualReaders")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		r := virtualRoom(t, dir)
		r.sit()
		r.lay("purple-1", "purple", "discover")
		r.planned("1", "discover")
		r.lay("purple-3", "purple", "harvest")
		r.planned("3", "harvest")
		before := r.see("purple").Version
		r.leave()

		r = virtualRoom(t, dir)
		r.lies("purple-1", "discover")
		r.lies("purple-3", "harvest")
		r.lies("purple-2", "")
		if got, want := r.rests(2).Version, before; got != want {
			t.Errorf("%d entries, want %d", got, want)
		}
		r.lay("purple-2", "purple", "tower")
		r.planned("2", "tower")
	})
}

// lies waits until the card, and nothing else, lies on the reader.
func (r *room) lies(reader, card string) {
	r.Helper()
	var want [][]string
	if card != "" {
		want = [][]string{{"purple", card}}
	}
	same := func(a, b []string) bool { return slices.Equal(a, b) }
	for deadline := time.Now().Add(longestWait); !slices.EqualFunc(r.Cards.Lying(reader), want, same); time.Sleep(2 * time.Millisecond) { // until it lies there
		if time.Now().After(deadline) {
			r.Fatalf("%v lies on %s, want %v", r.Cards.Lying(reader), reader, want)
		}
	}
}

// The virtual cards of a game that was ended stay until another begins, for it can go
// on: a reader that missed them late would take them back.
func TestVirtualCardsOfAnotherGame(t *testing.T) {
	tier.Unraced(t, "virtual readers meet in TestSharedVirtualReaders")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := virtualRoom(t, t.TempDir())
		r.sit()
		r.lay("purple-1", "purple", "discover")
		r.planned("1", "discover")
		before := r.rests(1).Version
		must(t, r.Table.Finish(t.Context()))
		time.Sleep(3 * time.Second) // of a bubble: everybody has heard of it
		r.lies("purple-1", "discover")
		must(t, r.Table.Reopen(t.Context()))
		time.Sleep(3 * time.Second) // of the bubble // of a bubble, likewise
		r.lies("purple-1", "discover")
		if got := r.rests(1).Version; got != before {
			t.Errorf("%d entries, want %d", got, before)
		}
		must(t, r.Table.Finish(t.Context()))
		r.sit()
		r.lies("purple-1", "")
		time.Sleep(3 * time.Second) // of the bubble // of a bubble, likewise
		if v := r.see("purple"); v.Version != 2 {
			t.Errorf("%d entries of the other game, want the two of its first phase", v.Version)
		}
	})
}

// Cards that are laid in the browser are none of the owner's: nothing is kept of them,
// not even by a program that found such cards in the log of an older one, and the
// lesson counts none.
func TestVirtualCardsTeachNothing(t *testing.T) {
	tier.Unraced(t, "virtual readers meet in TestSharedVirtualReaders")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		r := virtualRoom(t, dir)
		r.sit()
		r.lay("purple-1", "purple", "discover")
		r.planned("1", "discover")
		tags, err := r.db.Tags()
		if len(tags) > 0 || err != nil {
			t.Errorf("tags %v, %v", tags, err)
		}
		old := []string{"purple", "tower"}
		for _, uid := range []string{virtual.UID(old).String(), "04A2241B5C6D80"} {
			if err := r.db.Name(uid, old); err != nil {
				t.Fatal(err)
			}
		}
		r.leave()

		r = virtualRoom(t, dir)
		r.lies("purple-1", "discover")
		r.rests(1)
		r.lay("purple-2", old...)
		r.planned("2", "tower")
		learned := 0
		for _, p := range r.lesson().View().Piles {
			learned += p.Learned
		}
		if want := 1; learned != want {
			t.Errorf("%d cards are learned, want %d: the owner's", learned, want)
		}
		if err := r.Table.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.lay("purple-3", "purple", "gems")
		r.until("the card at the table", func(companion.Snapshot) bool { return len(r.Watcher.Lying()) == 3 })
		time.Sleep(100 * time.Millisecond) // bubble: the card would be handed on
		if r.lesson().View().Laid {
			t.Error("the lesson has taken a virtual card")
		}
	})
}

// A card that is bought is shown to the market's reader; the Automa's card to
// its own.
func TestSharedVirtualReaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := virtualRoom(t, t.TempDir())
		_, err := r.Table.Start(t.Context(), companion.NewGame{
			Game: "council-of-shadows", Seats: []companion.Seating{{Seat: "purple"}}, Order: []engine.Seat{"purple", "automa"}, Box: "stand-in",
		})
		if err != nil {
			t.Fatal(err)
		}
		r.lay("market", "ai-07")
		r.until("card in hand", func(s companion.Snapshot) bool {
			z, _ := s.View.Zone("purple", engine.Hand)
			return slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return k.Name == "ai-07" })
		})
		r.say("purple pass", "purple plan 1 discover", "purple plan 2 tower", "purple plan 3 ai-07", "purple ready")
		version := r.see("purple").Version
		r.lay("automa", "automa-03")
		r.until("open card", func(s companion.Snapshot) bool { return s.Version == version+1 })
	})
}

// A reader that is none is an error.
func TestCards(t *testing.T) {
	t.Parallel()
	c := app.NewVirtualCards(setups.Rig{})
	if err := c.Place("nowhere", []string{"ai-07"}); err == nil {
		t.Error("a card was laid on a reader that is none")
	}
	if err := c.Lift("nowhere", []string{"ai-07"}); err == nil {
		t.Error("a card was taken off a reader that is none")
	}
}

// A card may name its seat or not; tidying takes it for what it is.
func TestTidy(t *testing.T) {
	t.Parallel()
	for _, words := range [][]string{{"tower"}, {"purple", "tower"}} {
		c := app.NewVirtualCards(setups.Rig{Readers: []setups.Reader{{Name: "p", Driver: "virtual", Seat: "purple", Fields: []string{"1"}}}})
		if err := errors.Join(c.Place("p", words), c.Place("p", []string{"red", "tower"}), c.Place("p", []string{"gems"})); err != nil {
			t.Fatal(err)
		}
		v := engine.View{Zones: []engine.Zone{{Seat: "purple", Name: "1", Cards: []engine.Card{{Name: "tower"}, {Name: "harvest"}}}}}
		if err := c.Tidy("purple", v, ""); err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(c.Lying("p")), fmt.Sprint([][]string{words, {"purple", "harvest"}}); got != want {
			t.Errorf("there lies %s, want %s", got, want)
		}
	}
}

// What was laid for the new game before the table was tidied for it stays; what
// lay there from the game before goes.
func TestTidyForANewGame(t *testing.T) {
	t.Parallel()
	c := app.NewVirtualCards(setups.Rig{Readers: []setups.Reader{{Name: "p", Driver: "virtual", Seat: "purple", Fields: []string{"1"}}}})
	game := "old"
	c.Playing = func() string { return game }
	old, young := []string{"purple", "tower"}, []string{"purple", "discover"}
	if err := c.Place("p", old); err != nil {
		t.Fatal(err)
	}
	game = "new"
	if err := c.Place("p", young); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		keep string
		want [][]string
	}{{"new", [][]string{young}}, {"", nil}} {
		if err := c.Tidy("purple", engine.View{}, step.keep); err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(c.Lying("p")), fmt.Sprint(step.want); got != want {
			t.Errorf("cards of %q stay: there lies %s, want %s", step.keep, got, want)
		}
	}
}

// A program that is ended while it starts ends without a complaint.
func TestEndBeforeTheBeginning(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := virtualRoom(t, t.TempDir())
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := r.Housekeep(ctx); err != nil {
			t.Error(err)
		}
		if err := r.Attend(ctx, 0); err != nil {
			t.Error(err)
		}
	})
}
