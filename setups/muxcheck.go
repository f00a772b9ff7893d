package setups

import "strings"

const (
	mostPins           = 5
	slowest, quickest  = 100, 10000 // kHz
	linesShared        = " (data lines)"
	exampleAddressPins = `pins = ["GPIO5", "GPIO6", "GPIO12", "GPIO13", "GPIO16"]`
)

func (c *inspection) mux(n int, m Mux) {
	c.name("mux", n, m.Name)
	if strings.HasPrefix(strings.ToUpper(m.Name), "SPI") {
		c.fault("mux", n, "name", "mux %q is named like a port of the device: rename it", m.Name)
	}
	c.wire("mux", n, "port", m.Name, m.Port, "SPI0.0")
	c.lines("mux", n, m.Name, m.Port)
	if len(m.Pins) == 0 || len(m.Pins) > mostPins {
		c.fault("mux", n, "pins", "mux %q needs one to five address pins, such as %s", m.Name, exampleAddressPins)
	}
	for _, pin := range m.Pins {
		c.wire("mux", n, "pins", m.Name, pin, "GPIO5")
	}
	c.speed("mux", n, m.KHz)
}

// speed checks that of a bus.
func (c *inspection) speed(table string, n, kHz int) {
	if kHz != 0 && (kHz < slowest || kHz > quickest) {
		c.fault(table, n, "khz", "a bus runs at %d to %d kHz: write that, or leave khz out", slowest, quickest)
	}
}

// dataLines are the pins of clock and data on a Raspberry Pi. The chip
// selects can be moved by an overlay, these cannot.
var dataLines = map[string][]string{"SPI0": {"GPIO9", "GPIO10", "GPIO11"}, "SPI1": {"GPIO19", "GPIO20", "GPIO21"}, "I2C1": {"GPIO2", "GPIO3"}}

// lines notes that the pins of a port's bus are in use. All ports of the bus share
// them.
func (c *inspection) lines(table string, n int, who, port string) {
	bus, _, _ := strings.Cut(strings.ToUpper(port), ".")
	for _, pin := range dataLines[bus] {
		switch other := c.wired[pin]; {
		case other == "":
			c.wired[pin] = bus + linesShared
		case other != bus+linesShared:
			c.fault(table, n, "port", "%s needs %s, which %s has: give that another pin", port, pin, other)
		}
	}
}
