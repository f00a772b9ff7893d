package setups

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/engine/notation"
)

const (
	driverVirtual = "virtual"
	driverRC522   = "rc522"
)

// An inspection collects what is wrong with a rig.
type inspection struct {
	file   string
	text   []byte
	rig    Rig
	faults []error
	wired  map[string]string // port, address or pin: who has it
	names  map[string]bool   // "reader purple-1"
	claims map[string]string // "purple 1": the reader that stands for the field
}

func checkRig(file string, text []byte, r Rig) error {
	c := inspection{file: file, text: text, rig: r, wired: map[string]string{}, names: map[string]bool{}, claims: map[string]string{}}
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

// fault notes a mistake at a key of the n-th table.
func (c *inspection) fault(table string, n int, key, format string, args ...any) {
	line, column := find(c.text, table, n, key)
	c.faults = append(c.faults, &Fault{c.file, line, column, fmt.Sprintf(format, args...)})
}

func (c *inspection) name(table string, n int, name string) {
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

// oneOf checks a word against a choice.
func (c *inspection) oneOf(table string, n int, key, word string, choice ...string) bool {
	if slices.Contains(choice, word) {
		return true
	}
	c.fault(table, n, key, "unknown %s %q; write %s", key, word, either(choice))
	return false
}

func (c *inspection) reader(n int, r Reader) {
	c.name("reader", n, r.Name)
	c.meaning(n, r)
	switch {
	case !c.oneOf("reader", n, "driver", r.Driver, driverVirtual, driverRC522, driverPN532, driverLine, driverWedge):
	case r.KHz != 0 && r.Driver != driverRC522:
		c.fault("reader", n, "khz", "reader %q is no board on SPI: remove khz", r.Name)
	case r.Driver == driverPN532 || r.Driver == driverLine || r.Driver == driverWedge:
		c.serial(n, r)
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

func (c *inspection) rc522(n int, r Reader) {
	c.oneOf("reader", n, "bus", r.Bus, "", "spi")
	c.wire("reader", n, "port", r.Name, r.Port, "SPI0.0")
	m, address, behind := c.rig.Mux(r.Port)
	switch {
	case !behind:
		c.lines("reader", n, r.Name, r.Port)
	case address < 0 || address >= m.Addresses():
		c.fault("reader", n, "port", "mux %q has %d address pins: write port = \"%s.0\" to \"%s.%d\"", m.Name, len(m.Pins), m.Name, m.Name, m.Addresses()-1)
	}
	if behind && r.KHz != 0 {
		c.fault("reader", n, "khz", "reader %q is as fast as mux %q: write khz there", r.Name, m.Name)
	} else {
		c.speed("reader", n, r.KHz)
	}
	c.reset(n, r)
	if r.Group != "" && !notation.Plain(r.Group) {
		c.fault("reader", n, "group", "group %q must be one word", r.Group)
	}
	if r.Gain < 0 || r.Gain > 7 {
		c.fault("reader", n, "gain", "gain %d is none: write 1 (weak) to 7 (strong), or leave it out", r.Gain)
	}
}

func (c *inspection) meaning(n int, r Reader) {
	switch {
	case r.Role != "" && !c.oneOf("reader", n, "role", r.Role, RoleMarket, RoleAutoma, RoleTable):
	case r.Seat == "" && r.Role == "":
		c.fault("reader", n, "name", "reader %q means nothing: give it a seat or a role", r.Name)
	case r.Seat == "" && len(r.Fields) > 0:
		c.fault("reader", n, "fields", "reader %q has fields of nobody: give it a seat", r.Name)
	case r.Seat != "" && r.Role != "" && r.Role != RoleTable:
		c.fault("reader", n, "role", "reader %q is a seat's and the %s: remove one, or write role = %q", r.Name, r.Role, RoleTable)
	case r.Seat != "" && !notation.Plain(r.Seat):
		c.fault("reader", n, "seat", "seat %q must be one word", r.Seat)
	}
	for _, f := range r.Fields {
		c.claim(n, r, f)
	}
}

func (c *inspection) claim(n int, r Reader, field string) {
	id := r.Seat + " " + field
	switch other, taken := c.claims[id]; {
	case !notation.Plain(field):
		c.fault("reader", n, "fields", "field %q must be one word", field)
	case taken && other == r.Name:
		c.fault("reader", n, "fields", "reader %q names field %q twice: remove one", r.Name, field)
	case taken:
		c.fault("reader", n, "fields", "field %q of %s belongs to reader %q already: give it to one of them", field, r.Seat, other)
	default:
		c.claims[id] = r.Name
	}
}

// wire notes who has a port or a pin. One wire serves one thing.
func (c *inspection) wire(table string, n int, key, who, wire, example string) {
	who = table + " " + who
	what := key
	if key == "pins" {
		what = "pin"
	}
	switch other, taken := c.wired[strings.ToUpper(wire)]; {
	case wire == "":
		c.fault(table, n, key, "%s has no %s: write where it is wired, such as %s = %q", who, what, key, example)
	case taken:
		c.fault(table, n, key, "%s is used by %s already: give %s another %s", wire, other, who, what)
	default:
		c.wired[strings.ToUpper(wire)] = who
	}
}

// reset checks a reader's reset wire, which readers may share.
func (c *inspection) reset(n int, r Reader) {
	switch other := c.wired[strings.ToUpper(r.Reset)]; {
	case r.Reset == "":
		c.wire("reader", n, "reset", r.Name, "", "GPIO25")
	case !strings.HasSuffix(other, resetShared):
		c.wire("reader", n, "reset", r.Name+resetShared, r.Reset, "GPIO25")
	}
}

const resetShared = " (reset)"

func (c *inspection) button(n int, b Button) {
	if !c.oneOf("button", n, "name", b.Name, "confirm", "back", "undo", "next") {
		return
	}
	id := "button " + b.Name + " " + b.Seat
	if c.names[id] {
		c.fault("button", n, "name", "%q is there twice for the same seat: remove one", b.Name)
	}
	c.names[id] = true
	if b.Pin != "" {
		c.wire("button", n, "pin", strings.TrimSpace(b.Seat+" "+b.Name), b.Pin, "GPIO5")
	}
}
