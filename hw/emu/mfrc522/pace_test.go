package mfrc522_test

import (
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/physic"

	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
)

// timed runs f with a chip of the given pace, in a bubble with a virtual clock.
func timed(t *testing.T, p mfrc522.Pace, f func(b bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.chip.SetPace(p)
		f(b)
	})
}

// within waits until these bits are set in a register, and returns how long that took.
func (b bench) within(bits byte) time.Duration {
	b.Helper()
	begin := time.Now()
	for time.Since(begin) < time.Second {
		r := []byte{0, 0}
		if err := b.conn.Tx([]byte{0x04<<1 | 0x80, 0}, r); err != nil {
			b.Fatal(err)
		}
		if r[1]&bits != 0 {
			return time.Since(begin)
		}
		time.Sleep(time.Microsecond) // bubble: until the next look
	}
	b.Fatalf("no interrupt %#02x within a second", bits)
	return 0
}

func (b bench) about(what string, got, want time.Duration) {
	b.Helper()
	if d := got - want; d < -20*time.Microsecond || d > 20*time.Microsecond {
		b.Errorf("%s took %v, want about %v", what, got, want)
	}
}

// The times are computed by hand: 9.44 us a bit, a parity bit after each byte, two
// bits for start and end, 91 us between frame and answer.
func TestTimesOnTheAir(t *testing.T) {
	timed(t, mfrc522.Pace{Air: true}, func(b bench) {
		b.typeA()
		card := picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80)
		b.field.Place(card)
		b.transceive(7, 0x26)
		b.want("nothing yet", []byte{0x04, 0x0A}, 0, 0)
		b.about("REQA and ATQA", b.within(0x20), 365*time.Microsecond)
		b.transceive(0, 0x93, 0x20)
		b.about("anticollision", b.within(0x20), 724*time.Microsecond)
		b.transceive(0, 0x95, 0x20)
		b.about("silence: frame and timer", b.within(0x01), 189*time.Microsecond+1025*time.Microsecond)
		b.transceive(7, 0x26)
		b.write(0x01, 0x00)
		time.Sleep(time.Second) // bubble: long after its end
		b.want("a command that was broken off", []byte{0x04, 0x0A}, 0, 0)
	})
}

func TestWritingIsSlow(t *testing.T) {
	timed(t, mfrc522.Pace{Air: true}, func(b bench) {
		b.typeA()
		b.field.Place(picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80))
		for _, reload := range []struct {
			ticks, irq byte
			want       time.Duration
		}{{240, 0x20, 699*time.Microsecond + 4100*time.Microsecond + 57*time.Microsecond}, {40, 0x01, 699*time.Microsecond + 1025*time.Microsecond}} {
			b.write(0x14, 0x80)
			b.write(0x14, 0x83)
			b.write(0x2D, reload.ticks)
			for _, frame := range [][]byte{{0x26}, sealed(0x93, 0x70, 0x88, 0x04, 0xA2, 0x24, 0x0A), sealed(0x95, 0x70, 0x1B, 0x5C, 0x6D, 0x80, 0xAA)} {
				b.transceive(map[int]byte{1: 7}[len(frame)], frame...) // a request has 7 bits
				b.within(0x20)
			}
			b.transceive(0, sealed(0xA2, 5, 1, 2, 3, 4)...)
			b.about("a write", b.within(0x21), reload.want)
			b.want("its end", []byte{0x04}, 0x40|reload.irq)
		}
	})
}

func sealed(data ...byte) []byte {
	crc := picc.CRCA(data)
	return append(data, crc[:]...)
}

// A tag needs time to wake, and time to forget.
func TestWakeAndFade(t *testing.T) {
	timed(t, mfrc522.Pace{Wake: 4 * time.Millisecond, Fade: 5 * time.Millisecond}, func(b bench) {
		b.field.Place(picc.New(0xDE, 0xAD, 0xBE, 0xEF))
		b.typeA()
		b.transceive(7, 0x26)
		b.want("too early", []byte{0x04}, 0x41)
		time.Sleep(4 * time.Millisecond) // bubble: the tag wakes
		b.transceive(7, 0x26)
		b.want("awake", []byte{0x04}, 0x60)
		for _, c := range []struct {
			off  time.Duration
			want byte
		}{{4 * time.Millisecond, 0x41}, {5 * time.Millisecond, 0x60}} {
			b.transceive(0, sealed(0x93, 0x70, 0xDE, 0xAD, 0xBE, 0xEF, 0x22)...)
			b.transceive(0, sealed(0x50, 0x00)...) // halted
			b.write(0x14, 0x80)
			time.Sleep(c.off) // bubble: the field is off
			b.write(0x14, 0x83)
			time.Sleep(4 * time.Millisecond) // bubble: the tag wakes
			b.transceive(7, 0x26)
			b.want("halted, then off for "+c.off.String(), []byte{0x04}, c.want)
			b.transceive(7, 0x52) // wakes the halted tag, to be selected again
		}
	})
}

func TestTimeOfTransactions(t *testing.T) {
	timed(t, mfrc522.Pace{Call: 35 * time.Microsecond, Bus: physic.MegaHertz}, func(b bench) {
		begin := time.Now()
		for range 10 {
			b.write(0x11, 0x3D)
		}
		if got, want := time.Since(begin), 510*time.Microsecond; got != want {
			t.Errorf("ten writes took %v, want %v", got, want)
		}
	})
}
