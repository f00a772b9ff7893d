package wedge

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"
	"time"

	"arbiter/hw"
)

// event is a struct input_event of linux/input.h.
type event struct {
	at    time.Duration // since an epoch that does not matter
	kind  uint16
	code  uint16
	value int32
}

// Kinds, codes and values of linux/input-event-codes.h.
const (
	kindSync = 0x00
	kindKey  = 0x01

	syncReport  = 0
	syncDropped = 3 // the kernel's buffer was full: events are missing

	pressed = 1 // 0 is released, 2 is held down

	keyEnter       = 28
	keyKeypadEnter = 96
	keyLeftShift   = 42
	keyRightShift  = 54
	keyCapsLock    = 58
)

// eventSize is the size of an event: two words for the time, two half words and a value.
const (
	wordSize  = bits.UintSize / 8
	eventSize = 2*wordSize + 8
)

// digits are the keys for hexadecimal digits, of the main block and the keypad.
var digits = map[uint16]byte{
	2: '1', 3: '2', 4: '3', 5: '4', 6: '5', 7: '6', 8: '7', 9: '8', 10: '9', 11: '0',
	79: '1', 80: '2', 81: '3', 75: '4', 76: '5', 77: '6', 71: '7', 72: '8', 73: '9', 82: '0',
	30: 'A', 48: 'B', 46: 'C', 32: 'D', 18: 'E', 33: 'F',
}

// decode reads one event, in the byte order and word size of this machine.
func decode(b [eventSize]byte) event {
	word := func(i int) int64 {
		if wordSize == 4 {
			return int64(int32(binary.NativeEndian.Uint32(b[4*i:])))
		}
		return int64(binary.NativeEndian.Uint64(b[8*i:]))
	}
	rest := b[2*wordSize:]
	return event{
		at:    time.Duration(word(0))*time.Second + time.Duration(word(1))*time.Microsecond,
		kind:  binary.NativeEndian.Uint16(rest),
		code:  binary.NativeEndian.Uint16(rest[2:]),
		value: int32(binary.NativeEndian.Uint32(rest[4:])),
	}
}

const (
	// longest is the number of digits of a UID of ten bytes.
	longest = 20
	// gap is how long a reader may pause within a number. It types a digit every
	// few milliseconds; a person does not.
	gap = 500 * time.Millisecond
)

// A keyboard turns events into numbers. It is pure.
type keyboard struct {
	text    []byte
	spoiled bool // a key was not a digit, or was missed
	skip    bool // events were dropped: ignore everything up to the next report
	last    time.Duration
}

// press handles one event. If ended is true, it ends a number.
func (k *keyboard) press(e event) (uid hw.UID, ended bool, err error) {
	switch {
	case e.kind == kindSync && e.code == syncDropped:
		k.skip = true
		return uid, false, nil
	case e.kind == kindSync && e.code == syncReport && k.skip:
		k.skip, k.spoiled = false, true
		return uid, false, nil
	case k.skip || e.kind != kindKey || e.value != pressed:
		return uid, false, nil
	}
	if e.at-k.last > gap {
		k.text, k.spoiled = nil, false
	}
	k.last = e.at
	switch e.code {
	case keyEnter, keyKeypadEnter:
		uid, err = k.number()
		k.text, k.spoiled = nil, false
		return uid, true, err
	case keyLeftShift, keyRightShift, keyCapsLock:
		return uid, false, nil
	}
	digit, ok := digits[e.code]
	if !ok || len(k.text) == longest {
		k.spoiled = true
		return uid, false, nil
	}
	k.text = append(k.text, digit)
	return uid, false, nil
}

// number reads what was typed: 8, 14 or 20 hexadecimal digits, or 10 decimal ones for a UID of four
// bytes, most significant first.
func (k *keyboard) number() (hw.UID, error) {
	if k.spoiled {
		return hw.UID{}, fmt.Errorf("%w: it typed something that is no number", hw.ErrIO)
	}
	if len(k.text) == 10 {
		n, err := strconv.ParseUint(string(k.text), 10, 32)
		if err != nil {
			return hw.UID{}, fmt.Errorf("%w: ten digits that are no 32-bit number", hw.ErrIO)
		}
		return hw.NewUID(binary.BigEndian.AppendUint32(nil, uint32(n)))
	}
	u, err := hw.ParseUID(string(k.text))
	if err != nil {
		return hw.UID{}, fmt.Errorf("%w: it typed %d digits; set it to 8, 14 or 20 hexadecimal ones, or 10 decimal ones", hw.ErrIO, len(k.text))
	}
	return u, u.Whole() // decimal digits may be in either order, so their first byte says nothing
}
