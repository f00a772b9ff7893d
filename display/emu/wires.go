package emu

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// A port is a bus with one controller.
type port struct {
	receive func([]byte)
	most    int // bytes in one transaction; 0 for any number
}

func (port) String() string { return "emulated panel" }

// Connect accepts what the controller supports: 20 MHz, mode 0, 8 bits.
func (p port) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	if f > 20*physic.MegaHertz || mode&spi.Mode3 != spi.Mode0 || bits != 8 {
		return nil, errors.New("emu: the controller takes at most 20 MHz, mode 0, 8 bits")
	}
	return wire{p}, nil
}

type wire struct{ port }

// Tx handles what is sent; answers of the controller are not emulated.
func (w wire) Tx(out, in []byte) error {
	if len(in) != 0 {
		return errors.New("emu: the controller cannot be read")
	}
	if w.most > 0 && len(out) > w.most {
		return fmt.Errorf("emu: %d bytes at once; the bus takes %d", len(out), w.most)
	}
	w.receive(out)
	return nil
}

func (w wire) TxPackets(p []spi.Packet) error {
	for _, k := range p {
		if err := w.Tx(k.W, k.R); err != nil {
			return err
		}
	}
	return nil
}

// MaxTxSize returns the most bytes in a transaction; 0 if there is no limit.
func (w wire) MaxTxSize() int { return w.most }

func (w wire) Duplex() conn.Duplex { return conn.Half }

// A pin is an output of the host that calls a function, or an input.
type pin struct {
	mu   *sync.Mutex // of the controller
	name string
	out  func(gpio.Level)
	in   func() bool
}

func (p *pin) String() string   { return p.name }
func (p *pin) Name() string     { return p.name }
func (p *pin) Number() int      { return -1 }
func (p *pin) Function() string { return "" }
func (p *pin) Halt() error      { return nil }

func (p *pin) Out(l gpio.Level) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out(l)
	return nil
}

func (p *pin) PWM(gpio.Duty, physic.Frequency) error { return errors.New("emu: no PWM") }

func (p *pin) In(gpio.Pull, gpio.Edge) error { return nil }

func (p *pin) Read() gpio.Level {
	p.mu.Lock()
	defer p.mu.Unlock()
	return gpio.Level(p.in())
}

// WaitForEdge waits for BUSY to fall.
func (p *pin) WaitForEdge(timeout time.Duration) bool {
	const look = time.Millisecond
	for end := time.Now().Add(timeout); time.Now().Before(end); time.Sleep(look) {
		if p.Read() == gpio.Low {
			return true
		}
	}
	return false
}

func (p *pin) Pull() gpio.Pull        { return gpio.PullNoChange }
func (p *pin) DefaultPull() gpio.Pull { return gpio.PullNoChange }
