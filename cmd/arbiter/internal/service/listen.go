package service

import (
	"errors"
	"fmt"
	"net"
	"syscall"
)

// listenAt opens the port of a flag; another is a port to suggest if it is in use.
func listenAt(addr, flag, another string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("another program (perhaps another arbiter) listens at %s; stop it, or choose another port: %s %s", addr, flag, another)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("this user may not listen at %s; choose a port above 1023: %s :8080", addr, flag)
	}
	return nil, fmt.Errorf("cannot listen at %s (%w); write %s as HOST:PORT, such as :8080 or 127.0.0.1:8080", addr, err, flag)
}
