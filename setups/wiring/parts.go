package wiring

import (
	"fmt"
	"path"
	"strings"

	"arbiter/engine"
	"arbiter/setups"
)

// These are the pins of the decoders' packages, in the order of the outputs (Nexperia data sheets
// 74HC154, DIP24, and 74HC138, DIP16).
var (
	outputs154 = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17}
	inputs154  = []int{23, 22, 21, 20}
	outputs138 = []int{15, 14, 13, 12, 11, 10, 9, 7}
	inputs138  = []int{1, 2, 3}
)

// decoders returns the decoder chips of a mux: as many as its address pins can select, wired as
// hw/README.md says.
func (s speaker) decoders(rig setups.Rig, m setups.Mux) (parts []part) {
	addresses := func(inputs []int) (pins []pin) {
		for i, n := range inputs {
			if i < len(m.Pins) {
				pins = append(pins, pin{fmt.Sprintf("A%d · %d", i, n), at(m.Pins[i], address), ""})
			} else {
				pins = append(pins, pin{fmt.Sprintf("A%d · %d", i, n), grounded(), ""})
			}
		}
		return pins
	}
	supply, low, enable := wire{"3.3 V", power, 1}, grounded(), s.selectWire(rig, m.Port)
	small := part{title: "74HC138", sub: s.decoderPins("DIP16"), pins: addresses(inputs138)}
	large := part{title: "74HC154", sub: s.decoderPins("DIP24"), pins: addresses(inputs154)}
	switch len(m.Pins) {
	case 5:
		a3, a4 := at(m.Pins[3], address), at(m.Pins[4], address)
		large.pins = append(large.pins, pin{"E0 · 18", enable, ""}, pin{"E1 · 19", a4, ""}, pin{"VCC · 24", supply, ""}, pin{"GND · 12", low, ""})
		small.pins = append(small.pins, pin{"E1 · 4", enable, ""}, pin{"E2 · 5", a3, ""}, pin{"E3 · 6", a4, ""}, pin{"VCC · 16", supply, ""}, pin{"GND · 8", low, ""})
		return []part{large, small}
	case 4:
		large.pins = append(large.pins, pin{"E0 · 18", enable, ""}, pin{"E1 · 19", low, ""}, pin{"VCC · 24", supply, ""}, pin{"GND · 12", low, ""})
		return []part{large}
	}
	small.pins = append(small.pins, pin{"E1 · 4", enable, ""}, pin{"E2 · 5", low, ""}, pin{"E3 · 6", supply, ""}, pin{"VCC · 16", supply, ""}, pin{"GND · 8", low, ""})
	return []part{small}
}

// decoderPins says how the pins of a decoder are named.
func (s speaker) decoderPins(housing string) string {
	return s.say(engine.Say("name · pin of the %s; its outputs are the readers' SDA", engine.Term(housing)))
}

// outputOf names the decoder output for an address, and its pin.
func (s speaker) outputOf(m setups.Mux, n int) string {
	output := func(name string, pin int) string { return s.say(engine.Say("%s, pin %d", engine.Term(name), pin)) }
	switch {
	case len(m.Pins) <= 3:
		return output(fmt.Sprint("Y", n), outputs138[n])
	case n >= len(outputs154):
		n -= len(outputs154)
		return output(fmt.Sprint("138 Y", n), outputs138[n])
	case len(m.Pins) == 5:
		return output(fmt.Sprint("154 Y", n), outputs154[n])
	}
	return output(fmt.Sprint("Y", n), outputs154[n])
}

// budget returns the most current that everything draws at 3.3 V and at 5 V, in mA.
func budget(rig setups.Rig) (low, high int) {
	for _, r := range rig.Readers {
		switch r.Driver {
		case "rc522":
			if r.Serial() {
				high += drawsRC522
			} else {
				low += drawsRC522
			}
		case "pn532":
			if r.OnBus() {
				low += drawsPN532
			} else {
				high += drawsPN532
			}
		case "pcsc":
			high += drawsPCSC
		}
	}
	for _, p := range rig.Panels {
		if p.Driver != "web" && p.Driver != "png" {
			low += drawsPanel
		}
	}
	return low, high
}

