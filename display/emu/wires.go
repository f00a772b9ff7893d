package emu

import (
	"errors"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Port is the bus that leads to the controller.
func (c *Chip) Port() spi.Port { return port{c} }

// DC is the pin that tells data from commands.
func (c *Chip) DC() gpio.PinOut {
	return &pin{chip: c, name: "DC", out: func(l gpio.Level) { c.dc = bool(l) }}
}

// CS is the pin that selects the controller when it is low.
func (c *Chip) CS() gpio.PinOut {
	return &pin{chip: c, name: "CS", out: func(l gpio.Level) { c.cs = bool(l) }}
}

// Reset is the pin that resets the controller when it is low, and wakes it.
func (c *Chip) Reset() gpio.PinOut {
	return &pin{chip: c, name: "RST", out: func(l gpio.Level) {
		if l == gpio.Low {
			c.registers, c.asleep, c.command = defaults(), false, 0
		} else if !c.rst {
			c.until = time.Now().Add(c.opts.Other)
		}
		c.rst = bool(l)
	}}
}

// Busy is the pin that is high while the controller does not listen.
func (c *Chip) Busy() gpio.PinIn { return &pin{chip: c, name: "BUSY", in: c.busy} }

type port struct{ chip *Chip }

func (p port) String() string { return "emulated panel" }

// Connect accepts what the controller bears: 20 MHz, mode 0, 8 bits.
func (p port) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	if f > 20*physic.MegaHertz || mode&spi.Mode3 != spi.Mode0 || bits != 8 {
		return nil, errors.New("emu: the controller takes at most 20 MHz, mode 0, 8 bits")
	}
	return wire{p}, nil
}

type wire struct{ port }

// Tx takes what is sent; the controller's answers are not emulated.
func (w wire) Tx(out, in []byte) error {
	if len(in) != 0 {
		return errors.New("emu: the controller cannot be read")
	}
	w.chip.receive(out)
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

func (w wire) Duplex() conn.Duplex { return conn.Half }

// A pin is an output of the host with a function, or an input.
type pin struct {
	chip *Chip
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
	p.chip.mu.Lock()
	defer p.chip.mu.Unlock()
	p.out(l)
	return nil
}

func (p *pin) PWM(gpio.Duty, physic.Frequency) error { return errors.New("emu: no PWM") }

func (p *pin) In(gpio.Pull, gpio.Edge) error { return nil }

func (p *pin) Read() gpio.Level {
	p.chip.mu.Lock()
	defer p.chip.mu.Unlock()
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
