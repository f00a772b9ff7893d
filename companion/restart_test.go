package companion_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/engine"
	"arbiter/hw"
)

// With cards on the readers, the program is killed and started again.
func TestRestart(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	s.lie(hw.Arrived, "purple-2", "purple", "sun")
	s.lie(hw.Arrived, "green-1", "green", "star")
	before := store.Games()[0].Entries
	if got, want := len(before), 3; got != want {
		t.Fatalf("%d entries, want %d", got, want)
	}
	shots := func() string {
		text, err := json.Marshal([]companion.Snapshot{s.see("purple"), s.see("green"), s.see("")})
		return string(text) + errorText(err)
	}
	want := shots()
	for range 3 {
		s.leave()
		s = open(t, store)
		if got := shots(); got != want {
			t.Errorf("after a restart:\n%s, want\n%s", got, want)
		}
		s.lie(hw.Arrived, "green-1", "green", "star")
		s.lie(hw.Arrived, "purple-2", "purple", "sun")
		s.lie(hw.Arrived, "purple-1", "purple", "moon")
		if got := shots(); got != want {
			t.Errorf("after a restart, with the cards seen:\n%s, want\n%s", got, want)
		}
	}
	if got, want := len(store.Games()[0].Entries), len(before); got != want {
		t.Errorf("%d entries after restarts, want %d", got, want)
	}
	s.lie(hw.Left, "purple-2", "purple", "sun")
	s.play("purple", "purple plan 2 sun") // it was taken back: the readers are heard as before
}

func errorText(err error) string {
	if err != nil {
		return err.Error()
	}
	return ""
}

// A card that lies wrong when the program starts is named in a notice, not played.
func TestRestartWithACardThatWasNeverRead(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.leave()
	s = open(t, store, func(o *companion.Opts) { o.Settle = time.Hour })
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	if got, want := s.notices("purple"), "purple: lift moon from field 1 and lay it down again"; got != want {
		t.Errorf("purple reads %q, want %q", got, want)
	}
	if got, want := s.see("purple").Version, 0; got != want {
		t.Errorf("version %d, want %d", got, want)
	}
	s.lie(hw.Left, "purple-1", "purple", "moon")
	s.tell(hw.Change{Kind: hw.Arrived, At: time.Now().Add(2 * time.Hour), Reader: "purple-1", UID: uid("purple", "moon")})
	if got, want := s.see("purple").Version, 1; got != want {
		t.Errorf("version %d after it was laid again, want %d", got, want)
	}
}

// A missing card is named once all readers have reported.
func TestMissingAfterRestart(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.play("purple", "purple plan 1 moon", "purple plan 2 sun")
	s.leave()
	s = open(t, store, func(o *companion.Opts) { o.Settle = 20 * time.Millisecond })
	s.tell(hw.Change{Kind: hw.Arrived, Reader: "purple-1", UID: uid("purple", "moon")})
	s.told("purple")
	if got, want := s.notices("purple"), "purple: put sun on field 2"; got != want {
		t.Errorf("purple reads %q, want %q", got, want)
	}
}

// If all cards of a seat that lays cards on readers are gone, each is named, but only to its owner;
// a seat that plays on a phone is told nothing.
func TestAllCardsGoneAfterRestart(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	s.lie(hw.Arrived, "purple-2", "purple", "sun")
	s.play("green", "green plan 1 star")
	for range 2 { // the second restart tells it again
		s.leave()
		s = open(t, store, func(o *companion.Opts) { o.Settle = 20 * time.Millisecond })
		s.told("purple")
		if got, want := s.notices("purple"), "purple: put moon on field 1; purple: put sun on field 2"; got != want {
			t.Errorf("purple reads %q, want %q", got, want)
		}
		for _, seat := range []engine.Seat{"green", ""} {
			if got, want := s.notices(seat), "purple: a card is missing on field 1; purple: a card is missing on field 2"; got != want {
				t.Errorf("%q reads %q, want %q", seat, got, want)
			}
		}
	}
	s.lie(hw.Arrived, "purple-2", "purple", "sun")
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	if got := s.notices("purple"); got != "" {
		t.Errorf("with its cards back purple reads %q", got)
	}
}

