// Package pcsc is an hw.Reader for the readers of pcscd, such as the ACR122U.
//
// It speaks with the daemon itself: libpcsclite speaks only the version it was built for, and a
// program that is linked with it does not start where it is missing. The daemon says what is laid
// and taken; this package reads the number of each card that is laid, and keeps no card connected.
// Section numbers are those of ACS's API of the ACR122U, version 2.
package pcsc

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/hw"
)

// Socket is where the daemon listens.
const Socket = "/run/pcscd/pcscd.comm"

// Opts are for tests and for slow daemons. Zero fields take the defaults.
type Opts struct {
	Socket   string
	Root     fs.FS         // that has /sys
	Pulse    time.Duration // without a change after which the daemon has to show that it is alive
	RetryMin time.Duration // pause before the daemon is called again ...
	RetryMax time.Duration // ... doubled each time up to this
}

// The defaults.
const (
	DefaultPulse    = 5 * time.Second
	DefaultRetryMin = 200 * time.Millisecond
	DefaultRetryMax = 5 * time.Second
)

func (o Opts) withDefaults() Opts {
	if o.Socket == "" {
		o.Socket = Socket
	}
	if o.Root == nil {
		o.Root = os.DirFS("/")
	}
	for v, standard := range map[*time.Duration]time.Duration{
		&o.Pulse: DefaultPulse, &o.RetryMin: DefaultRetryMin, &o.RetryMax: DefaultRetryMax,
	} {
		if *v == 0 {
			*v = standard
		}
	}
	return o
}

const (
	// patience is how long a Scan waits for a card that is being read.
	patience = 100 * time.Millisecond
	// soon is the pause before a card is read again after the first failure, when it was probably
	// just being laid or taken.
	soon = 300 * time.Millisecond
	// again is that pause after each further failure.
	again = time.Second
)

// A Daemon is a pcscd and its readers. It is called again after every loss.
type Daemon struct {
	opts  Opts
	stop  context.CancelFunc
	ended chan struct{}
	talks sync.WaitGroup // conversations with readers

	mu      sync.Mutex
	ctx     context.Context // of the present connection
	minor   int32           // version that the daemon speaks
	fault   error           // why nothing is known; nil while the daemon answers
	listed  []*slot
	readers []*Reader // that are open
}

// A slot is a reader that the daemon lists.
type slot struct {
	state  state
	talk   chan struct{} // closed when the conversation ends that is going on; nil: none
	card   hw.UID
	err    error     // why it could not be read
	of     uint32    // value of events when it was read
	tries  int       // that have failed since
	tried  time.Time // when the last one has failed
	usb    usb
	placed bool      // usb is known, or it is known that it cannot be
	unsaid error     // why it could not be asked where it is plugged in
	asked  time.Time // when that was
	silent bool      // the buzzer is off
}

// Open starts talking to the daemon, now or as soon as it runs.
func Open(o Opts) *Daemon {
	ctx, stop := context.WithCancel(context.Background())
	d := &Daemon{opts: o.withDefaults(), stop: stop, ended: make(chan struct{}), fault: errors.New("it was not asked yet")}
	go d.run(ctx)
	return d
}

// Reader returns the reader at an address: "usb:" and its port, as in "usb:1-1.3", or its name
// without the numbers at its end, which depend on the order of plugging in. The connection to the
// daemon is closed with the last reader.
func (d *Daemon) Reader(name, address string) *Reader {
	d.mu.Lock()
	defer d.mu.Unlock()
	r := &Reader{daemon: d, name: name, address: address}
	d.readers = append(d.readers, r)
	return r
}

// run talks to the daemon until it is closed, one connection after the other.
func (d *Daemon) run(ctx context.Context) {
	defer close(d.ended)
	defer d.talks.Wait()
	for retry := d.opts.RetryMin; ctx.Err() == nil; {
		if d.lose(hw.Guard(func() error { return d.listen(ctx) })) {
			retry = d.opts.RetryMin
		}
		_ = hw.Pause(ctx, retry) // the loop checks ctx
		retry = min(2*retry, d.opts.RetryMax)
	}
}

// lose discards everything that is known, and reports whether anything was.
func (d *Daemon) lose(why error) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	was := d.fault == nil
	d.fault, d.listed = why, nil
	return was
}

// listen learns what lies where until the connection is lost, whose error it returns.
func (d *Daemon) listen(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // which ends all conversations, too
	c, err := dial(ctx, d.opts.Socket, minors...)
	if err != nil {
		return err
	}
	defer c.Close()
	for {
		all, err := c.wait()
		if err != nil {
			return gone(err)
		}
		d.learn(ctx, c.minor, all)
		if err := c.changed(d.opts.Pulse); err != nil {
			return gone(err)
		}
	}
}

