// Package wiring knows what a rig needs of the device that it is wired to, and shows what is
// connected to what: as a drawing, as tables, and as the overlay of a bus.
package wiring

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/setups"
)

// A Diagram is what is connected to what in a rig: parts with pins, and the wire at each pin.
type Diagram struct {
	name, title string
	speaker
	parts    []part
	shopping []string
	notes    []string
}

// A speaker puts the labels beside pins into somebody's language. Pins are called what is printed
// on boards.
type speaker struct{ say func(engine.Text) string }

// english leaves the labels in English.
var english = speaker{engine.Text.String}

// A part is a component with pins.
type part struct {
	title, sub string
	pins       []pin
	repeats    []repeated // the readers that the part stands for
	hub        bool
}

// A pin is a pin of a part, and its wire.
type pin struct {
	name string
	wire wire
	via  string // what is inserted in the wire
}

// A repeated is one of several identical parts.
type repeated struct{ title, sub, more string }

// A wire connects all pins that name it; its kind is its color.
type wire struct {
	name string
	kind kind
	pin  int // the pin of the header; 0: none
}

type kind string

const (
	power   kind = "power"
	ground  kind = "ground"
	clock   kind = "clock"
	mosi    kind = "mosi"
	miso    kind = "miso"
	chosen  kind = "select"
	reset   kind = "reset"
	address kind = "address"
	control kind = "control"
	press   kind = "button"
	data    kind = "data" // serial
)

// header has the pin of the 40-pin header for each GPIO of a Raspberry Pi.
var header = map[string]int{
	"GPIO2": 3, "GPIO3": 5, "GPIO4": 7, "GPIO14": 8, "GPIO15": 10, "GPIO17": 11, "GPIO18": 12, "GPIO27": 13, "GPIO22": 15, "GPIO23": 16,
	"GPIO24": 18, "GPIO10": 19, "GPIO9": 21, "GPIO25": 22, "GPIO11": 23, "GPIO8": 24, "GPIO7": 26, "GPIO0": 27, "GPIO1": 28, "GPIO5": 29,
	"GPIO6": 31, "GPIO12": 32, "GPIO13": 33, "GPIO19": 35, "GPIO16": 36, "GPIO26": 37, "GPIO20": 38, "GPIO21": 40,
}

// rails has what the other pins of the header are.
var rails = map[int]string{1: "3.3 V", 2: "5 V", 4: "5 V", 6: "GND", 9: "GND", 14: "GND", 17: "3.3 V", 20: "GND", 25: "GND", 30: "GND", 34: "GND", 39: "GND"}

// spiPins has the pins of the SPI buses: clock, data out, data in, and the chip selects of the
// usual overlays.
var spiPins = map[string]struct {
	sck, mosi, miso string
	selects         []string
}{
	"SPI0": {"GPIO11", "GPIO10", "GPIO9", []string{"GPIO8", "GPIO7"}},
	"SPI1": {"GPIO21", "GPIO20", "GPIO19", []string{"GPIO18", "GPIO17", "GPIO16"}},
}

// at returns the wire to a GPIO.
func at(gpio string, k kind) wire { return wire{gpio, k, header[gpio]} }

// busWires returns clock, data out and data in of the bus of a port.
func busWires(port string) (bus string, sck, out, in wire) {
	bus, _, _ = strings.Cut(port, ".")
	p := spiPins[bus]
	return bus, at(p.sck, clock), at(p.mosi, mosi), at(p.miso, miso)
}

// selectWire returns the chip select of a port.
func (s speaker) selectWire(rig setups.Rig, port string) wire {
	if gpio := selectPins(rig)[port]; gpio != "" {
		return at(gpio, chosen)
	}
	return wire{name: s.say(engine.Say("chip select of %s", engine.Term(port))), kind: chosen}
}

// headerBears is how many boards the header's 3.3 V can supply; with more, the boards need a supply
// of their own.
const headerBears = 2

