// Package line has hw.Readers for hubs that send a line of text for each event, over USB or a
// serial line. README.md has the protocol, for people who build such a hub.
//
// The hub finds the cards; this package keeps what it has said, notices if something was missed,
// and asks for everything again. It has no wires of its own and knows nothing of chips and tags.
package line

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"arbiter/hw"
	"arbiter/hw/serialport"
)

// DefaultBaud is the speed of a hub for which no other is given.
const DefaultBaud = 115200

// Opts are a hub's speed and paces. Zero fields take the defaults.
type Opts struct {
	Baud     int
	Silence  time.Duration // time without a line after which the hub counts as dead
	Ask      time.Duration // shortest time between two requests for everything
	RetryMin time.Duration // pause before a port is opened again ...
	RetryMax time.Duration // ... doubled each time up to this
	// Open, if set, opens the line in place of the device. It must return what serialport.Start
	// expects.
	Open func() (io.ReadWriteCloser, error)
}

// The defaults. A hub sends something every second.
const (
	DefaultSilence  = 3 * time.Second
	DefaultAsk      = time.Second
	DefaultRetryMin = 100 * time.Millisecond
	DefaultRetryMax = 2 * time.Second
)

// sending is how long a request may take to leave the computer.
const sending = time.Second

// Hub is one hub. It opens its port itself, and reopens it after every loss.
type Hub struct {
	device string
	opts   Opts
	stop   context.CancelFunc
	ended  chan struct{}

	mu    sync.Mutex
	state hubState
	fault error // why nothing is known; nil when the hub is well
	users int   // readers that are not closed
}

// Open begins to talk to a hub, now or as soon as its device appears.
func Open(device string, o Opts) *Hub {
	if o.Baud == 0 {
		o.Baud = DefaultBaud
	}
	for v, standard := range map[*time.Duration]time.Duration{
		&o.Silence: DefaultSilence, &o.Ask: DefaultAsk, &o.RetryMin: DefaultRetryMin, &o.RetryMax: DefaultRetryMax,
	} {
		if *v == 0 {
			*v = standard
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	h := &Hub{device: device, opts: o, stop: stop, ended: make(chan struct{}), fault: errors.New("it was not asked yet")}
	go h.run(ctx)
	return h
}

// Reader returns one of the hub's readers: name is its name in the rig, address is
// what the hub calls it. The hub is closed with the last of them.
func (h *Hub) Reader(name, address string) *Reader {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.users++
	return &Reader{hub: h, name: name, address: address}
}

// Reader is one reader of a hub.
type Reader struct {
	hub           *Hub
	name, address string
}

var _ hw.Reader = (*Reader)(nil)

// Name returns the reader's name in the rig.
func (r *Reader) Name() string { return r.name }

// Scan returns what the hub has said, without waiting.
func (r *Reader) Scan(ctx context.Context) ([]hw.UID, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	h := r.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fault != nil {
		return nil, fmt.Errorf("%w: hub %s: %w", hw.ErrNoReader, h.device, h.fault)
	}
	return h.state.scan(r.address)
}

// Close closes the hub if nobody else needs it.
func (r *Reader) Close() error {
	h := r.hub
	h.mu.Lock()
	h.users--
	last := h.users == 0
	h.mu.Unlock()
	if last {
		h.stop()
		<-h.ended
	}
	return nil
}

// run talks to the hub until it is closed, port after port.
func (h *Hub) run(ctx context.Context) {
	defer close(h.ended)
	for retry := h.opts.RetryMin; ctx.Err() == nil; retry = min(2*retry, h.opts.RetryMax) {
		var port *serialport.Port
		err := hw.Guard(func() (err error) {
			if port, err = serialport.From(h.opts.Open, h.device, h.opts.Baud); err == nil {
				err = h.talk(ctx, port)
			}
			return err
		})
		if h.well() {
			retry = h.opts.RetryMin
		}
		h.lose(err)
		if port != nil {
			release(ctx, port)
		}
		select {
		case <-ctx.Done():
		case <-time.After(retry):
		}
	}
}

// release closes a port and waits until it can be opened again.
func release(ctx context.Context, port *serialport.Port) {
	for port.Close() != nil && ctx.Err() == nil {
	}
}

func (h *Hub) well() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.fault == nil
}

// lose discards everything that is known.
func (h *Hub) lose(why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.state, h.fault = hubState{}, why
}

var errMute = errors.New("it says nothing that makes sense")

// talk listens on one port until that is lost. It asks for everything at the beginning and whenever
// something is in doubt, but not more often than Opts.Ask; a hub that has sent nothing intelligible
// for Opts.Silence counts as lost.
func (h *Hub) talk(ctx context.Context, port *serialport.Port) error {
	var splitter splitter
	var asked time.Time
	heard, doubt := time.Now(), true
	for {
		now := time.Now()
		if now.Sub(heard) >= h.opts.Silence {
			h.lose(errMute)
			heard, doubt = now, true
		}
		if doubt && now.Sub(asked) >= h.opts.Ask {
			if err := request(ctx, port); errors.Is(err, serialport.ErrGone) {
				return err
			}
			asked = now
		}
		data, err := listen(ctx, port, min(h.opts.Ask, h.opts.Silence)/4)
		if err != nil {
			return err
		}
		for _, text := range splitter.feed(data) {
			what, sense := h.hear(text)
			if sense {
				heard = time.Now()
			}
			doubt = what == doubtful || doubt && what != complete
		}
	}
}

// request asks for everything.
func request(ctx context.Context, port *serialport.Port) error {
	ctx, cancel := context.WithTimeout(ctx, sending)
	defer cancel()
	return port.Write(ctx, []byte("hello "+version+"\n"))
}

// listen waits a while for bytes; that none come is not an error.
func listen(ctx context.Context, port *serialport.Port, d time.Duration) ([]byte, error) {
	patient, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	data, err := port.Read(patient)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return data, err
}

// hear handles a line, which may make no sense.
func (h *Hub) hear(text string) (what transition, sense bool) {
	m, err := parse(text)
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		return h.state.doubt(), false
	}
	what = h.state.hear(m)
	if what == complete {
		h.fault = nil
	}
	return what, true
}

// splitter splits bytes into lines. A line without an end is cut when it is too long to be one.
type splitter struct{ rest []byte }

func (s *splitter) feed(data []byte) (lines []string) {
	s.rest = append(s.rest, data...)
	for {
		i := bytes.IndexByte(s.rest, '\n')
		switch {
		case i >= 0:
			text := string(bytes.TrimSuffix(s.rest[:i], []byte{'\r'}))
			s.rest = s.rest[i+1:]
			if text != "" {
				lines = append(lines, text)
			}
		case len(s.rest) > 2*maxLine:
			lines = append(lines, string(s.rest))
			s.rest = nil
		default:
			return lines
		}
	}
}