// notesOf returns notes on what a drawing cannot show.
func (s speaker) notesOf(rig setups.Rig, boards int) (notes []string) {
	note := func(t engine.Text) { notes = append(notes, s.say(t)) }
	if n := NeedsOf(rig); len(n.Boot) > 0 {
		notes = append(notes, "/boot/firmware/config.txt: "+strings.Join(n.Boot, ", "))
	}
	if n := NeedsOf(rig); n.Own != "" {
		note(engine.Say("Its overlay is made by: %s", engine.Term(OverlayCommand(rig, n.Own))))
	}
	low, high := budget(rig)
	switch {
	case boards > headerBears || ownSupply(rig):
		note(engine.Say("Power: at most %d mA at 3.3 V. The boards have a 3.3 V supply of their own, whose GND is the GND of the Raspberry Pi; 100 nF at each board.", low))
	case low > 0:
		note(engine.Say("Power: at most %d mA at 3.3 V, from the header.", low))
	}
	if high > 0 {
		note(engine.Say("Power: at most %d mA at 5 V, from USB.", high))
	}
	if boards > 1 {
		note(engine.Say("MISO: each board has its own tri-state buffer (74LVC1G125), whose OE is at the board's SDA: the boards hold the wire when they are not selected."))
	}
	if driven(rig, "rc522") > 0 || driven(rig, "pn532")+driven(rig, "pcsc") > 0 {
		note(engine.Say("Antennas: at least 100 mm apart, ferrite behind them where there is metal."))
	}
	if len(rig.Readers) > 0 {
		note(engine.Say("Not confirmed on a real board yet: arbiter doctor --cards tests it."))
	}
	return notes
}

// shoppingOf lists what must be bought besides the Raspberry Pi and wires.
func (s speaker) shoppingOf(rig setups.Rig, boards int) (list []string) {
	buy := func(n int, what engine.Text) {
		if n > 0 {
			list = append(list, fmt.Sprintf("%d × %s", n, s.say(what)))
		}
	}
	buy(boards, engine.Say("RC522 board"))
	buy(counted(rig, func(r setups.Reader) bool { return r.Driver == "rc522" && r.OnI2C() }), engine.Say("board with an RC522 for I2C"))
	buy(counted(rig, func(r setups.Reader) bool { return r.Driver == "rc522" && r.Serial() }), engine.Say("RC522 board, and USB serial adapter with 3.3 V levels"))
	if boards > 1 {
		buy(boards, engine.Say("tri-state buffer 74LVC1G125, and 100 nF for each"))
	}
	for _, m := range rig.Muxes {
		for _, x := range s.decoders(rig, m) {
			buy(1, engine.Say("%s, and 100 nF", engine.Term(x.title)))
		}
	}
	if boards > headerBears || ownSupply(rig) {
		low, _ := budget(rig)
		buy(1, engine.Say("supply for 3.3 V and %d mA or more", (2*low+99)/100*100))
	}
	onBuses := onBuses(rig)
	buy(onBuses, engine.Say("PN532 board"))
	buy(driven(rig, "pn532")-onBuses, engine.Say("PN532 board, and USB serial adapter with 3.3 V levels"))
	for _, x := range s.serialParts(rig) {
		if x.hub {
			buy(1, engine.Say("hub with %d readers", len(x.repeats)))
		}
	}
	buy(driven(rig, "pcsc"), engine.Say("USB reader for PC/SC, such as an ACR122U"))
	buy(driven(rig, "wedge"), engine.Say("reader that types like a keyboard"))
	for _, p := range rig.Panels {
		if p.Driver != "web" && p.Driver != "png" {
			buy(1, engine.Say("panel %s", engine.Term(strings.TrimSpace(p.Driver+" "+p.Model))))
		}
	}
	buy(len(rig.Buttons), engine.Say("push button"))
	return list
}

// counted returns how many readers are of a kind.
func counted(rig setups.Rig, is func(setups.Reader) bool) (n int) {
	for _, r := range rig.Readers {
		if is(r) {
			n++
		}
	}
	return n
}

// driven returns how many readers have a driver.
func driven(rig setups.Rig, driver string) int {
	return counted(rig, func(r setups.Reader) bool { return r.Driver == driver })
}

