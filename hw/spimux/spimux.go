// Package spimux lets many chips share one SPI port: a 74HC138 or 74HC154 decodes the port's chip
// select by address pins, so that up to 24 chips need one chip select and five pins.
//
// It owns the port, the address pins and the lock over both, and hands out one spi.Port for each
// address. The address is set before the kernel asserts the chip select, and stays until it is
// released. It knows no chip, and it does not change the speed between chips.
package spimux

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// MaxPins is the most address pins there can be: a 74HC154 and a 74HC138 together have 24 outputs.
const MaxPins = 5

// Opts are the values that depend on the wires. Zero fields take the defaults.
type Opts struct {
	Speed physic.Frequency // of the bus
	Wait  time.Duration    // longest wait for a turn at the bus
}

// The defaults.
const (
	// DefaultSpeed is what a meter of ribbon cable can carry. Hardware must confirm it.
	DefaultSpeed = 2 * physic.MegaHertz
	// DefaultWait is longer than a working kernel ever takes.
	DefaultWait = 250 * time.Millisecond
)

// Mux is one SPI port with decoders behind its chip select. It is safe for concurrent use.
type Mux struct {
	port  spi.PortCloser
	conn  spi.Conn
	pins  []gpio.PinOut
	speed physic.Frequency
	wait  time.Duration

	bus chan struct{} // holds one token during a transaction
	at  int           // address on the pins; -1 is unknown; guarded by bus

	mu     sync.Mutex
	taken  uint32 // a bit for each address
	closed bool
}

// Open takes an open SPI port, which belongs to the Mux from now on, and the address pins, A0
// first. If it returns an error, the port still belongs to the caller.
func Open(port spi.PortCloser, address []gpio.PinOut, o Opts) (*Mux, error) {
	if len(address) > MaxPins {
		return nil, fmt.Errorf("%v: %d address pins, there can be %d", port, len(address), MaxPins)
	}
	if o.Speed == 0 {
		o.Speed = DefaultSpeed
	}
	if o.Wait == 0 {
		o.Wait = DefaultWait
	}
	if err := port.LimitSpeed(o.Speed); err != nil {
		return nil, fmt.Errorf("%v: %w", port, err)
	}
	c, err := port.Connect(o.Speed, spi.Mode0, 8)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", port, err)
	}
	return &Mux{port: port, conn: c, pins: address, speed: o.Speed, wait: o.Wait, bus: make(chan struct{}, 1), at: -1}, nil
}

// Close closes the SPI port. All ports that were handed out fail from now on.
func (m *Mux) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil
	}
	m.closed = true
	return m.port.Close()
}

// Port returns the port of the chip at an address. Each address has one port at a
// time; its Close gives it back.
func (m *Mux) Port(address int) (*Port, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch most := 1<<len(m.pins) - 1; {
	case m.closed:
		return nil, fmt.Errorf("%v: %w", m.port, errClosed)
	case address < 0 || address > most:
		return nil, fmt.Errorf("%v: no address %d with %d address pins, only 0 to %d", m.port, address, len(m.pins), most)
	case m.taken>>address&1 == 1:
		return nil, fmt.Errorf("%v: address %d is in use", m.port, address)
	}
	m.taken |= 1 << address
	return &Port{mux: m, address: address}, nil
}

var errClosed = errors.New("the port is closed")

// do carries out one transaction with the chip at an address.
func (m *Mux) do(address int, transact func(spi.Conn) error) error {
	if err := m.lock(); err != nil {
		return fmt.Errorf("%v, address %d: %w", m.port, address, err)
	}
	defer func() { <-m.bus }()
	if err := m.turn(address); err != nil {
		return fmt.Errorf("%v, address %d: %w", m.port, address, err)
	}
	return transact(m.conn)
}

// lock waits for the bus, but not forever: a transaction may hang in the kernel.
func (m *Mux) lock() error {
	select {
	case m.bus <- struct{}{}:
		return nil
	default:
	}
	t := time.NewTimer(m.wait)
	defer t.Stop()
	select {
	case m.bus <- struct{}{}:
		return nil
	case <-t.C:
		return fmt.Errorf("the bus has been busy for %v", m.wait)
	}
}

// turn sets the address pins that differ. If one fails, the address is unknown.
func (m *Mux) turn(address int) error {
	change := uint(address ^ m.at)
	if m.at < 0 {
		change = 1<<len(m.pins) - 1
	}
	if change == 0 {
		return nil
	}
	m.at = -1
	for ; change != 0; change &= change - 1 {
		i := bits.TrailingZeros(change)
		if err := m.pins[i].Out(gpio.Level(address>>i&1 == 1)); err != nil {
			return fmt.Errorf("address pin A%d: %w", i, err)
		}
	}
	m.at = address
	return nil
}

// Port is one chip's port.
type Port struct {
	mux     *Mux
	address int

	mu        sync.Mutex
	connected bool
	closed    bool
}

var (
	_ spi.PortCloser = (*Port)(nil)
	_ spi.Conn       = chipConn{}
)

// String names port and address.
func (p *Port) String() string { return fmt.Sprintf("%v.%d", p.mux.port, p.address) }

// LimitSpeed refuses a limit below the speed of the bus, which is the same for all chips.
func (p *Port) LimitSpeed(f physic.Frequency) error {
	if f < p.mux.speed {
		return fmt.Errorf("%v: the whole bus runs at %v, one chip cannot have %v", p, p.mux.speed, f)
	}
	return nil
}

// Connect hands out the connection, once, in SPI mode 0 with 8 bits. It is as
// fast as the bus, whatever more is asked for.
func (p *Port) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	if err := p.LimitSpeed(f); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.connected:
		return nil, fmt.Errorf("%v: connected twice", p)
	case mode != spi.Mode0 || bits != 8:
		return nil, fmt.Errorf("%v: cannot do %v with %d bits", p, mode, bits)
	}
	p.connected = true
	return chipConn{p}, nil
}

// Close gives the address back.
func (p *Port) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	p.mux.mu.Lock()
	defer p.mux.mu.Unlock()
	p.mux.taken &^= 1 << p.address
	return nil
}

func (p *Port) do(transact func(spi.Conn) error) error {
	p.mu.Lock()
	closed := p.closed
	p.mu.Unlock()
	if closed {
		return fmt.Errorf("%v: %w", p, errClosed)
	}
	return p.mux.do(p.address, transact)
}

// chipConn is a chip's connection.
type chipConn struct{ port *Port }

// String names port and address.
func (c chipConn) String() string { return c.port.String() }

// Duplex returns the Duplex of the SPI port.
func (c chipConn) Duplex() conn.Duplex { return c.port.mux.conn.Duplex() }

// Tx carries out one transaction.
func (c chipConn) Tx(w, r []byte) error {
	return c.port.do(func(c spi.Conn) error { return c.Tx(w, r) })
}

// TxPackets carries out one transaction of several packets. The last one must release the chip
// select, otherwise the next chip would receive what is not meant for it.
func (c chipConn) TxPackets(p []spi.Packet) error {
	if n := len(p); n > 0 && p[n-1].KeepCS {
		return fmt.Errorf("%v: the last packet keeps the chip select", c.port)
	}
	return c.port.do(func(c spi.Conn) error { return c.TxPackets(p) })
}
