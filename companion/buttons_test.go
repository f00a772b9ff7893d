package companion_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/menu"
	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/hw"
)

// A deskful is a table with buttons: those of a seat are named "purple confirm".
type deskful struct {
	*stage
	presses chan menu.Press
}

func buttoned(t *testing.T, names string, change ...func(*companion.Opts)) deskful {
	d := deskful{presses: make(chan menu.Press)}
	d.stage = open(t, memory(), append(change, func(o *companion.Opts) {
		o.Presses = d.presses
		for n := range strings.SplitSeq(names, ", ") {
			o.Buttons = append(o.Buttons, button(n))
		}
	})...)
	return d
}

func button(name string) menu.Button {
	seat, what, ok := strings.Cut(name, " ")
	if !ok {
		return menu.Button{Name: name}
	}
	return menu.Button{Name: what, Seat: engine.Seat(seat)}
}

// push presses buttons one after the other: "next, purple confirm".
func (d deskful) push(names string) {
	d.Helper()
	for n := range strings.SplitSeq(names, ", ") {
		d.presses <- menu.Press{Button: button(n)}
	}
	d.see("") // the table has handled the last press
}

// panel is what everybody reads.
func (d deskful) panel() string { return d.notices("") }

func (d deskful) shows(what, want string) {
	d.Helper()
	if got := d.panel(); got != want {
		d.Errorf("%s: the panel shows %q, want %q", what, got, want)
	}
}

const all = "confirm, back, undo, next"

// A whole game with cards on readers and one set of buttons, from beginning to end.
func TestGameByButtons(t *testing.T) {
	b := buttoned(t, all)
	b.push("next")
	b.shows("no game", "› Hush for 1 (1/3)")
	b.push("next, next, next, next")
	b.shows("around", "› Hush for 2 (2/3)")
	b.push("back")
	b.shows("back", "")
	b.push("confirm, confirm")
	b.shows("solo", "")
	if got, want := b.see("").View.Seats, []engine.Seat{"purple", testgame.Robot}; got[0].Seat != want[0] || got[1].Seat != want[1] {
		t.Fatalf("seats %v, want %v", got, want)
	}
	b.push("confirm")
	b.shows("nothing to confirm", "nothing can be chosen with the buttons now")
	b.lie(hw.Arrived, "purple-1", "purple", "moon")
	b.shows("the game has moved on", "")
	b.lie(hw.Arrived, "purple-2", "purple", "sun")
	b.push("confirm") // ready is the only choice
	b.push("next")
	b.shows("values are asked for", "› moon is worth 1 (1/3)")
	b.push("next, confirm, confirm, next, next, next, confirm")
	want := "purple plan 1 moon; purple plan 2 sun; purple ready; moon is worth 2; sun is worth 3"
	if got := strings.Join(b.lines(), "; "); got != want {
		t.Errorf("the log is %q, want %q", got, want)
	}
	b.push("next")
	b.shows("numbers are one item", "purple › purple gains 0 … purple gains 3 (1/2)")
	b.push("confirm, confirm")
	b.shows("confirm alone enters none of them", "purple › next: purple gains 0 (0/4)")
	b.push("next, next, next")
	b.shows("within", "purple › purple gains 2 (3/4)")
	b.push("back")
	b.shows("one back", "purple › purple gains 0 … purple gains 3 (1/2)")
	b.push("confirm, next, next, confirm, next, next, confirm")
	b.shows("the cardboard", "purple: slide the cards one field to the right")
}

// A double press of confirm opens the menu but chooses nothing from it; a second press a while
// later does choose. The control is two presses whose times are unknown.
func TestDoublePressOfConfirm(t *testing.T) {
	b := buttoned(t, all)
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	press := func(after time.Duration) {
		b.presses <- menu.Press{Button: button("confirm"), At: noon.Add(after)}
	}
	press(0)
	press(250 * time.Millisecond)
	b.shows("a double press", "› Hush for 1 (1/3)")
	press(time.Second)
	if len(b.see("").View.Seats) == 0 {
		t.Error("a press a second later chooses nothing")
	}
	control := buttoned(t, all)
	control.push("confirm, confirm")
	if len(control.see("").View.Seats) == 0 {
		t.Error("control: two presses choose nothing, which proves nothing")
	}
}