// serialPart returns the part on a reader's serial port.
func (s speaker) serialPart(r setups.Reader) part {
	usb := wire{"USB: " + shortened(strings.TrimPrefix(r.Port, "usb:")), data, 0}
	switch r.Driver {
	case "rc522":
		return part{title: s.say(engine.Say("RC522 on a USB serial adapter")), sub: s.say(engine.Say("its trace to EA is cut, so that it speaks UART")), pins: []pin{
			{s.say(engine.Say("adapter")), usb, ""}, {"MISO", s.ofAdapter("RX", data), ""}, {"SDA", s.ofAdapter("TX", data), ""},
			{"3.3 V", s.ofAdapter("3.3 V", power), ""}, {"GND", s.ofAdapter("GND", ground), ""},
		}}
	case "pn532":
		return part{title: s.say(engine.Say("PN532 on a USB serial adapter")), sub: s.say(engine.Say("switches of the board: HSU")), pins: []pin{
			{s.say(engine.Say("adapter")), usb, ""}, {"TXD", s.ofAdapter("RX", data), ""}, {"RXD", s.ofAdapter("TX", data), ""},
			{"VCC", s.ofAdapter("5 V", power), ""}, {"GND", s.ofAdapter("GND", ground), ""},
		}}
	case "pcsc":
		return part{title: s.say(engine.Say("USB reader for PC/SC")), sub: s.say(engine.Say("such as an ACR122U; pcscd speaks with it")), pins: []pin{{s.say(engine.Say("cable")), usb, ""}}}
	case "line":
		return part{hub: true, title: s.say(engine.Say("Hub")), sub: s.say(engine.Say("a microcontroller with its readers; hw/line/README.md is its protocol")), pins: []pin{{s.say(engine.Say("cable")), usb, ""}}}
	}
	return part{title: s.say(engine.Say("Reader that types")), sub: s.say(engine.Say("like a keyboard")), pins: []pin{{s.say(engine.Say("cable")), usb, ""}}}
}

// onBuses returns how many boards with a PN532 are on I2C or SPI.
func onBuses(rig setups.Rig) int { return counted(rig, setups.Reader.OnBus) }

// ownSupply reports whether these boards draw more than the header's 3.3 V can supply.
func ownSupply(rig setups.Rig) bool { return onBuses(rig) > 1 }

// busParts returns the boards with a PN532 on I2C or SPI, and those with an RC522 on I2C.
func (s speaker) busParts(rig setups.Rig) (parts []part) {
	supply := wire{s.say(engine.Say("3.3 V of the header")), power, 17}
	if ownSupply(rig) {
		supply = wire{s.say(engine.Say("3.3 V of its own")), power, 0}
	}
	for _, r := range rig.Readers {
		if r.Driver == "rc522" && r.OnI2C() {
			x := part{
				title: s.say(engine.Say("RC522 on %s", engine.Term(r.Port))), sub: s.say(engine.Say("address %s", engine.Term(fmt.Sprintf("0x%02X", r.At())))),
				pins:    []pin{{"SDA", at("GPIO2", data), ""}, {"SCL", at("GPIO3", clock), ""}},
				repeats: []repeated{{title: r.Name, sub: s.meaning(r)}},
			}
			if r.Reset != "" {
				x.pins = append(x.pins, pin{"RST", at(r.Reset, reset), ""})
			}
			x.pins = append(x.pins, pin{"3.3 V", supply, ""}, pin{"GND", grounded(), ""})
			parts = append(parts, x)
		}
		if !r.OnBus() {
			continue
		}
		bus, sck, out, in := busWires(r.Port)
		x := part{
			title: s.say(engine.Say("PN532 on %s", engine.Term(bus))), sub: s.say(engine.Say("switches of the board: %s; they count when it gets its power", "SPI")),
			pins:    []pin{{"SCK", sck, ""}, {"MOSI", out, ""}, {"MISO", in, ""}, {"SS", s.selectWire(rig, r.Port), ""}},
			repeats: []repeated{{title: r.Name, sub: s.meaning(r)}},
		}
		if r.OnI2C() {
			x.sub = s.say(engine.Say("switches of the board: %s; they count when it gets its power", "I2C"))
			x.pins = []pin{{"SDA", at("GPIO2", data), ""}, {"SCL", at("GPIO3", clock), ""}}
		}
		x.pins = append(x.pins, pin{"VCC", supply, ""}, pin{"GND", grounded(), ""})
		parts = append(parts, x)
	}
	return parts
}

// shortened returns a port in a form that fits on a part. A persistent name is shortened to its
// end, which tells it from others.
func shortened(port string) string {
	if name := path.Base(port); len(name) > longestPort {
		return "…" + name[len(name)-longestPort:]
	}
	return port
}

// longestPort is how many letters of a port fit beside the reader's name.
const longestPort = 22

// ofAdapter returns a wire to a pin of a serial adapter.
func (s speaker) ofAdapter(pin string, k kind) wire {
	return wire{s.say(engine.Say("%s of the adapter", engine.Term(pin))), k, 0}
}
