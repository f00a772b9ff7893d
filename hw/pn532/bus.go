package pn532

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"syscall"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Address is where the chip is on an I2C bus. The manual writes 48h and 49h, which are the bytes on
// the wire (6.1.1.3).
const Address = 0x24

// DefaultSpeed is the speed of an SPI port if the rig gives none. It is well below MaxSpeed for the
// sake of long wires.
const (
	DefaultSpeed = physic.MegaHertz
	MaxSpeed     = 5 * physic.MegaHertz // 6.2.5
)

// Values that can only be determined on hardware; the bench checklist in hw/README.md says how.
const (
	// pace is how long after an answer that is not ready the chip is asked again. Hardware must
	// confirm it.
	pace = time.Millisecond
	// settles is how long the chip may leave its own address unacknowledged after an exchange
	// (6.2.4). The manual gives no time; hardware must confirm it.
	settles = 5 * time.Millisecond
	// oscillator is how long NSS must be low to wake the chip: the longest start of its oscillator
	// (6.3.3.1).
	oscillator = 2 * time.Millisecond
)

const (
	// usual is how many bytes of an answer are read at first: a list of two cards fits. A longer
	// answer is asked for once more, and read whole.
	usual = 40
	// lasting is how long after a command the chip is asked for an answer. The dialog gives up
	// earlier.
	lasting = 5 * time.Second
	// sitting is how long a Read waits; a serialport.Port expects it back within about 100 ms.
	sitting = 90 * time.Millisecond
	// retries is how often a frame is offered to a chip that does not acknowledge its address.
	retries = 4
)

// A polledBus carries frames to a chip that never speaks by itself.
type polledBus interface {
	io.Closer
	wake() error
	send(frame []byte) error
	// fetch reads n bytes of what the chip has to say; ready is false if it says nothing yet.
	fetch(n int) (b []byte, ready bool, err error)
}

// OnI2C returns a PN532 on an I2C bus, for Opts.Open. Closing it closes the bus.
func OnI2C(bus i2c.BusCloser) io.ReadWriteCloser {
	return newPolled(&onI2C{bus, &i2c.Dev{Bus: bus, Addr: Address}})
}

// OnSPI returns a PN532 on an SPI port, for Opts.Open. A speed of 0 is DefaultSpeed. Closing it
// closes the port.
func OnSPI(port spi.PortCloser, speed physic.Frequency) (io.ReadWriteCloser, error) {
	speed = min(cmp.Or(speed, DefaultSpeed), MaxSpeed)
	c, err := port.Connect(speed, spi.Mode0, 8)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return newPolled(&onSPI{port, c, speed}), nil
}

// polled makes a bus look like a serial port: what the chip has to say is fetched as long as an
// answer is due, and the bus is left alone at other times.
type polled struct {
	polledBus

	turn  chan struct{} // holds a token while somebody uses the bus
	due   int           // frames that the chip has yet to send
	until time.Time
	asked chan struct{} // holds a token when a frame has become due
}

func newPolled(b polledBus) *polled {
	return &polled{polledBus: b, turn: make(chan struct{}, 1), asked: make(chan struct{}, 1)}
}

// Write sends one frame. Bytes before its start code would wake a chip on a serial line; here the
// bus wakes it in its own way.
func (p *polled) Write(b []byte) (int, error) {
	p.turn <- struct{}{}
	defer func() { <-p.turn }()
	if at := bytes.Index(b, ackFrame[:3]); at > 0 {
		if err := p.wake(); err != nil {
			return 0, err
		}
		return at + len(b[at:]), p.sendFrame(b[at:])
	}
	return len(b), p.sendFrame(b)
}

// sendFrame sends a frame and counts the frames that the chip owes for it (6.2.2).
func (p *polled) sendFrame(b []byte) error {
	if err := p.send(b); err != nil {
		return err
	}
	switch f, _ := decode(b[3:]); f.kind {
	case ack:
		p.due = 0
	case nack:
		p.due = 1
	default:
		p.due = 2
	}
	p.until = time.Now().Add(lasting)
	select {
	case p.asked <- struct{}{}:
	default:
	}
	return nil
}

// Read returns the next frame, or io.EOF if there is none for a while.
func (p *polled) Read(b []byte) (int, error) {
	patience := time.NewTimer(sitting)
	defer patience.Stop()
	for {
		frame, asking, err := p.next()
		if err != nil || len(frame) > 0 {
			return copy(b, frame), err
		}
		again := make(<-chan time.Time)
		if asking {
			again = time.After(pace)
		}
		select {
		case <-p.asked:
		case <-again:
		case <-patience.C:
			return 0, io.EOF
		}
	}
}

