package device

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/locks"
	"arbiter/hw"
	"arbiter/hw/line"
	"arbiter/hw/pcsc"
	"arbiter/hw/pn532"
	"arbiter/hw/serialport"
	"arbiter/hw/wedge"
	"arbiter/setups"
)

// OpenSerial returns a serial reader. It does not fail if the device is missing: that shows when it
// is scanned.
func OpenSerial(h *Hubs, r setups.Reader, air *hw.Neighborhood) (hw.Reader, error) {
	switch r.Driver {
	case "pn532":
		return pn532.Open(r.Name, r.Port, pn532.Opts{Baud: r.Baud, Neighborhood: air, Ack: h.patience, Reply: 2 * h.patience, Open: h.port(r)}), nil
	case "line":
		return h.reader(r), nil
	case "wedge":
		if h.keyboard != nil {
			return wedge.Start(r.Name, func() (io.ReadCloser, error) { return h.keyboard(r.Port) }, wedge.Opts{}), nil
		}
		return wedge.Open(r.Name, r.Port, wedge.Opts{}), nil
	}
	return nil, fmt.Errorf("reader %s has no driver %s", r.Name, r.Driver)
}

// Keyboards are Pins that have keyboards of their own besides those of this device.
type Keyboards interface {
	Keyboard(path string) (io.ReadCloser, error)
}

// Serials are Pins that have serial ports of their own besides those of this device.
type Serials interface {
	// Serial returns how to open such a port; nil if it is one of this device.
	Serial(path string) func() (io.ReadWriteCloser, error)
}

// NewHubs returns the Hubs for the pins of a device.
func NewHubs(w Pins) *Hubs {
	h := &Hubs{}
	if k, ok := w.(Keyboards); ok {
		h.keyboard = k.Keyboard
	}
	if b, ok := w.(Host); ok {
		h.patience, h.locks = b.Patience, b.Locks
		h.keyboard = h.ownKeyboard
	}
	if s, ok := w.(Serials); ok {
		h.serial = s.Serial
	}
	h.pcsc = PCSC(w)
	return h
}

// Daemons are Pins that have a pcscd of their own besides that of this device: its socket, and the
// files of a computer where its readers are plugged in.
type Daemons interface {
	PCSC() (socket string, root fs.FS)
}

// PCSC returns how to speak with the pcscd of a device.
func PCSC(w Pins) (o pcsc.Opts) {
	if d, ok := w.(Daemons); ok {
		o.Socket, o.Root = d.PCSC()
	}
	return o
}

// Hubs are the hubs of a rig, and its pcscd. Each is opened with the first of its readers.
type Hubs struct {
	keyboard func(path string) (io.ReadCloser, error)             // nil: those of this device
	serial   func(path string) func() (io.ReadWriteCloser, error) // nil: those of this device
	locks    *locks.Folder                                        // for the ports of this device
	patience time.Duration                                        // for the acknowledgment of a PN532; 0: the default

	pcsc pcsc.Opts

	mu      sync.Mutex
	open    map[string]*sharedHub // by port
	daemon  *pcsc.Daemon          // nil: no reader of it is open
	clients int                   // its open readers
}

// port returns how to open the port of a reader; nil: as a port of this device.
func (h *Hubs) port(r setups.Reader) func() (io.ReadWriteCloser, error) {
	if h.serial != nil {
		return h.serial(r.Port)
	}
	if h.locks == nil {
		return nil
	}
	return func() (io.ReadWriteCloser, error) { return h.portAt(r.Port)(cmp.Or(r.Baud, defaultBaud)) }
}

// portAt returns how to open a serial port at any speed.
func (h *Hubs) portAt(port string) func(baud int) (io.ReadWriteCloser, error) {
	if h.serial != nil {
		if open := h.serial(port); open != nil {
			return func(int) (io.ReadWriteCloser, error) { return open() }
		}
	}
	return func(baud int) (io.ReadWriteCloser, error) {
		release, err := h.locks.Take(real(port))
		if err != nil {
			return nil, err
		}
		dev, err := serialport.Device(port, baud)
		if err != nil {
			return nil, errors.Join(err, release())
		}
		return lockedSerial{dev, release}, nil
	}
}

// defaultBaud is for PN532s and hubs.
const defaultBaud = pn532.DefaultBaud

// ownKeyboard opens a keyboard of this device.
func (h *Hubs) ownKeyboard(path string) (io.ReadCloser, error) {
	release, err := h.locks.Take(real(path))
	if err != nil {
		return nil, err
	}
	dev, err := wedge.Device(path)
	if err != nil {
		return nil, errors.Join(err, release())
	}
	return lockedKeyboard{dev, release}, nil
}

// real returns the device that a path leads to: names of adapters are links.
func real(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return path
}

// lockedSerial and lockedKeyboard release their lock when they are closed.
type (
	lockedSerial struct {
		io.ReadWriteCloser
		release func() error
	}
	lockedKeyboard struct {
		io.ReadCloser
		release func() error
	}
)

// Close closes the port.
func (s lockedSerial) Close() error { return errors.Join(s.ReadWriteCloser.Close(), s.release()) }

// Close closes the keyboard.
func (k lockedKeyboard) Close() error { return errors.Join(k.ReadCloser.Close(), k.release()) }

// A sharedHub is a hub and the number of its open readers.
type sharedHub struct {
	*line.Hub
	users int
}

// reader returns a reader of a hub. The hub is opened with its first reader and closed with its
// last.
func (h *Hubs) reader(r setups.Reader) hw.Reader {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == nil {
		h.open = map[string]*sharedHub{}
	}
	hub := h.open[r.Port]
	if hub == nil {
		hub = &sharedHub{Hub: line.Open(r.Port, line.Opts{Baud: r.Baud, Open: h.port(r)})}
		h.open[r.Port] = hub
	}
	hub.users++
	return hubReader{hub.Reader(r.Name, r.Address), func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if hub.users--; hub.users == 0 {
			delete(h.open, r.Port)
		}
	}}
}

// hubReader is a reader that tells its hub when it is closed.
type hubReader struct {
	*line.Reader
	leave func()
}

// Close closes the reader.
func (r hubReader) Close() error {
	r.leave()
	return r.Reader.Close()
}

// pcscd returns a reader of pcscd, which is left with the last of them.
func (h *Hubs) pcscd(r setups.Reader) hw.Reader {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.daemon == nil {
		h.daemon = pcsc.Open(h.pcsc)
	}
	h.clients++
	return clientReader{h.daemon.Reader(r.Name, r.Port), func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.clients--; h.clients == 0 {
			h.daemon = nil
		}
	}}
}

// clientReader is a reader of pcscd that tells when it is closed.
type clientReader struct {
	*pcsc.Reader
	leave func()
}

// Close closes the reader.
func (r clientReader) Close() error {
	r.leave()
	return r.Reader.Close()
}