// The most current that the parts draw, in mA: from the data sheets of the MFRC522 (13 to 26 with
// its field on) and the PN532 (150 for its transmitter), and Waveshare's figure for the panel (26.4
// mW during an update). The ACR122U stands for readers of pcscd (its data sheet: 200 at work).
const (
	drawsRC522, drawsPN532, drawsPCSC, drawsPanel = 26, 150, 200, 8
)

// diagramOf makes the diagram of a rig.
func (s speaker) diagramOf(rig setups.Rig) Diagram {
	p := Diagram{name: rig.Name, title: s.word(rig.Title), speaker: s}
	boards := counted(rig, setups.Reader.SPIBoard)
	supply := wire{"3.3 V", power, 1}
	if boards > headerBears {
		supply = wire{s.say(engine.Say("3.3 V of its own")), power, 0}
	}
	for _, m := range rig.Muxes {
		p.parts = append(p.parts, s.decoders(rig, m)...)
	}
	p.parts = append(p.parts, s.boardsOf(rig, supply)...)
	p.parts = append(p.parts, s.busParts(rig)...)
	p.parts = append(p.parts, s.serialParts(rig)...)
	for _, x := range rig.Panels {
		if x.Driver != "web" && x.Driver != "png" {
			p.parts = append(p.parts, s.panelPart(rig, x))
		}
	}
	if len(rig.Buttons) > 0 {
		p.parts = append(p.parts, s.buttonPart(rig))
	}
	p.shopping, p.notes = s.shoppingOf(rig, boards), s.notesOf(rig, boards)
	return p
}

// grounded returns the ground wire, which is the same everywhere.
func grounded() wire { return wire{"GND", ground, 39} }

// boardsOf returns the boards with an RC522, one part for each bus or mux.
func (s speaker) boardsOf(rig setups.Rig, supply wire) (parts []part) {
	var order []string
	groups := map[string][]setups.Reader{}
	for _, r := range rig.Readers {
		if !r.SPIBoard() {
			continue
		}
		place, _, _ := strings.Cut(r.Port, ".")
		if groups[place] == nil {
			order = append(order, place)
		}
		groups[place] = append(groups[place], r)
	}
	for _, place := range order {
		parts = append(parts, s.boardPart(rig, groups[place], supply))
	}
	return parts
}

func (s speaker) boardPart(rig setups.Rig, readers []setups.Reader, supply wire) part {
	port := readers[0].Port
	mux, _, decoded := rig.Mux(port)
	if decoded {
		port = mux.Port
	}
	bus, sck, out, in := busWires(port)
	x := part{title: s.say(engine.Say("%d × RC522 on %s", len(readers), engine.Term(bus))), sub: s.say(engine.Say("each board has these pins; what it stands for is below its name"))}
	if len(readers) == 1 {
		x.title, x.sub = s.say(engine.Say("RC522 on %s", engine.Term(bus))), ""
	}
	buffer := ""
	if len(readers) > 1 || shares(rig, bus, readers) {
		buffer = "74LVC1G125"
	}
	if decoded {
		x.pins = append(x.pins, pin{"SDA", wire{s.say(engine.Say("decoder output, at right")), chosen, 0}, ""})
	}
	for _, r := range readers {
		t := repeated{title: r.Name, sub: s.meaning(r)}
		if decoded {
			_, n, _ := rig.Mux(r.Port)
			t.more = s.outputOf(mux, n)
		} else {
			x.pins = append(x.pins, pin{"SDA " + r.Name, s.selectWire(rig, r.Port), ""})
		}
		x.repeats = append(x.repeats, t)
	}
	x.pins = append(x.pins, pin{"SCK", sck, ""}, pin{"MOSI", out, ""}, pin{"MISO", in, buffer}, pin{"RST", at(readers[0].Reset, reset), ""},
		pin{"3.3 V", supply, ""}, pin{"GND", grounded(), ""})
	return x
}

// shares reports whether something else that answers is on the bus.
func shares(rig setups.Rig, bus string, readers []setups.Reader) bool {
	return slices.ContainsFunc(rig.Readers, func(r setups.Reader) bool {
		return r.SPIBoard() && strings.HasPrefix(r.Port, bus+".") && !slices.ContainsFunc(readers, func(o setups.Reader) bool { return o.Name == r.Name })
	})
}

