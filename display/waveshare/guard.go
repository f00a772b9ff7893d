package waveshare

import (
	"context"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

const (
	// settle is how long after a byte BUSY may still be low although the
	// controller has begun to work. To be confirmed on the panel.
	settle = time.Millisecond
	// look is the time between two looks at BUSY. Edges are not used, because waiting for them
	// differs between hosts.
	look = 5 * time.Millisecond
)

// A guard sits between the wires and the driver, which would wait for BUSY forever. When a call's
// time is over, the guard shows the driver a low BUSY and fails everything that the driver sends
// from then on. So the driver always returns from a call.
type guard struct {
	mu   sync.Mutex
	ctx  context.Context // of the call
	err  error           // why the call was given up
	sent bool            // something was sent since the last look at BUSY
}

// begin starts a call.
func (g *guard) begin(ctx context.Context) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ctx, g.err = ctx, nil
}

// failure returns why the call was given up, or nil.
func (g *guard) failure() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// over reports whether the call has been given up, and gives it up when its time is over.
func (g *guard) over(doing string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.ctx.Err(); g.err == nil && err != nil {
		g.err = fmt.Errorf("%s: %w", doing, err)
	}
	return g.err
}

// A guardedPort makes guarded connections.
type guardedPort struct {
	spi.Port
	*guard
}

func (p guardedPort) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c, err := p.Port.Connect(f, mode, bits)
	if err != nil {
		return nil, err
	}
	return guardedConn{c, p.guard}, nil
}

type guardedConn struct {
	spi.Conn
	*guard
}

func (c guardedConn) Tx(w, r []byte) error {
	if err := c.over("send"); err != nil {
		return err
	}
	c.mu.Lock()
	c.sent = true
	c.mu.Unlock()
	return c.Conn.Tx(w, r)
}

// A guardedPin is BUSY.
type guardedPin struct {
	gpio.PinIn
	*guard
}

// In does not ask for edges.
func (p guardedPin) In(pull gpio.Pull, _ gpio.Edge) error { return p.PinIn.In(pull, gpio.NoEdge) }

func (p guardedPin) Read() gpio.Level {
	p.mu.Lock()
	sent := p.sent
	p.sent = false
	p.mu.Unlock()
	if sent {
		time.Sleep(settle)
	}
	if p.PinIn.Read() == gpio.Low || p.over("BUSY stays high") != nil {
		return gpio.Low
	}
	return gpio.High
}

// WaitForEdge waits until the next look, or until the call ends.
func (p guardedPin) WaitForEdge(time.Duration) bool {
	select {
	case <-p.ctx.Done():
	case <-time.After(look):
	}
	return false
}
