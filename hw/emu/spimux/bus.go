// Package spimux emulates what hw/spimux drives: one SPI port with a chip
// select, address pins, decoders, and emulated MFRC522s that share MOSI, MISO and
// clock.
//
// It emulates the wires and their faults, not the chips (see emu/mfrc522).
package spimux

import (
	"errors"
	"fmt"
	"sync"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/hw/emu/mfrc522"
)

// Bus is the port and everything behind it. It is safe for concurrent use.
type Bus struct {
	name   string
	decode Decoder

	mu      sync.Mutex
	levels  []bool       // levels of the address pins, as the decoders see them
	stuck   map[int]bool // pins that do not follow
	chips   map[int]*mfrc522.Chip
	held    map[int]byte // bytes of chips that drive MISO although they are not selected
	busy    bool
	speed   physic.Frequency
	limit   physic.Frequency
	faults  []string
	pinErr  error
	changes int
}

// New returns a bus with the given number of address pins and nothing attached.
func New(name string, pins int, d Decoder) *Bus {
	return &Bus{name: name, decode: d, levels: make([]bool, pins), stuck: map[int]bool{}, chips: map[int]*mfrc522.Chip{}, held: map[int]byte{}}
}

// Attach wires a chip's NSS to an output of the decoders; nil detaches it.
func (b *Bus) Attach(output int, c *mfrc522.Chip) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.chips[output] = c
}

// HoldMISO makes the chip at an output drive MISO with a byte although it is not selected, as RC522
// boards without a buffer do: a wire that any chip pulls low is low. Release ends that.
func (b *Bus) HoldMISO(output int, v byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held[output] = v
}

// Release ends HoldMISO.
func (b *Bus) Release(output int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.held, output)
}

// StickPin holds an address pin at a level, whatever is driven.
func (b *Bus) StickPin(pin int, high bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stuck[pin], b.levels[pin] = true, high
}

// FreePin ends StickPin; the pin follows the next time it is driven.
func (b *Bus) FreePin(pin int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.stuck, pin)
}

// FailPins makes each change of an address pin fail with err; nil ends it.
func (b *Bus) FailPins(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pinErr = err
}

// Faults returns what must never happen and did: an address that changed during a transaction, two
// transactions at once, two chips selected.
func (b *Bus) Faults() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.faults...)
}

// Speed returns the speed at which the bus was last connected.
func (b *Bus) Speed() physic.Frequency {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.speed
}

// PinChanges returns how many times an address pin was driven.
func (b *Bus) PinChanges() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.changes
}

// Pins returns the address pins, A0 first.
func (b *Bus) Pins() []gpio.PinOut {
	pins := make([]gpio.PinOut, len(b.levels))
	for i := range pins {
		pins[i] = pin{gpio.INVALID, b, i}
	}
	return pins
}

// pin is one address pin.
type pin struct {
	gpio.PinIO
	bus *Bus
	n   int
}

// Out drives the pin.
func (p pin) Out(l gpio.Level) error {
	b := p.bus
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pinErr != nil {
		return b.pinErr
	}
	if b.changes++; b.busy {
		b.faults = append(b.faults, fmt.Sprintf("A%d was driven while the chip select was low", p.n))
	}
	if !b.stuck[p.n] {
		b.levels[p.n] = bool(l)
	}
	return nil
}

// Port opens the SPI port again.
func (b *Bus) Port() spi.PortCloser { return &port{bus: b} }

// port is one opening of the SPI port.
type port struct {
	bus    *Bus
	mu     sync.Mutex
	closed bool
}

var _ spi.Conn = (*port)(nil)

// String returns the name of the bus.
func (p *port) String() string { return p.bus.name }

// LimitSpeed limits the speed that Connect gives.
func (p *port) LimitSpeed(f physic.Frequency) error {
	p.bus.mu.Lock()
	defer p.bus.mu.Unlock()
	p.bus.limit = f
	return nil
}

// Connect connects in SPI mode 0 with 8 bits.
func (p *port) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	if mode != spi.Mode0 || bits != 8 {
		return nil, fmt.Errorf("emulated SPI port: cannot do %v with %d bits", mode, bits)
	}
	p.bus.mu.Lock()
	defer p.bus.mu.Unlock()
	if p.bus.speed = f; p.bus.limit > 0 {
		p.bus.speed = min(f, p.bus.limit)
	}
	return p, nil
}

// Close closes this opening.
func (p *port) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return errors.New("emulated SPI port: closed twice")
	}
	p.closed = true
	return nil
}

// Duplex returns conn.Full.
func (p *port) Duplex() conn.Duplex { return conn.Full }

// Tx carries out one transaction with the chip that the pins name.
func (p *port) Tx(w, r []byte) error { return p.TxPackets([]spi.Packet{{W: w, R: r}}) }

// TxPackets carries out one transaction with the chip that the pins select. If there is none, MISO
// is pulled up.
func (p *port) TxPackets(packets []spi.Packet) error {
	p.mu.Lock()
	closed := p.closed
	p.mu.Unlock()
	if closed {
		return errors.New("emulated SPI port: it is closed")
	}
	chip, output := p.bus.begin()
	defer p.bus.end(packets, output)
	if chip != nil {
		return chip.TxPackets(packets)
	}
	for _, x := range packets {
		for i := range x.R {
			x.R[i] = 0xFF
		}
	}
	return nil
}

// begin asserts the chip select.
func (b *Bus) begin() (*mfrc522.Chip, int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy {
		b.faults = append(b.faults, "two transactions at once")
	}
	b.busy = true
	address := uint(0)
	for i, high := range b.levels {
		if high {
			address |= 1 << i
		}
	}
	low := b.decode(false, address)
	if len(low) > 1 {
		b.faults = append(b.faults, fmt.Sprintf("address %d selects the chips %v at once", address, low))
	}
	if len(low) == 0 {
		return nil, -1
	}
	return b.chips[low[0]], low[0]
}

// end releases the chip select. What other chips drove meanwhile has pulled MISO low.
func (b *Bus) end(packets []spi.Packet, output int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.busy = false
	for n, v := range b.held {
		if n == output {
			continue
		}
		for _, x := range packets {
			for i := range x.R {
				x.R[i] &= v
			}
		}
	}
}
