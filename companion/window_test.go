package companion_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/engine"
)

// A hand is a test's clock: each window that a clock ends takes one timer from rings.
type hand struct {
	waits []time.Duration
	rings []chan time.Time
}

func (h *hand) after(d time.Duration) <-chan time.Time {
	ring := make(chan time.Time)
	h.waits, h.rings = append(h.waits, d), append(h.rings, ring)
	return ring
}

func (h *hand) clock(o *companion.Opts) {
	o.After = h.after
	o.Now = func() time.Time { return time.Date(2026, 11, 21, 20, 15, 0, 0, time.UTC) }
}

// over ends the time of the last window.
func (h *hand) over(s *stage) {
	s.Helper()
	s.see("") // the table has opened it
	select {
	case h.rings[len(h.rings)-1] <- time.Time{}:
	case <-time.After(5 * time.Minute):
		s.Fatal("the table does not wait for its clock")
	}
	s.see("")
}

func fresh(h *hand) func(*companion.Opts) {
	return func(o *companion.Opts) { h.clock(o); o.Settle = time.Nanosecond }
}

// everybodys returns guards with which each seat may answer whoever gains.
func everybodys() map[engine.Seat]string {
	return map[engine.Seat]string{"purple": "wall", "green": "wall", "red": "spear"}
}

// entries returns the lines of the store after the first skip ones.
func entries(store *companiontest.Store, skip int) string {
	var lines []string
	for _, e := range store.Games()[0].Entries[skip:] {
		if e.Undoes > 0 {
			lines = append(lines, fmt.Sprint("undo ", e.Undoes))
			continue
		}
		lines = append(lines, fmt.Sprint(e.Command))
	}
	return strings.Join(lines, ", ")
}

// TestWindow: nothing is played before the time is over; then everything is, in the order of the
// window, whoever was first, and each seat's last word counts.
func TestWindow(t *testing.T) {
	h, store := &hand{}, memory()
	s := guarded(t, store, everybodys(), fresh(h))
	s.play("purple", "purple gain 0")
	if s.see("").Window != nil {
		t.Error("control: nobody gains, and a window is open")
	}
	s.play("purple", "purple gain 3")
	before := s.see("").Version
	x := s.see("green").Window
	if got, want := fmt.Sprint(x.Number, x.Seats, x.About, x.Ends, x.Said, x.Spoken), "1 [green red] purple wants 3 2026-11-21 20:15:06 +0000 UTC false false"; got != want {
		t.Errorf("asked: %s, want %s", got, want)
	}
	s.play("red", "red answer 1")
	s.play("green", "green answer 1")
	if _, err := s.Pass(t.Context(), "red", 1); err != nil {
		t.Error(err)
	}
	s.play("red", "red answer 1")
	if x := s.see("red").Window; !x.Said || x.Answer.Line != "red answer 1" {
		t.Errorf("red's own answer: %+v", x)
	}
	if n := s.see("").Version; n != before {
		t.Errorf("%d entries before the time is over", n-before)
	}
	h.over(s)
	if got, want := entries(store, before), "{green 1}, {red 1}, {table 1}"; got != want {
		t.Errorf("played %s, want %s", got, want)
	}
	if shot := s.see("green"); shot.Window != nil || !shot.View.Seats[0].Out {
		t.Errorf("after the window: %+v, %+v", shot.Window, shot.View.Seats[0])
	}
}

// TestWindowRefuses: seats that are not asked may neither answer nor end the window.
func TestWindowRefuses(t *testing.T) {
	h := &hand{}
	s := guarded(t, memory(), map[engine.Seat]string{"green": "wall"}, fresh(h))
	s.play("purple", "purple gain 1")
	version := s.see("").Version
	for line, want := range map[string]string{
		"red answer 1":   "nobody has asked",
		"green answer 1": "only green may do that",
		"table close 1":  "the program ends this by itself, when everybody had the time to answer",
		"red gain 1":     "wait",
	} {
		if got := s.refused(companion.Request{Seat: "red", Line: line, Version: version}); got != want {
			t.Errorf("%s: %s", line, got)
		}
	}
	for _, seat := range []engine.Seat{"red", ""} {
		if _, err := s.Pass(t.Context(), seat, 1); err == nil {
			t.Errorf("%q lets pass what it is not asked", seat)
		}
	}
	if _, err := s.Pass(t.Context(), "green", 2); err == nil {
		t.Error("green lets another window pass")
	}
	for _, c := range s.see("red").Legal {
		t.Errorf("red may %s", c.Line)
	}
	if got, want := fmt.Sprint(len(s.see("green").Legal), " ", s.see("green").Legal[0].Line), "1 green answer 1"; got != want {
		t.Errorf("green may %s, want %s", got, want)
	}
}

