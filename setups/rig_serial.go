package setups

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"arbiter/engine/notation"
)

// The drivers of readers that are not boards on SPI but use a serial port, or act as a keyboard.
const (
	driverPN532 = "pn532" // a PN532 on a serial port, an I2C bus or an SPI port
	driverLine  = "line"  // a reader of a hub that sends lines of text
	driverWedge = "wedge" // types the numbers of cards
	driverPCSC  = "pcsc"  // a reader of pcscd, such as an ACR122U
)

// serialDrivers are the drivers whose port is the path of a device.
var serialDrivers = []string{driverPN532, driverLine, driverWedge}

// bauds are the speeds allowed for a serial port.
var bauds = []int{0, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600}

const (
	hubShared      = " (hub)"
	exampleSerial  = "/dev/ttyUSB0"
	exampleEvents  = "/dev/input/event0"
	mostAddress    = 20
	addressLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
)

// serial checks a reader with one of these drivers.
func (c *rigCheck) serial(n int, r Reader) {
	if r.Bus+r.Reset != "" || r.Gain != 0 {
		c.fault("reader", n, firstKey(r), "reader %q is no board on SPI: remove bus, reset and gain", r.Name)
	}
	example := exampleSerial
	if r.Driver == driverWedge {
		example = exampleEvents
	}
	if !c.device(n, r, example) {
		return
	}
	if !slices.Contains(bauds, r.Baud) {
		c.fault("reader", n, "baud", "%d baud is no speed of a serial port: write 115200 or another usual one, or leave it out", r.Baud)
	}
	switch r.Driver {
	case driverLine:
		c.hub(n, r)
	case driverWedge:
		c.wedge(n, r)
	default:
		c.wire("reader", n, "port", r.Name, r.Port, example)
		c.noAddress(n, r)
		if r.Group != "" && !notation.Plain(r.Group) {
			c.fault("reader", n, "group", "group %q must be one word", r.Group)
		}
	}
}

// Devices of Linux that are certainly not readers, by the beginnings of their paths.
var (
	notSerial = []string{"/dev/input/", "/dev/hidraw", "/dev/spidev", "/dev/i2c-", "/dev/gpio"}
	pointing  = regexp.MustCompile(`^/dev/input/(mouse\d+|mice|js\d+)$`) // other names given by udev may be anything
	notTyping = []string{"/dev/tty", "/dev/serial/", "/dev/hidraw", "/dev/spidev", "/dev/i2c-", "/dev/gpio"}
)

// device checks the path of a reader's device, which may be absent at the moment.
func (c *rigCheck) device(n int, r Reader, example string) bool {
	is := func(starts []string) bool {
		return slices.ContainsFunc(starts, func(s string) bool { return strings.HasPrefix(r.Port, s) })
	}
	typing := r.Driver == driverWedge
	switch {
	case r.Port == "":
		return true // which has been reported
	case !path.IsAbs(r.Port):
		c.fault("reader", n, "port", "port %q is no device: write its path, such as %q", r.Port, example)
	case path.Clean(r.Port) != r.Port:
		c.fault("reader", n, "port", "%s is written %s", r.Port, path.Clean(r.Port))
	case !typing && strings.HasPrefix(r.Port, "/dev/input/"):
		c.fault("reader", n, "port", "%s is no serial port: write one, such as port = %q, or driver = %q for a reader that types", r.Port, example, driverWedge)
	case !typing && is(notSerial):
		c.fault("reader", n, "port", "%s is no serial port: write one, such as port = %q", r.Port, example)
	case typing && (is(notTyping) || pointing.MatchString(r.Port)):
		c.fault("reader", n, "port", "nothing types at %s: write the path of an event device, such as port = %q", r.Port, example)
	default:
		return true
	}
	return false
}

func firstKey(r Reader) string {
	switch {
	case r.Bus != "":
		return "bus"
	case r.Reset != "":
		return "reset"
	}
	return "gain"
}

