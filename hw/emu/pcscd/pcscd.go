// Package pcscd emulates the daemon of pcsc-lite at its socket, with readers that come and go, cards,
// and what can go wrong. It was written from winscard_msg.h, winscard_svc.c, winscard.c and
// eventhandler.c of pcsc-lite 1.9.9 and shares no code with hw/pcsc.
//
// Its readers notice cards at once, and its cards know only commands that readers answer themselves.
package pcscd

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"sync"
)

// Results (pcsclite.h).
const (
	Success            = 0
	InvalidHandle      = 0x80100003
	UnknownReader      = 0x80100009
	SharingViolation   = 0x8010000B
	NoSmartCard        = 0x8010000C
	NotTransacted      = 0x80100016
	ReaderUnavailable  = 0x80100017
	ServiceStopped     = 0x8010001E
	UnsupportedFeature = 0x8010001F
	Unresponsive       = 0x80100066
	RemovedCard        = 0x80100069
)

// Slots is how many readers the daemon knows at most.
const Slots = 16

// USB is where a reader is plugged in; the zero USB is a reader elsewhere.
type USB struct{ Bus, Device byte }

// A Daemon is one daemon. It is safe for concurrent use.
type Daemon struct {
	path string

	mu       sync.Mutex
	minor    int32
	socket   net.Listener
	clients  map[net.Conn]bool
	waiting  []net.Conn // to be told of the next change
	readers  [Slots]*Reader
	refuses  bool // clients, as polkit does for access_pcsc
	keeps    bool // cards to itself, as polkit does for access_card
	hangs    bool // answers nothing
	handles  int32
	greeted  []int32 // the minor versions that clients asked for
	commands [][]byte
	stops    int // how often a client did not wait any more
}

// A Reader is a reader that is plugged in.
type Reader struct {
	daemon *Daemon
	name   string
	usb    USB

	events    uint32
	unknown   bool
	card      *card // nil: none
	exclusive bool  // another program has it
	stalls    bool  // connecting gets no answer
	fault     uint32
	times     int
	handles   map[int32]*card // nil: connected without a card
}

type card struct {
	uid    []byte
	mute   bool   // does not answer when it is powered
	answer []byte // to the question for its number, in place of its UID
}

// Listen starts a daemon at a path, which speaks version 4:minor.
func Listen(path string, minor int) (*Daemon, error) {
	d := &Daemon{path: path, minor: int32(minor), clients: map[net.Conn]bool{}}
	return d, d.Start()
}

// Path returns where the daemon listens.
func (d *Daemon) Path() string { return d.path }

// Start restarts the daemon. Its readers are still there.
func (d *Daemon) Start() error {
	socket, err := net.Listen("unix", d.path)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.socket = socket
	for _, r := range d.readers {
		if r != nil {
			r.events, r.handles = 0, map[int32]*card{}
		}
	}
	go func() {
		for {
			c, err := socket.Accept()
			if err != nil {
				return
			}
			go d.serve(c)
		}
	}()
	return nil
}

// Kill ends the daemon.
func (d *Daemon) Kill() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.socket == nil {
		return nil
	}
	err := d.socket.Close()
	for c := range d.clients {
		err = errors.Join(err, c.Close())
	}
	d.socket, d.waiting = nil, nil
	clear(d.clients)
	return err
}

// Speak changes the version that the daemon speaks.
func (d *Daemon) Speak(minor int) { d.set(func() { d.minor = int32(minor) }) }

// Refuse makes the daemon hang up on every client.
func (d *Daemon) Refuse(yes bool) { d.set(func() { d.refuses = yes }) }

// KeepCards makes the daemon hang up on clients that connect to a reader.
func (d *Daemon) KeepCards(yes bool) { d.set(func() { d.keeps = yes }) }

// Hang makes the daemon answer nothing.
func (d *Daemon) Hang(yes bool) { d.set(func() { d.hangs = yes }) }

func (d *Daemon) set(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
}

// Greeted returns the versions that clients asked for.
func (d *Daemon) Greeted() []int32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.greeted)
}

// Stops returns how often clients stopped waiting for a change.
func (d *Daemon) Stops() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stops
}

// Commands returns what was sent to cards, in hexadecimal.
func (d *Daemon) Commands() (all []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.commands {
		all = append(all, fmt.Sprintf("%X", c))
	}
	return all
}

// Plug plugs a reader in. The daemon puts numbers behind its name: the first ones that are free. It
// returns nil if the daemon knows as many readers as it can.
func (d *Daemon) Plug(name string, at USB) *Reader {
	d.mu.Lock()
	defer d.mu.Unlock()
	r := &Reader{daemon: d, usb: at, handles: map[int32]*card{}}
	d.put(r, name)
	return r
}

