package pn532_test

import (
	"io"
	"path/filepath"
	"testing"
	"time"

	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/pn532"
)

// Every fault, and the control without it.
func TestFaults(t *testing.T) {
	inBubble(t, func(b bench) {
		b.wake()
		ask := framed(0xD4, 0x02)
		version := hex(framed(0xD5, 0x03, 0x32, 1, 6, 7))
		b.chip.Halve(1)
		b.send(ask...)
		b.hears("half", ack+version[:len(version)/2/2*2])
		b.silent("the other half")
		b.chip.LoseACKs(1)
		b.send(ask...)
		b.hears("no acknowledgment", version)
		b.chip.Silence(true)
		b.send(ask...)
		b.silent("silence")
		b.chip.Silence(false)
		b.chip.SetFirmware([4]byte{0x31, 2, 4, 7})
		b.does("another chip", []byte{0x02}, 0x31, 2, 4, 7)
		b.chip.SetFirmware([4]byte{pn532.IC, 1, 6, 7})
		b.chip.Flip(0, 1)
		b.send(ask[3:]...) // without a start code no flipped bit can make it a frame
		b.silent("garbled on the way there")
		b.chip.Flip(0, 0)
		b.chip.Lag(500 * time.Millisecond)
		b.send(ask...)
		b.hears("at once", ack)
		b.silent("late")
		b.hears("at last", version)
		b.chip.Lag(0)
		b.chip.Flip(1, 0)
		b.send(ask...)
		b.hears("at once", ack)
		flipped := make([]byte, len(version)/2)
		if _, err := io.ReadFull(b.line, flipped); err != nil || hex(flipped) == version {
			b.Errorf("no bit fell over: %X, %v", flipped, err)
		}
		b.chip.Flip(0, 0)
		b.does("control", []byte{0x02}, 0x32, 1, 6, 7)
	})
}

func TestTraffic(t *testing.T) {
	inBubble(t, func(b bench) {
		b.wake()
		before := b.chip.Traffic()
		b.does("firmware", []byte{0x02}, 0x32, 1, 6, 7)
		after := b.chip.Traffic()
		if got, want := [2]int{after.In - before.In, after.Out - before.Out}, [2]int{9, 6 + 13}; got != want {
			b.Errorf("%v bytes in and out, want %v", got, want)
		}
		if got, want := (pn532.Traffic{In: 100, Out: 52}).Wire(115200), 13194*time.Microsecond; got.Truncate(time.Microsecond) != want {
			b.Errorf("152 bytes take %v, want %v", got, want)
		}
		b.does("retries", []byte{0x32, 0x05, 0xFF, 0x01, 0x00})
		b.field.Place(picc.New(seven...))
		b.does("list", []byte{0x4A, 1, 0}, append([]byte{1}, listed...)...)
		// The standard's frames for a 7-byte UID take 4.4 ms (ISO/IEC 14443-3), not counting the
		// reader's own waiting.
		if got := b.chip.Traffic().Air - after.Air; got < 3*time.Millisecond || got > 5*time.Millisecond {
			b.Errorf("%v in the air", got)
		}
	})
}

func TestPlug(t *testing.T) {
	c := pn532.New(picc.NewField(1), 1)
	if err := c.Unplug(); err != nil {
		t.Errorf("unplugged without a cable: %v", err)
	}
	dir := t.TempDir()
	if err := c.Plug(filepath.Join(dir, "nowhere", "x")); err == nil {
		t.Error("plugged in nowhere")
	}
	for range 3 {
		if err := c.Plug(filepath.Join(dir, "x")); err != nil {
			t.Fatal(err)
		}
		if err := c.Unplug(); err != nil {
			t.Fatal(err)
		}
	}
}
