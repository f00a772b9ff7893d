package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/cmd/arbiter/internal/emulator"
)

// wires are the chips behind /dev/wires, and the pins that lead to them.
type wires struct {
	orders *os.File
	broken atomic.Int32 // the errno of each transfer; 0: none

	stirred chan struct{} // something happens at pins outside transfers

	mu    sync.Mutex // held while levels of pins are carried
	until time.Time  // when that has ended
	ports map[int]*port
	oled  i2c.Bus
	outs  []*out // those that chips listen to outside transfers: RST and the power of panels
	ins   []*in
}

// A port is a chip select of SPI0, and the pins that its chips listen to.
type port struct {
	spi.Conn
	outs []*out
	inky bool // whatever is sent there, its panel may be busy for a while
}

// An out is a pin that the program drives, and what it leads to.
type out struct {
	gpio.PinOut
	name  string
	value *os.File // as the kernel shows it
	last  gpio.Level
	known bool
}

// An in is a pin that a chip or a button drives.
type in struct {
	gpio.PinIn
	pull  string // file in which the kernel is told
	last  gpio.Level
	known bool
}

// attend becomes the chips of the rig; pins is the folder in which the kernel shows its simulated
// pins.
func attend(pins string, top *emulator.Emulator) (*wires, error) {
	orders, err := os.OpenFile("/dev/wires", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	w := &wires{orders: orders, stirred: make(chan struct{}, 1), ports: map[int]*port{}}
	folder := func(pin string) string { return filepath.Join(pins, "sim_gpio"+strings.TrimPrefix(pin, "GPIO")) }
	driven := map[string]*out{}
	drive := func(names ...string) (all []*out) {
		for _, name := range names {
			if name == "" {
				continue
			}
			if driven[name] == nil {
				p, errPin := top.Out(name)
				value, errFile := os.Open(filepath.Join(folder(name), "value"))
				err = errors.Join(err, errPin, errFile)
				driven[name] = &out{PinOut: p, name: name, value: value}
			}
			all = append(all, driven[name])
		}
		return all
	}
	listen := func(name string) {
		p, errPin := top.In(name)
		err = errors.Join(err, errPin)
		w.ins = append(w.ins, &in{PinIn: p, pull: filepath.Join(folder(name), "pull")})
	}
	connect := func(name string, outs []*out) {
		n, errName := strconv.Atoi(strings.TrimPrefix(name, "SPI0."))
		p, errPort := top.Port(name)
		if err = errors.Join(err, errName, errPort); err != nil {
			return
		}
		c, errConnect := p.Connect(2*physic.MegaHertz, spi.Mode0, 8)
		err = errors.Join(err, errConnect)
		w.ports[n] = &port{Conn: c, outs: outs}
	}
	for _, m := range top.Rig.Muxes {
		connect(m.Port, drive(m.Pins...))
	}
	for _, r := range top.Rig.Readers {
		if _, _, decoded := top.Rig.Mux(r.Port); r.SPIBoard() && !decoded {
			connect(r.Port, drive(r.Reset))
		}
	}
	for _, p := range top.Rig.Panels {
		if p.OLED() {
			bus, errBus := top.Bus(p.Port)
			err = errors.Join(err, errBus)
			w.oled = bus
			continue
		}
		connect(p.Port, drive(p.Power, p.Reset, p.DC, p.CS))
		w.outs = append(w.outs, drive(p.Power, p.Reset)...)
		listen(p.Busy)
		if n, errName := strconv.Atoi(strings.TrimPrefix(p.Port, "SPI0.")); errName == nil && w.ports[n] != nil {
			w.ports[n].inky = true
		}
	}
	for _, b := range top.Rig.Buttons {
		if p, errPin := top.In(b.Pin); errPin == nil {
			err = errors.Join(err, p.In(gpio.PullUp, gpio.NoEdge)) // the kernel's line does not tell the pull
		}
		listen(b.Pin)
	}
	if err != nil {
		return nil, errors.Join(err, orders.Close())
	}
	driving, err := watch(pins, w.outs)
	if err != nil {
		return nil, errors.Join(err, orders.Close())
	}
	go func() {
		event := make([]byte, 1<<16)
		for {
			if _, err := driving.Read(event); err != nil {
				log.Print("pins: ", err)
				return
			}
			w.stir(inkStirs)
		}
	}()
	go func() {
		for range w.stirred {
			// The shortest signal on a pin is the pulse of 2 ms on a panel's RST.
			for w.stirs() {
				w.carry(w.outs)
				time.Sleep(time.Millisecond)
			}
		}
	}()
	w.stir(inkStirs)
	go w.answer()
	return w, nil
}

// watch returns a file that has something to read whenever one of these pins is driven. The kernel
// traces that; polling each millisecond would take much of the machine's time.
func watch(pins string, outs []*out) (io.Reader, error) {
	const traces = "/sys/kernel/tracing/"
	base, err := filepath.Glob(filepath.Join(filepath.Dir(pins), "gpio/gpiochip*/base"))
	if err != nil || len(base) != 1 {
		return nil, fmt.Errorf("%s has no first number: %q, %w", pins, base, err)
	}
	text, err := os.ReadFile(base[0])
	if err != nil {
		return nil, err
	}
	first, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, err
	}
	var which []string
	for _, o := range outs {
		n, err := strconv.Atoi(strings.TrimPrefix(o.name, "GPIO"))
		if err != nil {
			return nil, err
		}
		which = append(which, fmt.Sprint("gpio == ", first+n))
	}
	for file, text := range map[string]string{"filter": strings.Join(which, " || "), "enable": "1"} {
		if err := os.WriteFile(traces+"events/gpio/gpio_value/"+file, []byte(text), 0); err != nil {
			return nil, err
		}
	}
	return os.Open(traces + "trace_pipe")
}

