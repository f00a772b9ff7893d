package companion_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/hush"
	"arbiter/engine"
	"arbiter/hw"
)

// hidden is what differs between two games that must look alike to everybody
// but purple.
type hidden struct{ first, second string }

// witness plays with purple's hidden cards and returns everything that leaves
// the table for others, and what purple itself sees.
func witness(t *testing.T, leaky bool, h hidden) (others, own string) {
	var mu sync.Mutex
	var seen, shown strings.Builder // by people with a page, on the panel
	write := func(b *strings.Builder, x any) {
		text, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(b, "%s\n%#v\n", text, x)
	}
	note := func(x any) { write(&seen, x) }
	// The panel waits for the test, so that it misses no frame.
	frames := make(chan engine.View)
	panel := companion.PanelFunc(func(v engine.View, notices []engine.Text) {
		write(&shown, v)
		write(&shown, notices)
		select {
		case frames <- v:
		case <-t.Context().Done():
		}
	})
	s := open(t, memory(), func(o *companion.Opts) {
		o.Offers = []companion.Offer{offer(hush.Game(leaky))}
		o.Panels = []companion.Panel{panel}
		o.Readers = append(o.Readers, companion.Reader{Name: "shown", Seat: "purple", Fields: []string{"1", "2"}})
	})
	next := func() {
		t.Helper()
		select {
		case <-frames:
		case <-time.After(5 * time.Second):
			t.Fatal("the panel is shown nothing")
		}
	}
	next()
	s.seats("purple", "green")
	look := func() {
		t.Helper()
		next()
		for _, seat := range []engine.Seat{"green", "", "red", "table"} {
			shot := s.see(seat)
			shot.GameID = "" // by chance
			note(shot)
		}
		own += fmt.Sprintf("%#v\n", s.see("purple"))
	}
	look()
	try := func(seat engine.Seat, line string) {
		answer, err := s.Do(t.Context(), companion.Wish{Seat: seat, Line: line, Version: s.see(seat).Version})
		if seat != "purple" {
			note(answer)
			note(errorText(err))
		}
	}
	s.lie(hw.Arrived, "purple-1", "purple", h.first)
	look()
	try("purple", "purple plan 2 "+h.second)
	look()
	for _, card := range []string{"moon", "sun", "star"} {
		try("green", "purple take-back 1 "+card)
		try("green", "table tell "+card+" 1")
	}
	if !leaky { // green may take back what it sees
		_, err := s.undo("green")
		note(errorText(err))
	}
	_, err := s.undo("purple")
	note(errorText(err))
	look()
	s.lie(hw.Arrived, "shown", "purple", h.second)
	look()
	try("purple", "purple ready")
	look()
	s.lie(hw.Left, "purple-1", "purple", h.first)
	look()
	s.lie(hw.Arrived, "purple-2", "purple", h.first)
	look()
	s.lie(hw.Left, "purple-2", "purple", h.first)
	look()
	s.lie(hw.Arrived, "purple-2", "purple", "star")
	look()
	s.lie(hw.Arrived, "purple-2", "green", h.second) // a card of green, which purple knows
	look()
	try("green", "green plan 1 moon")
	look()
	s.leave()
	mu.Lock()
	defer mu.Unlock()
	return withoutIDs(seen.String() + shown.String() + s.log.String()), own
}

// withoutIDs drops the line parts that are drawn by chance.
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
	one, ownOne := witness(t, false, hidden{"moon", "sun"})
	two, ownTwo := witness(t, false, hidden{"sun", "moon"})
	if one != two {
		t.Errorf("others can tell two games apart:\n%s", difference(one, two))
	}
	for _, word := range []string{"purple-1", "a card is missing", "command=hidden", "only purple may", "level=DEBUG"} {
		if !strings.Contains(one, word) {
			t.Errorf("what others see lacks %q: the test looks at nothing", word)
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
	one, _ := witness(t, true, hidden{"moon", "sun"})
	two, _ := witness(t, true, hidden{"sun", "moon"})
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
