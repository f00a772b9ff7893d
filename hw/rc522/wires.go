package rc522

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"syscall"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/mfrc522/commands"

	"arbiter/hw"
)

// These are the addresses that a board on I2C may have. With pin EA low the chip has one of 28h to
// 2Fh, with EA high any below 40h (8.1.4.5); the boards on sale have the lowest.
const (
	DefaultAddress = 0x28
	MaxAddress     = 0x3F
)

// These are speeds of a serial line. After each reset, including a soft reset, the chip talks at
// 9600 baud (9.3.2.10).
const (
	resetBaud   = 9600
	DefaultBaud = 115200
)

// speeds are the values of SerialSpeedReg for the speeds that termios has a name for (8.1.3.2,
// table 10).
var speeds = map[int]byte{resetBaud: 0xEB, 19200: 0xCB, 38400: 0xAB, 57600: 0x9A, DefaultBaud: 0x7A, 230400: 0x5A, 460800: 0x3A, 921600: 0x1C}

// registers are those of a chip that is not on SPI. A put or get of several values uses the same
// register for all, as the FIFO needs it.
type registers interface {
	io.Closer
	put(reg byte, values []byte) error
	get(reg byte, values []byte) error
}

// OnI2C returns the port of a chip on an I2C bus, for Open. Closing it closes the bus.
func OnI2C(bus i2c.BusCloser, address uint16) spi.PortCloser {
	return &translated{&onI2C{bus, &i2c.Dev{Bus: bus, Addr: cmp.Or(address, DefaultAddress)}}}
}

// OnSerial returns the port of a chip on a serial line, for Open. The device is opened at the speed
// that the chip has at the moment, and again whenever that changes; its Read must give up after a
// while, as that of serialport.Device does. A speed of 0 is DefaultBaud.
func OnSerial(open func(baud int) (io.ReadWriteCloser, error), baud int) spi.PortCloser {
	return &translated{&onSerial{open: open, fast: cmp.Or(baud, DefaultBaud)}}
}

// translated makes registers look like an SPI port, which periph's LowLevel needs.
type translated struct{ registers }

// String names what it is.
func (t *translated) String() string { return "RC522 beside SPI" }

// LimitSpeed accepts any speed: that of the bus is not set here.
func (t *translated) LimitSpeed(physic.Frequency) error { return nil }

// Connect returns the port itself.
func (t *translated) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return t, nil }

// Duplex returns conn.Full.
func (t *translated) Duplex() conn.Duplex { return conn.Full }

// TxPackets is not supported: nothing here needs it.
func (t *translated) TxPackets([]spi.Packet) error { return errors.New("no packets beside SPI") }

// Tx does what a transfer on SPI would (8.1.2): it writes all that follows an address there, or
// reads for each address a value that comes with the next byte.
func (t *translated) Tx(w, r []byte) error {
	reg := func(address byte) byte { return address >> 1 & 0x3F }
	if w[0]&0x80 == 0 {
		err := t.put(reg(w[0]), w[1:])
		if reg(w[0]) == commands.CommandReg && w[1] == commands.PCD_RESETPHASE {
			time.Sleep(wakeUp) // meanwhile it does not even acknowledge
		}
		return err
	}
	for at := 0; at < len(w)-1; {
		n := 1
		for at+n < len(w)-1 && w[at+n] == w[at] {
			n++
		}
		if err := t.get(reg(w[at]), r[at+1:at+1+n]); err != nil {
			return err
		}
		at += n
	}
	return nil
}

// onI2C is a chip on an I2C bus.
type onI2C struct {
	io.Closer
	dev *i2c.Dev
}

// put writes the address of a register and what goes there (8.1.4.6).
func (o *onI2C) put(reg byte, values []byte) error {
	return unanswered(o.dev.Tx(append([]byte{reg}, values...), nil))
}

// get writes the address of a register and reads from there (8.1.4.7).
func (o *onI2C) get(reg byte, values []byte) error {
	return unanswered(o.dev.Tx([]byte{reg}, values))
}

// unanswered tells a chip that does not acknowledge its address, for which Linux drivers have
// several errors, from a bus that is gone.
func unanswered(err error) error {
	for _, silent := range [...]error{syscall.EREMOTEIO, syscall.ENXIO, syscall.EIO, syscall.ETIMEDOUT} {
		if errors.Is(err, silent) {
			return fmt.Errorf("%w: nothing acknowledges its address", hw.ErrNoReader)
		}
	}
	return err
}

