// Package serialport is a serial port with deadlines, over tarm/serial.
//
// tarm's Read says (0, io.EOF) both when nothing came for a while and when the
// cable was pulled, its Close may wait for a Read that never ends, and its
// Write has no deadline. Here one goroutine, the pump, reads for as long as the
// port is open; everything else waits for the pump as long as its context
// lives, and no longer. The package knows no protocol.
package serialport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/tarm/serial"

	"arbiter/hw"
)

var (
	// ErrGone means that the cable was pulled, or the device failed. The port must be closed and
	// reopened.
	ErrGone = errors.New("the serial port is gone")
	// ErrStuck means that what was sent earlier has not left the computer yet.
	ErrStuck = errors.New("the serial port takes nothing")
)

const (
	// patience is after how long a Read of the device gives up. It is the shortest that tarm/serial
	// supports: termios counts it in tenths of a second.
	patience = 100 * time.Millisecond
	// hasty is the duration below which a Read gave up much too early, which means that the line
	// hung up.
	hasty = patience / 2
	// hangups is how many hasty Reads in a row mean a pulled cable.
	hangups = 3
	// release is how long Close waits for the pump, which needs patience.
	release = time.Second
	// waiting is how many pieces the pump keeps for a reader that is late.
	waiting = 64
)

// Port is an open port. It is safe for concurrent use, but two readers share the bytes.
type Port struct {
	dev     io.ReadWriteCloser
	in      chan []byte
	writing chan struct{} // holds a token while a write runs

	closing  chan struct{}
	once     sync.Once
	ended    chan struct{} // the pump has stopped reading; err is set
	err      error
	released chan struct{} // the device is closed
}

// Open opens a device such as "/dev/ttyUSB0" with 8 data bits, no parity and one stop bit. The
// speed must be one that termios has a name for.
func Open(device string, baud int) (*Port, error) {
	dev, err := Device(device, baud)
	if err != nil {
		return nil, err
	}
	return Start(dev), nil
}

// Device opens a device in the way that Start expects.
func Device(device string, baud int) (io.ReadWriteCloser, error) {
	dev, err := serial.OpenPort(&serial.Config{Name: device, Baud: baud, ReadTimeout: patience})
	if err != nil {
		return nil, fmt.Errorf("serial port %s at %d baud: %w", device, baud, err)
	}
	return dev, nil
}

// From starts what open opens or, if open is nil, the device.
func From(open func() (io.ReadWriteCloser, error), device string, baud int) (*Port, error) {
	if open == nil {
		return Open(device, baud)
	}
	dev, err := open()
	if err != nil {
		return nil, err
	}
	return Start(dev), nil
}

// Start pumps an open device, which belongs to the Port from now on. Its Read must return within
// 100 ms or so, with (0, nil) or (0, io.EOF) if nothing came; if it returns at once like that three
// times in a row, the device counts as gone.
func Start(dev io.ReadWriteCloser) *Port {
	p := &Port{
		dev: dev, in: make(chan []byte, waiting), writing: make(chan struct{}, 1),
		closing: make(chan struct{}), ended: make(chan struct{}), released: make(chan struct{}),
	}
	go p.run()
	return p
}

// run pumps and cleans up when it ends.
func (p *Port) run() {
	if p.err = hw.Guard(p.pump); !errors.Is(p.err, ErrGone) {
		p.err = fmt.Errorf("%w: %w", ErrGone, p.err)
	}
	close(p.ended)
	p.writing <- struct{}{} // a write that hangs keeps the device open
	_ = hw.Guard(p.dev.Close)
	close(p.released)
}

func (p *Port) pump() error {
	buffer := make([]byte, 512)
	for early := 0; early < hangups; {
		begin := time.Now()
		n, err := p.dev.Read(buffer)
		switch {
		case n > 0:
			early = 0
			select {
			case p.in <- append([]byte(nil), buffer[:n]...):
			case <-p.closing:
			}
		case err != nil && !errors.Is(err, io.EOF):
			return fmt.Errorf("%w: %w", ErrGone, err)
		case time.Since(begin) < hasty:
			early++
		default:
			early = 0
		}
		select {
		case <-p.closing:
			return fmt.Errorf("%w: it was closed", ErrGone)
		default:
		}
	}
	return fmt.Errorf("%w: the line hung up", ErrGone)
}

// Read waits for the next bytes until ctx ends. What came before the port was lost is still
// delivered.
func (p *Port) Read(ctx context.Context) ([]byte, error) {
	select {
	case b := <-p.in:
		return b, nil
	default:
	}
	select {
	case b := <-p.in:
		return b, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.ended:
	}
	select {
	case b := <-p.in:
		return b, nil
	default:
		return nil, p.err
	}
}

// Discard discards what has come and has not been read.
func (p *Port) Discard() {
	for {
		select {
		case <-p.in:
		default:
			return
		}
	}
}

// Write sends all of b, or fails when ctx ends. What it could not send stays queued in the port,
// and nothing more can be sent before it.
func (p *Port) Write(ctx context.Context, b []byte) error {
	if p.Gone() {
		return p.err
	}
	select {
	case p.writing <- struct{}{}:
	case <-p.ended: // which keeps the token
		return p.err
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrStuck, ctx.Err())
	}
	done := make(chan error, 1)
	sent := append([]byte(nil), b...)
	go func() {
		err := hw.Guard(func() error {
			_, err := p.dev.Write(sent)
			return err
		})
		<-p.writing
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("%w: %w", ErrGone, err)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrStuck, ctx.Err())
	}
}

// Gone reports whether the port has ended: nothing more will come.
func (p *Port) Gone() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// Close ends the port. It waits for the device to be free again, which takes
// 0.1 s if the cable is still in; with ErrStuck it is not free yet.
func (p *Port) Close() error {
	p.once.Do(func() { close(p.closing) })
	timer := time.NewTimer(release)
	defer timer.Stop()
	select {
	case <-p.released:
		return nil
	case <-timer.C:
		return fmt.Errorf("%w: it does not come back", ErrStuck)
	}
}

// Released reports whether the device is closed, after Close or a loss.
func (p *Port) Released() bool {
	select {
	case <-p.released:
		return true
	default:
		return false
	}
}
