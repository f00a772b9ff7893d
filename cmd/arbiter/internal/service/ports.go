package service

import (
	"errors"
	"net"

	"arbiter/cmd/arbiter/internal/monitor"
)

// ports are the listeners for browsers and programs.
type ports struct {
	pages    net.Listener
	secure   *secureServer // nil without HTTPS
	counters net.Listener  // nil without metrics
}

// openPorts opens all of them or, on an error, none.
func (s *Opts) openPorts(dir string) (at ports, err error) {
	if at.pages, err = s.Listen(); err != nil {
		return at, err
	}
	if at.secure, err = s.openSecure(dir); err == nil {
		at.counters, err = monitor.Listen(s.Metrics)
	}
	if err != nil {
		return at, errors.Join(err, at.Close())
	}
	return at, nil
}

// Close closes all of them.
func (p ports) Close() error {
	err := errors.Join(p.pages.Close(), p.secure.Close())
	if p.counters != nil {
		err = errors.Join(err, p.counters.Close())
	}
	return err
}

// Listen opens the port, or says what to do if it cannot.
func (s *Opts) Listen() (net.Listener, error) { return listenAt(s.Addr, "--addr", ":8081") }
