package emu

import "time"

// A gate is the power switch of a HAT. Its zero value stands for a panel without one.
type gate struct {
	unpowered bool
	raw       bool      // powered up, and not reset since
	since     time.Time // when power came on
}

// warm is how long the voltages take to settle.
const warm = 10 * time.Millisecond

// turn drives the gate, and reports whether that switched the power off. A chip without power must
// not be fed through its other wires.
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

// reset handles a rising edge at RST.
func (g *gate) reset(fault func(string, ...any)) {
	switch {
	case g.unpowered:
		fault("RST rises without power")
	case time.Since(g.since) < warm:
		fault("RST rises before the voltages stand")
	}
	g.raw = false
}

// dead returns why the chip hears nothing, "" if it hears.
func (g *gate) dead() string {
	switch {
	case g.unpowered:
		return "without power"
	case g.raw:
		return "before the reset that power asks for"
	}
	return ""
}