// TestUnlimited: without a clock the window ends when everybody asked has answered or passed.
func TestUnlimited(t *testing.T) {
	h := &hand{}
	s := open(t, memory(), fresh(h))
	s.begun("slow", everybodys())
	s.play("purple", "purple gain 1")
	if x := s.see("red").Window; !x.Ends.IsZero() || len(h.waits) > 0 {
		t.Errorf("a clock ends it: %v, %v", x.Ends, h.waits)
	}
	s.play("red", "red answer 1")
	if s.see("").Window == nil {
		t.Fatal("it has ended before green has said anything")
	}
	if _, err := s.Pass(t.Context(), "green", 1); err != nil {
		t.Error(err)
	}
	if shot := s.see(""); shot.Window != nil || !shot.View.Seats[0].Out {
		t.Errorf("it does not end: %+v", shot.Window)
	}
}

// TestStandingOrder: a standing order is the seat's own secret, and changes neither what is played
// nor when.
func TestStandingOrder(t *testing.T) {
	h := &hand{}
	s := guarded(t, memory(), everybodys(), fresh(h))
	if err := s.Order(t.Context(), "green", "out"); err != nil {
		t.Fatal(err)
	}
	for seat, name := range map[engine.Seat]string{"": "out", "blue": "out", "red": "perhaps"} {
		if err := s.Order(t.Context(), seat, name); err == nil {
			t.Errorf("%q has the standing order %q", seat, name)
		}
	}
	s.play("purple", "purple gain 1")
	if own, other := s.see("green"), s.see("red"); !own.Window.Passes || own.Order != "out" || other.Window.Passes || other.Order != "" {
		t.Errorf("green %v %q, red %v %q", own.Window.Passes, own.Order, other.Window.Passes, other.Order)
	}
	h.over(s)
	s.play("purple", "purple gain 3")
	if s.see("green").Window.Passes {
		t.Error("green would be out, and is not asked")
	}
	if len(h.rings) != 2 {
		t.Errorf("%d windows", len(h.rings))
	}
}

// TestSpoken: if somebody has no phone no clock runs, and a button says that nobody answers; it
// does not speak for those who have phones.
func TestSpoken(t *testing.T) {
	h, phones := &hand{}, map[engine.Seat]bool{"red": true}
	b := buttoned(t, all, fresh(h), func(o *companion.Opts) { o.Phone = func(s engine.Seat) bool { return phones[s] } })
	b.begun("guards", everybodys())
	b.play("purple", "purple gain 1")
	if x := b.see("").Window; !x.Spoken || !x.Ends.IsZero() || len(h.waits) > 0 {
		t.Errorf("green has no phone: %+v", x)
	}
	b.choose("Nobody answers")
	if b.see("").Window == nil {
		t.Fatal("a button has answered for red")
	}
	if _, err := b.Pass(t.Context(), "red", 1); err != nil {
		t.Error(err)
	}
	if b.see("").Window != nil {
		t.Error("all have said it, and the window is still open")
	}
	b.play("purple", "purple gain 3")
	b.choose("green answer 1")
	b.choose("Nobody else answers")
	b.play("red", "red answer 1")
	if shot := b.see(""); shot.Window != nil || !shot.View.Seats[0].Out {
		t.Errorf("green and red have answered: %+v", shot.View.Seats)
	}
}

// choose presses the table's buttons until the item of this name is chosen.
func (d deskful) choose(item string) {
	d.Helper()
	for range 9 {
		d.push("next")
		if strings.Contains(d.panel(), "› "+item+" (") {
			d.push("confirm")
			return
		}
	}
	d.Fatalf("the menu has no %q but %q", item, d.panel())
}