// next fetches a frame that is due, if the chip is ready. Asking is true as long as one is due.
func (p *polled) next() (frame []byte, asking bool, err error) {
	p.turn <- struct{}{}
	defer func() { <-p.turn }()
	if p.due == 0 || time.Now().After(p.until) {
		return nil, false, nil
	}
	n := usual
	if p.due == 2 {
		n = len(ackFrame)
	}
	b, ready, err := p.fetch(n)
	if err != nil || !ready {
		return nil, true, err
	}
	end, kind := extent(b)
	if end > len(b) {
		if b, err = p.whole(end); err != nil || b == nil {
			return nil, true, err
		}
		end, kind = extent(b)
	}
	if p.due--; kind == data {
		p.due = 0 // its acknowledgment was lost
	}
	return b[:min(end, len(b))], p.due > 0, nil
}

// whole asks for a frame once more and reads all n bytes of it. Nothing is returned if the chip
// does not become ready; the dialog then asks again.
func (p *polled) whole(n int) (b []byte, err error) {
	if err := p.send(nackFrame); err != nil {
		return nil, err
	}
	for end := time.Now().Add(DefaultAck); time.Now().Before(end); time.Sleep(pace) {
		b, ready, err := p.fetch(n)
		if err != nil || ready {
			return b, err
		}
	}
	return nil, nil
}

// extent returns the length of b up to the end of its first frame, which may be longer than b, and
// its kind as far as its head tells.
func extent(b []byte) (int, kind) {
	at := bytes.Index(b, []byte{0x00, 0xFF})
	if at < 0 || len(b) < at+4 {
		return len(b), garbled
	}
	head := b[at+2:]
	switch {
	case head[0] == 0x00 && head[1] == 0xFF:
		return at + 4, ack
	case head[0] == 0xFF && head[1] == 0xFF && len(head) >= 5:
		if n := int(head[2])<<8 | int(head[3]); sum(head[2:5]) == 0 && n <= maxData {
			return at + 2 + 5 + n + 1, data
		}
	case head[0]+head[1] == 0:
		return at + 2 + 2 + int(head[0]) + 1, data
	}
	return len(b), garbled
}

// onI2C is a chip on an I2C bus.
type onI2C struct {
	io.Closer
	dev *i2c.Dev
}

// wake does nothing: the chip wakes by its address, and stretches the clock meanwhile (6.3.3.3).
func (o *onI2C) wake() error { return nil }

// send offers a frame until the chip acknowledges its address. A chip that never does is silent,
// which the dialog notices.
func (o *onI2C) send(frame []byte) error {
	for try := range retries {
		switch err := o.dev.Tx(frame, nil); {
		case err == nil || ends(err):
			return err
		case try < retries-1:
			time.Sleep(settles)
		}
	}
	return nil
}

// fetch reads the status byte and the frame as one message: once it is ready, the rest of an
// interrupted message is lost (6.2.4).
func (o *onI2C) fetch(n int) ([]byte, bool, error) {
	b := make([]byte, 1+n)
	if err := o.dev.Tx(nil, b); err != nil {
		if ends(err) {
			return nil, false, err
		}
		return nil, false, nil // it does not acknowledge its address yet
	}
	return b[1:], b[0]&1 == 1, nil
}

// ends reports whether the bus itself is gone. Other errors of I2C mean that nothing answers at the
// address: Linux drivers report that as EREMOTEIO, ENXIO, EIO or ETIMEDOUT.
func ends(err error) bool {
	return errors.Is(err, syscall.ENODEV) || errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EBADF)
}

// onSPI is a chip on an SPI port.
type onSPI struct {
	io.Closer
	conn  spi.Conn
	speed physic.Frequency
}

// The first byte of a transfer (6.2.5).
const (
	spiWrite  = 0x01
	spiStatus = 0x02
	spiRead   = 0x03
)

// wake keeps the chip selected for as long as its oscillator may take (6.3.4.1). A byte of zeros
// means nothing to it.
func (o *onSPI) wake() error {
	n := int(oscillator * time.Duration(o.speed/physic.Hertz) / time.Second / 8)
	_, err := o.transfer(make([]byte, n+1))
	return err
}

func (o *onSPI) send(frame []byte) error {
	_, err := o.transfer(append([]byte{spiWrite}, frame...))
	return err
}

// fetch reads a frame in one piece. A line that is held high is not a status.
func (o *onSPI) fetch(n int) ([]byte, bool, error) {
	status, err := o.transfer([]byte{spiStatus, 0})
	if err != nil || status[1] != 1 {
		return nil, false, err
	}
	b, err := o.transfer(append([]byte{spiRead}, make([]byte, n)...))
	if err != nil {
		return nil, false, err
	}
	return b[1:], true, nil
}

// transfer sends w and returns what comes meanwhile. The chip wants the lowest bit of each byte
// first, which the kernel's drivers for a Raspberry Pi cannot do.
func (o *onSPI) transfer(w []byte) ([]byte, error) {
	r := make([]byte, len(w))
	if err := o.conn.Tx(reversed(w), r); err != nil {
		return nil, fmt.Errorf("SPI: %w", err)
	}
	return reversed(r), nil
}

func reversed(b []byte) []byte {
	r := make([]byte, len(b))
	for i, x := range b {
		r[i] = bits.Reverse8(x)
	}
	return r
}
