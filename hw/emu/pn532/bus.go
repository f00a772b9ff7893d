package pn532

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"syscall"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// outbox has the frames that the chip wants to send on a bus, on which it must wait to be asked.
type outbox struct {
	chip *Chip

	mu     sync.Mutex
	frames []pendingFrame
	old    []byte // what was sent last: reading past the end of a frame finds remains of it
	away   bool
}

type pendingFrame struct {
	bytes []byte
	ready time.Time
}

// hear gives the chip a frame of the host. Any frame cancels what the chip had to say (6.2.2).
func (o *outbox) hear(b []byte) {
	before := o.chip.Traffic()
	o.frames = nil
	for i, f := range o.chip.hear(append([]byte(nil), b...)) {
		ready := time.Now()
		if i > 0 {
			ready = ready.Add(o.chip.lagSince(before))
		}
		o.frames = append(o.frames, pendingFrame{f, ready})
	}
}

// ready returns the next frame if the chip has finished it.
func (o *outbox) ready() []byte {
	for _, f := range o.chip.wait() {
		o.frames = append(o.frames, pendingFrame{f, time.Now()})
	}
	if len(o.frames) == 0 || time.Now().Before(o.frames[0].ready) {
		return nil
	}
	return o.frames[0].bytes
}

// take removes the frame that ready returned.
func (o *outbox) take() {
	o.old, o.frames = o.frames[0].bytes, o.frames[1:]
}

// fill copies a frame, followed by what a host may read past its end.
func (o *outbox) fill(r, frame []byte) {
	n := copy(r, frame)
	for i := n; i < len(r); i++ {
		r[i] = 0x5A
		if len(o.old) > 0 {
			r[i] = o.old[i%len(o.old)]
		}
	}
}

// Unplug takes the board off its bus.
func (o *outbox) Unplug() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.away = true
	o.chip.field.Power(false)
	return nil
}

// Plug connects the board and powers it up.
func (o *outbox) Plug() error {
	o.chip.Brownout()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.away, o.frames, o.old = false, nil, nil
	return nil
}

// I2C is a chip whose switches select I2C (6.2.4).
type I2C struct {
	outbox
	// Keeps means that a message that ends after the status byte leaves the frame for the next one,
	// as libraries for the chip assume. The manual says that it is lost.
	Keeps bool
	// Shy is how many times the chip does not acknowledge its address after each frame of the host.
	Shy int

	left int
}

var _ i2c.Bus = (*I2C)(nil)

// OnI2C returns the chip as a device on an I2C bus, plugged in.
func (c *Chip) OnI2C() *I2C { return &I2C{outbox: outbox{chip: c}} }

// String returns the name of the bus.
func (b *I2C) String() string { return "I2C of an emulated PN532" }

// SetSpeed accepts any speed that the chip does.
func (b *I2C) SetSpeed(f physic.Frequency) error {
	if f > 400*physic.KiloHertz {
		return fmt.Errorf("%s is too fast for a PN532", f)
	}
	return nil
}

// Close does nothing: the chip stays.
func (b *I2C) Close() error { return nil }

// Tx handles the host's messages. A chip that is absent, deaf or busy does not acknowledge.
func (b *I2C) Tx(addr uint16, w, r []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	const address = 0x48 >> 1 // 48h to write, 49h to read
	if addr != address || b.away || b.chip.deaf() {
		return syscall.EREMOTEIO
	}
	if b.left > 0 {
		b.left--
		return syscall.EREMOTEIO
	}
	b.chip.wakeUp()
	if len(w) > 0 {
		b.hear(w)
		b.left = b.Shy
	}
	if len(r) == 0 {
		return nil
	}
	frame := b.ready()
	if frame == nil {
		b.fill(r, nil)
		r[0] = 0
		return nil
	}
	r[0] = 1
	if len(r) > 1 || !b.Keeps {
		b.take()
	}
	b.fill(r[1:], frame)
	return nil
}

// SPI is a chip whose switches select SPI (6.2.5).
type SPI struct {
	outbox
	speed physic.Frequency
}

var _ spi.PortCloser = (*SPI)(nil)

// OnSPI returns the chip as a device on an SPI port of its own, plugged in.
func (c *Chip) OnSPI() *SPI { return &SPI{outbox: outbox{chip: c}} }

// String returns the name of the port.
func (b *SPI) String() string { return "SPI of an emulated PN532" }

// Close does nothing: the chip stays.
func (b *SPI) Close() error { return nil }

// LimitSpeed accepts any speed.
func (b *SPI) LimitSpeed(physic.Frequency) error { return nil }

// Connect accepts what both the chip and the drivers of a Raspberry Pi do: mode 0, 8 bits, the
// highest bit first.
func (b *SPI) Connect(f physic.Frequency, mode spi.Mode, n int) (spi.Conn, error) {
	switch {
	case mode != spi.Mode0:
		return nil, syscall.EINVAL
	case n != 8 || f > 5*physic.MegaHertz:
		return nil, fmt.Errorf("%d bits at %s are nothing for a PN532", n, f)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.speed = f
	return b, nil
}

// Duplex is full.
func (b *SPI) Duplex() conn.Duplex { return conn.Full }

// TxPackets is not emulated.
func (b *SPI) TxPackets([]spi.Packet) error { return errors.New("packets are not emulated") }

// starts is how long the oscillator may take (6.3.3.1).
const starts = 2 * time.Millisecond

// Tx is one transfer, for which the chip is selected.
func (b *SPI) Tx(w, r []byte) error {
	if len(r) != 0 && len(r) != len(w) {
		return fmt.Errorf("%d bytes are sent and %d received", len(w), len(r))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	said := make([]byte, len(w))
	switch selected := time.Duration(len(w)) * 8 * time.Second / time.Duration(b.speed/physic.Hertz); {
	case b.away || b.chip.deaf():
		// nobody drives the line, which is low then
	case !b.chip.isAwake():
		for i := range said {
			said[i] = 0xFF
		}
		if selected >= starts {
			b.chip.wakeUp()
		}
	default:
		b.obey(lowFirst(w), said)
	}
	copy(r, lowFirst(said))
	return nil
}

// obey does what the first byte says; its upper bits do not count.
func (b *SPI) obey(w, said []byte) {
	switch w[0] & 3 {
	case 1:
		b.hear(w[1:])
	case 2:
		if len(said) > 1 && b.ready() != nil {
			said[1] = 1
		}
	case 3:
		frame := b.ready()
		if frame != nil {
			b.take()
		}
		b.fill(said[1:], frame)
	}
}

// lowFirst reverses the bits of bytes for a line on which the lowest bit goes first.
func lowFirst(b []byte) []byte {
	turned := make([]byte, len(b))
	for i, x := range b {
		turned[i] = bits.Reverse8(x)
	}
	return turned
}

func (c *Chip) deaf() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.faults.silent
}

func (c *Chip) isAwake() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.awake
}

func (c *Chip) wakeUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.awake = true
}