// hub checks a reader of a hub, which shares its port with the hub's other readers.
func (c *rigCheck) hub(n int, r Reader) {
	switch other := c.wired[r.Port]; {
	case r.Port == "" || other != "" && !strings.HasSuffix(other, hubShared):
		c.wire("reader", n, "port", r.Name, r.Port, exampleSerial)
		return
	case other == "":
		c.wire("reader", n, "port", r.Name+hubShared, r.Port, exampleSerial)
	}
	if strings.Trim(r.Address, addressLetters) != "" || len(r.Address) > mostAddress || slices.Contains([]string{"", "hello", "all", "beat"}, r.Address) {
		c.fault("reader", n, "address", "address %q is none: write what the hub calls the reader, such as address = \"1\"", r.Address)
		return
	}
	for _, o := range c.rig.Readers[:n] {
		switch {
		case o.Driver != driverLine || o.Port != r.Port:
		case o.Address == r.Address:
			c.fault("reader", n, "address", "address %q of the hub belongs to reader %q already: give one of them another", r.Address, o.Name)
		case o.Baud != r.Baud:
			c.fault("reader", n, "baud", "reader %q is on the same hub: write the same baud for both", o.Name)
		}
	}
	if r.Group != "" {
		c.fault("reader", n, "group", "reader %q is on a hub, which looks after its fields itself: remove group", r.Name)
	}
}

// wedge checks a reader that never reports that a card was taken away.
func (c *rigCheck) wedge(n int, r Reader) {
	c.wire("reader", n, "port", r.Name, r.Port, exampleEvents)
	c.noAddress(n, r)
	if r.Baud != 0 || r.Group != "" {
		c.fault("reader", n, "port", "reader %q is like a keyboard: remove baud and group", r.Name)
	}
	if r.Seat != "" && len(r.Fields) == 1 {
		c.fault("reader", n, "fields", "reader %q sees cards come and not go, so it cannot be one field: write several, or none", r.Name)
	}
}

func (c *rigCheck) noAddress(n int, r Reader) {
	if r.Address != "" {
		c.fault("reader", n, "address", "reader %q is on no hub: remove address", r.Name)
	}
}

// Serial reports whether a reader's port is the path of a device, which the reader opens itself, and
// reopens after every loss.
func (r Reader) Serial() bool {
	return slices.Contains(serialDrivers, r.Driver) && !r.OnBus() || r.Driver == driverRC522 && path.IsAbs(r.Port) && !r.OnI2C() && !r.onSPI()
}

// PCSC reports whether a reader's port is what pcscd knows it by.
func (r Reader) PCSC() bool { return r.Driver == driverPCSC }

// An example of each way to name a reader of pcscd, and the numbers that it puts behind a name.
const (
	examplePlug = "usb:1-1.3"
	exampleName = "ACS ACR122U PICC Interface"
)

var (
	plugOfUSB = regexp.MustCompile(`^usb:[1-9]\d*-[1-9]\d*(\.[1-9]\d*)*$`)
	numbered  = regexp.MustCompile(`^(.+) [0-9A-F]{2} [0-9A-F]{2}$`)
)

// pcsc checks a reader of pcscd.
func (c *rigCheck) pcsc(n int, r Reader) {
	switch found := numbered.FindStringSubmatch(r.Port); {
	case r.Bus+r.Reset != "" || r.Gain != 0:
		c.fault("reader", n, firstKey(r), "reader %q is no board on SPI: remove bus, reset and gain", r.Name)
	case r.Baud != 0 || r.Address != "":
		c.fault("reader", n, "baud", "reader %q has no serial port: remove baud and address", r.Name)
	case r.Group != "":
		c.fault("reader", n, "group", "reader %q looks after its field itself: remove group", r.Name)
	case found != nil:
		c.fault("reader", n, "port", "%s ends with numbers that say which was plugged in first: write %q, or the plug, such as port = %q", r.Port, found[1], examplePlug)
	case strings.HasPrefix(r.Port, "usb:") && !plugOfUSB.MatchString(r.Port):
		c.fault("reader", n, "port", "%s is no plug: write bus and plug, such as port = %q; arbiter doctor lists what is plugged in", r.Port, examplePlug)
	case path.IsAbs(r.Port):
		c.fault("reader", n, "port", "%s is no reader of pcscd: write its plug or its name, such as port = %q or port = %q", r.Port, examplePlug, exampleName)
	default:
		c.wire("reader", n, "port", r.Name, r.Port, examplePlug)
	}
}

