package mfrc522

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"

	"arbiter/hw/emu/cable"
)

// starting is how long a chip hears nothing after a soft reset: its oscillator restarts, and 1024
// clocks of 27.12 MHz pass (8.8.2). The data sheet leaves the oscillator to its maker.
const starting = 300*time.Microsecond + 1024*time.Second/27120000

// alive reports whether the chip hears what is said to it.
func (c *Chip) alive() bool { return !c.unplugged && !time.Now().Before(c.starts) }

// I2C is a chip whose pins select I2C (8.1.4), as the usual drivers use it: a message is the
// address of a register, then bytes that all go there; or the address alone, after which bytes may
// be read that all come from there, also in a separate message.
type I2C struct {
	chip    *Chip
	address uint16
	reg     byte
}

var _ i2c.BusCloser = (*I2C)(nil)

// OnI2C returns the chip as a device on an I2C bus.
func (c *Chip) OnI2C(address uint16) *I2C { return &I2C{chip: c, address: address} }

// String returns the name of the bus.
func (b *I2C) String() string { return "I2C of an emulated MFRC522" }

// SetSpeed accepts any speed that the chip does.
func (b *I2C) SetSpeed(f physic.Frequency) error {
	if f > 3400*physic.KiloHertz {
		return fmt.Errorf("%s is too fast for an MFRC522", f)
	}
	return nil
}

// Close does nothing: the chip stays.
func (b *I2C) Close() error { return nil }

// Tx handles the host's messages. A chip that is absent or just starting does not acknowledge.
func (b *I2C) Tx(address uint16, w, r []byte) error {
	c := b.chip
	c.spend(len(w) + len(r) + 2)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.busErr != nil:
		return c.busErr
	case address != b.address || !c.alive():
		return syscall.EREMOTEIO
	}
	c.transactions++
	c.elapse()
	if len(w) > 0 {
		if b.reg = w[0]; b.reg > 0x3F {
			return fmt.Errorf("emulated MFRC522: there is no register %#02x", b.reg)
		}
		for _, v := range w[1:] {
			c.write(b.reg, v)
		}
	}
	for i := range r {
		r[i] = c.miso
		if v := c.read(b.reg); !c.stuck {
			r[i] = v
		}
	}
	return nil
}

// Serial is a chip whose pins select UART (8.1.3), on a serial adapter.
type Serial struct {
	// Late means that a write is answered after its data, not after its address: drivers written by
	// others expect the one or the other.
	Late bool

	chip *Chip

	mu      sync.Mutex
	waiting bool // for the data of a write to address
	address byte
	out     []byte // what the host has not read yet
	come    chan struct{}
	baud    int // of the host; 0: unknown, and whatever the chip's is
	away    bool
	line    cable.Line
}

// OnSerial returns the chip on a serial adapter that is plugged in.
func (c *Chip) OnSerial() *Serial { return &Serial{chip: c, come: make(chan struct{}, 1)} }

// Open opens the adapter within this program. A Read gives up after 0.1 s, as with termios. What was not
// read before is lost.
func (s *Serial) Open(baud int) (io.ReadWriteCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return nil, os.ErrNotExist
	}
	s.baud, s.out = baud, nil
	return &host{serial: s}, nil
}

// Plug plugs the adapter in again, and powers the chip up.
func (s *Serial) Plug() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away, s.waiting, s.out = false, false, nil
	s.chip.Plug()
	return nil
}

// PlugAt does the same at a pseudo-terminal, which other programs can open. It has no speed.
func (s *Serial) PlugAt(path string) error {
	line, err := cable.Plug(path)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.line = line
	s.mu.Unlock()
	go s.serve(line)
	return s.Plug()
}

// serve answers at the far end of a cable until it is pulled.
func (s *Serial) serve(line cable.Line) {
	b := make([]byte, 64)
	for {
		n, err := line.Read(b)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.hear(b[:n])
		out := s.out
		s.out = nil
		s.mu.Unlock()
		if _, err := line.Write(out); err != nil {
			return
		}
	}
}

// Unplug pulls the adapter out, which takes the chip's power away.
func (s *Serial) Unplug() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away = true
	s.chip.Unplug(0xFF)
	if s.line != nil {
		err = s.line.Pull()
		s.line = nil
	}
	return err
}

// hear takes bytes from the host. If the host has another speed than the chip, each byte is heard
// as zero, and so is each answer.
func (s *Serial) hear(all []byte) {
	c := s.chip
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busErr != nil {
		return
	}
	for _, b := range all {
		if !c.alive() {
			s.waiting = false
			continue
		}
		c.elapse()
		same := s.baud == 0 || near(s.baud, c.baud())
		if !same {
			b = 0
		}
		answer, said := s.take(b)
		if said && c.stuck {
			answer = c.miso
		}
		if said && !same {
			answer = 0
		}
		if said {
			s.out = append(s.out, answer)
		}
	}
	if len(s.out) > 0 {
		select {
		case s.come <- struct{}{}:
		default:
		}
	}
}

// take handles one byte as the chip has heard it.
func (s *Serial) take(b byte) (answer byte, said bool) {
	switch {
	case s.waiting:
		s.waiting = false
		answer, said = s.address, s.Late
		s.chip.write(s.address, b)
	case b&0x80 != 0:
		answer, said = s.chip.read(b&0x3F), true
	default:
		s.waiting, s.address = true, b&0x3F
		answer, said = s.address, !s.Late
	}
	return answer, said
}

// baud returns the chip's speed by the formula for its register (8.1.3.2).
func (c *Chip) baud() int {
	const clock = 27120000
	v := int(c.regs[rSerialSpeed])
	if factor := v >> 5; factor > 0 {
		return clock / ((v&0x1F + 33) << (factor - 1))
	}
	return clock / (v&0x1F + 1)
}

// near reports whether two speeds are so close that ten bits can be told apart.
func near(a, b int) bool { return max(a, b)-min(a, b) < a/25 }

// host is the adapter as a program has it open.
type host struct {
	serial *Serial
	closed bool
}

func (h *host) Write(b []byte) (int, error) {
	s := h.serial
	s.chip.spend(2 * len(b))
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case h.closed:
		return 0, os.ErrClosed
	case s.away:
		return 0, syscall.EIO
	}
	s.hear(b)
	return len(b), nil
}

func (h *host) Read(b []byte) (int, error) {
	s := h.serial
	end := time.NewTimer(100 * time.Millisecond)
	defer end.Stop()
	for {
		s.mu.Lock()
		n := copy(b, s.out)
		s.out = s.out[n:]
		away := s.away
		s.mu.Unlock()
		switch {
		case h.closed:
			return 0, os.ErrClosed
		case n > 0:
			return n, nil
		case away:
			return 0, syscall.EIO
		}
		select {
		case <-s.come:
		case <-end.C:
			return 0, io.EOF
		}
	}
}

// Close lets go of the adapter.
func (h *host) Close() error {
	if h.closed {
		return errors.New("closed twice")
	}
	h.closed = true
	return nil
}
