package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"arbiter/engine"
	"arbiter/setups"
)

// Needs are what a rig wants of the device that it is wired to.
type needs struct {
	ports  []string // of SPI, such as "SPI0.0"
	paths  []string // of serial ports and keyboards
	buses  []string // of I2C, such as "I2C1"
	groups []string
	boot   []string // lines of config.txt
	own    string   // a bus that needs an overlay of its own; "" if none does
	pins   []string

	all []dependent                   // in the order of the rig
	by  map[string]map[dependent]bool // port, path, bus or group: what needs it
}

// A dependent is a part of a rig that needs ports, pins or groups.
type dependent struct{ kind, name string }

// needing lists what needs one of some ports, paths, buses or groups.
func (n needs) needing(what ...string) (who []dependent) {
	for _, d := range n.all {
		if slices.ContainsFunc(what, func(w string) bool { return n.by[w][d] }) {
			who = append(who, d)
		}
	}
	return who
}

// inWords names parts of a rig, kind by kind.
func inWords(who []dependent) (all engine.Text) {
	add := func(kind string, one, many func(names string) engine.Text) {
		var names []string
		for _, d := range who {
			if d.kind == kind {
				names = append(names, d.name)
			}
		}
		text := many(strings.Join(names, ", "))
		if len(names) == 1 {
			text = one(names[0])
		}
		switch {
		case len(names) == 0:
		case all.IsZero():
			all = text
		default:
			all = engine.Say("%s, %s", all, text)
		}
	}
	add("reader", func(name string) engine.Text { return engine.Say("reader %s", name) }, func(names string) engine.Text { return engine.Say("readers %s", names) })
	add("panel", func(name string) engine.Text { return engine.Say("panel %s", name) }, func(names string) engine.Text { return engine.Say("panels %s", names) })
	add("button", func(name string) engine.Text { return engine.Say("button %s", name) }, func(names string) engine.Text { return engine.Say("buttons %s", names) })
	return all
}

// Wants collect what a rig wants: for each port, path, bus, pin and group, what
// wants it.
type wants struct{ ports, paths, buses, pins, groups map[string]map[dependent]bool }

func want(set map[string]map[dependent]bool, what string, d dependent) {
	if set[what] == nil {
		set[what] = map[dependent]bool{}
	}
	set[what][d] = true
}

// bus counts a port of SPI or I2C.
func (t wants) bus(port string, d dependent) {
	switch {
	case strings.HasPrefix(port, "I2C"):
		want(t.buses, port, d)
		want(t.groups, "i2c", d)
	case strings.HasPrefix(port, "SPI"):
		want(t.ports, port, d)
		want(t.groups, "spi", d)
	}
}

func (t wants) pin(d dependent, pins ...string) {
	for _, pin := range pins {
		if pin != "" {
			want(t.pins, pin, d)
			want(t.groups, "gpio", d)
		}
	}
}

func (t wants) path(path, group string, d dependent) {
	want(t.paths, path, d)
	want(t.groups, group, d)
}

func (t wants) reader(rig setups.Rig, r setups.Reader, d dependent) {
	switch r.Driver {
	case "rc522":
		port := r.Port
		if m, _, behind := rig.Mux(port); behind {
			port = m.Port
			t.pin(d, m.Pins...)
		}
		t.bus(port, d)
		t.pin(d, r.Reset)
	case "pn532", "line":
		t.path(r.Port, "dialout", d)
	case "wedge":
		t.path(r.Port, "input", d)
	}
}

// needsOf lists what a rig needs, each sorted and once.
func needsOf(rig setups.Rig) needs {
	set := func() map[string]map[dependent]bool { return map[string]map[dependent]bool{} }
	t := wants{set(), set(), set(), set(), set()}
	n := needs{by: set()}
	add := func(kind, name string) dependent {
		d := dependent{kind, name}
		n.all = append(n.all, d)
		return d
	}
	for _, r := range rig.Readers {
		t.reader(rig, r, add("reader", r.Name))
	}
	for _, p := range rig.Panels {
		d := add("panel", p.Name)
		t.bus(p.Port, d)
		t.pin(d, p.DC, p.CS, p.Reset, p.Busy)
	}
	for _, b := range rig.Buttons {
		t.pin(add("button", strings.TrimSpace(b.Seat+" "+b.Name)), b.Pin)
	}
	n.ports, n.paths, n.buses, n.groups, n.pins = sorted(t.ports), sorted(t.paths), sorted(t.buses), sorted(t.groups), sorted(t.pins)
	for _, all := range []map[string]map[dependent]bool{t.ports, t.paths, t.buses, t.groups} {
		maps.Copy(n.by, all)
	}
	if rig.Pi() {
		n.boot, n.own = bootLines(n)
	}
	return n
}

func sorted(set map[string]map[dependent]bool) []string { return slices.Sorted(maps.Keys(set)) }

// The chip selects that a bus has without an overlay of one's own.
var standardSelects = map[string]int{"SPI0": 2, "SPI1": 3}

// bootLines are the lines of config.txt for the ports. SPI0 has two chip selects
// by itself; SPI1 gets as many as its overlay names.
func bootLines(n needs) (lines []string, own string) {
	selects := map[string]int{}
	for _, port := range n.ports {
		bus, number, _ := strings.Cut(port, ".")
		if ce, err := strconv.Atoi(number); err == nil {
			selects[bus] = max(selects[bus], ce+1)
		}
	}
	for _, bus := range slices.Sorted(maps.Keys(selects)) {
		switch {
		case selects[bus] > standardSelects[bus]:
			own = bus
			lines = append(lines, "dtoverlay="+overlayName(bus))
		case bus == "SPI0":
			lines = append(lines, "dtparam=spi=on")
		default:
			lines = append(lines, fmt.Sprintf("dtoverlay=%s-%dcs", strings.ToLower(bus), selects[bus]))
		}
	}
	if len(n.buses) > 0 {
		lines = append(lines, "dtparam=i2c_arm=on")
	}
	for _, path := range n.paths {
		lines = append(lines, uart(path)...)
	}
	return slices.Compact(lines), own
}

// uart are the lines for a serial port of the computer's own; none for another.
func uart(path string) []string {
	switch path {
	case "/dev/serial0", "/dev/ttyS0":
		return []string{"enable_uart=1"}
	case "/dev/ttyAMA0":
		return []string{"enable_uart=1", "dtoverlay=disable-bt"}
	}
	return nil
}