// OnBus reports whether a reader is a PN532 whose port is an I2C bus or an SPI port.
func (r Reader) OnBus() bool { return r.Driver == driverPN532 && (r.OnI2C() || r.onSPI()) }

// OnI2C reports whether a reader's port is an I2C bus.
func (r Reader) OnI2C() bool { return strings.HasPrefix(asPort(r.Port, "/dev/i2c-", "I2C"), "I2C") }

func (r Reader) onSPI() bool { return strings.HasPrefix(asPort(r.Port, "/dev/spidev", "SPI"), "SPI") }

// SPIBoard reports whether a reader is an RC522 on SPI, perhaps behind a mux.
func (r Reader) SPIBoard() bool { return r.Driver == driverRC522 && !r.OnI2C() && !r.Serial() }

// These are the addresses that an RC522 may have on I2C (data sheet of the MFRC522, 8.1.4.5): 28h
// to 2Fh with its pin EA low, else any below 40h. I2C itself reserves those below 8.
const usualAddress, leastAddress, lastAddress = 0x28, 0x08, 0x3F

// At returns the address of an RC522 on its bus; 0 if it has none.
func (r Reader) At() uint16 {
	at, err := strconv.ParseUint(cmp.Or(r.Address, fmt.Sprintf("0x%02X", usualAddress)), 0, 8)
	if err != nil || at < leastAddress || at > lastAddress {
		return 0
	}
	return uint16(at)
}

// besideSPI checks an RC522 on I2C or on a serial port. Its reset wire may be left out.
func (c *rigCheck) besideSPI(n int, r Reader) {
	switch {
	case r.Bus != "" || r.KHz != 0:
		c.fault("reader", n, "port", "reader %q is not on SPI: remove bus and khz", r.Name)
	case r.OnI2C() && r.Baud != 0:
		c.fault("reader", n, "baud", "reader %q has no serial port: remove baud", r.Name)
	case r.OnI2C() && r.At() == 0:
		c.fault("reader", n, "address", "no RC522 has the address %q: write 0x%02X, or another up to 0x%02X; i2cdetect -y 1 lists what answers", r.Address, usualAddress, lastAddress)
	case r.OnI2C():
		c.i2c("reader", n, r.Name, r.Port, kindAt(r.At()), "I2C1")
	default:
		c.noAddress(n, r)
		if !slices.Contains(bauds, r.Baud) {
			c.fault("reader", n, "baud", "%d baud is no speed of a serial port: write 115200 or another usual one, or leave it out", r.Baud)
		}
		if c.device(n, r, exampleSerial) {
			c.wire("reader", n, "port", r.Name, r.Port, exampleSerial)
		}
	}
	if r.Reset != "" {
		c.reset(n, r)
	}
	c.antenna(n, r)
}

// kindPN532 marks the one address that a PN532 has on a bus (UM0701-02, 6.1.1.3).
const kindPN532 = " (PN532)"

// kindAt names what usually has an address on a bus.
func kindAt(address uint16) string {
	switch address {
	case 0x24:
		return kindPN532
	case 0x3C:
		return "" // OLEDs usually have these
	}
	return fmt.Sprintf(" (0x%02X)", address)
}

// onBus checks a PN532 on I2C or SPI.
func (c *rigCheck) onBus(n int, r Reader) {
	switch {
	case r.Bus+r.Reset != "" || r.Gain != 0:
		c.fault("reader", n, firstKey(r), "reader %q is a PN532: remove bus, reset and gain", r.Name)
	case r.Baud != 0 || r.Address != "":
		c.fault("reader", n, "baud", "reader %q has no serial port: remove baud and address", r.Name)
	case r.OnI2C() && r.KHz != 0:
		c.fault("reader", n, "khz", "reader %q is on I2C, whose speed is set in config.txt: remove khz", r.Name)
	case r.OnI2C():
		c.i2c("reader", n, r.Name, r.Port, kindPN532, "I2C1")
	default:
		c.spi("reader", n, r.Name, r.Port, "SPI0.0")
		c.speed("reader", n, r.KHz)
	}
	if r.Group != "" && !notation.Plain(r.Group) {
		c.fault("reader", n, "group", "group %q must be one word", r.Group)
	}
}
