package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/hw"
	"arbiter/hw/emu/picc"
)

// presser is somebody without a phone: readers, buttons, and what the panel says.
type presser struct {
	*room
	device *device
	pins   map[string]string // "purple confirm" or "confirm" -> pin
	pushed int
}

func newPresser(r *room, d *device) *presser {
	p := &presser{room: r, device: d, pins: map[string]string{}}
	for _, b := range r.opts.rig.Buttons {
		p.pins[strings.TrimSpace(b.Seat+" "+b.Name)] = b.Pin
	}
	time.Sleep(time.Second) // a button counts as down until it was seen up
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
		time.Sleep(30 * time.Millisecond)
		key.Release()
		time.Sleep(30 * time.Millisecond)
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
	_, _, n := p.line()
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

// soloist plays Council of Shadows against the Automa with one reader.
type soloist struct {
	*presser
	r     *rand.Rand
	tags  map[string]*picc.Tag
	shown int
	asked int
}

func newSoloist(t *testing.T, dir string) *soloist {
	s := &soloist{r: rand.New(rand.NewPCG(9, 10)), tags: map[string]*picc.Tag{}}
	names := map[string][]string{}
	add := func(words ...string) {
		uid := []byte{4, 0xA2, 0x24, 0x1B, 0x5C, byte(len(names)), 0x80}
		names[fmt.Sprintf("%X", uid)] = words
		s.tags[words[len(words)-1]] = picc.New(uid...)
	}
	for _, card := range []string{"discover", "colonize", "tower", "harvest", "gems", "upgrade"} {
		add("purple", card)
	}
	for i := range 25 {
		add(fmt.Sprintf("ai-%02d", i+1))
	}
	for i := range 18 {
		add(fmt.Sprintf("automa-%02d", i+1))
	}
	d := wire("SPI0.1", "SPI0.0")
	s.presser = newPresser(enterWith(t, d, dir, "solo-one-reader", names, houseOpts{settle: time.Millisecond, scans: hw.Pace{Pause: 150 * time.Millisecond}}), d)
	return s
}

// show shows a card at the reader until something comes of it, and takes it off.
func (s *soloist) show(card string, done func(companion.Snapshot) bool) {
	s.Helper()
	tag := s.tags[card]
	s.device.fields["SPI0.0"].Place(tag)
	s.until(card, done)
	s.device.fields["SPI0.0"].Lift(tag)
	s.until("nothing on the reader", func(companion.Snapshot) bool { return len(s.watcher.Lying()) == 0 })
	s.shown++
}

// act does one thing, with a card if it is about one, else with the buttons.
func (s *soloist) act() {
	s.Helper()
	before := s.see("purple")
	able := slices.DeleteFunc(slices.Clone(before.Legal), func(c companion.Choice) bool {
		_, back := c.Command.(councilofshadows.TakeBack)
		return back
	})
	c := casual{}.choose(s.r, before, able)
	played := func(n companion.Snapshot) bool { return n.Version > before.Version }
	shown, card, ok := showable(before, c)
	plan, plans := c.Command.(councilofshadows.Plan)
	switch {
	case ok:
		s.show(card, played)
		c = shown
	case plans:
		s.show(plan.Card.String(), func(n companion.Snapshot) bool { return played(n) || len(n.Notices) > 0 })
		if !played(s.see("purple")) {
			z, _ := before.View.Zone("purple", fmt.Sprint(plan.Field))
			s.choose(z.Title)
			s.asked++
		}
	default:
		if _, ready := c.Command.(councilofshadows.Ready); ready {
			s.push("confirm")
		} else {
			s.choose(c.Text)
		}
	}
	after := s.until(c.Line, played)
	if after.Version != before.Version+1 {
		s.Fatalf("%s: %d entries instead of one", c.Line, after.Version-before.Version)
	}
}

// A whole game against the Automa without a phone: one emulated RC522, four
// emulated buttons, the panel. It is begun with the buttons, too, and ended; in the
// middle something is taken back.
func TestSoloGameWithoutAPhone(t *testing.T) {
	dir := t.TempDir()
	id, entries := "", 0
	synctest.Test(t, func(t *testing.T) {
		s := newSoloist(t, dir)
		s.choose(engine.Say("%s for %d", engine.Term("Council of Shadows"), 1))
		id = s.see("").GameID
		if id == "" {
			t.Fatal("no game was begun")
		}
		begin := time.Now()
		for undone := false; !s.see("").View.Over; {
			s.act()
			if time.Since(begin) > time.Hour {
				t.Fatal("the game does not end")
			}
			if n := s.see("").Version; n >= 30 && !undone {
				undone = true
				s.push("undo", "confirm")
				if got, want := s.see("").Version, n+1; got != want {
					t.Fatalf("%d entries, want %d: the last step is taken back", got, want)
				}
			}
		}
		s.drawn(s.device)
		entries = s.see("").Version
		s.choose(engine.Say("End this game"))
		if got := s.see("").GameID; got != "" {
			t.Errorf("game %s has not ended", got)
		}
		s.leave()
		t.Logf("%d entries in %v, %d cards shown, %d questions, %d presses", entries, time.Since(begin).Round(time.Second), s.shown, s.asked, s.pushed)
		if s.shown < 30 || s.asked < 1 {
			t.Errorf("%d cards were shown, %d asked for a field: too few to say anything", s.shown, s.asked)
		}
	})
	text := output(t, "games", "replay", "--data", dir, id)
	if !strings.Contains(text, fmt.Sprintf("%d entries", entries)) || !strings.Contains(text, "The rules decide every entry") {
		t.Errorf("replay says\n%s", text)
	}
}

// Buttons whose pins are missing are a notice, and are taken when they come.
func TestButtonsThatComeLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := wire("SPI0.1", "SPI0.0")
		d.keys["GPIO5"].Fail(errors.New("no such pin"))
		p := newPresser(enterWith(t, d, t.TempDir(), "solo-one-reader", nil, houseOpts{settle: time.Millisecond}), d)
		want := "the button confirm does not work: check its wire"
		p.until(want, func(s companion.Snapshot) bool { return len(s.Notices) == 1 && s.Notices[0].Text.String() == want })
		d.keys["GPIO5"].Fail(nil)
		time.Sleep(5 * time.Second)
		p.push("confirm")
		if text, _, _ := p.line(); text.IsZero() {
			t.Errorf("confirm opens no menu: %v", p.see("").Notices)
		}
		p.leave()
	})
}