// onSerial is a chip on a serial line.
type onSerial struct {
	open func(baud int) (io.ReadWriteCloser, error)
	fast int

	mu   sync.Mutex
	line io.ReadWriteCloser // nil: not open
	met  bool               // the chip answers at the speed of the line
}

// Close closes the device.
func (o *onSerial) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.hangUp()
}

func (o *onSerial) hangUp() (err error) {
	if o.line != nil {
		err = o.line.Close()
	}
	o.line, o.met = nil, false
	return err
}

// put writes to a register, byte for byte. The chip answers with the address (8.1.3.3, table 13). The
// data may follow the address at once.
func (o *onSerial) put(reg byte, values []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, v := range values {
		switch echo, err := o.ask(reg, v); {
		case err != nil:
			return err
		case echo != reg:
			return errors.Join(fmt.Errorf("wrote to register %#02x, it answers %#02x", reg, echo), o.hangUp())
		}
		if reg == commands.CommandReg && v == commands.PCD_RESETPHASE {
			return o.hangUp() // it speaks at resetBaud now
		}
	}
	return nil
}

// get reads a register, byte for byte (8.1.3.3, table 12).
func (o *onSerial) get(reg byte, values []byte) (err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for i := range values {
		if values[i], err = o.ask(reading | reg); err != nil {
			return err
		}
	}
	return nil
}

// reading is the bit of an address byte that says read (8.1.3.3, table 14).
const reading = 0x80

// ask sends bytes and returns the one that the chip answers. After a failure the speed is found
// again before the next bytes.
func (o *onSerial) ask(b ...byte) (byte, error) {
	if !o.met {
		if err := o.meet(); err != nil {
			return 0, errors.Join(err, o.hangUp())
		}
	}
	v, err := o.exchange(b)
	if err != nil {
		err = errors.Join(err, o.hangUp())
	}
	return v, err
}

// exchange sends bytes and waits for one.
func (o *onSerial) exchange(b []byte) (byte, error) {
	if _, err := o.line.Write(b); err != nil {
		return 0, fmt.Errorf("%w: %w", hw.ErrNoReader, err)
	}
	var answer [2]byte
	switch n, err := o.line.Read(answer[:]); {
	case n == 1:
		return answer[0], nil
	case n > 1:
		return 0, fmt.Errorf("%d bytes in answer to one", n)
	case err != nil && !errors.Is(err, io.EOF):
		return 0, fmt.Errorf("%w: %w", hw.ErrNoReader, err)
	}
	return 0, fmt.Errorf("%w: nothing comes on the serial line", hw.ErrNoReader)
}

// meet finds the speed at which the chip talks, and makes it talk at that of the rig.
func (o *onSerial) meet() error {
	var err error
	for _, baud := range slices.Compact([]int{resetBaud, o.fast}) {
		if err = o.dial(baud); err == nil {
			if baud != o.fast {
				if err = o.hasten(); err != nil {
					return err
				}
			}
			o.met = true
			return nil
		}
		if hw.ObstacleOf(err) != hw.NoObstacle {
			return err
		}
	}
	return err
}

// hasten makes the chip talk faster. It acknowledges that at the old speed.
func (o *onSerial) hasten() error {
	if _, err := o.exchange([]byte{commands.SerialSpeedReg, speeds[o.fast]}); err != nil {
		return err
	}
	return o.dial(o.fast)
}

// dial opens the line at a speed and asks for the version. It asks twice: the first byte may be the
// end of a write that was cut short.
func (o *onSerial) dial(baud int) error {
	if err := o.hangUp(); err != nil {
		return err
	}
	line, err := o.open(baud)
	if err != nil {
		return fmt.Errorf("%w: %w", hw.ErrNoReader, err)
	}
	o.line = line
	for range 2 {
		var v byte
		if v, err = o.exchange([]byte{reading | commands.VersionReg}); err == nil && v != 0x00 && v != 0xFF {
			return nil
		}
	}
	return cmp.Or(err, fmt.Errorf("%w: the line is stuck", hw.ErrNoReader))
}