// TestWindowIsAskedAgain: answers given before the program stopped are forgotten; a window that was
// already ending ends.
func TestWindowIsAskedAgain(t *testing.T) {
	h, store := &hand{}, memory()
	s := guarded(t, store, everybodys(), fresh(h))
	s.play("purple", "purple gain 1")
	s.play("green", "green answer 1")
	s.leave()
	s = open(t, store, fresh(h))
	if x := s.see("green").Window; x == nil || x.Said {
		t.Fatalf("after a crash green is asked: %+v", x)
	}
	h.over(s)
	if got, want := entries(store, 12), "{purple 1}, {table 1}"; got != want {
		t.Errorf("played %s, want %s", got, want)
	}
	s.play("purple", "purple gain 2")
	s.play("green", "green answer 1")
	store.Room(1) // the answer is written, the end is not
	h.over(s)
	s.leave()
	store.Fill(false)
	s = open(t, store, fresh(h))
	if s.see("").Window != nil {
		t.Error("the window that was ending is open")
	}
	if got, want := entries(store, 14), "{purple 2}, {green 1}, {table 2}"; got != want {
		t.Errorf("played %s, want %s", got, want)
	}
}

// TestUndoAcrossAWindow: an undo takes back a window as a whole, and it is asked again; the next
// undo takes back what it was about.
func TestUndoAcrossAWindow(t *testing.T) {
	h, store := &hand{}, memory()
	s := guarded(t, store, everybodys(), fresh(h))
	s.play("purple", "purple gain 1")
	s.play("green", "green answer 1")
	s.play("red", "red answer 1")
	h.over(s)
	for _, seat := range []engine.Seat{"green", "red"} { // purple is out
		if _, err := s.undo(seat); err != nil {
			t.Fatal(err)
		}
	}
	if x := s.see("green").Window; x == nil || x.Said || len(h.rings) != 2 {
		t.Fatalf("the window is asked again: %+v", x)
	}
	if _, err := s.undo("purple"); err != nil || s.see("").Window != nil {
		t.Errorf("purple takes its gain back: %v", err)
	}
	if got, want := entries(store, 12), "{purple 1}, {green 1}, {red 1}, {table 1}, undo 16, undo 15, undo 14, undo 13"; got != want {
		t.Errorf("the log has %s, want %s", got, want)
	}
}

// TestSeatLostInAWindow: whoever takes over the seat neither learns what was answered there nor is
// bound by it.
func TestSeatLostInAWindow(t *testing.T) {
	h, store := &hand{}, memory()
	s := guarded(t, store, everybodys(), fresh(h))
	if err := s.Order(t.Context(), "green", "out"); err != nil {
		t.Fatal(err)
	}
	s.play("purple", "purple gain 1")
	s.play("green", "green answer 1")
	if err := s.Conceal(t.Context(), "green"); err != nil {
		t.Fatal(err)
	}
	if shot := s.see("green"); shot.Window.Said || shot.Order != "" {
		t.Errorf("who took the seat sees %+v, %q", shot.Window, shot.Order)
	}
	h.over(s)
	if got, want := entries(store, 12), "{purple 1}, {table 1}"; got != want {
		t.Errorf("played %s, want %s", got, want)
	}
}

// begun begins a game of three with an option, in which each seat has hidden a guard.
func (s *stage) begun(option string, guards map[engine.Seat]string) {
	s.Helper()
	n := companion.NewGame{Game: "hush", Options: []string{option, "told"}}
	for _, seat := range []engine.Seat{"purple", "green", "red"} {
		n.Seats = append(n.Seats, companion.Seating{Seat: seat})
	}
	if _, err := s.Start(s.Context(), n); err != nil {
		s.Fatal(err)
	}
	for _, x := range n.Seats {
		seat := string(x.Seat)
		if g := guards[x.Seat]; g != "" {
			s.play(x.Seat, seat+" hide "+g)
		}
		s.play(x.Seat, seat+" plan 1 moon", seat+" plan 2 sun", seat+" ready")
	}
}
