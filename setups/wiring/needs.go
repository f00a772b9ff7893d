package wiring

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"arbiter/setups"
)

// Needs are what a rig needs of the device it is wired to.
type Needs struct {
	Ports  []string // SPI ports, such as "SPI0.0"
	Paths  []string // the devices of serial ports and keyboards
	Buses  []string // I2C buses, such as "I2C1"
	Groups []string
	Boot   []string // lines of config.txt
	Own    string   // a bus that needs an overlay of its own; "" if none does
	Pins   []string
	PCSC   []string // what pcscd knows its readers by

	all []Dependent                   // in the order of the rig
	by  map[string]map[Dependent]bool // port, path, bus or group: what needs it
}

// A Dependent is a part of a rig that needs ports, pins or groups.
type Dependent struct{ Kind, Name string }

// Needing lists what needs any of the given ports, paths, buses or groups.
func (n Needs) Needing(what ...string) (who []Dependent) {
	for _, d := range n.all {
		if slices.ContainsFunc(what, func(w string) bool { return n.by[w][d] }) {
			who = append(who, d)
		}
	}
	return who
}

// A collector collects what a rig needs: for each port, path, bus, pin and group, what needs it.
type collector struct{ ports, paths, buses, pins, groups, pcsc map[string]map[Dependent]bool }

func want(set map[string]map[Dependent]bool, what string, d Dependent) {
	if set[what] == nil {
		set[what] = map[Dependent]bool{}
	}
	set[what][d] = true
}

// bus adds an SPI port or an I2C bus.
func (t collector) bus(port string, d Dependent) {
	switch {
	case strings.HasPrefix(port, "I2C"):
		want(t.buses, port, d)
		want(t.groups, "i2c", d)
	case strings.HasPrefix(port, "SPI"):
		want(t.ports, port, d)
		want(t.groups, "spi", d)
	}
}

func (t collector) pin(d Dependent, pins ...string) {
	for _, pin := range pins {
		if pin != "" {
			want(t.pins, pin, d)
			want(t.groups, "gpio", d)
		}
	}
}

func (t collector) path(path, group string, d Dependent) {
	want(t.paths, path, d)
	want(t.groups, group, d)
}

func (t collector) reader(rig setups.Rig, r setups.Reader, d Dependent) {
	switch r.Driver {
	case "rc522":
		if r.Serial() {
			t.path(r.Port, "dialout", d)
			t.pin(d, r.Reset)
			return
		}
		port := r.Port
		if m, _, behind := rig.Mux(port); behind {
			port = m.Port
			t.pin(d, m.Pins...)
		}
		t.bus(port, d)
		t.pin(d, r.Reset)
	case "pn532", "line":
		if r.OnBus() {
			t.bus(r.Port, d)
			return
		}
		t.path(r.Port, "dialout", d)
	case "wedge":
		t.path(r.Port, "input", d)
	case "pcsc":
		want(t.pcsc, r.Port, d)
	}
}

// NeedsOf returns what a rig needs, each list sorted and without duplicates.
func NeedsOf(rig setups.Rig) Needs {
	set := func() map[string]map[Dependent]bool { return map[string]map[Dependent]bool{} }
	t := collector{set(), set(), set(), set(), set(), set()}
	n := Needs{by: set()}
	add := func(kind, name string) Dependent {
		d := Dependent{kind, name}
		n.all = append(n.all, d)
		return d
	}
	for _, r := range rig.Readers {
		t.reader(rig, r, add("reader", r.Name))
	}
	for _, p := range rig.Panels {
		d := add("panel", p.Name)
		t.bus(p.Port, d)
		t.pin(d, p.DC, p.CS, p.Reset, p.Busy, p.Power)
	}
	for _, b := range rig.Buttons {
		t.pin(add("button", strings.TrimSpace(b.Seat+" "+b.Name)), b.Pin)
	}
	n.Ports, n.Paths, n.Buses, n.Groups, n.Pins = sorted(t.ports), sorted(t.paths), sorted(t.buses), sorted(t.groups), sorted(t.pins)
	n.PCSC = sorted(t.pcsc)
	for _, all := range []map[string]map[Dependent]bool{t.ports, t.paths, t.buses, t.groups, t.pcsc} {
		maps.Copy(n.by, all)
	}
	if rig.Pi() {
		n.Boot, n.Own = bootLines(n)
	}
	return n
}

func sorted(set map[string]map[Dependent]bool) []string { return slices.Sorted(maps.Keys(set)) }

// standardSelects is how many chip selects a bus has without an overlay made for the rig.
var standardSelects = map[string]int{"SPI0": 2, "SPI1": 3}

// bootLines returns the lines of config.txt for the ports. SPI0 has two chip selects on its own;
// SPI1 gets as many as its overlay names.
func bootLines(n Needs) (lines []string, own string) {
	selects := map[string]int{}
	for _, port := range n.Ports {
		bus, number, _ := strings.Cut(port, ".")
		if ce, err := strconv.Atoi(number); err == nil {
			selects[bus] = max(selects[bus], ce+1)
		}
	}
	for _, bus := range slices.Sorted(maps.Keys(selects)) {
		switch {
		case selects[bus] > standardSelects[bus]:
			own = bus
			lines = append(lines, "dtoverlay="+OverlayName(bus))
		case bus == "SPI0":
			lines = append(lines, "dtparam=spi=on")
		default:
			lines = append(lines, fmt.Sprintf("dtoverlay=%s-%dcs", strings.ToLower(bus), selects[bus]))
		}
	}
	if len(n.Buses) > 0 {
		lines = append(lines, "dtparam=i2c_arm=on")
	}
	for _, path := range n.Paths {
		lines = append(lines, Uart(path)...)
	}
	return slices.Compact(lines), own
}

// OnPi5 returns n for a Raspberry Pi 5, which needs other lines: its serial port at GPIO14 and
// GPIO15 is not the console's, and Bluetooth has one of its own.
func (n Needs) OnPi5() Needs {
	older := Uart(pl011)
	n.Boot = slices.DeleteFunc(slices.Clone(n.Boot), func(line string) bool { return slices.Contains(older, line) })
	if slices.Contains(n.Paths, pl011) {
		n.Boot = append(n.Boot, "dtparam=uart0=on")
	}
	return n
}

// pl011 is the better serial port of a Raspberry Pi.
const pl011 = "/dev/ttyAMA0"

// Uart returns the lines for a serial port of the computer itself; none for any other port.
func Uart(path string) []string {
	switch path {
	case "/dev/serial0", "/dev/ttyS0":
		return []string{"enable_uart=1"}
	case pl011:
		return []string{"enable_uart=1", "dtoverlay=disable-bt"}
	}
	return nil
}