// meaning says what lies on a reader.
func (s speaker) meaning(r setups.Reader) string {
	words := []string{}
	if r.Seat != "" {
		words = append(words, s.word(r.Seat))
	}
	switch {
	case r.Role == setups.RoleTable:
		words = append(words, s.say(engine.Say("any card")))
	case len(r.Fields) > 1:
		words = append(words, s.say(engine.Say("all fields")))
	case len(r.Fields) == 1:
		words = append(words, s.say(engine.Say("field %s", engine.Term(r.Fields[0]))))
	case r.Role != "":
		words = append(words, s.word(r.Role))
	}
	return strings.Join(words, ", ")
}

func (s speaker) panelPart(rig setups.Rig, p setups.Panel) part {
	x := part{title: strings.TrimSpace(s.say(engine.Say("Panel")) + ": " + p.Driver + " " + p.Model), sub: s.say(engine.Say("%s pixels", engine.Term(p.Size)))}
	if _, sck, out, _ := busWires(p.Port); sck.pin > 0 {
		x.pins = append(x.pins, pin{"CLK", sck, ""}, pin{"DIN", out, ""}, pin{"CS", s.selectWire(rig, p.Port), ""})
	} else if p.Port != "" {
		x.pins = append(x.pins, pin{"SDA", at("GPIO2", data), ""}, pin{"SCL", at("GPIO3", clock), ""})
	}
	for _, c := range []struct{ name, gpio string }{{"DC", p.DC}, {"CS", p.CS}, {"RST", p.Reset}, {"BUSY", p.Busy}, {"PWR", p.Power}} {
		if c.gpio != "" {
			x.pins = append(x.pins, pin{c.name, at(c.gpio, control), ""})
		}
	}
	x.pins = append(x.pins, pin{"VCC", wire{s.say(engine.Say("3.3 V of the header")), power, 17}, ""}, pin{"GND", grounded(), ""})
	return x
}

func (s speaker) buttonPart(rig setups.Rig) part {
	x := part{title: s.say(engine.Say("Buttons")), sub: s.say(engine.Say("each connects its pin to GND; the pull-up is in the chip"))}
	for _, b := range rig.Buttons {
		if b.Pin != "" {
			x.pins = append(x.pins, pin{strings.TrimSpace(s.word(b.Name) + " " + s.word(b.Seat)), at(b.Pin, press), ""})
		}
	}
	x.pins = append(x.pins, pin{s.say(engine.Say("other ends")), grounded(), ""})
	return x
}

// serialParts returns the parts on serial ports and keyboards, and the readers of pcscd, one for each port.
func (s speaker) serialParts(rig setups.Rig) (parts []part) {
	places := map[string]int{}
	for _, r := range rig.Readers {
		if !r.Serial() && !r.PCSC() {
			continue
		}
		t := repeated{title: r.Name, sub: s.meaning(r)}
		if r.Driver == "line" {
			t.more = s.say(engine.Say("address %s", engine.Term(r.Address)))
		}
		if i, known := places[r.Port]; known {
			parts[i].repeats = append(parts[i].repeats, t)
			continue
		}
		places[r.Port] = len(parts)
		x := s.serialPart(r)
		x.repeats = append(x.repeats, t)
		parts = append(parts, x)
	}
	return parts
}

// word returns a word of the rig, such as the name of a button.
func (s speaker) word(w string) string {
	if w == "" {
		return ""
	}
	return s.say(engine.Say("%s", engine.Term(w)))
}

// Draw makes the diagram of a rig that has wires, in the language of say.
func Draw(rig setups.Rig, say func(engine.Text) string) (Diagram, error) {
	if !rig.Pi() {
		return Diagram{}, fmt.Errorf("rig %s is for another computer; drawings are of a Raspberry Pi", rig.Name)
	}
	p := speaker{say}.diagramOf(rig)
	if len(p.parts) == 0 {
		return p, fmt.Errorf("rig %s has no wires", rig.Name)
	}
	return p, nil
}