// The menu says what a command would give up.
func TestButtonsTellWhatLapses(t *testing.T) {
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	b := buttoned(t, all, func(o *companion.Opts) { o.Offers = offers })
	if _, err := b.Start(t.Context(), companion.NewGame{Game: "council-of-shadows", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "green"}}, Order: []engine.Seat{"purple", "green"}}); err != nil {
		t.Fatal(err)
	}
	var all []string
	for range 8 {
		b.push("next")
		all = append(all, b.panel())
	}
	if got := strings.Join(all, "\n"); !strings.Contains(got, "No more purchases: 3 lapse") {
		t.Errorf("the menu says\n%s", got)
	}
}

// A seat's own button confirms for that seat alone.
func TestConfirmOfASeat(t *testing.T) {
	b := buttoned(t, "purple confirm, green confirm").seats2()
	for _, seat := range []engine.Seat{"purple", "green"} {
		b.lie(hw.Arrived, string(seat)+"-1", seat, "moon")
		b.lie(hw.Arrived, string(seat)+"-2", seat, "sun")
	}
	b.push("green confirm")
	if got, want := last(b.see("green")), "green ready"; got != want {
		t.Errorf("the log ends with %q, want %q", got, want)
	}
	b.push("green confirm")
	b.shows("green waits", "nothing can be chosen with the buttons now")
	b.push("purple confirm")
	if got, want := last(b.see("purple")), "purple ready"; got != want {
		t.Errorf("the log ends with %q, want %q", got, want)
	}
	b.push("purple confirm")
	b.shows("a menu", "› next: moon is worth 1 (0/3)")
}

func last(s companion.Snapshot) string { return s.Log[len(s.Log)-1].Command.String() }

func (d deskful) seats2() deskful {
	d.Helper()
	d.seats("purple", "green")
	return d
}

// With buttons for the whole table nobody is made ready by accident: the menu says whom a press is
// for.
func TestConfirmOfTheTable(t *testing.T) {
	b := buttoned(t, all).seats2()
	for _, seat := range []engine.Seat{"purple", "green"} {
		b.lie(hw.Arrived, string(seat)+"-1", seat, "moon")
		b.lie(hw.Arrived, string(seat)+"-2", seat, "sun")
	}
	b.push("confirm")
	b.shows("who", "purple › purple ready (1/1)")
	b.play("green", "green ready")
	b.shows("what another seat does closes nothing", "purple › purple ready (1/1)")
	b.push("confirm")
	if got, want := last(b.see("purple")), "purple ready"; got != want {
		t.Errorf("the log ends with %q, want %q", got, want)
	}
}

// Buttons take back at once what was not shown, and what was shown once every seat agrees.
func TestUndoByButtons(t *testing.T) {
	const buttons = "purple confirm, purple back, purple undo, green confirm, green back"
	const question = "take back the last step? Confirm, or just go on"
	agree := func(seat string) string {
		return seat + ": do you agree to take back the last step? Confirm, or just go on"
	}
	b := buttoned(t, buttons).seats2()
	b.push("purple undo")
	b.shows("asked", question)
	b.push("purple confirm")
	b.shows("nothing was played", "there is nothing to take back")
	b.play("purple", "purple plan 1 moon")
	b.push("purple undo, purple back, purple confirm")
	if got, want := b.see("").Version, 1; got != want {
		t.Errorf("%d entries after a step back, want %d", got, want)
	}
	b.push("purple undo, purple confirm")
	if got, want := b.see("purple").Log[0].Undone, true; got != want {
		t.Error("the step was not taken back")
	}
	b.play("purple", "purple plan 1 moon", "purple plan 2 sun", "purple ready")
	b.play("green", "green plan 1 moon", "green plan 2 sun", "green ready")
	version := b.see("").Version
	b.push("purple undo, purple confirm")
	b.shows("green is asked", agree("green"))
	b.push("green back")
	b.shows("green does not agree", "")
	b.push("purple undo, purple confirm, green confirm")
	if got, want := b.see("").Version, version+1; got != want {
		t.Errorf("%d entries, want %d: both have agreed", got, want)
	}
	if !b.see("green").Log[len(b.see("green").Log)-2].Undone {
		t.Error("what was shown was not taken back")
	}
	if b.see("purple").View.Stage == nil && strings.Contains(b.panel(), "agree") {
		t.Errorf("the panel still asks: %s", b.panel())
	}
}

