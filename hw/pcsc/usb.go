package pcsc

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// usb is where a reader is plugged in.
type usb struct {
	plug   string // such as "1-1.3": bus 1, plug 1 of its root, plug 3 of the hub there
	device string // its number, which changes each time it is plugged in
}

// usbDevices has a folder for each device at USB, named by its plug.
const usbDevices = "sys/bus/usb/devices"

// channelUSB is the kind of the attribute "channel" for a reader at USB (CCID, ifdhandler.c).
const channelUSB = 0x0020

// plugOf returns where the reader is plugged in whose attribute "channel" is given: 0020BBDDh, with
// the numbers of bus and device. The zero usb means that this is unknown.
func plugOf(root fs.FS, channel uint32) usb {
	bus, device := strconv.Itoa(int(channel>>8&0xFF)), strconv.Itoa(int(channel&0xFF))
	devices, err := fs.ReadDir(root, usbDevices)
	if err != nil || channel>>16 != channelUSB {
		return usb{}
	}
	for _, d := range devices {
		if number(root, d.Name(), "busnum") == bus && number(root, d.Name(), "devnum") == device {
			return usb{d.Name(), device}
		}
	}
	return usb{}
}

// number returns a number of a USB device; "" if there is none, as for interfaces.
func number(root fs.FS, plug, file string) string {
	text, err := fs.ReadFile(root, path.Join(usbDevices, plug, file))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// there reports whether the device is still plugged in; true if its plug is unknown.
func (u usb) there(root fs.FS) bool {
	return u.plug == "" || number(root, u.plug, "devnum") == u.device
}
