package rc522_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/spi"

	"arbiter/hw"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
	"arbiter/hw/readertest"
)

// A wired is a chip beside SPI, and a cable.
type wired struct {
	port       spi.PortCloser
	pull, plug func() error
}

// wires are the ways to wire a board other than SPI.
var wires = map[string]func(*chip.Chip) wired{
	"I2C": func(c *chip.Chip) wired { return onI2C(c, 0, 0x28) },
	"I2C at the highest address": func(c *chip.Chip) wired {
		return onI2C(c, rc522.MaxAddress, 0x3F)
	},
	"serial": func(c *chip.Chip) wired { return onSerial(c, 0, false) },
	"serial, answered late": func(c *chip.Chip) wired {
		return onSerial(c, 0, true)
	},
	"serial, 9600 baud":   func(c *chip.Chip) wired { return onSerial(c, 9600, false) },
	"serial, 921600 baud": func(c *chip.Chip) wired { return onSerial(c, 921600, false) },
}

func onI2C(c *chip.Chip, says, is uint16) wired {
	unplug := func() error { c.Unplug(0); return nil }
	plug := func() error { c.Plug(); return nil }
	return wired{rc522.OnI2C(c.OnI2C(is), says), unplug, plug}
}

func onSerial(c *chip.Chip, baud int, late bool) wired {
	s := c.OnSerial()
	s.Late = late
	return wired{rc522.OnSerial(s.Open, baud), s.Unplug, s.Plug}
}

// onWires tests a reader on each of them with its usual times, on a virtual clock.
func onWires(t *testing.T, f func(*testing.T, *rc522.Reader, wired, *chip.Chip, *picc.Field)) {
	t.Helper()
	for name, wire := range wires {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				field := picc.NewField(1)
				c := chip.New("board", field)
				w := wire(c)
				r, err := rc522.Open("purple-1", w.port, nil, rc522.Opts{Sleep: time.Sleep})
				if err != nil {
					t.Fatal(err)
				}
				f(t, r, w, c, field)
				if err := errors.Join(r.Close(), w.port.Close()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// What the reader does on SPI it also does on other wires.
func TestBesideSPI(t *testing.T) {
	onWires(t, func(t *testing.T, r *rc522.Reader, _ wired, c *chip.Chip, field *picc.Field) {
		expect(t, r, nil)
		if model, err := r.Chip(t.Context()); err != nil || model != "MFRC522, version 2.0" {
			t.Errorf("identified as %q, %v", model, err)
		}
		var all []*picc.Tag
		var uids []string
		for _, u := range []string{"00112233445566778899", "04A2241B5C6D80", "04A2241B5C6D81", "88776655"} {
			all, uids = append(all, tag(t, u)), append(uids, u)
			field.Place(all[len(all)-1])
			expect(t, r, nil, slices.Clone(uids)...)
		}
		for i, x := range all {
			field.Lift(x)
			expect(t, r, nil, slices.Clone(uids[i+1:])...)
		}
		for range 120 { // it is set up anew meanwhile
			expect(t, r, nil)
		}
		u, err := hw.ParseUID(uids[1])
		if err != nil {
			t.Fatal(err)
		}
		field.Place(all[1])
		if err := r.WritePage(t.Context(), u, 7, [4]byte{1, 2, 3, 4}); err != nil {
			t.Error(err)
		}
		if got, err := r.ReadPages(t.Context(), u, 7, 1); err != nil || string(got) != "\x01\x02\x03\x04" {
			t.Errorf("read %v, %v", got, err)
		}
		c.SetVersion(0x33)
		c.Stick(0x33)
		if _, err := r.Scan(t.Context()); !errors.Is(err, hw.ErrForeign) && !errors.Is(err, hw.ErrIO) && !errors.Is(err, hw.ErrNoReader) {
			t.Errorf("everything reads alike: %v", err)
		}
		c.Unstick()
		c.SetVersion(chip.Version2)
		for range 3 {
			_, _ = r.Scan(t.Context()) // it recovers
		}
		expect(t, r, nil, uids[1])
	})
}

func TestReconnectsBesideSPI(t *testing.T) {
	onWires(t, func(t *testing.T, r *rc522.Reader, w wired, _ *chip.Chip, field *picc.Field) {
		field.Place(tag(t, "04A2241B5C6D80"))
		readertest.Reconnects(t, 20, readertest.Rig{Reader: r, Card: "04A2241B5C6D80", Pull: w.pull, Plug: w.plug})
	})
}

// A chip that lost power for a moment talks slowly again, and works after one failing scan.
func TestBrownoutBesideSPI(t *testing.T) {
	onWires(t, func(t *testing.T, r *rc522.Reader, _ wired, c *chip.Chip, field *picc.Field) {
		field.Place(tag(t, "04A2241B5C6D80"))
		expect(t, r, nil, "04A2241B5C6D80")
		c.Unplug(0)
		c.Plug()
		for try := range 3 {
			uids, err := r.Scan(t.Context())
			if err == nil && len(uids) == 1 {
				return
			}
			if err != nil && !errors.Is(err, hw.ErrNoReader) || err == nil {
				t.Errorf("try %d: %v, %v", try, uids, err)
			}
		}
		t.Error("it does not come back")
	})
}

// An address with nothing at it is reported as no reader, at once and without noise; so is a line
// without a chip.
func TestNoChipBesideSPI(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := chip.New("board", picc.NewField(1))
		for name, p := range map[string]spi.PortCloser{
			"another address": rc522.OnI2C(c.OnI2C(0x2C), 0),
			"no adapter":      rc522.OnSerial(func(int) (io.ReadWriteCloser, error) { return nil, syscall.ENOENT }, 0),
			"a silent line":   rc522.OnSerial(func(int) (io.ReadWriteCloser, error) { return mute{}, nil }, 0),
			"a line of zeros": rc522.OnSerial(func(int) (io.ReadWriteCloser, error) { return zeros{}, nil }, 0),
		} {
			r, err := rc522.Open("purple-1", p, nil, rc522.Opts{Sleep: time.Sleep})
			if err != nil {
				t.Fatal(err)
			}
			if uids, err := r.Scan(t.Context()); !errors.Is(err, hw.ErrNoReader) || len(uids) > 0 {
				t.Errorf("%s: %v, %v", name, uids, err)
			}
		}
	})
}

type mute struct{ io.ReadWriteCloser }

func (mute) Write(b []byte) (int, error) { return len(b), nil }
func (mute) Read([]byte) (int, error) {
	time.Sleep(100 * time.Millisecond) // as long as a serial line is asked to wait for an answer
	return 0, io.EOF
}
func (mute) Close() error { return nil }

type zeros struct{ mute }

func (zeros) Read(b []byte) (int, error) { b[0] = 0; return 1, nil }

// The bytes on a serial line are those of the data sheet, and the line then has the requested
// speed.
func TestSerialLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := chip.New("board", picc.NewField(1))
		var opened []int
		var first atomic.Pointer[[]byte]
		s := c.OnSerial()
		p := rc522.OnSerial(func(baud int) (io.ReadWriteCloser, error) {
			opened = append(opened, baud)
			line, err := s.Open(baud)
			return recorded{line, &first}, err
		}, 0)
		r, err := rc522.Open("purple-1", p, nil, rc522.Opts{Sleep: time.Sleep})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, r, nil)
		// It is met and made faster; then comes the soft reset of the first setup, and the same
		// again.
		if want := "[9600 115200 9600 115200]"; fmt.Sprint(opened) != want {
			t.Errorf("opened at %v, want %s", opened, want)
		}
		if b := first.Load(); b == nil || !slices.Equal(*b, []byte{0xB7}) {
			t.Errorf("begins with % X, want B7: read VersionReg", b)
		}
	})
}

