package setups

import "strings"

const (
	mostPins           = 5
	slowest, quickest  = 100, 10000 // kHz
	exampleAddressPins = `pins = ["GPIO5", "GPIO6", "GPIO12", "GPIO13", "GPIO16"]`
)

func (c *inspection) mux(n int, m Mux) {
	c.name("mux", n, m.Name)
	if strings.HasPrefix(strings.ToUpper(m.Name), "SPI") {
		c.fault("mux", n, "name", "mux %q is named like a port of the device: rename it", m.Name)
	}
	c.spi("mux", n, m.Name, m.Port, "SPI0.0")
	if len(m.Pins) == 0 || len(m.Pins) > mostPins {
		c.fault("mux", n, "pins", "mux %q needs one to five address pins, such as %s", m.Name, exampleAddressPins)
	}
	for _, pin := range m.Pins {
		c.pin("mux", n, "pins", m.Name, pin, "GPIO5")
	}
	c.speed("mux", n, m.KHz)
}

// speed checks that of a bus.
func (c *inspection) speed(table string, n, kHz int) {
	if kHz != 0 && (kHz < slowest || kHz > quickest) {
		c.fault(table, n, "khz", "a bus runs at %d to %d kHz: write that, or leave khz out", slowest, quickest)
	}
}
