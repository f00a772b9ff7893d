package device

import (
	"errors"
	"strings"
	"syscall"
)

// errnos are what systems say of devices that cannot be used.
var errnos = []syscall.Errno{
	syscall.EPERM, syscall.EACCES, syscall.EBUSY, syscall.ENOENT, syscall.ENXIO, syscall.ENODEV, syscall.EIO, syscall.ESHUTDOWN,
}

// withErrno adds the system's errno to an error, since periph passes on only the text.
func withErrno(err error) error {
	if err == nil || errors.As(err, new(syscall.Errno)) {
		return err
	}
	for _, e := range errnos {
		if strings.HasSuffix(err.Error(), e.Error()) {
			return saidError{err, e}
		}
	}
	return err
}

// saidError is an error that errors.Is compares with what the system said.
type saidError struct {
	error
	errno syscall.Errno
}

// Unwrap returns both.
func (s saidError) Unwrap() []error { return []error{s.error, s.errno} }
