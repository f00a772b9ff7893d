package pn532_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/pn532"
)

// bench is a chip at the end of a pipe.
type bench struct {
	*testing.T
	chip  *pn532.Chip
	field *picc.Field
	line  net.Conn
}

// inBubble tests a chip on a virtual clock.
func inBubble(t *testing.T, f func(b bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		field := picc.NewField(1)
		b := bench{T: t, chip: pn532.New(field, 1), field: field}
		near, far := net.Pipe()
		b.line = near
		ended := make(chan error, 1)
		go func() { ended <- b.chip.Serve(far) }()
		t.Cleanup(func() {
			near.Close()
			if err := <-ended; err == nil {
				t.Error("it served on without a line")
			}
		})
		f(b)
	})
}

func (b bench) send(bytes ...byte) {
	b.Helper()
	b.line.SetDeadline(time.Now().Add(time.Minute))
	if _, err := b.line.Write(bytes); err != nil {
		b.Fatal(err)
	}
}

// hears reads exactly these bytes.
func (b bench) hears(what, want string) {
	b.Helper()
	b.line.SetDeadline(time.Now().Add(time.Minute))
	got := make([]byte, len(want)/2)
	n, err := io.ReadFull(b.line, got)
	if s := fmt.Sprintf("%X", got[:n]); err != nil || s != want {
		b.Fatalf("%s: %s, %v; want %s", what, s, err, want)
	}
}

// silent checks that nothing comes.
func (b bench) silent(what string) {
	b.Helper()
	b.line.SetDeadline(time.Now().Add(30 * time.Millisecond))
	var one [1]byte
	if n, _ := b.line.Read(one[:]); n > 0 {
		b.Fatalf("%s: it says %X", what, one)
	}
}

const (
	ack     = "0000FF00FF00"
	refusal = "0000FF01FF7F8100"
)

// framed returns a frame as the manual describes it, computed by hand.
func framed(data ...byte) []byte {
	f := []byte{0, 0, 0xFF, byte(len(data)), byte(256 - len(data))}
	var sum int
	for _, d := range data {
		sum += int(d)
	}
	return append(append(f, data...), byte(256-sum%256), 0)
}

func hex(b []byte) string { return fmt.Sprintf("%X", b) }

// does sends a command and expects the answer.
func (b bench) does(what string, command []byte, answer ...byte) {
	b.Helper()
	b.send(framed(append([]byte{0xD4}, command...)...)...)
	b.hears(what, ack+hex(framed(append([]byte{0xD5, command[0] + 1}, answer...)...)))
}

func (b bench) refuses(what string, command ...byte) {
	b.Helper()
	b.send(framed(append([]byte{0xD4}, command...)...)...)
	b.hears(what, ack+refusal)
}

func (b bench) wake() {
	b.Helper()
	b.send(0x55, 0x55, 0, 0, 0)
	b.does("SAM", []byte{0x14, 1, 0x14, 1})
}

func TestAsleep(t *testing.T) {
	inBubble(t, func(b bench) {
		b.send(framed(0xD4, 0x02)...)
		b.silent("asleep")
		b.send(0x55, 0x55, 0, 0, 0)
		b.send(framed(0xD4, 0x02)...)
		b.silent("awake, but in LowVbat")
		b.does("echo", []byte{0x00, 0x00, 'l', 'i'}, 0x00, 'l', 'i')
		b.does("SAM", []byte{0x14, 1, 0x14, 1})
		b.does("firmware", []byte{0x02}, 0x32, 1, 6, 7)
		b.does("power down", []byte{0x16, 0xF0}, 0)
		b.send(framed(0xD4, 0x02)...)
		b.silent("asleep again")
		b.send(append([]byte{0x55, 0x55, 0, 0, 0}, framed(0xD4, 0x02)...)...)
		b.hears("awake again", ack+hex(framed(0xD5, 0x03, 0x32, 1, 6, 7)))
		b.chip.Brownout()
		b.send(framed(0xD4, 0x02)...)
		b.silent("without power")
	})
}

