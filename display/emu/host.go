package emu

import (
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"

	"arbiter/display"
)

// A host is what every e-ink controller shares toward its host: pins, commands with their bytes,
// mistakes in what was sent, and faults that a test injects.
type host struct {
	mu          sync.Mutex
	dc, cs, rst bool // the levels of the pins
	gate
	until   time.Time // end of the time the controller is busy
	updates [2]int    // by display.Mode
	faults  []string
	trouble

	command byte
	params  []byte // of the current command, so far
}

// trouble is the faults that a test injects.
type trouble struct {
	ignore [256]bool
	stuck  bool // BUSY stays as it is while the controller works
	cut    bool // BUSY is disconnected from the host
	lost   int  // resets that will not reach the controller
}

const (
	picture = -1 // any number of bytes, for the RAM
	unknown = -2
)

// DC returns the pin that tells data from commands.
func (h *host) DC() gpio.PinOut {
	return &pin{mu: &h.mu, name: "DC", out: func(l gpio.Level) { h.dc = bool(l) }}
}

// CS returns the pin that selects the controller when it is low. It counts as low until it is
// driven.
func (h *host) CS() gpio.PinOut {
	return &pin{mu: &h.mu, name: "CS", out: func(l gpio.Level) { h.cs = bool(l) }}
}

// power returns the pin of the power gate, which is off until the pin is high; lose is called when
// the controller loses power.
func (h *host) power(lose func()) gpio.PinOut {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.unpowered = true
	return &pin{mu: &h.mu, name: "PWR", out: func(l gpio.Level) {
		if h.turn(bool(l), h.dc || h.rst, h.fault) {
			lose()
		}
	}}
}

// Updates returns how many times the glass was updated in a mode.
func (h *host) Updates(m display.Mode) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.updates[m]
}

// Faults lists what was sent in violation of the data sheet.
func (h *host) Faults() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]string(nil), h.faults...)
}

func (h *host) fault(format string, args ...any) {
	h.faults = append(h.faults, fmt.Sprintf(format, args...))
}

// StickBusy holds BUSY at the level of a working controller, or releases it.
func (h *host) StickBusy(on bool) { h.damage(func() { h.stuck = on }) }

// CutBusy cuts the BUSY wire, so that the host always reads an idle controller, or mends it.
func (h *host) CutBusy(on bool) { h.damage(func() { h.cut = on }) }

// Ignore makes the controller deaf to a command and its data.
func (h *host) Ignore(command byte) { h.damage(func() { h.ignore[command] = true }) }

// LoseResets keeps the next resets from the controller.
func (h *host) LoseResets(n int) { h.damage(func() { h.lost = n }) }

func (h *host) damage(f func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f()
}

// hear handles bytes from the bus: begin gets a command, take a byte of data.
func (h *host) hear(w []byte, asleep, busy bool, begin, take func(byte)) {
	switch {
	case h.cs:
		h.fault("% X without chip select", head(w))
	case h.dead() != "":
		h.fault("% X %s", head(w), h.dead())
	case !h.rst || asleep:
		h.fault("% X in reset or in deep sleep", head(w))
	case busy:
		h.fault("% X while busy", head(w))
	case h.dc:
		for _, b := range w {
			take(b)
		}
	default:
		for _, b := range w {
			begin(b)
		}
	}
}

func head(w []byte) []byte { return w[:min(len(w), 4)] }

// next starts a command, and reports whether the controller accepts it. Length returns how many
// bytes of data follow a command.
func (h *host) next(command byte, length func(byte) int) bool {
	if n := length(h.command); n > 0 && len(h.params) != n {
		h.fault("command %02X has got %d of %d bytes", h.command, len(h.params), n)
	}
	if length(command) == unknown {
		h.fault("unknown command %02X", command)
	}
	h.command, h.params = command, h.params[:0]
	return !h.ignore[command]
}

// operand handles a byte of data: store gets a byte of a picture, set all bytes of a command.
func (h *host) operand(b byte, length func(byte) int, store func(byte), set func([]byte)) {
	switch n := length(h.command); {
	case n == unknown:
	case n == picture:
		store(b)
	case len(h.params) == n:
		h.fault("command %02X has got more than %d bytes", h.command, n)
	default:
		if h.params = append(h.params, b); len(h.params) == n && !h.ignore[h.command] {
			set(h.params)
		}
	}
}
