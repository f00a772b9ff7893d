package setups

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbiter/engine/notation"
)

const (
	driverVirtual = "virtual"
	driverRC522   = "rc522"
)

// A rigCheck collects what is wrong with a rig.
type rigCheck struct {
	file   string
	text   []byte
	rig    Rig
	faults []error
	wired  map[string]string   // port, address or pin: who has it
	names  map[string]bool     // "reader purple-1"
	claims map[string]string   // "purple 1": the reader that stands for the field
	seats  map[string][]string // the fields of each seat in any game
}

func checkRig(file string, text []byte, r Rig) error {
	seats, err := seatsOfGames()
	if err != nil {
		return err
	}
	c := rigCheck{seats: seats, file: file, text: text, rig: r, wired: map[string]string{}, names: map[string]bool{}, claims: map[string]string{}}
	if r.Computer != "" {
		c.oneOf("", 0, "computer", r.Computer, otherComputer)
	}
	c.buses()
	for i, x := range r.Muxes {
		c.mux(i, x)
	}
	for i, x := range r.Readers {
		c.reader(i, x)
	}
	for i, x := range r.Panels {
		c.panel(i, x)
	}
	for i, x := range r.Buttons {
		c.button(i, x)
	}
	return errors.Join(c.faults...)
}

// fault records a mistake at a key of the n-th table; table "" is the top of the file.
func (c *rigCheck) fault(table string, n int, key, format string, args ...any) {
	line, column := find(c.text, table, n, key)
	if table == "" {
		line, column = findTop(c.text, key)
	}
	c.faults = append(c.faults, &Fault{c.file, line, column, fmt.Sprintf(format, args...)})
}

func (c *rigCheck) name(table string, n int, name string) {
	switch id := table + " " + name; {
	case !notation.Plain(name):
		c.fault(table, n, "name", "a %s needs a name of one word, such as name = \"purple-1\"", table)
	case c.names[id]:
		c.fault(table, n, "name", "there are two %s named %q: rename one", plural(table), name)
	default:
		c.names[id] = true
	}
}

func plural(table string) string {
	if strings.HasSuffix(table, "x") {
		return table + "es"
	}
	return table + "s"
}

// oneOf checks that a word is one of a choice.
func (c *rigCheck) oneOf(table string, n int, key, word string, choice ...string) bool {
	if slices.Contains(choice, word) {
		return true
	}
	c.fault(table, n, key, "unknown %s %q; write %s", key, word, either(choice))
	return false
}

// drivers lists the drivers of readers.
func drivers() []string {
	return slices.Concat([]string{driverVirtual, driverRC522}, serialDrivers, []string{driverPCSC})
}

func (c *rigCheck) reader(n int, r Reader) {
	c.name("reader", n, r.Name)
	c.meaning(n, r)
	switch {
	case !c.oneOf("reader", n, "driver", r.Driver, drivers()...):
	case r.OnBus():
		c.onBus(n, r)
	case r.Driver == driverRC522 && !r.SPIBoard():
		c.besideSPI(n, r)
	case r.KHz != 0 && r.Driver != driverRC522:
		c.fault("reader", n, "khz", "reader %q is no board on SPI: remove khz", r.Name)
	case r.Serial():
		c.serial(n, r)
	case r.PCSC():
		c.pcsc(n, r)
	case r.Baud != 0 || r.Address != "":
		c.fault("reader", n, "baud", "reader %q has no serial port: remove baud and address", r.Name)
	case r.Driver == driverVirtual && r.Port+r.Reset+r.Bus != "":
		c.fault("reader", n, "port", "reader %q is virtual and has no wires: remove bus, port and reset", r.Name)
	case r.Driver == driverVirtual && (r.Group != "" || r.Gain != 0):
		c.fault("reader", n, "group", "reader %q is virtual and has no antenna: remove group and gain", r.Name)
	case r.Driver == driverRC522:
		c.rc522(n, r)
	}
}