func TestCommands(t *testing.T) {
	inBubble(t, func(b bench) {
		b.wake()
		b.does("status", []byte{0x04}, 0, 0, 0, 0)
		b.does("registers", []byte{0x06, 0x63, 0x02, 0x63, 0x3D}, 0x80, 0x00)
		b.does("write a register", []byte{0x08, 0x63, 0x3D, 0x07})
		b.does("read it back", []byte{0x06, 0x63, 0x3D}, 0x07)
		b.does("parameters", []byte{0x12, 0x00})
		b.does("retries", []byte{0x32, 0x05, 0xFF, 0x01, 0x00})
		b.does("timings", []byte{0x32, 0x02, 0x00, 0x0B, 0x08})
		b.does("no FeliCa", []byte{0x4A, 1, 1, 0, 0xFF, 0xFF, 0, 0}, 0)
		b.does("no target to select", []byte{0x54, 1}, 0x27)
		b.does("no target to talk to", []byte{0x40, 1, 0x30, 0}, 0x27)
		b.does("no target to release", []byte{0x52, 1}, 0x27)
		b.does("release all", []byte{0x52, 0}, 0)
		for name, command := range map[string][]byte{
			"unknown":             {0x99},
			"half a register":     {0x06, 0x63},
			"registers, 2 bytes":  {0x08, 0x63, 0x02},
			"parameters, none":    {0x12},
			"SAM, none":           {0x14},
			"SAM mode 9":          {0x14, 9},
			"power down, none":    {0x16},
			"retries too short":   {0x32, 0x05, 0xFF},
			"item 9":              {0x32, 0x09},
			"no item":             {0x32},
			"three targets":       {0x4A, 3, 0},
			"exchange of nothing": {0x40, 1},
			"ROM test":            {0x00, 0x01},
		} {
			b.refuses(name, command...)
		}
		if got, want := b.chip.Traffic().Commands, 26; got != want {
			b.Errorf("%d commands counted, want %d", got, want)
		}
	})
}

func TestFrames(t *testing.T) {
	inBubble(t, func(b bench) {
		b.wake()
		b.send(0x00, 0x00, 0xFF, 0x02, 0xFD) // wrong length
		b.send(0x00, 0x00, 0xFF, 0x02, 0xFE, 0xD4, 0x02, 0x2B, 0x00)
		b.send(0x00, 0x00, 0xFF, 0xFF, 0xFF, 0x00, 0x02, 0xFD, 0xD4, 0x02, 0x2A, 0x00) // wrong extended length
		b.send(0x00, 0x00, 0xFF, 0x02, 0xFE, 0xD5, 0x02, 0x29, 0x00)                   // from a chip
		b.silent("garbled frames")
		b.send(0x00, 0x00, 0xFF, 0xFF, 0xFF, 0x00, 0x02, 0xFE, 0xD4, 0x02, 0x2A, 0x00)
		version := hex(framed(0xD5, 0x03, 0x32, 1, 6, 7))
		b.hears("an extended frame", ack+version)
		b.send(0, 0, 0xFF, 0xFF, 0, 0)
		b.hears("NACK repeats the answer", version)
		b.send(0, 0, 0xFF, 0, 0xFF, 0)
		b.silent("ACK asks for nothing")
		echo := append([]byte{0xD4, 0x00, 0x00}, bytes.Repeat([]byte{7}, 260)...)
		var sum byte
		for _, x := range echo {
			sum += x
		}
		long := append(append([]byte{0, 0, 0xFF, 0xFF, 0xFF, 1, 7, 0xF8}, echo...), -sum, 0)
		for i := 0; i < len(long); i += 100 {
			b.send(long[i:min(i+100, len(long))]...)
		}
		// D5 + 01 + 260 times 07 is 7F2h.
		b.hears("a long echo", ack+"0000FFFFFF0107F8D50100"+strings.Repeat("07", 260)+"0E00")
	})
}

var (
	seven  = []byte{4, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80}
	listed = append([]byte{1, 0, 0x44, 0, 7}, seven...)
)