func (d *Daemon) put(r *Reader, name string) {
	taken := func(n int) bool {
		return slices.ContainsFunc(d.readers[:], func(o *Reader) bool { return o != nil && o.name[len(o.name)-5:len(o.name)-3] == fmt.Sprintf("%02X", n) })
	}
	n := 0
	for taken(n) {
		n++
	}
	r.name = fmt.Sprintf("%s %02X 00", name, n)
	if i := slices.Index(d.readers[:], nil); i >= 0 {
		d.readers[i] = r
		d.signal()
	}
}

// Unplug pulls the plug. It looks as if a card on the reader was taken first.
func (r *Reader) Unplug() {
	r.change(func() {
		if r.card != nil {
			r.events++
			r.card = nil
			r.daemon.signal()
		}
	})
}

// Gone is when the daemon notices that the reader was unplugged.
func (r *Reader) Gone() {
	r.change(func() {
		if i := slices.Index(r.daemon.readers[:], r); i >= 0 {
			r.daemon.readers[i] = nil
		}
		r.handles, r.events = map[int32]*card{}, 0
	})
}

// Replug plugs in an unplugged reader, at another place.
func (r *Reader) Replug(at USB) {
	r.change(func() {
		r.usb = at
		r.daemon.put(r, r.name[:len(r.name)-6])
	})
}

// Lay lays a card on the reader.
func (r *Reader) Lay(uid ...byte) { r.lay(&card{uid: uid}) }

// LayMute lays a card that does not answer.
func (r *Reader) LayMute() { r.lay(&card{mute: true}) }

// LayOdd lays a card for which the reader answers something else than a UID.
func (r *Reader) LayOdd(answer ...byte) { r.lay(&card{answer: answer}) }

func (r *Reader) lay(c *card) {
	r.change(func() {
		if r.card != nil { // swapped between two looks
			r.events++
		}
		r.card = c
		r.events++
	})
}

// Lift takes the card.
func (r *Reader) Lift() {
	r.change(func() {
		if r.card != nil {
			r.card = nil
			r.events++
		}
	})
}

// Hang makes the reader stop answering the daemon.
func (r *Reader) Hang(yes bool) {
	r.change(func() {
		if r.unknown && !yes && r.card != nil {
			r.events++
		}
		r.unknown = yes
	})
}

// Take makes another program use the reader alone.
func (r *Reader) Take(yes bool) { r.daemon.set(func() { r.exclusive = yes }) }

// Stall makes clients that connect to the reader wait for ever.
func (r *Reader) Stall(yes bool) { r.daemon.set(func() { r.stalls = yes }) }

// Fail makes the next connections to a card fail with a result.
func (r *Reader) Fail(result uint32, times int) {
	r.daemon.set(func() { r.fault, r.times = result, times })
}

func (r *Reader) change(f func()) {
	r.daemon.mu.Lock()
	defer r.daemon.mu.Unlock()
	f()
	r.daemon.signal()
}

// signal tells clients that something has changed.
func (d *Daemon) signal() {
	for _, c := range d.waiting {
		_, _ = c.Write(make([]byte, 8)) // time-out, result; a client that has gone is noticed elsewhere
	}
	d.waiting = nil
}

var order = binary.NativeEndian

// serve speaks with one client.
func (d *Daemon) serve(c net.Conn) {
	defer c.Close()
	d.mu.Lock()
	refused := d.refuses
	d.clients[c] = true
	d.mu.Unlock()
	defer d.set(func() {
		delete(d.clients, c)
		d.waiting = slices.DeleteFunc(d.waiting, func(o net.Conn) bool { return o == c })
	})
	if refused {
		return
	}
	mine := map[int32]*Reader{}
	for {
		var head [8]byte
		if _, err := io.ReadFull(c, head[:]); err != nil {
			return
		}
		body := make([]byte, order.Uint32(head[:]))
		if _, err := io.ReadFull(c, body); err != nil {
			return
		}
		if !d.obey(c, order.Uint32(head[4:]), body, mine) {
			return
		}
	}
}

// sizes are those of the bodies of commands, as the structures of winscard_msg.h have them.
var sizes = map[uint32]int{
	1:  12,                          // establish_struct
	4:  4 + 128 + 4 + 4 + 4 + 4 + 4, // connect_struct
	6:  12,                          // disconnect_struct
	9:  32,                          // transmit_struct
	15: 4 + 4 + 264 + 4 + 4,         // getset_struct
	17: 12,                          // version_struct
	19: 0, 20: 0,                    // waiting
}

