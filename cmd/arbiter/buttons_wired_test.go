package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// presser is somebody without a phone: readers, buttons, and what the panel says.
type presser struct {
	*room
	device *testDevice
	pins   map[string]string // "purple confirm" or "confirm" -> pin
	pushed int
}

func newPresser(r *room, d *testDevice) *presser {
	p := &presser{room: r, device: d, pins: map[string]string{}}
	for _, b := range r.Opts.Rig.Buttons {
		p.pins[strings.TrimSpace(b.Seat+" "+b.Name)] = b.Pin
	}
	time.Sleep(time.Second) // bubble: a button counts as down until it was seen up
	return p
}

// push presses buttons one after the other.
func (p *presser) push(names ...string) {
	p.Helper()
	for _, n := range names {
		key := p.device.keys[p.pins[n]]
		if key == nil {
			p.Fatalf("there is no button %q", n)
		}
		key.Press()
		time.Sleep(30 * time.Millisecond) // bubble: a finger
		key.Release()
		time.Sleep(500 * time.Millisecond) // bubble: a finger, and eyes that read
		p.pushed++
	}
}

// line is the menu on the panel: the item under the marker, and its place.
func (p *presser) line() (text engine.Text, at, of int) {
	p.Helper()
	for _, n := range p.see("").Notices {
		if args := n.Text.Args; strings.Contains(n.Text.Format, "› %s (%d/%d)") {
			k := len(args)
			return args[k-3].(engine.Text), args[k-2].(int), args[k-1].(int)
		}
	}
	return engine.Text{}, 0, 0
}

// find moves the marker to an item, through every part of the menu, and confirms
// it.
func (p *presser) find(want engine.Text) bool {
	p.Helper()
	_, at, n := p.line()
	if at == 0 {
		p.push("next") // onto the first of numbers, which the marker stands before
	}
	for range n {
		text, _, _ := p.line()
		if text.Equal(want) {
			p.push("confirm")
			return true
		}
		if text.Format == "%s … %s" && within(text.Args[0].(engine.Text), want, text.Args[1].(engine.Text)) {
			p.push("confirm")
			if p.find(want) {
				return true
			}
			p.push("back")
		}
		p.push("next")
	}
	return false
}

// within tells whether somebody who reads "first … last" looks for want there.
func within(first, want, last engine.Text) bool {
	if first.Format != last.Format {
		return true
	}
	if first.Format != want.Format {
		return false
	}
	for i, a := range first.Args {
		least, ok := a.(int)
		if !ok {
			continue
		}
		if n, most := want.Args[i].(int), last.Args[i].(int); least != most {
			return least <= n && n <= most
		}
	}
	return true
}

// choose opens the menu and takes an item.
func (p *presser) choose(want engine.Text) {
	p.Helper()
	p.push("next")
	if text, _, _ := p.line(); text.IsZero() {
		p.Fatalf("there is no menu to find %q in: %v", want, p.see("").Notices)
	}
	if !p.find(want) {
		p.Fatalf("the menu does not have %q", want)
	}
}

// Buttons whose pins are missing are a notice, and are taken when they come.
func TestButtonsThatComeLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := wire("SPI0.1", "SPI0.0")
		d.keys["GPIO5"].Fail(errors.New("no such pin"))
		p := newPresser(enterWith(t, d, t.TempDir(), "solo-one-reader", nil, app.Opts{Settle: time.Millisecond}), d)
		want := "the button confirm does not work: check its wire"
		p.until(want, func(s companion.Snapshot) bool { return len(s.Notices) == 1 && s.Notices[0].Text.String() == want })
		d.keys["GPIO5"].Fail(nil)
		time.Sleep(5 * time.Second) // bubble: the pin is tried again
		p.push("confirm")
		if text, _, _ := p.line(); text.IsZero() {
			t.Errorf("confirm opens no menu: %v", p.see("").Notices)
		}
		p.leave()
	})
}