// If the echo of a write is that of another register, that is an error, and the chip's speed is
// found again.
func TestWrongEcho(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		field := picc.NewField(1)
		field.Place(tag(t, "04A2241B5C6D80"))
		s := chip.New("board", field).OnSerial()
		var wrong atomic.Bool
		p := rc522.OnSerial(func(baud int) (io.ReadWriteCloser, error) {
			line, err := s.Open(baud)
			return turned{line, &wrong}, err
		}, 0)
		r, err := rc522.Open("purple-1", p, nil, rc522.Opts{Sleep: time.Sleep})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, r, nil, "04A2241B5C6D80")
		wrong.Store(true)
		if _, err := r.Scan(t.Context()); !errors.Is(err, hw.ErrIO) {
			t.Errorf("%v, want %v", err, hw.ErrIO)
		}
		if wrong.Load() {
			t.Error("control: no echo was turned over")
		}
		expect(t, r, nil, "04A2241B5C6D80")
	})
}

// turned flips a bit in one echo of a write to TxControlReg.
type turned struct {
	io.ReadWriteCloser
	wrong *atomic.Bool
}

func (l turned) Read(b []byte) (int, error) {
	n, err := l.ReadWriteCloser.Read(b)
	if n == 1 && b[0] == 0x14 && l.wrong.CompareAndSwap(true, false) {
		b[0] ^= 1
	}
	return n, err
}

type recorded struct {
	io.ReadWriteCloser
	first *atomic.Pointer[[]byte]
}

func (r recorded) Write(b []byte) (int, error) {
	c := slices.Clone(b)
	r.first.CompareAndSwap(nil, &c)
	return r.ReadWriteCloser.Write(b)
}
