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

// needsOf lists what a rig needs, each sorted and once.
func needsOf(rig setups.Rig) needs {
	ports, paths, buses, pins, groups := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	bus := func(port string) {
		switch {
		case strings.HasPrefix(port, "I2C"):
			buses[port], groups["i2c"] = true, true
		case strings.HasPrefix(port, "SPI"):
			ports[port], groups["spi"] = true, true
		}
	}
	for _, m := range rig.Muxes {
		bus(m.Port)
		for _, p := range m.Pins {
			pins[p] = true
		}
	}
	for _, r := range rig.Readers {
		switch r.Driver {
		case "rc522":
			bus(r.Port)
			pins[r.Reset] = true
		case "pn532", "line":
			paths[r.Port], groups["dialout"] = true, true
		case "wedge":
			paths[r.Port], groups["input"] = true, true
		}
	}
	for _, p := range rig.Panels {
		bus(p.Port)
		for _, pin := range []string{p.DC, p.CS, p.Reset, p.Busy} {
			pins[pin] = true
		}
	}
	for _, b := range rig.Buttons {
		pins[b.Pin] = true
	}
	if delete(pins, ""); len(pins) > 0 {
		groups["gpio"] = true
	}
	n := needs{ports: sorted(ports), paths: sorted(paths), buses: sorted(buses), groups: sorted(groups), pins: sorted(pins)}
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
