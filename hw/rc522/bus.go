package rc522

import (
	"bytes"
	"errors"
	"fmt"
	"syscall"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/mfrc522/commands"

	"arbiter/hw"
)

// bus is the port as LowLevel gets it. It limits the speed, and keeps the connection for
// transactions longer than the two bytes that LowLevel sends.
type bus struct {
	spi.Port
	speed physic.Frequency
	conn  spi.Conn
}

// Connect connects the port.
func (b *bus) Connect(f physic.Frequency, mode spi.Mode, bits int) (c spi.Conn, err error) {
	b.conn, err = b.Port.Connect(min(f, b.speed), mode, bits)
	return b.conn, err
}

// noReset stands for a reset line without a pin.
type noReset struct{ gpio.PinIO }

func (noReset) Out(gpio.Level) error { return nil }

// nap sleeps about 0.1 ms longer than d. time.Sleep may be a millisecond late: the runtime waits in
// epoll_wait, which counts milliseconds, and rounds up.
func nap(d time.Duration) {
	t := syscall.NsecToTimespec(d.Nanoseconds())
	_ = syscall.Nanosleep(&t, nil) // if a signal ends it early, the chip is polled early
}

func (r *Reader) write(reg int, v byte) error { return ofBus(r.chip.DevWrite(reg, v)) }

func (r *Reader) read(reg int) (byte, error) {
	v, err := r.chip.DevRead(reg)
	return v, ofBus(err)
}

// fill writes to the FIFO: bytes after the first address go there too (8.1.2.2).
func (r *Reader) fill(data []byte) error {
	return ofBus(r.bus.conn.Tx(append([]byte{commands.FIFODataReg << 1}, data...), nil))
}

// fetch reads registers; a register that is listed several times is read several times. Each byte
// sent is an address, and its value comes with the next one (8.1.2.1).
func (r *Reader) fetch(regs ...byte) ([]byte, error) {
	w := make([]byte, len(regs)+1)
	for i, reg := range regs {
		w[i] = 0x80 | reg<<1
	}
	values := make([]byte, len(w))
	err := r.bus.conn.Tx(w, values)
	return values[1:], ofBus(err)
}

// drain reads n bytes from the FIFO.
func (r *Reader) drain(n byte) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	return r.fetch(bytes.Repeat([]byte{commands.FIFODataReg}, int(n))...)
}

func ofBus(err error) error {
	if err != nil && !errors.Is(err, hw.ErrNoReader) {
		return fmt.Errorf("%w: %w", hw.ErrIO, err)
	}
	return err
}
