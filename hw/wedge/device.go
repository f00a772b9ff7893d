package wedge

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// grabbing (EVIOCGRAB, linux/input.h) keeps what the reader types from all other programs;
// otherwise it would end up in the console.
const grabbing = 0x40044590

// Device opens an event device such as "/dev/input/by-id/usb-...-event-kbd" for this program alone.
func Device(path string) (io.ReadCloser, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, os.ErrPermission) {
		return nil, fmt.Errorf("%w; is the user in the group input?", err)
	}
	if err != nil {
		return nil, err
	}
	if err := grab(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func grab(f *os.File) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed syscall.Errno
	if err := raw.Control(func(fd uintptr) {
		_, _, failed = syscall.Syscall(syscall.SYS_IOCTL, fd, grabbing, 1)
	}); err != nil {
		return err
	}
	switch failed {
	case 0:
		return nil
	case syscall.EBUSY:
		return fmt.Errorf("%s: another program uses it: %w", f.Name(), failed)
	case syscall.ENOTTY, syscall.EINVAL:
		return fmt.Errorf("%s is no keyboard", f.Name())
	}
	return fmt.Errorf("%s: %w", f.Name(), failed)
}
