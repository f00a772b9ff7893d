package spimux_test

import (
	"fmt"
	"testing"

	"arbiter/hw/emu/spimux"
)

// Exactly one output is low for each address when the chip select is low, and
// none when it is high.
func TestDecoders(t *testing.T) {
	for name, c := range map[string]struct {
		decode  spimux.Decoder
		pins    int
		outputs int
	}{"eight": {spimux.Eight, 3, 8}, "sixteen": {spimux.Sixteen, 4, 16}, "twenty-four": {spimux.TwentyFour, 5, 24}} {
		for address := range uint(1) << c.pins {
			want := "[]"
			if int(address) < c.outputs {
				want = fmt.Sprintf("[%d]", address)
			}
			if got := fmt.Sprint(c.decode(false, address)); got != want {
				t.Errorf("%s: address %d selects %s, want %s", name, address, got, want)
			}
			if got, want := fmt.Sprint(c.decode(true, address)), "[]"; got != want {
				t.Errorf("%s: without the chip select address %d selects %s", name, address, got)
			}
		}
	}
}

// The enable pins work as in the data sheets' function tables.
func TestEnables(t *testing.T) {
	for i := range 8 {
		e1, e2, e3 := i&1 != 0, i&2 != 0, i&4 != 0
		want := -1
		if !e1 && !e2 && e3 {
			want = 5
		}
		if got := spimux.HC138(e1, e2, e3, 5); got != want {
			t.Errorf("74HC138 with E1 %v, E2 %v, E3 %v: output %d, want %d", e1, e2, e3, got, want)
		}
		want = -1
		if !e1 && !e2 {
			want = 13
		}
		if got := spimux.HC154(e1, e2, 13); got != want {
			t.Errorf("74HC154 with E0 %v, E1 %v: output %d, want %d", e1, e2, got, want)
		}
	}
}