// withButtons writes the rig of three readers, with buttons.
func withButtons(t *testing.T, dir string, buttons ...string) (rig string) {
	t.Helper()
	rig = filepath.Join(dir, "rig.toml")
	text, err := os.ReadFile(filepath.Join("testdata", "three-readers.toml"))
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range buttons {
		seat, name, _ := strings.Cut(b, " ")
		text = fmt.Appendf(text, "\n[[button]]\nname = %q\nseat = %q\npin = \"GPIO%d\"\n", name, seat, 12+i)
	}
	if err := os.WriteFile(rig, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return rig
}

// Two people have a set of buttons each. What was shown is taken back when both
// have confirmed that, and not when one goes back instead.
func TestConsentByButtons(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rig := withButtons(t, dir, "purple undo", "purple confirm", "green confirm", "green back")
	synctest.Test(t, func(t *testing.T) {
		d := newDevice()
		p := newPresser(enterWith(t, d, dir, rig, nil, app.Opts{Settle: time.Millisecond}), d)
		p.sit()
		p.say("green plan 1 discover", "green plan 2 colonize", "green plan 3 gems", "green ready")
		p.say("purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest")
		p.push("purple confirm") // the only thing to confirm is that purple is ready
		shown := p.see("")
		if got, want := shown.Log[len(shown.Log)-1].Command.Format, "Ready"; got != want {
			t.Fatalf("the last command is %q, want %q", got, want)
		}
		asked := func(want string) {
			t.Helper()
			got := ""
			for _, n := range p.see("").Notices {
				got += n.Text.String()
			}
			if got != want {
				t.Errorf("the panel says %q, want %q", got, want)
			}
		}
		p.push("purple undo")
		asked("take back the last step? Confirm, or just go on")
		p.push("purple confirm")
		asked("green: do you agree to take back the last step? Confirm, or just go on")
		p.drawn(d)
		p.push("green back")
		asked("")
		if got, want := p.see("").Version, shown.Version; got != want {
			t.Errorf("%d entries, want %d: green did not agree", got, want)
		}
		p.push("purple undo", "purple confirm", "green confirm")
		after := p.see("")
		if got, want := after.Version, shown.Version+1; got != want {
			t.Fatalf("%d entries, want %d: both have agreed", got, want)
		}
		if got, want := after.Log[len(after.Log)-1].Undoes, shown.Log[len(shown.Log)-1].Seq; got != want {
			t.Errorf("entry %d was taken back, want %d", got, want)
		}
		p.drawn(d)
		p.leave()
	})
}

// A card is laid upon another instead of in its place. Its seat confirms, and the
// game has the upper card; the lower one goes into the hand, although it lay
// covered.
func TestAcceptOnReaders(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestHighCouncilWithFourReaders")
	t.Parallel()
	dir := t.TempDir()
	rig := withButtons(t, dir, "purple confirm")
	synctest.Test(t, func(t *testing.T) {
		d, card, names := newDevice(), tags(t), map[string][]string{}
		for uid, name := range tagged {
			names[uid] = []string{"purple", name}
		}
		p := newPresser(enterWith(t, d, dir, rig, names, app.Opts{Settle: time.Millisecond}), d)
		p.sit()
		d.fields["SPI0.0"].Place(card["discover"])
		p.planned("1", "discover")
		d.fields["SPI0.0"].Place(card["tower"])
		p.noticed(2) // what is wrong, and that purple may confirm it
		p.drawn(d)
		version := p.see("").Version
		p.push("purple confirm")
		p.planned("1", "tower")
		if got, want := p.see("").Version, version+2; got != want {
			t.Errorf("%d entries, want %d: one card taken back, one laid", got, want)
		}
		notices := p.noticed(1)
		if got, want := notices[0].Text.Format, "%s: take %s from %s into the hand"; got != want {
			t.Errorf("purple reads %q, want %q", got, want)
		}
		d.fields["SPI0.0"].Lift(card["discover"])
		p.noticed(0)
		p.planned("1", "tower")
		p.leave()
	})
}
