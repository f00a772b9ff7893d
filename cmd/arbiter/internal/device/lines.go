package device

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"
	"unsafe"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"
)

// A kernelLine is a pin of a GPIO chip. periph's GPIOLine (host v3.8.5) believes that it has a
// direction that it failed to set, and then uses descriptor 0. After a failure a kernelLine closes
// the GPIOLine, so that it asks for its line again.
type kernelLine struct{ *gpioioctl.GPIOLine }

// Out drives the pin.
func (l kernelLine) Out(v gpio.Level) error {
	fillZero()
	return l.settle(l.GPIOLine.Out(v))
}

// In makes the pin an input.
func (l kernelLine) In(pull gpio.Pull, edge gpio.Edge) error {
	fillZero()
	return l.settle(l.GPIOLine.In(pull, edge))
}

func (l kernelLine) settle(err error) error {
	if err == nil {
		return nil
	}
	l.Close()
	err = withErrno(err)
	if errors.Is(err, syscall.EBUSY) {
		return &PortError{"pin " + l.Name(), &TakenPin{l.Name(), l.holder(), err}}
	}
	return &PortError{"pin " + l.Name(), err}
}

// A TakenPin says that a pin cannot be used because the kernel has given it to somebody else.
type TakenPin struct {
	Pin    string
	Holder string // as told to the kernel, such as "gpioset" or "spi0 CS0"; "" if unknown
	Err    error
}

// Error says who has the pin.
func (t *TakenPin) Error() string {
	if t.Holder == "" {
		return "in use by another program"
	}
	return fmt.Sprintf("in use by %q", t.Holder)
}

// Unwrap returns what the system said.
func (t *TakenPin) Unwrap() error { return t.Err }

// lineInfo is struct gpio_v2_line_info of linux/gpio.h.
type lineInfo struct {
	name, consumer [32]byte
	offset, attrs  uint32
	flags          uint64
	_              [10]struct {
		_, _ uint32
		_    uint64
	}
	_ [4]uint32
}

// lineInfoOf is GPIO_V2_GET_LINEINFO_IOCTL: _IOWR(0xB4, 0x05, struct gpio_v2_line_info).
const lineInfoOf = 3<<30 | uintptr(unsafe.Sizeof(lineInfo{}))<<16 | 0xB4<<8 | 0x05

// holder returns who has the line, according to the kernel; "" if unknown.
func (l kernelLine) holder() string {
	periph.Lock()
	i := slices.IndexFunc(gpioioctl.Chips, func(c *gpioioctl.GPIOChip) bool { return slices.Contains(c.Lines(), l.GPIOLine) })
	var path string
	if i >= 0 {
		path = gpioioctl.Chips[i].Path()
	}
	periph.Unlock()
	chip, err := os.Open(path) // a chip that periph has found
	if err != nil {
		return ""
	}
	defer chip.Close()
	info := lineInfo{offset: uint32(l.Number())}                                                                                // the kernel has it as uint32
	if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, chip.Fd(), lineInfoOf, uintptr(unsafe.Pointer(&info))); failed != 0 { // #nosec G103 -- the kernel writes there
		return ""
	}
	name, _, _ := bytes.Cut(info.consumer[:], []byte{0})
	return string(name)
}

// realPin returns a pin that is a line of a GPIO chip, even under another name, as a kernelLine;
// other pins as they are.
func realPin(p gpio.PinIO) gpio.PinIO {
	if alias, ok := p.(gpio.RealPin); ok {
		return realPin(alias.Real())
	}
	if l, ok := p.(*gpioioctl.GPIOLine); ok {
		return kernelLine{l}
	}
	return p
}
