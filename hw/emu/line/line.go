// Package line emulates a hub of readers that sends a line of text for each event, behind a
// pseudo-terminal. The protocol is in hw/line/README.md; this package was written from that page
// alone and shares no code with hw/line.
//
// It does not emulate radio: a card lies on a reader or does not.
package line

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/hw/emu/cable"
)

// Opts say what kind of hub it is.
type Opts struct {
	Name string        // how it introduces itself; "hub" if empty
	Beat time.Duration // between two signs of life; a second if zero
	Sums bool          // it appends checksums to its lines
	Deaf bool          // it cannot receive, and sends everything at every second beat
}

// Hub is one hub. It is safe for concurrent use.
type Hub struct {
	opts Opts

	mu       sync.Mutex
	readers  []*reader
	out      chan string // lines to the cable; nil without one
	mute     bool
	lose     int
	flip     float64
	rng      *rand.Rand
	cable    cable.Line
	finished chan struct{}
}

type reader struct {
	address string
	cards   []string
	failure string
	crowded bool
}

// New returns a hub with empty readers. The seed decides all chance.
func New(seed uint64, o Opts, addresses ...string) *Hub {
	if o.Name == "" {
		o.Name = "hub"
	}
	if o.Beat == 0 {
		o.Beat = time.Second
	}
	h := &Hub{opts: o, rng: rand.New(rand.NewPCG(seed, 4))}
	for _, a := range addresses {
		h.readers = append(h.readers, &reader{address: a})
	}
	return h
}

// at finds a reader; it panics if there is none, which is a bug in the test.
func (h *Hub) at(address string) *reader {
	for _, r := range h.readers {
		if r.address == address {
			return r
		}
	}
	panic(fmt.Sprintf("line: no reader %q", address))
}

// Place lays a card on a reader; a card that is already there stays.
func (h *Hub) Place(address string, uid ...byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, card := h.at(address), strings.ToUpper(hex.EncodeToString(uid))
	if !slices.Contains(r.cards, card) {
		r.cards = append(r.cards, card)
		h.say(r.address + " " + card + " in")
	}
}

// Lift takes a card away.
func (h *Hub) Lift(address string, uid ...byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, card := h.at(address), strings.ToUpper(hex.EncodeToString(uid))
	if i := slices.Index(r.cards, card); i >= 0 {
		r.cards = slices.Delete(r.cards, i, i+1)
		h.say(r.address + " " + card + " out")
	}
}

// Fail breaks a reader, with a reason in words.
func (h *Hub) Fail(address, words string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.at(address)
	r.failure = words
	h.say(r.address + " error " + words)
}

// Crowd lays more cards on a reader than it can tell apart.
func (h *Hub) Crowd(address string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.at(address)
	r.crowded = true
	h.say(r.address + " collision")
}

// Repair ends Fail and Crowd.
func (h *Hub) Repair(address string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.at(address)
	r.failure, r.crowded = "", false
	h.say(r.address + " ready")
}

// Mute silences the hub or ends that; muted, it goes on working.
func (h *Hub) Mute(on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.mute = on
}

// Lose drops the next n lines.
func (h *Hub) Lose(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lose = n
}

// Flip flips one bit of a line with probability p.
func (h *Hub) Flip(p float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.flip = p
}

// Say sends any line, right or wrong.
func (h *Hub) Say(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.say(text)
}

// say sends a line, if there is somebody to send it to.
func (h *Hub) say(text string) {
	switch {
	case h.out == nil || h.mute:
		return
	case h.lose > 0:
		h.lose--
		return
	}
	if h.opts.Sums {
		var x byte
		for i := range len(text) {
			x ^= text[i]
		}
		text += fmt.Sprintf(" *%02X", x)
	}
	line := []byte(text + "\r\n")
	if h.flip > 0 && h.rng.Float64() < h.flip {
		line[h.rng.IntN(len(line))] ^= 1 << h.rng.IntN(8)
	}
	select {
	case h.out <- string(line):
	default: // the line is full, as a small controller's buffer would be
	}
}

// everything sends the state of all readers.
func (h *Hub) everything() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.say("hello 1 " + h.opts.Name)
	for _, r := range h.readers {
		switch {
		case r.failure != "":
			h.say(r.address + " error " + r.failure)
		default:
			h.say(r.address + " ready")
		}
		for _, card := range r.cards {
			h.say(r.address + " " + card + " in")
		}
		if r.crowded {
			h.say(r.address + " collision")
		}
	}
	h.say("all")
}

func (h *Hub) beat() {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for _, r := range h.readers {
		n += len(r.cards)
	}
	h.say(fmt.Sprintf("beat %d", n))
}

// Plug connects the hub to a new serial cable whose near end is named path. The cable also powers
// it.
func (h *Hub) Plug(path string) error {
	line, err := cable.Plug(path)
	if err == nil {
		h.Connect(line)
	}
	return err
}

// Connect does the same with any line.
func (h *Hub) Connect(line cable.Line) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cable, h.finished, h.out = line, make(chan struct{}), make(chan string, 256)
	go func(done chan struct{}, out chan string) {
		defer close(done)
		h.serve(line, out)
	}(h.finished, h.out)
}

// Unplug pulls the cable. It does nothing if there is none.
func (h *Hub) Unplug() error {
	h.mu.Lock()
	line, done := h.cable, h.finished
	h.cable, h.out = nil, nil
	h.mu.Unlock()
	if line == nil {
		return nil
	}
	err := line.Pull()
	<-done
	return err
}

// serve talks until the cable is pulled.
func (h *Hub) serve(line io.ReadWriter, out <-chan string) {
	asked, broken := make(chan string), make(chan struct{})
	go func() {
		defer close(broken)
		for s := bufio.NewScanner(line); s.Scan(); {
			asked <- s.Text()
		}
	}()
	tick := time.NewTicker(h.opts.Beat)
	defer tick.Stop()
	h.everything()
	for beats := 1; ; {
		select {
		case text := <-out:
			if _, err := io.WriteString(line, text); err != nil {
				drain(asked, broken)
				return
			}
		case text := <-asked:
			if strings.TrimSpace(text) == "hello 1" && !h.opts.Deaf {
				h.everything()
			}
		case <-tick.C:
			if beats++; h.opts.Deaf && beats%2 == 0 {
				h.everything()
			} else {
				h.beat()
			}
		case <-broken:
			return
		}
	}
}

// drain waits for the listener, which may hold one more line.
func drain(asked <-chan string, broken <-chan struct{}) {
	for {
		select {
		case <-asked:
		case <-broken:
			return
		}
	}
}