// One set of buttons for everybody: each seat is asked in turn.
func TestUndoByTheButtonsOfTheTable(t *testing.T) {
	b := buttoned(t, all).seats2()
	b.round()
	version := b.see("").Version
	b.push("undo, confirm")
	b.shows("purple first", "purple: do you agree to take back the last step? Confirm, or just go on")
	b.push("confirm")
	b.shows("then green", "green: do you agree to take back the last step? Confirm, or just go on")
	if got := b.see("").Version; got != version {
		t.Fatalf("taken back without green")
	}
	b.push("confirm")
	if got, want := b.see("").Version, version+1; got != want {
		t.Errorf("%d entries, want %d", got, want)
	}
}

// Confirm accepts the cards as they lie if that is offered.
func TestAcceptByButton(t *testing.T) {
	b := buttoned(t, "purple confirm, green confirm").seats2()
	b.lie(hw.Arrived, "purple-1", "purple", "moon")
	b.lie(hw.Arrived, "purple-1", "purple", "sun")
	const offer = "purple: confirm, and the cards stay as they lie"
	b.shows("offered", offer+"; purple: there is one card too many on field 1; take it into the hand")
	b.push("green confirm")
	if got, want := b.see("").Version, 1; got != want {
		t.Errorf("green has accepted purple's cards")
	}
	b.push("purple confirm")
	if got, want := last(b.see("purple")), "purple plan 1 sun"; got != want {
		t.Errorf("the log ends with %q, want %q", got, want)
	}
	if got := b.panel(); strings.Contains(got, offer) {
		t.Errorf("it is offered again: %s", got)
	}
}

// If a card shown at a shared reader fits several fields, buttons choose one; the panel does not
// name the card.
func TestQuestionByButtons(t *testing.T) {
	b := buttoned(t, all, func(o *companion.Opts) {
		o.Readers = []presence.Reader{{Name: "shared", Seat: "purple", Fields: []string{"1", "2"}}}
	})
	b.seats("purple", "robot")
	show := func(card string) {
		b.lie(hw.Arrived, "shared", "purple", card)
		b.lie(hw.Left, "shared", "purple", card)
	}
	show("moon")
	show("sun")
	b.play("purple", "purple ready", "table tell moon 1", "table tell sun 2", "purple slide", "robot act left")
	show("sun")
	show("star")
	b.push("confirm")
	if got, want := b.panel(), "purple › field 1 (1/2); purple: which field is the card for? Choose on a phone or with the buttons"; got != want {
		t.Errorf("the panel shows %q, want %q", got, want)
	}
	b.push("next, confirm")
	if got, want := last(b.see("purple")), "purple plan 2 star"; got != want {
		t.Errorf("the log ends with %q, want %q", got, want)
	}
}

// A button that cannot be read causes a notice until it is pressed.
func TestBrokenButton(t *testing.T) {
	b := buttoned(t, "purple confirm, next").seats2()
	b.presses <- menu.Press{Button: button("purple confirm"), Err: errors.New("no such pin")}
	b.shows("broken", "the button purple confirm does not work: check its wire")
	b.push("purple confirm")
	b.shows("pressed", "nothing can be chosen with the buttons now")
	b.presses <- menu.Press{Button: button("red confirm")}
	b.presses <- menu.Press{Button: button("purple next")}
	b.push("next, next")
	b.shows("of another rig", "nothing can be chosen with the buttons now; nothing can be chosen with the buttons now")
	if !strings.Contains(b.log.String(), "a button that the rig does not have") {
		t.Errorf("the operator is not told:\n%s", b.log)
	}
	close(b.presses)
	b.see("")
}
