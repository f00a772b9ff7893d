// Package inky reads which panel a HAT of Pimoroni's Inky family has.
//
// It drives none: those with an SSD1683 are panels of package ssd168x at other pins.
package inky

import (
	"slices"

	"periph.io/x/conn/v3/i2c"
)

// A Board is a HAT as its memory describes it.
type Board struct {
	Name  string // as the maker calls it
	Model string // of ssd168x; "" if its controller is another one
}

// boards are the variants that the maker has numbered (pimoroni/inky 07035b3, eeprom.py), which
// has no name for 9 and 13.
var boards = [...]Board{
	1: {Name: "Inky pHAT"}, 2: {Name: "Inky wHAT"}, 3: {Name: "Inky wHAT"}, 4: {Name: "Inky pHAT"}, 5: {Name: "Inky pHAT"},
	6: {Name: "Inky wHAT"}, 7: {Name: "Inky wHAT"}, 8: {Name: "Inky wHAT"},
	10: {Name: "Inky pHAT (SSD1608)"}, 11: {Name: "Inky pHAT (SSD1608)"}, 12: {Name: "Inky pHAT (SSD1608)"},
	14: {Name: "Inky Impression 5.7"}, 15: {Name: "Inky Impression 4"}, 16: {Name: "Inky Impression 4"},
	17: {"Inky wHAT (SSD1683)", "4.2v2"}, 18: {"Inky wHAT (SSD1683)", "4.2bv2"}, 19: {"Inky wHAT (SSD1683)", "4.2bv2"},
	20: {Name: "Inky Impression 7.3"}, 21: {Name: "Inky Impression 13.3"}, 22: {Name: "Inky Impression 7.3"},
	23: {Name: "Inky pHAT (JD79661)"}, 24: {Name: "Inky wHAT (JD79668)"}, 25: {Name: "Inky Impression 4"},
	26: {Name: "Inky Impression 7.3"}, 27: {Name: "Inky Impression 13.3"},
}

// This is where the memory is, and what is in it.
const (
	address = 0x50
	length  = 29
	pcb     = 5 // the version of the board, ten times
	variant = 6
	written = 7 // a Pascal string of at most 21 characters: when it was written
)

// Read returns the HAT on a bus; false if there is none, or an unknown one.
//
// The size stored there is wrong on some boards, so only the variant counts. The address is written
// in the same transfer as the read: with a stop between them, a smaller memory of another HAT would
// take the second address byte for a byte to store.
func Read(bus i2c.Bus) (Board, bool) {
	r := make([]byte, length)
	if bus.Tx(address, []byte{0, 0}, r) != nil {
		return Board{}, false
	}
	n, when := int(r[written]), r[written+1:]
	if r[pcb] == 0 || n > len(when) || slices.ContainsFunc(when[:n], func(c byte) bool { return c < ' ' || c > '~' }) {
		return Board{}, false // a memory of something else
	}
	at := int(r[variant])
	if at >= len(boards) || boards[at].Name == "" {
		return Board{}, false
	}
	return boards[at], true
}
