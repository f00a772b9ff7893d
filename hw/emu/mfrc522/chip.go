// Package mfrc522 emulates the MFRC522 reader chip, register by register, behind periph's spi.Port or
// i2c.Bus or a serial adapter, so that unmodified drivers run against it. The tags in its field come from emu/picc. Section
// numbers are those of the NXP data sheet MFRC522, revision 3.9.
//
// It emulates what drivers of ISO/IEC 14443A at 106 kbit/s use. Without a Pace nothing takes time:
// a virtual timer decides at once between an answer and a timeout. It has no IRQ pin, no Crypto1,
// no CRC in TxMode and RxMode, and no analog side.
package mfrc522

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/hw/emu/picc"
)

// Version1 and Version2 are the values of VersionReg in genuine chips.
const (
	Version1 = 0x91
	Version2 = 0x92
)

// Chip is one MFRC522. It is an spi.PortCloser whose connection is the chip's
// bus. It is safe for concurrent use.
type Chip struct {
	name  string
	field *picc.Field

	mu           sync.Mutex
	regs         [64]byte
	fifo         []byte
	version      byte
	connected    bool
	closed       bool
	unplugged    bool
	miso         byte // what an absent chip "answers"
	stuck        bool // MISO reads as miso, but the chip still receives
	hung         bool // never finishes a command
	busErr       error
	received     bool // CollPos counts received bits only
	ends         bool // answers end at a collision
	transactions int
	packets      int

	pace     Pace
	pending  *pending
	radiates bool
	since    time.Time // of the field's last change
	starts   time.Time // when it hears again after a soft reset, beside SPI
}

var (
	_ spi.PortCloser = (*Chip)(nil)
	_ spi.Conn       = (*Chip)(nil)
)

// New returns a genuine chip, version 2.0, just powered up.
func New(name string, field *picc.Field) *Chip {
	c := &Chip{name: name, field: field, version: Version2}
	field.Power(false)
	c.reset()
	return c
}

// SetVersion changes VersionReg, for clones.
func (c *Chip) SetVersion(v byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = v
}

// Unplug takes the chip off the bus: it loses power, and the open MISO line reads as the given byte
// (usually 0x00 or 0xFF).
func (c *Chip) Unplug(miso byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unplugged, c.miso = true, miso
	c.reset()
}

// Plug reconnects the chip, in its power-up state.
func (c *Chip) Plug() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unplugged = false
	c.reset()
}

// Stick makes MISO read as the given byte while the chip goes on working.
func (c *Chip) Stick(miso byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stuck, c.miso = true, miso
}

// Unstick ends Stick.
func (c *Chip) Unstick() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stuck = false
}

// Hang makes the chip start commands but never finish them, including its timer.
func (c *Chip) Hang(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hung = on
}

// FailBus makes each transaction return err; nil ends it.
func (c *Chip) FailBus(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busErr = err
}

// CountReceived makes CollPos count only received bits. Otherwise CollPos also counts the bits
// below RxAlign, as in NXP's reader library. The data sheet (9.3.1.15) can be read both ways.
func (c *Chip) CountReceived(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.received = on
}

// EndAtCollision makes the FIFO hold only the bits before a collision, instead of all bits with
// zeros from the collision on.
func (c *Chip) EndAtCollision(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ends = on
}

// Traffic returns how many transactions (one spidev ioctl each) and packets went over the bus since
// the chip was made.
func (c *Chip) Traffic() (transactions, packets int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.transactions, c.packets
}

// String returns the chip's name.
func (c *Chip) String() string { return c.name }

// Connect hands out the chip's bus, once, in SPI mode 0 with 8 bits and not
// above 10 MHz (8.1.2).
func (c *Chip) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.connected:
		return nil, errors.New("emulated MFRC522: connected twice")
	case mode != spi.Mode0 || bits != 8 || f > 10*physic.MegaHertz:
		return nil, fmt.Errorf("emulated MFRC522: cannot do %v, %v, %d bits", f, mode, bits)
	}
	c.connected = true
	return c, nil
}

// LimitSpeed accepts any speed.
func (c *Chip) LimitSpeed(physic.Frequency) error { return nil }

// Close closes the port; transactions fail from now on.
func (c *Chip) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	return nil
}

// Duplex returns conn.Full.
func (c *Chip) Duplex() conn.Duplex { return conn.Full }

// Tx carries out one transaction. The answer's byte i belongs to the address in byte
// i-1 (8.1.2.1).
func (c *Chip) Tx(w, r []byte) error {
	return c.TxPackets([]spi.Packet{{W: w, R: r}})
}

// TxPackets carries out one transaction of several packets. Packets joined by KeepCS
// are not supported: no driver of this chip needs them.
func (c *Chip) TxPackets(packets []spi.Packet) error {
	bytes := 0
	for _, p := range packets {
		bytes += len(p.W)
	}
	c.spend(bytes)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return errors.New("emulated MFRC522: the port is closed")
	case c.busErr != nil:
		return c.busErr
	}
	c.transactions++
	for _, p := range packets {
		if p.KeepCS || len(p.W) == 0 || len(p.R) != 0 && len(p.R) != len(p.W) {
			return fmt.Errorf("emulated MFRC522: packet of %d bytes out, %d in, KeepCS %v", len(p.W), len(p.R), p.KeepCS)
		}
		c.packets++
		c.packet(p.W, p.R)
	}
	return nil
}

func (c *Chip) packet(w, r []byte) {
	c.elapse()
	for i := range r {
		r[i] = c.miso
	}
	if c.unplugged {
		return
	}
	if w[0]&0x80 == 0 {
		for _, v := range w[1:] {
			c.write(w[0]>>1&0x3F, v)
		}
		return
	}
	for i := 1; i < len(w); i++ {
		v := c.read(w[i-1] >> 1 & 0x3F)
		if i < len(r) && !c.stuck {
			r[i] = v
		}
	}
}
