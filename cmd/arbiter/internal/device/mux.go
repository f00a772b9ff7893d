package device

import (
	"errors"
	"sync"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/hw/spimux"
	"arbiter/setups"
)

// Muxes are the Pins of a device together with the muxes of a rig: a port may be an address of a
// mux. A mux is opened with its first port and closed with its last.
type Muxes struct {
	Pins
	Rig setups.Rig

	mu    sync.Mutex
	Ports map[string]*sharedMux
}

type sharedMux struct {
	*spimux.Mux
	users int
}

// Port opens a port of the device or of a mux.
func (m *Muxes) Port(name string) (spi.PortCloser, error) {
	mux, address, ok := m.Rig.Mux(name)
	if !ok {
		return m.Pins.Port(name)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.open(mux)
	if err != nil {
		return nil, err
	}
	port, err := s.Port(address)
	if err != nil {
		return nil, errors.Join(err, m.leave(mux.Name))
	}
	return &muxPort{PortCloser: port, leave: func() error {
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.leave(mux.Name)
	}}, nil
}

// open adds a user of a mux.
func (m *Muxes) open(mux setups.Mux) (*sharedMux, error) {
	if s := m.Ports[mux.Name]; s != nil {
		s.users++
		return s, nil
	}
	pins := make([]gpio.PinOut, len(mux.Pins))
	for i, name := range mux.Pins {
		var err error
		if pins[i], err = m.Out(name); err != nil {
			return nil, err
		}
	}
	port, err := m.Pins.Port(mux.Port)
	if err != nil {
		return nil, err
	}
	opened, err := spimux.Open(port, pins, spimux.Opts{Speed: physic.Frequency(mux.KHz) * physic.KiloHertz})
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	if m.Ports == nil {
		m.Ports = map[string]*sharedMux{}
	}
	s := &sharedMux{opened, 1}
	m.Ports[mux.Name] = s
	return s, nil
}

// leave removes a user of a mux.
func (m *Muxes) leave(name string) error {
	s := m.Ports[name]
	if s.users--; s.users > 0 {
		return nil
	}
	delete(m.Ports, name)
	return s.Close()
}

// muxPort is a port that tells its mux when it is closed.
type muxPort struct {
	spi.PortCloser
	leave  func() error
	closed bool
}

// Close closes the port, once.
func (p *muxPort) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	return errors.Join(p.PortCloser.Close(), p.leave())
}
