package companion_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/menu"
	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/hw"
)

// hidden holds what differs between two games that must look alike to everybody but purple.
type hidden struct{ first, second string }

// A witness records everything that leaves a table for anybody but purple, and what purple itself
// sees.
type witness struct {
	*stage
	frames  chan bool // a frame was shown; the panel waits here, so that it misses none
	presses chan menu.Press

	mu   sync.Mutex
	seen strings.Builder // by people with a page
	wall strings.Builder // by everybody, on the panel
	own  string
}

func (w *witness) write(b *strings.Builder, x any) {
	text, err := json.Marshal(x)
	w.mu.Lock()
	defer w.mu.Unlock()
	fmt.Fprintf(b, "%s%s\n%#v\n", text, errorText(err), x)
}

// Show makes the witness a panel.
func (w *witness) Show(v engine.View, notices []engine.Text, _ engine.Text) {
	w.write(&w.wall, v)
	w.write(&w.wall, notices)
	w.frames <- true
}

func (w *witness) frame() {
	w.Helper()
	select {
	case <-w.frames:
	case <-time.After(5 * time.Minute):
		w.Fatal("the panel is shown nothing")
	}
}

// look waits for the next frame and writes down what everybody sees.
func (w *witness) look() {
	w.Helper()
	w.frame()
	for _, seat := range []engine.Seat{"green", "", "red", "table"} {
		shot := w.see(seat)
		shot.GameID = "" // by chance
		w.write(&w.seen, shot)
	}
	w.own += fmt.Sprintf("%#v\n", w.see("purple"))
}

func (w *witness) try(seat engine.Seat, line string) {
	answer, err := w.Do(w.Context(), companion.Request{Seat: seat, Line: line, Version: w.see(seat).Version})
	if seat != "purple" {
		w.write(&w.seen, answer)
		w.write(&w.seen, errorText(err))
	}
}

func (w *witness) tryUndo(seat engine.Seat) {
	_, err := w.undo(seat)
	w.write(&w.seen, errorText(err))
}

// observe plays purple's hidden cards, on readers and by phone, in order and out of order.
func observe(t *testing.T, leaky bool, h hidden) (others, own string) {
	w := &witness{frames: make(chan bool), presses: make(chan menu.Press)}
	w.stage = open(t, memory(), func(o *companion.Opts) {
		o.Offers = []companion.GameOffer{offer(testgame.Game(leaky))}
		o.Panels, o.Presses = []companion.Panel{w}, w.presses
		for _, n := range []string{"next", "confirm", "undo"} {
			o.Buttons = append(o.Buttons, menu.Button{Name: n, Seat: "purple"})
		}
		o.Readers = append(o.Readers, presence.Reader{Name: "shown", Seat: "purple", Fields: []string{"1", "2"}})
	})
	w.frame()
	w.seats("purple", "green")
	w.look()
	w.plan(leaky, h)
	for _, step := range []struct {
		kind         hw.Kind
		reader, card string
		seat         engine.Seat
	}{
		{hw.Left, "purple-1", h.first, "purple"},
		{hw.Arrived, "purple-2", h.first, "purple"},
		{hw.Left, "purple-2", h.first, "purple"},
		{hw.Arrived, "purple-2", "star", "purple"},
		{hw.Arrived, "purple-2", h.second, "green"}, // a card of green, which purple knows
	} {
		w.lie(step.kind, step.reader, step.seat, step.card)
		w.look()
		w.press("next", "next")
	}
	w.try("green", "green plan 1 moon")
	w.look()
	w.leave()
	w.mu.Lock()
	defer w.mu.Unlock()
	return withoutIDs(w.seen.String() + w.wall.String() + w.log.String()), w.own
}

// press pushes buttons of purple, which show menus to everybody.
func (w *witness) press(names ...string) {
	w.Helper()
	for _, n := range names {
		w.presses <- menu.Press{Button: menu.Button{Name: n, Seat: "purple"}}
		w.look()
	}
}

// plan lays purple's cards and makes it ready, while green tries to pry.
func (w *witness) plan(leaky bool, h hidden) {
	w.lie(hw.Arrived, "purple-1", "purple", h.first)
	w.look()
	w.try("purple", "purple plan 2 "+h.second)
	w.look()
	for _, card := range []string{"moon", "sun", "star"} {
		w.try("green", "purple take-back 1 "+card)
		w.try("green", "table tell "+card+" 1")
	}
	if !leaky { // green may take back what it sees
		w.tryUndo("green")
	}
	w.tryUndo("purple")
	w.look()
	w.lie(hw.Arrived, "shown", "purple", h.second)
	w.look()
	w.press("next", "next", "undo", "next")
	w.try("purple", "purple ready")
	w.look()
}

// withoutIDs drops the parts of lines that are random.
func withoutIDs(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if before, after, ok := strings.Cut(line, " id="); ok {
			_, after, _ = strings.Cut(after, " ")
			line = before + " " + after
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "")
}

func TestHiddenCardsLeaveNoTrace(t *testing.T) {
	one, ownOne := observe(t, false, hidden{"moon", "sun"})
	two, ownTwo := observe(t, false, hidden{"sun", "moon"})
	if one != two {
		t.Errorf("others can tell two games apart:\n%s", difference(one, two))
	}
	for _, word := range []string{"purple-1", "a card is missing", "command=hidden", "only purple may", "level=DEBUG", "%s › %s", "take back the last step?"} {
		if !strings.Contains(one, word) {
			t.Errorf("what others see lacks %q: the test compares nothing", word)
		}
	}
	if ownOne == ownTwo {
		t.Error("purple itself cannot tell the games apart: the test hides nothing")
	}
	for _, u := range []hw.UID{uid("purple", "moon"), uid("purple", "sun")} {
		if strings.Contains(one, u.String()) {
			t.Errorf("others see the tag %s", u)
		}
	}
}

// The control: a game that forgets to cover its cards is caught.
func TestLeakIsCaught(t *testing.T) {
	one, _ := observe(t, true, hidden{"moon", "sun"})
	two, _ := observe(t, true, hidden{"sun", "moon"})
	if one == two {
		t.Error("a game that shows hidden cards was not noticed")
	}
}

func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d:\n%.2000s\n%.2000s", i, x[i], y[i])
		}
	}
	return "one is longer"
}
