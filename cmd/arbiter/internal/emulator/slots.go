package emulator

import (
	"errors"
	"fmt"

	"arbiter/hw/emu/line"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/pn532"
	"arbiter/hw/emu/spimux"
	"arbiter/hw/emu/wedge"
)

// A Slot is an emulated reader: a place where cards can lie, and what can go wrong there.
type Slot interface {
	Lay(*picc.Tag)
	Lift(*picc.Tag)
	Plug() error
	Unplug() error
	Faults() []Fault
}

// A Fault is something that goes wrong on request.
type Fault struct {
	Name  string
	help  string  // what it is
	Value float64 // how much of it by default
	takes string  // the kind of value: "" for none
	Do    func(value float64)
	Undo  func()
}

// The kinds of values of faults.
const (
	chance = "P"    // a probability, 0 to 1
	number = "N"    // how many
	octet  = "BYTE" // such as 0xFF
)

// valid returns an error for a value that is out of range.
func (f Fault) valid(v float64) error {
	whole := v == float64(int(v))
	switch {
	case f.takes == chance && (v < 0 || v > 1):
		return fmt.Errorf("%s takes a probability: 0 to 1", f.Name)
	case f.takes == number && (v < 0 || !whole):
		return fmt.Errorf("%s takes a number, such as 1", f.Name)
	case f.takes == octet && (v < 0 || v > 255 || !whole):
		return fmt.Errorf("%s takes a byte, such as 0xFF", f.Name)
	}
	return nil
}

// antenna is a slot with a radio field.
type antenna struct{ field *picc.Field }

func (a antenna) Lay(t *picc.Tag)  { a.field.Place(t) }
func (a antenna) Lift(t *picc.Tag) { a.field.Lift(t) }

func (a antenna) faults() []Fault {
	f := a.field
	return []Fault{
		{"lost-request", "the next N requests (REQA, WUPA) are not heard", 1, number, func(v float64) { f.LoseRequests(int(v)) }, func() { f.LoseRequests(0) }},
		{"lost-frames", "each exchange on the air is lost with probability P", 0.1, chance, f.Lose, func() { f.Lose(0) }},
		{"bit-flips", "each bit of an answer turns over with probability P", 0.01, chance, f.Noise, func() { f.Noise(0) }},
		{"weak-tag", "each card answers a frame only with probability P", 0.7, chance, f.Weaken, func() { f.Weaken(1) }},
		{"capture", "the card that was laid first drowns the others", 0, "", func(float64) { f.Capture(true) }, func() { f.Capture(false) }},
		{"crowd", "N cards or more silence each other", 3, number, func(v float64) { f.Crowd(int(v)) }, func() { f.Crowd(0) }},
		{"dead-antenna", "no card hears anything", 0, "", func(float64) { f.Lose(1) }, func() { f.Lose(0) }},
	}
}

// chipSlot is a slot with an MFRC522: on SPI at an output of its bus, or with bus nil beside it.
type chipSlot struct {
	antenna
	chip   *mfrc522.Chip
	bus    *spimux.Bus
	output int
}

func (s chipSlot) Plug() error { s.chip.Plug(); return nil }

// Unplug leaves MISO open, which the Raspberry Pi pulls low.
func (s chipSlot) Unplug() error { s.chip.Unplug(0x00); return nil }

func (s chipSlot) Faults() []Fault {
	c := s.chip
	all := append(s.antenna.faults(), Fault{"stuck-miso", "the data line reads as BYTE", 0xFF, octet, func(v float64) { c.Stick(byte(v)) }, c.Unstick})
	if s.bus != nil {
		all = append(all, Fault{"held-miso", "the board drives the data line with BYTE while it is not selected", 0, octet,
			func(v float64) { s.bus.HoldMISO(s.output, byte(v)) }, func() { s.bus.Release(s.output) }})
	}
	return append(all,
		Fault{"version", "the version register reads BYTE, as in clones", 0x82, octet, func(v float64) { c.SetVersion(byte(v)) }, func() { c.SetVersion(mfrc522.Version2) }},
		Fault{"hang", "the chip finishes nothing", 0, "", func(float64) { c.Hang(true) }, func() { c.Hang(false) }},
		Fault{"dead-bus", "the port fails", 0, "", func(float64) { c.FailBus(errors.New("the bus does not work")) }, func() { c.FailBus(nil) }},
	)
}