// obey carries out a client's command, and reports whether the client stays connected.
func (d *Daemon) obey(c net.Conn, command uint32, body []byte, mine map[int32]*Reader) bool {
	if size, known := sizes[command]; !known || size != len(body) {
		return false
	}
	var sent []byte
	if command == 9 {
		sent = make([]byte, order.Uint32(body[12:]))
		if _, err := io.ReadFull(c, sent); err != nil {
			return false
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.hangs {
		return true
	}
	var more []byte
	result := func(v uint32) { order.PutUint32(body[len(body)-4:], v) }
	switch command {
	case 1: // SCARD_ESTABLISH_CONTEXT
		order.PutUint32(body[4:], 0x1234)
	case 4: // SCARD_CONNECT
		if d.keeps {
			return false
		}
		r := d.reader(body[4 : 4+128])
		if r != nil && r.stalls {
			return true
		}
		handle, v := d.connect(r, order.Uint32(body[132:]) == 3, mine)
		order.PutUint32(body[140:], uint32(handle))
		order.PutUint32(body[144:], 2) // T=1
		result(v)
	case 6, 9, 15:
		handle := int32(order.Uint32(body))
		r := mine[handle]
		if r == nil {
			return false // "Client failed to authenticate"
		}
		held, connected := r.handles[handle]
		switch {
		case !connected:
			result(ReaderUnavailable)
		case command == 6: // SCARD_DISCONNECT
			delete(r.handles, handle)
			delete(mine, handle)
		case command == 15: // SCARD_GET_ATTRIB
			result(r.attribute(body))
		case held != r.card:
			result(RemovedCard)
		default: // SCARD_TRANSMIT
			d.commands = append(d.commands, sent)
			more = r.answer(sent)
			order.PutUint32(body[24:], uint32(len(more)))
		}
	case 17: // CMD_VERSION
		minor := int32(order.Uint32(body[4:]))
		d.greeted = append(d.greeted, minor)
		if minor != d.minor {
			result(ServiceStopped)
		}
		order.PutUint32(body, 4)
		order.PutUint32(body[4:], uint32(d.minor))
	case 19: // CMD_WAIT_READER_STATE_CHANGE
		d.waiting = append(d.waiting, c)
		more = d.states()
	case 20: // CMD_STOP_WAITING_READER_STATE_CHANGE
		d.stops++
		i := slices.Index(d.waiting, c)
		if i < 0 {
			return true
		}
		d.waiting = slices.Delete(d.waiting, i, i+1)
		more = make([]byte, 8)
	}
	_, err := c.Write(append(body, more...))
	return err == nil || errors.Is(err, os.ErrDeadlineExceeded)
}

// reader returns the reader with a name; nil if there is none.
func (d *Daemon) reader(name []byte) *Reader {
	name = name[:slices.Index(name, 0)]
	for _, r := range d.readers {
		if r != nil && r.name == string(name) {
			return r
		}
	}
	return nil
}

// connect is SCardConnect.
func (d *Daemon) connect(r *Reader, direct bool, mine map[int32]*Reader) (handle int32, result uint32) {
	switch {
	case r == nil:
		return 0, UnknownReader
	case r.exclusive:
		return 0, SharingViolation
	case !direct && r.times > 0:
		r.times--
		return 0, r.fault
	case !direct && r.card == nil:
		return 0, NoSmartCard
	case !direct && r.card.mute:
		return 0, Unresponsive
	}
	d.handles++
	mine[d.handles], r.handles[d.handles] = r, r.card
	return d.handles, Success
}

// attribute is SCardGetAttrib: the channel alone, as libccid has it.
func (r *Reader) attribute(body []byte) uint32 {
	if order.Uint32(body[4:]) != 0x20110 || r.usb == (USB{}) {
		return UnsupportedFeature
	}
	order.PutUint32(body[8:], 0x00200000|uint32(r.usb.Bus)<<8|uint32(r.usb.Device))
	order.PutUint32(body[8+264:], 4)
	return Success
}

// answer is what the reader says to a command for itself.
func (r *Reader) answer(command []byte) []byte {
	switch fmt.Sprintf("%X", command) {
	case "FFCA000000":
		if r.card.answer != nil {
			return r.card.answer
		}
		return append(slices.Clone(r.card.uid), 0x90, 0x00)
	case "FF00520000":
		return []byte{0x90, 0x00}
	}
	return []byte{0x6D, 0x00}
}

// states are the readers as structures of eventhandler.h.
func (d *Daemon) states() (all []byte) {
	for _, r := range d.readers {
		var b [184]byte
		if r != nil {
			copy(b[:128], r.name)
			order.PutUint32(b[128:], r.events)
			bits, atr := uint32(2), []byte(nil) // SCARD_ABSENT
			switch {
			case r.unknown:
				bits = 1 // SCARD_UNKNOWN
			case r.card != nil && r.card.mute:
				bits = 4 | 8 // SCARD_PRESENT, SCARD_SWALLOWED
			case r.card != nil:
				bits, atr = 4|16|32, []byte("\x3B\x8F\x80\x01\x80\x4F\x0C\xA0\x00\x00\x03\x06\x03\x00\x03\x00\x00\x00\x00\x68") // an NTAG
			}
			order.PutUint32(b[132:], bits)
			copy(b[140:], atr)
			order.PutUint32(b[176:], uint32(len(atr)))
		}
		all = append(all, b[:]...)
	}
	return all
}
