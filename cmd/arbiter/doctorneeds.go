package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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
}

// Wants collect what a rig wants, each once.
type wants struct{ ports, paths, buses, pins, groups map[string]bool }

// bus counts a port of SPI or I2C; an address of a mux is none.
func (t wants) bus(port string) {
	switch {
	case strings.HasPrefix(port, "I2C"):
		t.buses[port], t.groups["i2c"] = true, true
	case strings.HasPrefix(port, "SPI"):
		t.ports[port], t.groups["spi"] = true, true
	}
}

func (t wants) reader(r setups.Reader) {
	switch r.Driver {
	case "rc522":
		t.bus(r.Port)
		t.pins[r.Reset] = true
	case "pn532", "line":
		t.paths[r.Port], t.groups["dialout"] = true, true
	case "wedge":
		t.paths[r.Port], t.groups["input"] = true, true
	}
}

// needsOf lists what a rig needs, each sorted and once.
func needsOf(rig setups.Rig) needs {
	t := wants{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, m := range rig.Muxes {
		t.bus(m.Port)
		for _, p := range m.Pins {
			t.pins[p] = true
		}
	}
	for _, r := range rig.Readers {
		t.reader(r)
	}
	for _, p := range rig.Panels {
		t.bus(p.Port)
		for _, pin := range []string{p.DC, p.CS, p.Reset, p.Busy} {
			t.pins[pin] = true
		}
	}
	for _, b := range rig.Buttons {
		t.pins[b.Pin] = true
	}
	if delete(t.pins, ""); len(t.pins) > 0 {
		t.groups["gpio"] = true
	}
	n := needs{ports: sorted(t.ports), paths: sorted(t.paths), buses: sorted(t.buses), groups: sorted(t.groups), pins: sorted(t.pins)}
	n.boot, n.own = bootLines(n)
	return n
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

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
		switch {
		case path == "/dev/serial0" || path == "/dev/ttyS0":
			lines = append(lines, "enable_uart=1")
		case path == "/dev/ttyAMA0":
			lines = append(lines, "enable_uart=1", "dtoverlay=disable-bt")
		}
	}
	return slices.Compact(lines), own
}