// Levels of pins are carried for a while: longer than e-ink is busy, and longer than a button is
// pressed.
const (
	inkStirs  = 1200 * time.Millisecond
	handStirs = 150 * time.Millisecond
)

// stir makes the levels of pins be carried for a while from now on.
func (w *wires) stir(most time.Duration) {
	w.mu.Lock()
	if until := time.Now().Add(most); until.After(w.until) {
		w.until = until
	}
	w.mu.Unlock()
	select {
	case w.stirred <- struct{}{}:
	default: // already stirred
	}
}

func (w *wires) stirs() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Before(w.until)
}

// carry carries the levels of pins to and from the chips.
func (w *wires) carry(outs []*out) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var v [1]byte
	for _, o := range outs {
		if _, err := o.value.ReadAt(v[:], 0); err != nil && !errors.Is(err, io.EOF) {
			log.Print("pins: ", err)
		}
		if l := gpio.Level(v[0] == '1'); !o.known || l != o.last {
			o.last, o.known = l, true
			_ = o.Out(l) // a pin of an emulated chip fails only when a test says so
		}
	}
	for _, i := range w.ins {
		if l := i.Read(); !i.known || l != i.last {
			to := "pull-down"
			if l {
				to = "pull-up"
			}
			if err := os.WriteFile(i.pull, []byte(to), 0); err != nil {
				log.Print("pins: ", err)
			}
			i.last, i.known = l, true
		}
	}
}

// head is the size of the header of a transfer from the module wires: number, I2C or SPI, where,
// flags, error, length.
const head = 24

func (w *wires) answer() {
	buf := make([]byte, head+1<<16)
	for {
		n, err := w.orders.Read(buf)
		if err != nil {
			log.Print("wires: ", err)
			return
		}
		word := func(i int) int { return int(binary.LittleEndian.Uint32(buf[4*i:])) }
		errno := syscall.Errno(w.broken.Load())
		if errno == 0 {
			errno = w.transfer(word(1) == 1, word(2), word(3)&1 == 1, buf[head:n])
		}
		binary.LittleEndian.PutUint32(buf[16:], uint32(-int32(errno)))
		if _, err := w.orders.Write(buf[:n]); err != nil {
			log.Print("wires: ", err) // it came too late
		}
	}
}

func (w *wires) transfer(onI2C bool, at int, reads bool, data []byte) syscall.Errno {
	sent := append([]byte(nil), data...)
	if onI2C {
		if w.oled == nil || reads || w.oled.Tx(uint16(at), sent, nil) != nil {
			return syscall.EREMOTEIO // no acknowledgment
		}
		return 0
	}
	p := w.ports[at]
	if p == nil {
		return 0
	}
	w.carry(p.outs)
	in := data
	if p.Duplex() == conn.Half {
		in = nil
	}
	if err := p.Tx(sent, in); err != nil {
		log.Printf("SPI0.%d: %v", at, err)
		return syscall.EIO
	}
	w.carry(nil) // a chip may be busy at once
	if p.inky {
		w.stir(inkStirs)
	}
	return 0
}

func (w *wires) fail(errno string) error {
	n, err := strconv.ParseInt(errno, 10, 32)
	if err != nil {
		return fmt.Errorf("no number of an error: %w", err)
	}
	w.broken.Store(int32(n))
	return nil
}
