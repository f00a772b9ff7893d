package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Requests of uinput: linux/uinput.h.
const (
	setEvents = 0x40045564
	setKey    = 0x40045565
	setUp     = 0x405C5503
	create    = 0x5501
	destroy   = 0x5502
)

// A keyboard is one of the kernel, by uinput, as a reader that types makes itself.
type keyboard struct{ f *os.File }

// typed are the keys' codes: linux/input-event-codes.h.
var typed = map[rune]uint16{'1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10, '0': 11,
	'A': 30, 'B': 48, 'C': 46, 'D': 32, 'E': 18, 'F': 33, '\n': 28}

func plugKeyboard() (*keyboard, error) {
	f, err := os.OpenFile("/dev/uinput", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	set := func(request uint, to int) {
		if err == nil {
			err = unix.IoctlSetInt(int(f.Fd()), request, to)
		}
	}
	set(setEvents, 1) // keys
	for code := range 128 {
		set(setKey, code)
	}
	var id [92]byte // struct uinput_setup: bus, vendor, product, version, name
	binary.LittleEndian.PutUint16(id[0:], 3)
	binary.LittleEndian.PutUint16(id[2:], 0xFFFF)
	binary.LittleEndian.PutUint16(id[4:], 0x0035)
	copy(id[8:], "Far RFID reader")
	if err == nil {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), setUp, uintptr(unsafe.Pointer(&id)))
		if errno != 0 {
			err = errno
		}
	}
	set(create, 0)
	return &keyboard{f}, err
}

func (k *keyboard) line(text string) error {
	for _, r := range strings.ToUpper(text) + "\n" {
		code, known := typed[r]
		if !known {
			return fmt.Errorf("no key for %q", r)
		}
		for _, down := range []uint32{1, 0} {
			var events [48]byte // the key, and that this is all
			binary.LittleEndian.PutUint16(events[16:], 1)
			binary.LittleEndian.PutUint16(events[18:], code)
			binary.LittleEndian.PutUint32(events[20:], down)
			if _, err := k.f.Write(events[:]); err != nil {
				return err
			}
			time.Sleep(2 * time.Millisecond)
		}
	}
	return nil
}

func (k *keyboard) unplug() error {
	if err := unix.IoctlSetInt(int(k.f.Fd()), destroy, 0); err != nil {
		return err
	}
	return k.f.Close()
}