// lineSlot is a slot with an MFRC522 on a serial adapter.
type lineSlot struct {
	chipSlot
	line    *mfrc522.Serial
	connect func() error
}

func (s lineSlot) Plug() error   { return s.connect() }
func (s lineSlot) Unplug() error { return s.line.Unplug() }

// adapterSlot is a slot with a PN532 on a serial adapter.
type adapterSlot struct {
	antenna
	chip    *pn532.Chip
	connect func() error
}

func (s adapterSlot) Plug() error   { return s.connect() }
func (s adapterSlot) Unplug() error { return s.chip.Unplug() }

func (s adapterSlot) Faults() []Fault {
	c := s.chip
	return append(s.antenna.faults(),
		Fault{"half-frames", "the next N answers end in the middle", 1, number, func(v float64) { c.Halve(int(v)) }, func() { c.Halve(0) }},
		Fault{"lost-acks", "the next N acknowledgments are lost", 1, number, func(v float64) { c.LoseACKs(int(v)) }, func() { c.LoseACKs(0) }},
		Fault{"line-flips", "one bit of an answer on the cable turns over with probability P", 0.1, chance, func(p float64) { c.Flip(p, 0) }, func() { c.Flip(0, 0) }},
		Fault{"silence", "the chip hears nothing, as with a wire cut", 0, "", func(float64) { c.Silence(true) }, func() { c.Silence(false) }},
		Fault{"version", "the chip says that it is a PN5BYTE", 0x33, octet, func(v float64) { c.SetFirmware([4]byte{byte(v), 1, 6, 7}) }, func() { c.SetFirmware([4]byte{pn532.IC, 1, 6, 7}) }},
		Fault{"brownout", "the chip forgets everything", 0, "", func(float64) { c.Brownout() }, func() {}},
	)
}

// boardSlot is a slot with a PN532 on a bus.
type boardSlot struct {
	adapterSlot
	board interface {
		Plug() error
		Unplug() error
	}
}

func (s boardSlot) Plug() error   { return s.board.Plug() }
func (s boardSlot) Unplug() error { return s.board.Unplug() }

// A HubSlot is one reader of a hub. Its cable is the hub's.
type HubSlot struct {
	hub     *line.Hub
	address string
	connect func() error
}

func (s HubSlot) Lay(t *picc.Tag)  { s.hub.Place(s.address, t.UID()...) }
func (s HubSlot) Lift(t *picc.Tag) { s.hub.Lift(s.address, t.UID()...) }
func (s HubSlot) Plug() error      { return s.connect() }
func (s HubSlot) Unplug() error    { return s.hub.Unplug() }

func (s HubSlot) Faults() []Fault {
	h := s.hub
	return []Fault{
		{"lost-lines", "the next N lines of the hub are lost", 1, number, func(v float64) { h.Lose(int(v)) }, func() { h.Lose(0) }},
		{"line-flips", "one bit of a line turns over with probability P", 0.1, chance, h.Flip, func() { h.Flip(0) }},
		{"mute", "the hub says nothing", 0, "", func(float64) { h.Mute(true) }, func() { h.Mute(false) }},
		{"broken", "the hub says that this reader does not work", 0, "", func(float64) { h.Fail(s.address, "no answer from its chip") }, func() { h.Repair(s.address) }},
		{"crowd", "the hub says that cards cannot be told apart", 0, "", func(float64) { h.Crowd(s.address) }, func() { h.Repair(s.address) }},
	}
}

// keySlot is a reader that types. Cards are shown to it, and do not lie there.
type keySlot struct{ *wedge.Keyboard }

func (s keySlot) Lay(t *picc.Tag) {
	_ = s.Show(t.UID()...) // a broken keyboard types nothing
}

func (keySlot) Lift(*picc.Tag)  {}
func (s keySlot) Plug() error   { return s.Keyboard.Plug() }
func (s keySlot) Unplug() error { return s.Keyboard.Unplug() }

func (s keySlot) Faults() []Fault {
	return []Fault{{"garbled", "the next N cards are typed with a wrong key", 1, number, func(v float64) { s.Garble(int(v)) }, func() { s.Garble(0) }}}
}
