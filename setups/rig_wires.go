package setups

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// otherComputer is the Computer of a rig that is not wired to a Raspberry Pi.
const otherComputer = "other"

// The names of ports and pins, as periph has them. Its drivers for SPI and I2C use those of Linux,
// so their form is the same everywhere. Pins and buses are those of the 40-pin header of a
// Raspberry Pi, where overlays put SPI0 to SPI6; its kernel has 24 chip selects for a bus
// (BCM2835_SPI_NUM_CS in spi-bcm2835.c).
var (
	pinOfPi   = regexp.MustCompile(`^GPIO(\d|1\d|2[0-7])$`)
	portOfSPI = regexp.MustCompile(`^SPI(\d|[1-9]\d+)\.(\d|[1-9]\d+)$`)
	busOfI2C  = regexp.MustCompile(`^I2C(\d|[1-9]\d+)$`)
)

const mostBus, mostSelect = 6, 23

// unlessOther is the last remedy offered for what a Raspberry Pi does not have.
const unlessOther = `; or computer = "other" at the top of the rig, if it is for another computer`

// Pi reports whether the rig is for a Raspberry Pi.
func (r Rig) Pi() bool { return r.Computer != otherComputer }

// wire records who uses a port or a pin. Each serves one thing only.
func (c *rigCheck) wire(table string, n int, key, who, wire, example string) {
	who = table + " " + who
	what := "pin"
	if key == "port" {
		what = "port"
	}
	switch other, taken := c.wired[wire]; {
	case wire == "" && key == "pins":
		c.fault(table, n, key, "%s has no pin: write where it is wired, such as %s = %q", who, key, example)
	case wire == "":
		c.fault(table, n, key, "%s has no %s: write where it is wired, such as %s = %q", who, key, key, example)
	case taken:
		c.fault(table, n, key, "%s is used by %s already: give %s another %s", wire, other, who, what)
	default:
		c.wired[wire] = who
	}
}

// pin checks the name of a pin, and that nothing else uses it.
func (c *rigCheck) pin(table string, n int, key, who, pin, example string) {
	if c.named(table, n, key, pin) {
		c.wire(table, n, key, who, pin, example)
	}
}

// named checks the name of a pin.
func (c *rigCheck) named(table string, n int, key, pin string) bool {
	upper := strings.ToUpper(pin)
	switch {
	case pin == "" || !c.rig.Pi() || pinOfPi.MatchString(pin):
		return true
	case pinOfPi.MatchString(upper):
		c.fault(table, n, key, "%s is written %s", pin, upper)
	default:
		c.fault(table, n, key, "a Raspberry Pi has no pin %q: write GPIO0 to GPIO27, the number of the GPIO and not of its place on the header%s", pin, unlessOther)
	}
	return false
}

// spi checks an SPI port, and that nothing else uses it.
func (c *rigCheck) spi(table string, n int, who, port, example string) {
	found := portOfSPI.FindStringSubmatch(port)
	usual := asPort(port, "/dev/spidev", "SPI")
	if found == nil && portOfSPI.MatchString(usual+".0") { // only the bus is given
		usual += ".0"
	}
	switch {
	case port == "":
		c.wire(table, n, "port", who, "", example)
	case found == nil && portOfSPI.MatchString(usual):
		c.fault(table, n, "port", "%s is written %s", port, usual)
	case found == nil && table == "reader" && path.IsAbs(port):
		c.fault(table, n, "port", "%s is no port of SPI: write one, such as port = %q, or driver = \"pn532\" or \"line\" for a reader on a serial port", port, example)
	case found == nil && table == "reader" && !strings.HasPrefix(usual, "SPI"):
		c.noMux(n, port, example)
	case found == nil:
		c.fault(table, n, "port", "%s is no port of SPI: write bus and chip select, such as port = %q", port, example)
	case c.rig.Pi() && (above(found[1], mostBus) || above(found[2], mostSelect)):
		c.fault(table, n, "port", "a Raspberry Pi has no port %s: its buses are SPI0 to SPI%d, and their chip selects 0 to %d%s", port, mostBus, mostSelect, unlessOther)
	default:
		c.wire(table, n, "port", who, port, example)
	}
}

