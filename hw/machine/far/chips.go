package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"image/png"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/display/emu"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
)

// What is where, as in the rigs for one reader.
const (
	readerSelect, panelSelect                  = 0, 1
	oledAddress                                = 0x3C
	panelDC, panelReset, panelBusy, panelPower = "22", "27", "24", "23"
)

// buses are the chips behind /dev/wires.
type buses struct {
	pins   string // the folder in which the kernel shows its simulated pins
	wires  *os.File
	broken atomic.Int32 // the errno of each transfer; 0: none

	reader, ink spi.Conn
	panel       *emu.UC8179
	dc          gpio.PinOut
	oled        *emu.SSD1306
}

func attend(pins string, field *picc.Field) (*buses, error) {
	wires, err := os.OpenFile("/dev/wires", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	b := &buses{pins: pins, wires: wires, oled: emu.NewSSD1306(64)}
	if b.reader, err = mfrc522.New("reader", field).Connect(2*physic.MegaHertz, spi.Mode0, 8); err != nil {
		return nil, err
	}
	b.panel = emu.NewUC8179(emu.Opts{Full: 900 * time.Millisecond, Partial: 300 * time.Millisecond, Other: time.Millisecond})
	if b.ink, err = b.panel.Port(0).Connect(2*physic.MegaHertz, spi.Mode0, 8); err != nil {
		return nil, err
	}
	b.dc = b.panel.DC()
	go b.follow()
	go b.answer()
	return b, nil
}

// follow carries what the pins say that no transfer carries, to the panel and back.
func (b *buses) follow() {
	power, reset, busy := b.panel.Power(), b.panel.Reset(), b.panel.Busy()
	var powered, up, told gpio.Level
	_ = pull(b.pins, panelBusy, false)
	for ; ; time.Sleep(200 * time.Microsecond) {
		if l := level(b.pins, panelPower); l != powered {
			powered = l
			_ = power.Out(l)
		}
		if l := level(b.pins, panelReset); l != up {
			up = l
			_ = reset.Out(l)
		}
		if l := busy.Read(); l != told {
			told = l
			_ = pull(b.pins, panelBusy, bool(l))
		}
	}
}

// A transfer, as module wires tells it: number, I2C or SPI, where, flags, error, length.
const head = 24

func (b *buses) answer() {
	buf := make([]byte, head+1<<16)
	for {
		n, err := b.wires.Read(buf)
		if err != nil {
			log.Print("wires: ", err)
			return
		}
		word := func(i int) int { return int(binary.LittleEndian.Uint32(buf[4*i:])) }
		errno := syscall.Errno(b.broken.Load())
		if errno == 0 {
			errno = b.transfer(word(1) == 1, word(2), word(3)&1 == 1, buf[head:n])
		}
		binary.LittleEndian.PutUint32(buf[16:], uint32(-int32(errno)))
		if _, err := b.wires.Write(buf[:n]); err != nil {
			log.Print("wires: ", err) // it came too late
		}
	}
}

func (b *buses) transfer(i2c bool, at int, reads bool, data []byte) syscall.Errno {
	out := append([]byte(nil), data...)
	switch {
	case i2c && at == oledAddress:
		if !reads && b.oled.Tx(oledAddress, out, nil) != nil {
			return syscall.EREMOTEIO
		}
	case i2c:
		return syscall.EREMOTEIO // nobody acknowledges
	case at == readerSelect:
		if b.reader.Tx(out, data) != nil {
			return syscall.EIO
		}
	case at == panelSelect:
		dc := level(b.pins, panelDC)
		if dc == gpio.Low && out[0] == 0x01 {
			// The pulse at RST before the first command is shorter than follow can see.
			reset := b.panel.Reset()
			_, _ = reset.Out(gpio.Low), reset.Out(gpio.High)
			time.Sleep(2 * time.Millisecond)
		}
		_ = b.dc.Out(dc)
		if err := b.ink.Tx(out, nil); err != nil {
			log.Print("panel: ", err)
		}
	}
	return 0
}

func (b *buses) fail(errno string) error {
	n, err := strconv.ParseInt(errno, 10, 32)
	b.broken.Store(int32(n))
	return err
}

// glass is what is seen on the panel: a PNG in base64.
func (b *buses) glass() (string, error) {
	var p bytes.Buffer
	err := png.Encode(&p, b.panel.Glass())
	return base64.StdEncoding.EncodeToString(p.Bytes()), err
}

func level(pins, n string) gpio.Level {
	v, err := os.ReadFile(filepath.Join(pins, "sim_gpio"+n, "value"))
	return gpio.Level(err == nil && len(v) > 0 && v[0] == '1')
}

// pull is what hangs at a pin from outside: a button that is pressed pulls it down.
func pull(pins, n string, up bool) error {
	to := "pull-down"
	if up {
		to = "pull-up"
	}
	return os.WriteFile(filepath.Join(pins, "sim_gpio"+n, "pull"), []byte(to), 0)
}
