package spimux

// Levels of pins: true is high.

// HC138 returns the output (0 to 7) of a 74HC138 that is low, or -1 for none
// (function table of the Nexperia data sheet 74HC138): E1 and E2 enable when
// low, E3 when high. Address bits above the third do not matter.
func HC138(e1, e2, e3 bool, address uint) int {
	if e1 || e2 || !e3 {
		return -1
	}
	return int(address & 7)
}

// HC154 returns the output (0 to 15) of a 74HC154 that is low, or -1 for none
// (function table of the Nexperia data sheet 74HC154): E0 and E1 enable when
// low. Address bits above the fourth do not matter.
func HC154(e0, e1 bool, address uint) int {
	if e0 || e1 {
		return -1
	}
	return int(address & 15)
}

// Decoder stands for decoders wired to a chip select (active low) and address pins. It returns the
// outputs of the selected chips.
type Decoder func(cs bool, address uint) []int

// Eight is a Decoder of one 74HC138: E1 at the chip select, E2 low, E3 high.
func Eight(cs bool, address uint) []int { return low(HC138(cs, false, true, address), 0) }

// Sixteen is a Decoder of one 74HC154: E0 at the chip select, E1 low.
func Sixteen(cs bool, address uint) []int { return low(HC154(cs, false, address), 0) }

// TwentyFour is a Decoder of a 74HC154 (E0 at the chip select, E1 at A4) for 0 to 15 and a 74HC138
// (E1 at the chip select, E2 at A3, E3 at A4) for 16 to 23. Nothing needs to be inverted.
func TwentyFour(cs bool, address uint) []int {
	a3, a4 := address&8 != 0, address&16 != 0
	return append(low(HC154(cs, a4, address), 0), low(HC138(cs, a3, a4, address), 16)...)
}

func low(output, first int) []int {
	if output < 0 {
		return nil
	}
	return []int{first + output}
}