// A device that is slow to start tells it all the same: here the clock advances 15 ms whenever the
// table looks at it, and cards count as having lain there before for 20 ms.
func TestAllCardsGoneAfterASlowRestart(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	s.leave()
	var now atomic.Int64
	clock := func() time.Time { return time.UnixMilli(now.Add(15)) }
	s = open(t, store, func(o *companion.Opts) { o.Settle, o.Now = 20*time.Millisecond, clock })
	s.told("purple")
}

// The same holds if the game was ended and is reopened after a restart.
func TestAllCardsGoneAfterReopening(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	if err := s.Finish(s.Context()); err != nil {
		t.Fatal(err)
	}
	s.leave()
	s = open(t, store, func(o *companion.Opts) { o.Settle = 20 * time.Millisecond })
	if err := s.Reopen(s.Context()); err != nil {
		t.Fatal(err)
	}
	s.told("purple")
}

// told waits until seat has a notice.
func (s *stage) told(seat engine.Seat) {
	s.Helper()
	shots, err := s.Watch(s.Context(), seat)
	if err != nil {
		s.Fatal(err)
	}
	for deadline := time.After(5 * time.Minute); ; {
		select {
		case shot := <-shots:
			if len(shot.Notices) > 0 {
				return
			}
		case <-deadline:
			s.Fatal("nothing is told")
		}
	}
}

func (s *stage) notices(seat engine.Seat) string {
	s.Helper()
	var texts []string
	for _, n := range s.see(seat).Notices {
		texts = append(texts, n.Text.String())
	}
	return strings.Join(texts, "; ")
}

func TestFullStore(t *testing.T) {
	store := memory()
	s := open(t, store)
	unwritable := "the log cannot be written, so nothing was played; check the memory card"
	store.Fill(true)
	if err := start(s, companion.NewGame{Game: "hush", Seats: sit("purple")}); !errors.Is(err, companiontest.ErrFull) {
		t.Errorf("start: %v", err)
	}
	store.Fill(false)
	s.seats("purple", "green")
	if got, want := s.notices(""), ""; got != want {
		t.Errorf("notices %q after it works again", got)
	}
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	store.Fill(true)
	for what, f := range map[string]func() error{
		"do": func() error {
			_, err := s.Do(t.Context(), companion.Request{Seat: "purple", Line: "purple plan 2 sun", Version: 1})
			return err
		},
		"undo":   func() error { _, err := s.Undo(t.Context(), "purple", 1); return err },
		"finish": func() error { return s.Finish(t.Context()) },
		"name":   func() error { return s.Table.Name(t.Context(), "0A0B0C0D", []string{"purple", "moon"}) },
	} {
		if err := f(); !errors.Is(err, companiontest.ErrFull) {
			t.Errorf("%s: %v", what, err)
		}
		if got, want := s.notices("green"), unwritable; got != want {
			t.Errorf("%s: green reads %q, want %q", what, got, want)
		}
	}
	s.lie(hw.Arrived, "purple-2", "purple", "sun")
	if got, want := s.see("purple").Version, 1; got != want {
		t.Errorf("version %d, want %d: what cannot be logged is not played", got, want)
	}
	store.Fill(false)
	s.lie(hw.Arrived, "green-1", "green", "moon") // the next look plays both
	if got, want := s.see("purple").Version, 3; got != want {
		t.Errorf("version %d, want %d", got, want)
	}
	if got, want := s.notices("green"), ""; got != want {
		t.Errorf("green reads %q at last", got)
	}
	if strings.Contains(s.log.String(), "sun") || !strings.Contains(s.log.String(), "no room") {
		t.Errorf("the operator's log:\n%s", s.log)
	}
}

// A game that cannot be read does not keep the table from opening.
func TestUnreadableGame(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.play("purple", "purple plan 1 moon")
	s.leave()
	s = open(t, store, func(o *companion.Opts) { o.Offers = slices.Clone(o.Offers); o.Offers[0].Game.Name = "other" })
	if got, want := s.notices(""), "the game that was played last cannot go on in this program"; !strings.HasPrefix(got, want) {
		t.Errorf("everybody reads %q, want %q", got, want)
	}
	if err := start(s, companion.NewGame{Game: "other", Seats: sit("red")}); err != nil {
		t.Error(err)
	}
	if got := s.notices(""); got != "" {
		t.Errorf("when another game has begun everybody reads %q", got)
	}
}
