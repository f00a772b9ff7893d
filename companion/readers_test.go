package companion_test

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/companion"
	"arbiter/companion/presence"
	"arbiter/hw"
	"arbiter/hw/virtual"
)

// shelf is a rig of virtual readers behind the real tracker.
type shelf struct {
	*stage
	readers map[string]*virtual.Reader
}

func watched(t *testing.T, change ...func(*companion.Opts)) shelf {
	t.Helper()
	h := shelf{readers: map[string]*virtual.Reader{}}
	var bus hw.Bus
	for _, name := range []string{"purple-1", "purple-2", "green-1", "green-2", "shared"} {
		h.readers[name] = virtual.New(name)
		bus = append(bus, h.readers[name])
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	tracker := hw.NewTracker(hw.Opts{LeaveMisses: 3, LeaveAfter: time.Millisecond, DownErrors: 2, DownAfter: time.Millisecond})
	watcher := hw.Watch(ctx, []hw.Bus{bus}, tracker, hw.Pace{Pause: time.Millisecond, RetryMin: time.Millisecond, RetryMax: time.Millisecond})
	h.stage = open(t, memory(), append(change, func(o *companion.Opts) {
		o.Changes = watcher.Changes()
		o.Readers = append(o.Readers, presence.Reader{Name: "shared", Seat: "purple", Fields: []string{"1", "2"}})
	})...)
	return h
}

// until waits for a snapshot of purple that satisfies f.
func (h shelf) until(what string, f func(companion.Snapshot) bool) {
	h.Helper()
	ctx, cancel := context.WithTimeout(h.Context(), 5*time.Minute)
	defer cancel()
	shots, err := h.Watch(ctx, "purple")
	if err != nil {
		h.Fatal(err)
	}
	for shot := range shots {
		if f(shot) {
			return
		}
	}
	h.Fatalf("never: %s; purple reads %q, the log is %q", what, h.notices("purple"), h.lines())
}

func (h shelf) played(line string) {
	h.Helper()
	h.until(line, func(s companion.Snapshot) bool {
		return len(s.Log) > 0 && s.Log[len(s.Log)-1].Command.String() == line
	})
}

func (h shelf) reads(text string) {
	h.Helper()
	h.until(text, func(s companion.Snapshot) bool {
		var texts []string
		for _, n := range s.Notices {
			texts = append(texts, n.Text.String())
		}
		return strings.Join(texts, "; ") == text
	})
}

func TestCardsOnReaders(t *testing.T) {
	h := watched(t)
	h.seats("purple", "green")
	first, second := h.readers["purple-1"], h.readers["purple-2"]
	moon, sun := uid("purple", "moon"), uid("purple", "sun")
	first.Place(moon)
	h.played("purple plan 1 moon")
	first.Lift(moon)
	h.played("purple take-back 1 moon")
	first.Place(moon)
	h.played("purple plan 1 moon")
	first.Place(sun)
	h.reads("purple: sun cannot lie on the card on field 1; take it into the hand")
	first.Lift(sun)
	second.Place(sun)
	h.played("purple plan 2 sun")
	h.reads("")
	h.play("purple", "purple ready")
	second.Fail(nil)
	h.reads("reader purple-2 does not answer: check its cable; the game goes on")
	second.Fail(fmt.Errorf("%w: %w", hw.ErrNoReader, syscall.ENOENT))
	h.reads("reader purple-2: its port is missing: plug it in, or switch it on; the game goes on")
	second.Lift(sun)
	second.Place(sun)
	second.Repair()
	h.reads("")
	if got, want := strings.Join(h.lines(), "; "), "purple plan 1 moon; purple take-back 1 moon; purple plan 1 moon; purple plan 2 sun; purple ready"; got != want {
		t.Errorf("log: %s, want %s", got, want)
	}
	first.Lift(moon)
	h.reads("purple: put moon on field 1")
	first.Place(moon)
	h.reads("")
	h.play("green", "green plan 1 moon", "green plan 2 sun", "green ready", "table tell moon 1", "table tell sun 2")
	h.play("purple", "purple slide")
	h.reads("purple: slide the cards one field to the right")
	second.Lift(sun)
	first.Lift(moon)
	second.Place(moon)
	h.reads("")
	if got, want := h.see("").Version, 11; got != want {
		t.Errorf("version %d, want %d: sliding the cardboard is no command", got, want)
	}
}

// After an undo by phone the card that still lies there is not played again.
func TestUndoWhileTheCardLiesThere(t *testing.T) {
	h := watched(t)
	h.seats("purple", "green")
	h.readers["purple-1"].Place(uid("purple", "moon"))
	h.played("purple plan 1 moon")
	if _, err := h.undo("purple"); err != nil {
		t.Fatal(err)
	}
	h.reads("purple: take moon from field 1 into the hand")
	h.readers["purple-1"].Lift(uid("purple", "moon"))
	h.reads("")
	if got, want := h.see("").Version, 2; got != want {
		t.Errorf("version %d, want %d", got, want)
	}
}

// Cards are shown one after the other at one reader; then one of them raises a question.
func TestSharedReader(t *testing.T) { synctest.Test(t, sharedReader) }

func sharedReader(t *testing.T) {
	h := watched(t)
	h.seats("purple", "robot")
	show := func(card string, then func()) {
		h.readers["shared"].Place(uid("purple", card))
		then()
		h.readers["shared"].Lift(uid("purple", card))
	}
	show("moon", func() { h.played("purple plan 1 moon") })
	show("sun", func() { h.played("purple plan 2 sun") })
	h.play("purple", "purple ready", "table tell moon 1", "table tell sun 2", "purple slide", "robot act left", "purple plan 1 sun")
	question := "purple: which field is star for? Choose on a phone"
	show("star", func() { h.reads(question) })
	time.Sleep(time.Second) // bubble: the readers notice that the card has left
	h.reads(question)
	h.readers["shared"].Place(uid("green", "moon")) // another card drops the question
	h.reads("purple: moon is of no use now; take it off the reader")
	h.readers["shared"].Lift(uid("green", "moon"))
	h.reads("")
	h.play("purple", "purple plan 2 star")
	h.reads("")
}

// A card without a name is named on a phone and then counts as laid there.
func TestNameATag(t *testing.T) {
	h := watched(t, func(o *companion.Opts) { o.Tags = nil })
	h.seats("purple", "green")
	h.readers["purple-1"].Place(uid("purple", "moon"))
	h.reads("reader purple-1: this card has no name yet; name it on a phone or take it away")
	number := h.see("purple").Notices[0].UID
	if got, want := number, uid("purple", "moon").String(); got != want {
		t.Errorf("purple is told tag %q, want %q", got, want)
	}
	if got, want := h.see("green").Notices[0].UID, ""; got != want {
		t.Errorf("green is told tag %q", got)
	}
	for _, words := range [][]string{nil, {"two words"}, {"#"}} {
		if err := h.Table.Name(t.Context(), number, words); h.refusal(err) != "say in plain words which card it is" {
			t.Errorf("%q: %v", words, err)
		}
	}
	if err := h.Table.Name(t.Context(), "moon", []string{"moon"}); h.refusal(err) != "that is no number of a tag" {
		t.Error(err)
	}
	if err := h.Table.Name(t.Context(), number, []string{"purple", "moon"}); err != nil {
		t.Fatal(err)
	}
	h.played("purple plan 1 moon")
}

// The readers report while no game is running.
func TestReadersWithoutAGame(t *testing.T) {
	s := open(t, memory())
	s.tell(hw.Change{Kind: hw.Arrived, Reader: "elsewhere", UID: uid("purple", "moon")})
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	s.tell(hw.Change{Kind: hw.Unreadable, Reader: "purple-2", Err: hw.ErrCollision})
	if got, want := s.notices(""), "reader purple-2 cannot tell its cards apart: lay them flat, one upon the other"; got != want {
		t.Errorf("everybody reads %q, want %q", got, want)
	}
	s.tell(hw.Change{Kind: hw.Readable, Reader: "purple-2"})
	s.tell(hw.Change{Kind: hw.Conflict, Reader: "green-1", UID: uid("purple", "moon"), Owner: "purple-1"})
	if got, want := s.notices(""), "readers green-1 and purple-1 see the same card: take it off one of them"; got != want {
		t.Errorf("everybody reads %q, want %q", got, want)
	}
	s.tell(hw.Change{Kind: hw.Settled, Reader: "green-1", UID: uid("purple", "moon")})
	close(s.changes)
	s.seats("purple", "green") // the card that lies there is read when the game begins
	if got, want := fmt.Sprint(s.lines(), s.notices("")), "[purple plan 1 moon]"; got != want {
		t.Errorf("at the start: %s, want %s", got, want)
	}
	if !strings.Contains(s.log.String(), "a reader that the rig does not have") {
		t.Errorf("the operator is not told of the unknown reader:\n%s", s.log)
	}
}

// A card left from the last game asks for nothing in the next.
func TestCardsOfTheLastGame(t *testing.T) {
	s := open(t, memory()).seats("purple", "green")
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	if err := s.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.seats("purple", "green")
	if got, want := fmt.Sprint(len(s.lines()), s.notices("purple")), "0purple: take moon from field 1 into the hand"; got != want {
		t.Errorf("in the next game: %s, want %s", got, want)
	}
}