func (c *rigCheck) rc522(n int, r Reader) {
	c.oneOf("reader", n, "bus", r.Bus, "", "spi")
	m, address, behind := c.rig.Mux(r.Port)
	switch {
	case !behind:
		c.spi("reader", n, r.Name, r.Port, "SPI0.0")
	case address < 0 || address >= m.Addresses():
		c.fault("reader", n, "port", "mux %q has %d address pins: write port = \"%s.0\" to \"%s.%d\"", m.Name, len(m.Pins), m.Name, m.Name, m.Addresses()-1)
	default:
		c.wire("reader", n, "port", r.Name, r.Port, "SPI0.0")
	}
	if behind && r.KHz != 0 {
		c.fault("reader", n, "khz", "reader %q is as fast as mux %q: write khz there", r.Name, m.Name)
	} else {
		c.speed("reader", n, r.KHz)
	}
	c.reset(n, r)
	c.antenna(n, r)
}

// antenna checks what is said of the antenna of an RC522.
func (c *rigCheck) antenna(n int, r Reader) {
	if r.Group != "" && !notation.Plain(r.Group) {
		c.fault("reader", n, "group", "group %q must be one word", r.Group)
	}
	if r.Gain < 0 || r.Gain > 7 {
		c.fault("reader", n, "gain", "gain %d is none: write 1 (weak) to 7 (strong), or leave it out", r.Gain)
	}
}

func (c *rigCheck) meaning(n int, r Reader) {
	switch {
	case r.Role != "" && !c.oneOf("reader", n, "role", r.Role, RoleMarket, RoleAutoma, RoleTable):
	case r.Seat == "" && r.Role == "":
		c.fault("reader", n, "name", "reader %q means nothing: give it a seat or a role", r.Name)
	case r.Seat == "" && len(r.Fields) > 0:
		c.fault("reader", n, "fields", "reader %q has fields of nobody: give it a seat", r.Name)
	case r.Seat != "" && r.Role != "" && r.Role != RoleTable:
		c.fault("reader", n, "role", "reader %q is a seat's and the %s: remove one, or write role = %q", r.Name, r.Role, RoleTable)
	case r.Seat != "" && !c.seat("reader", n, r.Seat):
		return
	}
	for _, f := range r.Fields {
		c.claim(n, r, f)
	}
}

// seat checks that some game has a seat.
func (c *rigCheck) seat(table string, n int, seat string) bool {
	_, known := c.seats[seat]
	if !known {
		c.fault(table, n, "seat", "no game has a seat %q: write %s", seat, either(slices.Sorted(maps.Keys(c.seats))))
	}
	return known
}

func (c *rigCheck) claim(n int, r Reader, field string) {
	id := r.Seat + " " + field
	switch other, taken := c.claims[id]; {
	case r.Seat != "" && !slices.Contains(c.seats[r.Seat], field):
		c.fault("reader", n, "fields", "no game has a field %q of %s: write %s", field, r.Seat, either(c.seats[r.Seat]))
	case taken && other == r.Name:
		c.fault("reader", n, "fields", "reader %q names field %q twice: remove one", r.Name, field)
	case taken:
		c.fault("reader", n, "fields", "field %q of %s belongs to reader %q already: give it to one of them", field, r.Seat, other)
	default:
		c.claims[id] = r.Name
	}
}

// reset checks a reader's reset wire, which readers may share.
func (c *rigCheck) reset(n int, r Reader) {
	switch {
	case r.Reset == "":
		c.wire("reader", n, "reset", r.Name, "", "GPIO25")
	case !strings.HasSuffix(c.wired[r.Reset], resetShared):
		c.pin("reader", n, "reset", r.Name+resetShared, r.Reset, "GPIO25")
	}
}

const resetShared = " (reset)"

func (c *rigCheck) button(n int, b Button) {
	if !c.oneOf("button", n, "name", b.Name, "confirm", "back", "undo", "next") {
		return
	}
	id := "button " + b.Name + " " + b.Seat
	if c.names[id] {
		c.fault("button", n, "name", "%q is there twice for the same seat: remove one", b.Name)
	}
	c.names[id] = true
	if b.Seat != "" {
		c.seat("button", n, b.Seat)
	}
	if b.Pin != "" {
		c.pin("button", n, "pin", strings.TrimSpace(b.Seat+" "+b.Name), b.Pin, "GPIO5")
	}
}