// A tag that was listed stays silent until the field was off.
func TestListing(t *testing.T) {
	inBubble(t, func(b bench) {
		b.wake()
		b.does("retries", []byte{0x32, 0x05, 0xFF, 0x01, 0x00})
		b.field.Place(picc.New(seven...))
		b.field.Place(picc.New(0xDE, 0xAD, 0xBE, 0xEF))
		b.does("two", []byte{0x4A, 2, 0}, append(append([]byte{2, 1, 0, 0x44, 8, 4, 0xDE, 0xAD, 0xBE, 0xEF}, 2), listed[1:]...)...)
		b.does("status", []byte{0x04}, 0, 0, 2, 1, 0, 0, 0, 2, 0, 0, 0, 0)
		b.does("read the second", []byte{0x40, 2, 0x30, 0}, append([]byte{0}, 4, 0xA2, 0x24, 0x0A, 0x1B, 0x5C, 0x6D, 0x80, 0xAA, 0x48, 0, 0, 0xE1, 0x10, 0x12, 0)...)
		b.does("select the first", []byte{0x54, 1}, 0)
		b.does("write the second", []byte{0x40, 2, 0xA2, 4, 1, 2, 3, 4}, 0)
		b.does("a locked page", []byte{0x40, 2, 0xA2, 0, 1, 2, 3, 4}, 0x13)
		b.does("deselect", []byte{0x44, 0}, 0)
		b.does("release", []byte{0x52, 0}, 0)
		b.does("both are halted", []byte{0x4A, 2, 0}, 0)
		b.does("field off", []byte{0x32, 1, 0})
		b.does("one by its UID", []byte{0x4A, 1, 0, 0x88, 4, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80}, append([]byte{1}, listed...)...)
		b.does("field off", []byte{0x32, 1, 0})
		b.does("away without a field", []byte{0x40, 1, 0x30, 0}, 0x01)
	})
}

// With the reset value of the retries the chip looks for a tag for ever, until one comes or the
// host sends something.
func TestForEver(t *testing.T) {
	inBubble(t, func(b bench) {
		b.wake()
		look := framed(0xD4, 0x4A, 1, 0)
		b.send(look...)
		b.hears("taken", ack)
		b.silent("nothing lies there")
		tag := picc.New(seven...)
		b.field.Place(tag)
		b.hears("a tag", hex(framed(append([]byte{0xD5, 0x4B, 1}, listed...)...)))
		b.field.Lift(tag)
		b.send(look...)
		b.hears("taken", ack)
		b.send(0, 0, 0xFF, 0, 0xFF, 0)
		b.field.Place(picc.New(1, 2, 3, 4))
		b.silent("stopped")
	})
}

func TestCommunicateThru(t *testing.T) {
	inBubble(t, func(b bench) {
		b.wake()
		b.does("field on", []byte{0x32, 1, 1})
		raw := []byte{0x08, 0x63, 0x02, 0, 0x63, 0x03, 0, 0x63, 0x3D, 7}
		b.does("seven bits", raw)
		b.does("nobody", []byte{0x42, 0x52}, 0x01)
		tag := picc.New(seven...)
		b.field.Place(tag)
		b.does("ATQA", []byte{0x42, 0x52}, 0, 0x44, 0)
		b.does("lost", []byte{0x42, 0x52}, 0x01)
		b.field.Place(picc.New(1, 2, 3, 4))
		b.does("collision", []byte{0x42, 0x52}, 0x06)
		b.does("field off", []byte{0x32, 1, 0})
		b.does("retries", []byte{0x32, 0x05, 0xFF, 0x01, 0x00})
		b.does("whole bytes with CRC", []byte{0x08, 0x63, 0x02, 0x80, 0x63, 0x03, 0x80, 0x63, 0x3D, 0})
		b.does("list", []byte{0x4A, 1, 0, 0x88, 4, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80}, append([]byte{1}, listed...)...)
		b.does("GET_VERSION", []byte{0x42, 0x60}, 0, 0, 4, 4, 2, 1, 0, 0x0F, 3)
		b.does("a NAK has no CRC", []byte{0x42, 0x99}, 0x02)
	})
}
