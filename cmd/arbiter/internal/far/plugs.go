package main

import (
	"encoding/binary"
	"io"
	"log"
	"os"
	"time"

	"github.com/tarm/serial"
	"golang.org/x/sys/unix"
	"unsafe"

	"arbiter/cmd/arbiter/internal/emulator"
)

// join connects the inner end of a USB device's serial port to what the rig has at a port.
// Unplugging it cuts its power.
func join(top *emulator.Emulator, port, inner string) {
	for ; ; time.Sleep(50 * time.Millisecond) {
		p, err := serial.OpenPort(&serial.Config{Name: inner, Baud: 115200})
		if err != nil {
			continue // not plugged in
		}
		log.Printf("%s: %v", inner, carry(top, port, p))
		_ = p.Close()
	}
}

// carry carries bytes both ways until one end is gone.
func carry(top *emulator.Emulator, port string, outer io.ReadWriter) error {
	for _, r := range top.Rig.Readers {
		if r.Port == port {
			slot := top.Slots[r.Name]
			_ = slot.Unplug() // nothing is plugged in at first
			if err := slot.Plug(); err != nil {
				return err
			}
			break // a hub has one plug for all its readers
		}
	}
	chip, err := top.Serial(port)()
	if err != nil {
		return err
	}
	ended := make(chan error, 2)
	pass := func(to io.Writer, from io.Reader) {
		buf := make([]byte, 4096)
		for {
			n, err := from.Read(buf)
			if err != nil && err != io.EOF { // tarm/serial reports EOF if nothing came
				ended <- err
				return
			}
			if _, err := to.Write(buf[:n]); err != nil {
				ended <- err
				return
			}
		}
	}
	go pass(outer, chip)
	go pass(chip, outer)
	err = <-ended
	_ = chip.Close()
	return err
}

// Requests of uinput: linux/uinput.h.
const (
	setEvents = 0x40045564
	setKey    = 0x40045565
	setOther  = 0x40045568
	setUp     = 0x405C5503
	create    = 0x5501
)

// typeAs creates a keyboard in the kernel, like that of a reader that types, and lets what the rig
// has at a port type on it.
func typeAs(top *emulator.Emulator, port string) error {
	keys, err := top.Keyboard(port)
	if err != nil {
		return err
	}
	f, err := os.OpenFile("/dev/uinput", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	set := func(request uint, to int) {
		if err == nil {
			err = unix.IoctlSetInt(int(f.Fd()), request, to)
		}
	}
	set(setEvents, unix.EV_KEY)
	for code := range 128 {
		set(setKey, code)
	}
	set(setEvents, unix.EV_MSC)
	set(setOther, 4) // the scan code
	var id [92]byte  // struct uinput_setup: bus, vendor, product, version, name
	binary.LittleEndian.PutUint16(id[0:], 3)
	binary.LittleEndian.PutUint16(id[2:], 0xFFFF)
	binary.LittleEndian.PutUint16(id[4:], 0x0035)
	copy(id[8:], "Far RFID reader")
	if err == nil {
		if _, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), setUp, uintptr(unsafe.Pointer(&id))); errno != 0 {
			err = errno
		}
	}
	set(create, 0)
	if err != nil {
		return err
	}
	go func() {
		report := make([]byte, 3*24) // scan code, key, end of the report
		for err == nil {
			if _, err = io.ReadFull(keys, report); err == nil {
				_, err = f.Write(report)
			}
			time.Sleep(2 * time.Millisecond) // the kernel buffers only 64 events for a reader
		}
		log.Print("keyboard: ", err)
	}()
	return nil
}
