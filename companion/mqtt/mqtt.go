// Package mqtt tells an MQTT broker what a spectator may know of a table, as Home Assistant expects
// it of a device. It takes no commands, and no table ever waits for it.
package mqtt

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"arbiter/companion/spectator"
	"arbiter/engine"
)

// A Broker is where a Client publishes the table.
type Broker struct {
	Address  string // HOST:PORT, or HOST with the usual port; "" is nowhere
	TLS      bool
	CA       string // file (PEM) with the authority of its certificate; "" is those of the system
	User     string
	Password string
	Name     string // of this device there, as ValidName has it
}

// A Status is the state of the connection to a Broker.
type Status struct {
	Address string      // "" if there is none
	Trying  bool        // nothing is known yet
	Wrong   engine.Text // zero if all is well
	Fix     engine.Text // what to do about it
	Twin    bool        // another device has the same name there
}

// Opts are what a Client needs. Everything without a default must be given.
type Opts struct {
	Program string // with its version
	Say     func(engine.Text) string
	Page    func() string // address of the pages, for a link in Home Assistant; may return ""
	Logger  *slog.Logger
	Pause   time.Duration // before a second try; it grows thirtyfold. Default 1 s
	Alive   time.Duration // after which a broker or a device that is gone is noticed. Default 30 s
	Wait    time.Duration // for each answer of the broker. Default 10 s
}

// A Client tells a Broker. Its methods may be called by any goroutine; only Run and Outcome wait.
type Client struct {
	opts Opts
	boot string // tells this program from another one with the same name at the broker

	mu     sync.Mutex
	broker Broker
	table  spectator.Table
	status Status
	moved  chan struct{} // closed when status changes
	link   *link         // the only one that may change status; nil while another one is awaited
	shown  bool          // this broker was told something

	anew, changed chan struct{} // of one place
}

// New returns a client without a broker.
func New(o Opts) *Client {
	if o.Pause == 0 {
		o.Pause = time.Second
	}
	if o.Alive == 0 {
		o.Alive = 30 * time.Second
	}
	if o.Wait == 0 {
		o.Wait = 10 * time.Second
	}
	return &Client{opts: o, boot: rand.Text(), moved: make(chan struct{}), anew: make(chan struct{}, 1), changed: make(chan struct{}, 1)}
}

// Use switches to another broker, or to the same one over a new connection.
func (c *Client) Use(b Broker) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown = c.shown && b.sameAs(c.broker)
	c.broker, c.link, c.status.Twin = b, nil, false
	c.set(Status{Address: b.Address, Trying: b.Address != ""})
	wake(c.anew)
}

// sameAs reports whether both are told in the same place.
func (b Broker) sameAs(other Broker) bool {
	return b.hostPort() == other.hostPort() && b.Name == other.Name
}

// Tell publishes a table. A broker that cannot be reached is told the latest one later.
func (c *Client) Tell(t spectator.Table) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.table = t
	wake(c.changed)
}

// Status returns how it goes.
func (c *Client) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status
}

// Outcome is Status, but waits while nothing is known yet and ctx lasts.
func (c *Client) Outcome(ctx context.Context) Status {
	for {
		c.mu.Lock()
		s, moved := c.status, c.moved
		c.mu.Unlock()
		if !s.Trying {
			return s
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return s
		}
	}
}

// Wanted waits until there is a broker; it returns false if ctx ends before.
func (c *Client) Wanted(ctx context.Context) bool {
	for {
		c.mu.Lock()
		address, moved := c.broker.Address, c.moved
		c.mu.Unlock()
		if address != "" {
			return true
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return false
		}
	}
}

// set changes the status. It must be called with the lock held.
func (c *Client) set(s Status) {
	switch was := c.status; {
	case s.Wrong.Equal(was.Wrong) && s.Trying == was.Trying && s.Address == was.Address:
		return
	case !s.Wrong.IsZero():
		c.opts.Logger.Warn("the MQTT broker is not told", "broker", s.Address, "why", s.Wrong.String())
	case !s.Trying && s.Address != "":
		c.opts.Logger.Info("the MQTT broker is told", "broker", s.Address)
	}
	c.status = s
	close(c.moved)
	c.moved = make(chan struct{})
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Run tells the broker until ctx ends, when it says goodbye.
func (c *Client) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		select {
		case <-c.anew: // what is read now is the newest
		default:
		}
		c.mu.Lock()
		b := c.broker
		c.mu.Unlock()
		if b.Address != "" {
			c.serve(ctx, b)
			continue
		}
		select {
		case <-c.anew:
			wake(c.anew)
		case <-ctx.Done():
		}
	}
	return nil
}
