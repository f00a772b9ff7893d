package wiring

import (
	"fmt"
	"strings"

	"arbiter/setups"
)

// Pins of the decoders' packages, outputs first to last (Nexperia data sheets
// 74HC154, DIP24, and 74HC138, DIP16).
var (
	outputs154 = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17}
	inputs154  = []int{23, 22, 21, 20}
	outputs138 = []int{15, 14, 13, 12, 11, 10, 9, 7}
	inputs138  = []int{1, 2, 3}
)

// decoders are the chips behind a mux: as many as its address pins reach, wired as
// hw/README.md says.
func decoders(rig setups.Rig, m setups.Mux) (parts []part) {
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
	supply, low, enable := wire{"3.3 V", power, 1}, grounded(), selectWire(rig, m.Port)
	small := part{title: "74HC138", sub: "name · pin of the DIP16; its outputs are the readers' SDA", pins: addresses(inputs138)}
	large := part{title: "74HC154", sub: "name · pin of the DIP24; its outputs are the readers' SDA", pins: addresses(inputs154)}
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

// outputOf names the output of a decoder that has an address, and its pin.
func outputOf(m setups.Mux, n int) string {
	switch {
	case len(m.Pins) <= 3:
		return fmt.Sprintf("Y%d, pin %d", n, outputs138[n])
	case n >= len(outputs154):
		n -= len(outputs154)
		return fmt.Sprintf("138 Y%d, pin %d", n, outputs138[n])
	case len(m.Pins) == 5:
		return fmt.Sprintf("154 Y%d, pin %d", n, outputs154[n])
	}
	return fmt.Sprintf("Y%d, pin %d", n, outputs154[n])
}

// budget is what everything draws at most at 3.3 V and at 5 V, in mA.
func budget(rig setups.Rig) (low, high int) {
	for _, r := range rig.Readers {
		switch r.Driver {
		case "rc522":
			low += drawsRC522
		case "pn532":
			high += drawsPN532
		}
	}
	for _, p := range rig.Panels {
		if p.Driver != "web" && p.Driver != "png" {
			low += drawsPanel
		}
	}
	return low, high
}

// notesOf are what a drawing cannot show.
func notesOf(rig setups.Rig, boards int) (notes []string) {
	if n := NeedsOf(rig); len(n.Boot) > 0 {
		notes = append(notes, "/boot/firmware/config.txt: "+strings.Join(n.Boot, ", "))
	}
	if n := NeedsOf(rig); n.Own != "" {
		notes = append(notes, "Its overlay is made by: "+OverlayCommand(rig, n.Own))
	}
	low, high := budget(rig)
	switch {
	case boards > headerBears:
		notes = append(notes, fmt.Sprintf("Power: at most %d mA at 3.3 V. The boards have a 3.3 V supply of their own, whose GND is the GND of the Raspberry Pi; 100 nF at each board.", low))
	case low > 0:
		notes = append(notes, fmt.Sprintf("Power: at most %d mA at 3.3 V, from the header.", low))
	}
	if high > 0 {
		notes = append(notes, fmt.Sprintf("Power: at most %d mA at 5 V, from USB.", high))
	}
	if boards > 1 {
		notes = append(notes, "MISO: each board has its own tri-state buffer (74LVC1G125), whose OE is at the board's SDA: the boards hold the wire when they are not selected.")
	}
	if boards > 0 || high > 0 {
		notes = append(notes, "Antennas: at least 100 mm apart, ferrite behind them where there is metal.")
	}
	if len(rig.Readers) > 0 {
		notes = append(notes, "Not confirmed on a real board yet: arbiter doctor --cards tests it.")
	}
	return notes
}

// shoppingOf lists what must be bought beside the Raspberry Pi and wires.
func shoppingOf(rig setups.Rig, boards int) (list []string) {
	buy := func(n int, what string) {
		if n > 0 {
			list = append(list, fmt.Sprintf("%d × %s", n, what))
		}
	}
	buy(boards, "RC522 board")
	if boards > 1 {
		buy(boards, "tri-state buffer 74LVC1G125, and 100 nF for each")
	}
	for _, m := range rig.Muxes {
		for _, x := range decoders(rig, m) {
			buy(1, x.title+", and 100 nF")
		}
	}
	if boards > headerBears {
		low, _ := budget(rig)
		buy(1, fmt.Sprintf("supply for 3.3 V and %d mA or more", (2*low+99)/100*100))
	}
	buy(driven(rig, "pn532"), "PN532 board, and USB serial adapter with 3.3 V levels")
	for _, x := range serialParts(rig) {
		if x.title == "Hub" {
			buy(1, fmt.Sprintf("hub with %d readers", len(x.repeats)))
		}
	}
	buy(driven(rig, "wedge"), "reader that types like a keyboard")
	for _, p := range rig.Panels {
		if p.Driver != "web" && p.Driver != "png" {
			buy(1, strings.TrimSpace("panel "+p.Driver+" "+p.Model))
		}
	}
	buy(len(rig.Buttons), "push button")
	return list
}

// driven is how many readers have a driver.
func driven(rig setups.Rig, driver string) (n int) {
	for _, r := range rig.Readers {
		if r.Driver == driver {
			n++
		}
	}
	return n
}
