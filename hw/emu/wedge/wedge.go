// Package wedge emulates a reader that types the number of a card like a keyboard, as the stream of
// events that Linux makes of it (struct input_event, linux/input.h).
//
// It is not a device: its reader opens it here. It shares no code with hw/wedge.
package wedge

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Kinds of events, and keys (linux/input-event-codes.h).
const (
	synchronize, scanned, key = 0, 4, 1
	enter                     = 28
	wrong                     = 45 // the key x, which occurs in no number
)

// digits are the keys of hexadecimal digits.
var digits = map[rune]uint16{
	'1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10, '0': 11,
	'A': 30, 'B': 48, 'C': 46, 'D': 32, 'E': 18, 'F': 33,
}

// Keyboard is one reader. It is safe for concurrent use.
type Keyboard struct {
	mu     sync.Mutex
	out    *os.File // to the program that reads it; nil if there is none
	away   bool
	garble int // how many more cards are typed with a wrong key
	start  time.Time
}

// New returns a reader that is plugged in.
func New() *Keyboard { return &Keyboard{start: time.Now()} }

// Open returns the device. A program that had it open before reads nothing more from it.
func (k *Keyboard) Open() (io.ReadCloser, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.away {
		return nil, os.ErrNotExist
	}
	in, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	if k.out != nil {
		err = k.out.Close()
	}
	k.out = out
	return in, err
}

// Show holds a card to the reader, which types its number and Enter. Nobody has to read that.
func (k *Keyboard) Show(uid ...byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.out == nil || k.away {
		return nil
	}
	var b bytes.Buffer
	for _, d := range strings.ToUpper(hex.EncodeToString(uid)) {
		k.tap(&b, digits[d])
	}
	if k.garble > 0 {
		k.garble--
		k.tap(&b, wrong)
	}
	k.tap(&b, enter)
	if _, err := k.out.Write(b.Bytes()); err != nil && !errors.Is(err, syscall.EPIPE) {
		return err
	}
	return nil
}

// tap presses a key and lets it go, each with its report.
func (k *Keyboard) tap(b *bytes.Buffer, code uint16) {
	for _, down := range []int32{1, 0} {
		k.event(b, scanned, 4, int32(code))
		k.event(b, key, code, down)
		k.event(b, synchronize, 0, 0)
	}
}

// event writes one event: seconds and microseconds of a word each, type, code, value.
func (k *Keyboard) event(b *bytes.Buffer, kind, code uint16, value int32) {
	at := time.Since(k.start)
	var e []byte
	for _, n := range []int64{int64(at / time.Second), int64(at % time.Second / time.Microsecond)} {
		if strconv.IntSize == 32 {
			e = binary.NativeEndian.AppendUint32(e, uint32(n))
		} else {
			e = binary.NativeEndian.AppendUint64(e, uint64(n))
		}
	}
	e = binary.NativeEndian.AppendUint16(e, kind)
	e = binary.NativeEndian.AppendUint16(e, code)
	b.Write(binary.NativeEndian.AppendUint32(e, uint32(value)))
}

// Garble makes the next n cards be typed with a key that is not a digit.
func (k *Keyboard) Garble(n int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.garble = n
}

// Unplug unplugs the reader.
func (k *Keyboard) Unplug() error { return k.plug(true) }

// Plug plugs it in again.
func (k *Keyboard) Plug() error { return k.plug(false) }

func (k *Keyboard) plug(away bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.away = away
	if !away || k.out == nil {
		return nil
	}
	out := k.out
	k.out = nil
	return out.Close()
}
