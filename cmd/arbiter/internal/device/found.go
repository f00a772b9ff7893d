package device

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/hw"
	"arbiter/setups"
)

// A Discovery is a reader that a device may have.
type Discovery struct {
	Reader setups.Reader // how it is wired, without its name and its meaning
	Name   string        // what it says of itself, for a reader of pcscd
	Silent bool          // it was asked and did not answer: it may be something else with that plug
}

// Found returns the readers that this device has: those of its rig, and what else is plugged in or
// answers at a free port. The readers of the table must rest meanwhile. Whatever does not answer
// before ctx ends is Silent, or left out if nothing but an answer would have shown it.
func Found(ctx context.Context, root fs.FS, w Pins, rig setups.Rig) []Discovery {
	lanes := lanesOf(root, w, rig)
	found := make([][]Discovery, len(lanes))
	var all sync.WaitGroup
	for i, lane := range lanes {
		all.Go(func() { found[i] = lane.try(ctx, w, rig) })
	}
	all.Wait()
	return slices.Concat(found...)
}

// AtUSB returns the readers that this device may have at USB, without asking any.
func AtUSB(root fs.FS, w Pins) (all []Discovery) {
	for _, f := range Plugged(w) {
		all = append(all, Discovery{Reader: setups.Reader{Driver: "pcsc", Port: f.Address()}, Name: f.Name})
	}
	for _, port := range Adapters(root) {
		all = append(all, Discovery{Reader: setups.Reader{Driver: "pn532", Port: port}})
	}
	for _, name := range keyboards(root) {
		all = append(all, Discovery{Reader: setups.Reader{Driver: "wedge", Port: name}})
	}
	return all
}

// keyboards returns the stable names of whatever types.
func keyboards(root fs.FS) (all []string) {
	names, _ := fs.Glob(root, "dev/input/by-id/*-event-kbd") // the pattern is sound
	for _, name := range names {
		all = append(all, "/"+name)
	}
	return all
}

// A lane is what is tried one after the other, as it shares a bus.
type lane []candidate

// A candidate is a reader that may be there.
type candidate struct {
	Discovery
	plugged bool // it is there in any case, but may be something else
}

// lanesOf returns what may be there. What the rig has is wired as the rig says, under a stable
// name, and is there only if it is plugged in or answers; readers behind a mux and those of a hub
// are not looked for.
func lanesOf(root fs.FS, w Pins, rig setups.Rig) (all []lane) {
	used := map[string]bool{}
	for _, p := range rig.Panels {
		used[p.Port] = !strings.HasPrefix(p.Port, "I2C") // an I2C bus has room for more
	}
	for _, m := range rig.Muxes {
		used[m.Port] = true
	}
	_, plugged := Inky(w)
	if plugged { // what is sent there comes to its panel
		used["SPI0.0"] = true
	}
	known := map[string]setups.Reader{}
	var order []string
	for _, r := range rig.Readers {
		if r.Driver == "virtual" {
			continue
		}
		r.Port = cmp.Or(Staying(root, r.Port), r.Port)
		used[place(r)] = true
		if _, _, behind := rig.Mux(r.Port); !behind && r.Driver != "line" {
			known[place(r)] = r
			order = append(order, place(r))
		}
	}
	for _, f := range AtUSB(root, w) {
		for _, port := range []string{f.Reader.Port, f.Name} {
			if r, is := known[port]; is {
				f.Reader = r
				delete(known, port)
				used[f.Reader.Port] = false
			}
		}
		if used[f.Reader.Port] {
			continue
		}
		l := lane{{f, true}}
		if f.Reader.Driver == "pn532" && f.Reader.Name == "" {
			l = append(l, candidate{Discovery{Reader: setups.Reader{Driver: "rc522", Port: f.Reader.Port}}, false})
		}
		all = append(all, l)
	}
	buses := map[string]int{} // places in all
	add := func(r setups.Reader) {
		bus, _, _ := strings.Cut(r.Port, ".")
		if _, is := buses[bus]; !is {
			buses[bus], all = len(all), append(all, nil)
		}
		all[buses[bus]] = append(all[buses[bus]], candidate{Discovery{Reader: r}, false})
	}
	for _, port := range order {
		if r, is := known[port]; is && !r.PCSC() { // pcscd would have listed it
			add(r)
		}
	}
	if _, err := fs.Stat(root, "dev/i2c-1"); err == nil {
		for _, driver := range [...]string{"pn532", "rc522"} {
			if r := (setups.Reader{Driver: driver, Port: "I2C1"}); !used[place(r)] {
				add(r)
			}
		}
	}
	devices, _ := fs.Glob(root, "dev/spidev*.*") // the pattern is sound
	for _, device := range devices {
		port := "SPI" + strings.TrimPrefix(path.Base(device), "spidev")
		if used[port] {
			continue
		}
		for _, reset := range usualResets {
			if !uses(rig, reset) && (!plugged || reset != setups.InkyDC) {
				add(setups.Reader{Driver: "rc522", Port: port, Reset: reset})
			}
		}
		add(setups.Reader{Driver: "pn532", Port: port})
	}
	return all
}

