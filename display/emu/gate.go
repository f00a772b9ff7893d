package emu

import "time"

// A gate is the power switch that HATs have. Its zero value is a panel without one.
type gate struct {
	unpowered bool
	raw       bool      // powered, and not reset since
	since     time.Time // power has been there
}

// warm is how long the voltages take to stand.
const warm = 10 * time.Millisecond

// turn drives the gate, and reports whether it was shut by that. A chip must not get
// its current through its other wires.
func (g *gate) turn(on, driven bool, fault func(string, ...any)) (shut bool) {
	switch {
	case on && g.unpowered:
		g.since, g.raw = time.Now(), true
	case !on && driven:
		fault("the power goes while another wire is high")
	}
	shut = !on && !g.unpowered
	g.unpowered = !on
	return shut
}

// reset is a rising edge at RST.
func (g *gate) reset(fault func(string, ...any)) {
	switch {
	case g.unpowered:
		fault("RST rises without power")
	case time.Since(g.since) < warm:
		fault("RST rises before the voltages stand")
	}
	g.raw = false
}

// dead says why the chip hears nothing; nothing, if it hears.
func (g *gate) dead() string {
	switch {
	case g.unpowered:
		return "without power"
	case g.raw:
		return "before the reset that power asks for"
	}
	return ""
}
