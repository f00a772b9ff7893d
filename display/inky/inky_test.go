package inky_test

import (
	"bytes"
	"errors"
	"testing"

	"periph.io/x/conn/v3/physic"

	"arbiter/display/inky"
)

// A memory is an EEPROM at 0x50 whose addresses have one byte or two.
type memory struct {
	wide bool
	at   int
	data []byte
}

func (*memory) String() string                  { return "memory" }
func (*memory) SetSpeed(physic.Frequency) error { return nil }

// Tx follows the data sheets of the 24C32 and the 24C02: bytes after the address are stored if a
// stop follows, and dropped if the direction changes first.
func (m *memory) Tx(address uint16, w, r []byte) error {
	if address != 0x50 {
		return errors.New("no acknowledge")
	}
	place := 1
	if m.wide {
		place = 2
	}
	if len(w) >= place {
		m.at = int(w[place-1])
		if m.wide {
			m.at += int(w[0]) << 8
		}
		if len(r) == 0 {
			copy(m.data[m.at:], w[place:])
		} else {
			m.at += len(w) - place
		}
	}
	for i := range r {
		r[i] = m.data[(m.at+i)%len(m.data)]
	}
	return nil
}

// written returns what the maker's program writes: width, height, color, version of the board,
// variant, and when (Python's struct "<HHBBB22p").
func written(variant byte) []byte {
	b := append([]byte{0x90, 0x01, 0x2C, 0x01, 2, 12, variant, 21}, "2023-05-04 12:30:00.1"...)
	return append(b, bytes.Repeat([]byte{0xFF}, 4096-len(b))...)
}

func TestRead(t *testing.T) {
	for variant, want := range map[byte]inky.Board{
		17: {Name: "Inky wHAT (SSD1683)", Model: "4.2v2"},
		18: {Name: "Inky wHAT (SSD1683)", Model: "4.2bv2"},
		19: {Name: "Inky wHAT (SSD1683)", Model: "4.2bv2"},
		12: {Name: "Inky pHAT (SSD1608)"},
		22: {Name: "Inky Impression 7.3"},
		27: {Name: "Inky Impression 13.3"},
		0:  {}, 9: {}, 13: {}, 28: {}, 255: {},
	} {
		got, ok := inky.Read(&memory{wide: true, data: written(variant)})
		if got != want || ok != (want.Name != "") {
			t.Errorf("variant %d: %+v, %t", variant, got, ok)
		}
	}
}

// The memories of other boards are neither mistaken for an Inky's nor changed.
func TestOtherMemories(t *testing.T) {
	hat := append([]byte("R-Pi\x01\x00\x02\x00"), bytes.Repeat([]byte{7}, 248)...) // as of a HAT's own
	for name, data := range map[string][]byte{"empty": bytes.Repeat([]byte{0xFF}, 256), "zero": make([]byte, 256), "hat": hat} {
		for _, wide := range []bool{false, true} {
			m := &memory{wide: wide, data: bytes.Clone(data)}
			if b, ok := inky.Read(m); ok {
				t.Errorf("%s is taken for %+v", name, b)
			}
			if !bytes.Equal(m.data, data) {
				t.Errorf("%s was changed", name)
			}
		}
	}
	m := &memory{data: bytes.Clone(hat)} // the control: what the maker's program sends
	if err := m.Tx(0x50, []byte{0, 0}, nil); err != nil || bytes.Equal(m.data, hat) {
		t.Errorf("a stop after two bytes changes nothing: %v", err)
	}
}