// place is where only one reader can be: a port, or an address of an I2C bus.
func place(r setups.Reader) string {
	switch {
	case !r.OnI2C():
		return r.Port
	case r.Driver == "rc522":
		return fmt.Sprintf("%s %#x", r.Port, r.At())
	}
	return r.Port + " " + r.Driver
}

// usualResets are the pins at RST of a single RC522 in the rigs that come with the program.
var usualResets = []string{"GPIO25", "GPIO22"}

// uses reports whether a rig has anything at a pin.
func uses(rig setups.Rig, pin string) bool {
	return slices.ContainsFunc(rig.Panels, func(p setups.Panel) bool { return slices.Contains([]string{p.DC, p.CS, p.Reset, p.Busy, p.Power}, pin) }) ||
		slices.ContainsFunc(rig.Buttons, func(b setups.Button) bool { return b.Pin == pin }) ||
		slices.ContainsFunc(rig.Readers, func(r setups.Reader) bool { return r.Reset == pin }) ||
		slices.ContainsFunc(rig.Muxes, func(m setups.Mux) bool { return slices.Contains(m.Pins, pin) })
}

// answering is how long one candidate may take to answer.
const answering = time.Second

func (l lane) try(ctx context.Context, w Pins, rig setups.Rig) (all []Discovery) {
	muxes, hubs := &Muxes{Pins: w, Rig: rig}, NewHubs(w)
	for _, c := range l {
		same := func(f Discovery) bool { return place(f.Reader) == place(c.Reader) }
		if slices.ContainsFunc(all, func(f Discovery) bool { return same(f) && !f.Silent }) {
			continue
		}
		switch {
		case c.Reader.PCSC(): // pcscd lists it, so it answers
		case c.Reader.Driver == "wedge": // it is silent until a card is shown
			c.Silent = true
		default:
			c.Silent = !answers(ctx, muxes, hubs, c.Reader)
		}
		if !c.Silent {
			all = slices.DeleteFunc(all, same) // another chip is silent there
		}
		if c.plugged || !c.Silent {
			c.Reader = wires(c.Reader)
			all = append(all, c.Discovery)
		}
	}
	return all
}

// wires returns a reader without its name and its meaning.
func wires(r setups.Reader) setups.Reader {
	r.Name, r.Seat, r.Fields, r.Role, r.Group = "", "", nil, "", ""
	return r
}

// answers reports whether a reader's chip answers.
func answers(ctx context.Context, w *Muxes, h *Hubs, r setups.Reader) bool {
	ctx, done := context.WithTimeout(ctx, answering)
	defer done()
	r.Name = r.Driver
	reader, err := OpenReader(w, h, r, hw.NewNeighborhood())
	if err != nil {
		return false
	}
	defer func() { _ = hw.Guard(reader.Close) }()             // nothing was written
	if c := ChipOf(reader); c != nil && r.Driver == "rc522" { // a scan takes long on a serial line
		return hw.Guard(func() error { _, err := c.Chip(ctx); return err }) == nil
	}
	_, err = hw.Look(ctx, reader)
	return err == nil || errors.Is(err, hw.ErrCollision) || errors.Is(err, hw.ErrUnreadable)
}
