package menu

import (
	"slices"
	"strings"
	"time"

	"arbiter/engine"
)

// A Button is a button of the rig.
type Button struct {
	Name string      // "confirm", "back", "undo" or "next"
	Seat engine.Seat // whose it is; "" is everybody's
}

// A Press is one press of a Button.
type Press struct {
	Button
	At  time.Time // zero if unknown
	Err error     // the button could not be read; nobody pressed it
}

// doublePress is how soon after another one a press of confirm is ignored, because nobody can have
// read what it would confirm.
const doublePress = 400 * time.Millisecond

// Buttons are the buttons of a rig and their state.
type Buttons struct{ all []seatButtons }

// seatButtons are the buttons of one seat, or of everybody.
type seatButtons struct {
	seat   engine.Seat
	names  []string
	broken []string
	sure   time.Time   // when confirm was last pressed
	menu   *menu       // nil if closed
	undo   bool        // asking whether to take back the last step
	since  string      // Input.Moment of undo and answer
	answer engine.Text // why the last press did nothing
}

// New groups buttons by their owners.
func New(buttons []Button) *Buttons {
	b := &Buttons{}
	for _, one := range buttons {
		i := slices.IndexFunc(b.all, func(p seatButtons) bool { return p.seat == one.Seat })
		if i < 0 {
			i = len(b.all)
			b.all = append(b.all, seatButtons{seat: one.Seat})
		}
		b.all[i].names = append(b.all[i].names, one.Name)
	}
	return b
}

// of returns the group that a button belongs to, or nil.
func (b *Buttons) of(one Button) *seatButtons {
	for i := range b.all {
		if b.all[i].seat == one.Seat && slices.Contains(b.all[i].names, one.Name) {
			return &b.all[i]
		}
	}
	return nil
}

// Has reports whether the rig has a button.
func (b *Buttons) Has(one Button) bool { return b.of(one) != nil }

// Any reports whether the rig has buttons at all.
func (b *Buttons) Any() bool { return len(b.all) > 0 }

// Choosing returns whose buttons can choose: "" is everybody's.
func (b *Buttons) Choosing() map[engine.Seat]bool {
	has := func(seat engine.Seat, name string) bool { return b.Has(Button{name, seat}) }
	seats := map[engine.Seat]bool{}
	for _, p := range b.all {
		seats[p.seat] = has(p.seat, "confirm") && (has(p.seat, "next") || has("", "next"))
	}
	return seats
}

// Read records whether a button could be read, and reports whether it works again.
func (b *Buttons) Read(p Press) (again bool) {
	of := b.of(p.Button)
	was := len(of.broken)
	of.broken = slices.DeleteFunc(of.broken, func(n string) bool { return n == p.Name })
	if p.Err != nil {
		of.broken = append(of.broken, p.Name)
	}
	return len(of.broken) < was
}

// Doubled reports whether a press is the second one of a double press of confirm.
func (b *Buttons) Doubled(p Press) bool {
	of := b.of(p.Button)
	if of == nil || p.At.IsZero() {
		return false
	}
	if p.Name != "confirm" {
		of.sure = time.Time{} // another button was pressed in between
		return false
	}
	since := p.At.Sub(of.sure)
	of.sure = p.At
	return since >= 0 && since < doublePress
}

// Answer shows why the last press of a button did nothing.
func (b *Buttons) Answer(one Button, text engine.Text, in Input) {
	p := b.of(one)
	p.answer, p.since = text, in.Moment
}

// Refresh closes what the game has made obsolete.
func (b *Buttons) Refresh(in Input) {
	for i := range b.all {
		p := &b.all[i]
		if p.since != in.Moment {
			p.undo, p.answer = false, engine.Text{}
		}
		if p.menu != nil && !p.current(in) {
			p.menu = nil
		}
	}
}

// current reports whether the menu offers what can be chosen now.
func (p *seatButtons) current(in Input) bool {
	if p.menu.since == in.Moment {
		return true
	}
	p.menu.since = in.Moment
	return same(p.menu.items, in.Items(p.seat))
}

// A Line is what the panel shows about buttons, for everybody.
type Line struct {
	Seat engine.Seat // whom it concerns; "" is everybody
	Text engine.Text
}

// Lines returns what the buttons show.
func (b *Buttons) Lines(in Input) (lines []Line) {
	asked := map[engine.Seat]bool{}
	for i := range b.all {
		p := &b.all[i]
		if text := p.text(); !text.IsZero() {
			lines = append(lines, Line{p.seat, text})
		}
		if !slices.Contains(p.names, "confirm") {
			continue
		}
		if seat := p.mine(in.Waiting); seat != "" && !asked[seat] {
			asked[seat] = true
			ask := engine.Say("%s: do you agree to take back the last step? Confirm, or just go on", seat)
			if !in.Wanted.IsZero() {
				ask = engine.Say("%s: do you agree to this? %s. Confirm, or just go on", seat, in.Wanted)
			}
			lines = append(lines, Line{seat, ask})
		}
		if seat := p.mine(in.Accepting); seat != "" && !asked[seat] {
			asked[seat] = true
			lines = append(lines, Line{seat, engine.Say("%s: confirm, and the cards stay as they lie", seat)})
		}
	}
	for _, p := range b.all {
		for _, name := range p.broken {
			lines = append(lines, Line{"", engine.Say("the button %s does not work: check its wire", engine.Term(strings.TrimSpace(string(p.seat)+" "+name)))})
		}
	}
	return lines
}

// text returns what is open: an answer, a menu, or the question about the last step.
func (p *seatButtons) text() engine.Text {
	switch {
	case !p.answer.IsZero():
		return p.answer
	case p.menu != nil:
		return p.menu.text()
	case p.undo:
		return engine.Say("take back the last step? Confirm, or just go on")
	}
	return engine.Text{}
}

// mine returns the first of seats that these buttons can act for; "" if none.
func (p *seatButtons) mine(seats []engine.Seat) engine.Seat {
	for _, seat := range seats {
		if p.seat == "" || p.seat == seat {
			return seat
		}
	}
	return ""
}