func gone(err error) error {
	if hungUp(err) {
		return ErrNoDaemon
	}
	return err
}

// learn takes the states of all readers. If a reader's events started again, it is another reader
// under the same name, and so it may be if the reader has left its port.
func (d *Daemon) learn(ctx context.Context, minor int32, all []state) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before := d.listed
	d.ctx, d.minor, d.fault, d.listed = ctx, minor, nil, nil
	for _, st := range all {
		i := slices.IndexFunc(before, func(s *slot) bool { return s.state.name == st.name && s.state.events <= st.events })
		if i < 0 {
			d.listed = append(d.listed, &slot{state: st})
			continue
		}
		s := before[i]
		s.state, s.placed = st, s.placed && s.usb.there(d.opts.Root)
		d.listed = append(d.listed, s)
	}
}

// plugged is the prefix of addresses that name a port.
const plugged = "usb:"

// order matches what the daemon adds to the names of readers: the order of plugging in, and the
// slot of the reader.
var order = regexp.MustCompile(` [0-9A-F]{2} [0-9A-F]{2}$`)

// Bare returns the name of a reader without the numbers that the daemon puts behind it.
func Bare(name string) string { return order.ReplaceAllString(name, "") }

// find returns the reader at an address. It returns a channel instead if the reader must first be
// asked where it is plugged in. The caller holds the lock.
func (d *Daemon) find(address string) (*slot, <-chan struct{}, error) {
	plug, byPlug := strings.CutPrefix(address, plugged)
	var found []*slot
	var open <-chan struct{}
	var unsaid error
	for _, s := range d.listed {
		named := Bare(s.state.name) == address
		if byPlug || named {
			if talk := d.place(s); talk != nil {
				open = talk
			}
		}
		switch {
		case s.sam():
		case byPlug && s.placed && s.usb.plug == plug, named:
			found = append(found, s)
		case s.unsaid != nil:
			unsaid = s.unsaid
		}
	}
	switch {
	case byPlug && len(found) > 0: // whatever the others say
		return withCard(found), nil, nil
	case open != nil:
		return nil, open, nil
	case len(found) == 0 && byPlug && unsaid != nil:
		return nil, nil, unsaid
	case len(found) == 0:
		return nil, nil, &AbsentError{address, d.free()}
	}
	ambiguous := &AmbiguousError{Name: address}
	devices := map[string]bool{}
	for _, s := range found {
		if device := s.state.name[:max(0, strings.LastIndexByte(s.state.name, ' '))]; !devices[device] {
			devices[device] = true
			ambiguous.Addresses = append(ambiguous.Addresses, s.address())
		}
	}
	if len(devices) == 1 {
		return withCard(found), nil, nil
	}
	return nil, nil, ambiguous
}

// withCard returns the slot of one reader that has a card, else its first: some readers have slots
// for contacts, too.
func withCard(of []*slot) *slot {
	for _, s := range of {
		if s.state.bits&statePresent != 0 {
			return s
		}
	}
	return of[0]
}

// sam reports whether the slot is for a card that stays inside the reader (ACR1252U).
func (s *slot) sam() bool { return strings.Contains(s.state.name, "SAM") }

// address returns the port of the reader, or its name if that is unknown.
func (s *slot) address() string {
	if s.usb.plug != "" {
		return plugged + s.usb.plug
	}
	return Bare(s.state.name)
}

// free lists the addresses of readers that are plugged in, and no reader of the rig uses.
func (d *Daemon) free() (all []string) {
	for _, s := range d.listed {
		taken := slices.ContainsFunc(d.readers, func(r *Reader) bool { return r.address == s.address() || r.address == Bare(s.state.name) })
		if !taken && !s.sam() {
			all = append(all, s.address())
		}
	}
	return all
}

// place begins to ask where a reader is plugged in, unless that is known. The caller holds the lock.
func (d *Daemon) place(s *slot) <-chan struct{} {
	if s.placed || s.talk == nil && s.unsaid != nil && time.Since(s.asked) < again {
		return nil
	}
	var where usb
	name := s.state.name
	return d.converse(s, func(c *conn) (err error) {
		where, err = locate(c, d.opts.Root, name)
		return err
	}, func(err error) {
		switch {
		case errors.Is(err, codeSharing):
			err = ErrInUse
		case err == nil && where.plug == "" && s.usb.plug != "":
			err = ErrUnplugged // a moment ago; the daemon says so soon
		case err == nil:
			s.usb = where
		}
		s.placed, s.unsaid, s.asked = err == nil, err, time.Now()
	})
}