// asPort turns the path of a device, or a name in lower case, into periph's name of the port.
func asPort(port, device, name string) string {
	if number, ok := strings.CutPrefix(port, device); ok {
		return name + number
	}
	return strings.ToUpper(port)
}

func above(number string, most int) bool {
	n, err := strconv.Atoi(number)
	return err != nil || n > most
}

// noMux reports a port that looks like the address of a mux that the rig lacks.
func (c *rigCheck) noMux(n int, port, example string) {
	name, address, _ := strings.Cut(port, ".")
	var near []string
	for _, m := range c.rig.Muxes {
		near = append(near, strconv.Quote(m.Name+"."+address))
	}
	if len(near) == 0 {
		c.fault("reader", n, "port", "there is no mux %q: write a port, such as port = %q, or add a [[mux]] of that name", name, example)
		return
	}
	c.fault("reader", n, "port", "there is no mux %q: write %s", name, either(near))
}

// i2c checks an I2C bus, and that nothing else of that kind uses it: its chips have addresses of
// their own.
func (c *rigCheck) i2c(table string, n int, who, port, kind, example string) {
	switch usual := asPort(port, "/dev/i2c-", "I2C"); {
	case port == "":
		c.wire(table, n, "port", who, "", example)
	case busOfI2C.MatchString(port):
		c.wire(table, n, "port", who, port+kind, example)
	case busOfI2C.MatchString(usual):
		c.fault(table, n, "port", "%s is written %s", port, usual)
	default:
		c.fault(table, n, "port", "%s is no bus of I2C: write one, such as port = %q", port, example)
	}
}

// The pins that a Raspberry Pi gives to its buses (BCM2711 ARM Peripherals, 5.3, and the overlays
// README of Raspberry Pi OS): data and clock, and the chip selects. dtparam=spi=on takes both chip
// selects of SPI0, and an overlay as many of SPI1 as are in use. Those of the other buses differ
// between models.
var (
	dataLines   = map[string][]string{"SPI0": {"GPIO9", "GPIO10", "GPIO11"}, "SPI1": {"GPIO19", "GPIO20", "GPIO21"}, "I2C0": {"GPIO0", "GPIO1"}, "I2C1": {"GPIO2", "GPIO3"}}
	chipSelects = map[string][]string{"SPI0": {"GPIO8", "GPIO7"}, "SPI1": {"GPIO18", "GPIO17", "GPIO16"}}
	serialLines = map[string][]string{"/dev/ttyAMA0": {"GPIO14", "GPIO15"}, "/dev/ttyS0": {"GPIO14", "GPIO15"}}
)

// buses records the pins that belong to the ports of a rig.
func (c *rigCheck) buses() {
	if !c.rig.Pi() {
		return
	}
	for _, m := range c.rig.Muxes {
		c.bus(m.Port)
	}
	for _, r := range c.rig.Readers {
		c.bus(r.Port)
		c.take(serialLines[r.Port], r.Port)
	}
	for _, p := range c.rig.Panels {
		c.bus(p.Port)
	}
}

func (c *rigCheck) bus(port string) {
	bus, number, _ := strings.Cut(port, ".")
	c.take(dataLines[bus], bus+" (data lines)")
	selects := chipSelects[bus]
	if n, err := strconv.Atoi(number); err == nil && bus != "SPI0" {
		selects = selects[:min(max(n+1, 0), len(selects))]
	}
	for i, pin := range selects {
		c.take([]string{pin}, chipSelect(bus, strconv.Itoa(i)))
	}
}

func chipSelect(bus, number string) string { return bus + " (chip select " + number + ")" }

func (c *rigCheck) take(pins []string, who string) {
	for _, pin := range pins {
		c.wired[pin] = who
	}
}

const (
	mostPins           = 5
	slowest, quickest  = 100, 10000 // kHz
	exampleAddressPins = `pins = ["GPIO5", "GPIO6", "GPIO12", "GPIO13", "GPIO16"]`
)

func (c *rigCheck) mux(n int, m Mux) {
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

// speed checks the speed of a bus.
func (c *rigCheck) speed(table string, n, kHz int) {
	if kHz != 0 && (kHz < slowest || kHz > quickest) {
		c.fault(table, n, "khz", "a bus runs at %d to %d kHz: write that, or leave khz out", slowest, quickest)
	}
}
