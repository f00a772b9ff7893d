// Package pn532 emulates NXP's PN532 with firmware 1.6: on a board with a serial interface (HSU),
// behind a pseudo-terminal, so that any program that can talk to a serial PN532 can talk to it; or
// on an I2C bus or an SPI port of periph. The tags in its field come from emu/picc. Section numbers are those of the user manual UM0701-02.
//
// It emulates what readers of ISO/IEC 14443A at 106 kbit/s use. Other modulations find nothing. It
// answers at once, unless it is told to take its time (Pace). It has no card emulation, no Crypto1,
// no SAM, and no analog side.
package pn532

import (
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"arbiter/hw/emu/cable"
	"arbiter/hw/emu/picc"
)

// IC is the first byte of a PN532's answer to GetFirmwareVersion (7.2.2).
const IC = 0x32

// Chip is one PN532. It is safe for concurrent use.
type Chip struct {
	mu       sync.Mutex
	field    *picc.Field
	firmware [4]byte
	rng      *rand.Rand

	awake    bool // has seen the wake-up (6.3.2.3)
	normal   bool // SAMConfiguration was received, so it has left LowVbat (7.2.10)
	retries  byte // of passive activation (7.3.1); 0xFF: unlimited
	params   byte
	timing   byte // how long a tag may take to answer (7.3.1), 100 us times 2^(n-1)
	regs     map[uint16]byte
	targets  []target // listed, by Tg-1
	active   int      // Tg of the one that is not halted, 0 if none
	pending  []byte   // a command that waits for a tag
	last     []byte   // the last answer, for NACK
	input    []byte
	faults   faults
	traffic  Traffic
	cable    cable.Line
	finished chan struct{}
}

// Traffic is what has happened on the interface.
type Traffic struct {
	Commands int           // accepted commands
	In, Out  int           // bytes from and to the host
	Air      time.Duration // time that frames, answers and silence would have taken
}

// Wire returns how long the bytes take at a baud rate, 10 bits each.
func (t Traffic) Wire(baud int) time.Duration {
	return time.Duration(t.In+t.Out) * 10 * time.Second / time.Duration(baud)
}

type faults struct {
	halves, acks int
	flipOut      float64
	flipIn       float64
	silent       bool
	lag          time.Duration
	baud         int // 0: everything is at once
}

// New returns a chip that has just been powered up: it sleeps. The seed decides everything random.
func New(field *picc.Field, seed uint64) *Chip {
	c := &Chip{field: field, firmware: [4]byte{IC, 1, 6, 7}, rng: rand.New(rand.NewPCG(seed, 3))}
	c.reset()
	return c
}

func (c *Chip) reset() {
	c.awake, c.normal, c.retries, c.params, c.timing = false, false, 0xFF, 0x14, 0x0A
	c.regs = map[uint16]byte{regTxMode: crcOn, regRxMode: crcOn}
	c.targets, c.active, c.pending, c.last, c.input = nil, 0, nil, nil, nil
	c.field.Power(false)
}

// SetFirmware sets IC, version, revision and support.
func (c *Chip) SetFirmware(v [4]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.firmware = v
}

// Brownout interrupts the power for a moment: the chip loses its state.
func (c *Chip) Brownout() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reset()
}

// Halve truncates the next n answers in the middle.
func (c *Chip) Halve(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults.halves = n
}

// LoseACKs drops the next n acknowledgments.
func (c *Chip) LoseACKs(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults.acks = n
}

// Flip flips one bit of an answer with probability out, and one bit of what comes from the host
// with probability in.
func (c *Chip) Flip(out, in float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults.flipOut, c.faults.flipIn = out, in
}

// Silence makes the chip receive nothing, as if a wire were cut, or ends that.
func (c *Chip) Silence(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults.silent = on
}

// Lag delays every answer after its acknowledgment.
func (c *Chip) Lag(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults.lag = d
}

// Pace makes everything take the time that it takes on a real line at a baud rate, and on the air;
// 0 ends that.
func (c *Chip) Pace(baud int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults.baud = baud
}

// Traffic returns what has happened since the chip was made.
func (c *Chip) Traffic() Traffic {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.traffic
}

// Plug connects the chip to a new serial cable whose near end is named path. The cable also powers
// it.
func (c *Chip) Plug(path string) error {
	line, err := cable.Plug(path)
	if err == nil {
		c.Connect(line)
	}
	return err
}

// Connect does the same with any line.
func (c *Chip) Connect(line cable.Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reset()
	c.cable, c.finished = line, make(chan struct{})
	go func(done chan struct{}) {
		defer close(done)
		c.Serve(line)
	}(c.finished)
}

// Unplug pulls the cable. It does nothing if there is none.
func (c *Chip) Unplug() error {
	c.mu.Lock()
	line, done := c.cable, c.finished
	c.cable = nil
	c.mu.Unlock()
	if line == nil {
		return nil
	}
	err := line.Pull()
	<-done
	c.field.Power(false)
	return err
}

// lookout is how often a command that waits for a tag looks for one.
const lookout = 2 * time.Millisecond

// Serve talks over a line until the line fails, and returns its error.
func (c *Chip) Serve(line io.ReadWriter) error {
	heard, broken := make(chan []byte), make(chan error, 1)
	left := make(chan struct{})
	defer close(left)
	go func() {
		for {
			b := make([]byte, 512)
			n, err := line.Read(b)
			if err != nil {
				broken <- err
				return
			}
			select {
			case heard <- b[:n]:
			case <-left:
				return
			}
		}
	}()
	tick := time.NewTicker(lookout)
	defer tick.Stop()
	for {
		var said [][]byte
		before := c.Traffic()
		select {
		case b := <-heard:
			said = c.hear(b)
		case <-tick.C:
			said = c.wait()
		case err := <-broken:
			return err
		}
		for i, frame := range said {
			c.delay(i, before)
			if _, err := line.Write(frame); err != nil {
				return err
			}
		}
	}
}

// delay holds an answer back after its acknowledgment.
func (c *Chip) delay(nth int, before Traffic) {
	if lag := c.lagSince(before); nth > 0 && lag > 0 {
		time.Sleep(lag)
	}
}

// lagSince returns how long an answer takes: for as long as everything since before would have
// taken.
func (c *Chip) lagSince(before Traffic) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	lag := c.faults.lag
	if baud := c.faults.baud; baud > 0 {
		t := Traffic{In: c.traffic.In - before.In, Out: c.traffic.Out - before.Out}
		lag += t.Wire(baud) + c.traffic.Air - before.Air
	}
	return lag
}