// converse talks to the daemon about one reader, which may take long, beside everything else. It
// returns the channel that is closed when that has ended and was noted. The caller holds the lock;
// so does whoever calls note.
func (d *Daemon) converse(s *slot, speak func(*conn) error, note func(error)) <-chan struct{} {
	if s.talk != nil {
		return s.talk
	}
	talk := make(chan struct{})
	s.talk = talk
	ctx, minor := d.ctx, d.minor
	d.talks.Go(func() {
		err := hw.Guard(func() error {
			c, err := dial(ctx, d.opts.Socket, minor)
			if err != nil {
				return err
			}
			defer c.Close()
			return speak(c)
		})
		d.mu.Lock()
		defer d.mu.Unlock()
		note(err)
		s.talk = nil
		close(talk)
	})
	return talk
}

// Reader is one reader.
type Reader struct {
	daemon        *Daemon
	name, address string
}

var _ hw.Debounced = (*Reader)(nil)

// Name returns the reader's name in the rig.
func (r *Reader) Name() string { return r.name }

// Debounced returns true: the reader itself has made sure of what the daemon tells.
func (*Reader) Debounced() bool { return true }

// Scan returns what the daemon has said. It waits for a card that was just laid to be read.
func (r *Reader) Scan(ctx context.Context) ([]hw.UID, error) {
	var uids []hw.UID
	err := r.asked(ctx, func(s *slot) (<-chan struct{}, error) {
		switch {
		case s.state.bits&stateUnknown != 0:
			return nil, ErrHangs
		case s.state.bits&statePresent == 0 && !s.usb.there(r.daemon.opts.Root):
			return nil, ErrUnplugged // the daemon says first that its card has gone
		case s.state.bits&statePresent == 0:
			return nil, nil
		}
		talk, err := r.daemon.read(s)
		if talk == nil && err == nil {
			uids = []hw.UID{s.card}
		}
		return talk, err
	})
	return uids, err
}

// Chip returns the name of the reader and where it is plugged in.
func (r *Reader) Chip(ctx context.Context) (model string, err error) {
	err = r.asked(ctx, func(s *slot) (<-chan struct{}, error) {
		if s.state.bits&stateUnknown != 0 {
			return nil, ErrHangs
		}
		model = Bare(s.state.name)
		if s.usb.plug != "" {
			model += " (" + s.address() + ")"
		}
		return nil, nil
	})
	return model, err
}

// asked does something with the reader at the address. If that must wait for a channel, it is tried
// again afterwards.
func (r *Reader) asked(ctx context.Context, do func(*slot) (<-chan struct{}, error)) error {
	d := r.daemon
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errReading)
	defer cancel()
	try := func() (<-chan struct{}, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.fault != nil {
			return nil, silent(d.fault)
		}
		s, talk, err := d.find(r.address)
		if err != nil {
			return nil, silent(err)
		}
		if denied := (*DeniedError)(nil); talk == nil && errors.As(s.unsaid, &denied) {
			return nil, silent(denied) // before anybody lays a card
		}
		if talk == nil {
			talk, err = do(s)
		}
		return talk, silent(err)
	}
	for ctx.Err() == nil {
		talk, err := try()
		if talk == nil {
			return err
		}
		select {
		case <-talk:
		case <-ctx.Done():
		}
	}
	return silent(context.Cause(ctx))
}

// silent returns the error of a reader that does not answer, unless it says something else.
func silent(err error) error {
	switch {
	case err == nil, errors.Is(err, hw.ErrUnreadable), errors.Is(err, hw.ErrIO), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return fmt.Errorf("%w: %w", hw.ErrNoReader, err)
}

// Close closes the connection to the daemon if nobody else needs it.
func (r *Reader) Close() error {
	d := r.daemon
	d.mu.Lock()
	d.readers = slices.DeleteFunc(d.readers, func(o *Reader) bool { return o == r })
	last := len(d.readers) == 0
	d.mu.Unlock()
	if last {
		d.stop()
		<-d.ended
	}
	return nil
}

// read starts reading the card on a reader, unless it has been read. The caller holds the lock.
func (d *Daemon) read(s *slot) (<-chan struct{}, error) {
	events := s.state.events
	if s.of != events {
		s.of, s.tries, s.err, s.card = events, 0, nil, hw.UID{}
	}
	pause := again
	if s.tries == 1 {
		pause = soon
	}
	switch {
	case !s.card.IsZero():
		return nil, nil
	case s.talk == nil && s.tries > 0 && time.Since(s.tried) < pause:
		return nil, s.err
	}
	var card hw.UID
	name, silent := s.state.name, s.silent
	return d.converse(s, func(c *conn) (err error) {
		card, err = numberOf(c, name, &silent)
		return err
	}, func(err error) {
		s.silent = silent
		if s.of != events { // that was the card before
			return
		}
		s.card, s.tried = card, time.Now()
		if err != nil {
			s.err = means(err, s.tries)
			s.tries++
		}
	}), nil
}
