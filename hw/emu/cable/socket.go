package cable

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// A Line is the far end of a cable, which can be pulled.
type Line interface {
	io.ReadWriter
	Pull() error
}

// Socket takes a cable within this process. Its near end has no name: Open opens
// it. No device of the machine is needed, and all waiting is seen by
// testing/synctest. Unlike a pseudo-terminal it keeps no bytes: a Write waits until
// somebody reads. The zero Socket is empty. Plug, Open and Pull may run at the
// same time.
type Socket struct {
	mu   sync.Mutex
	near net.Conn // nil while nothing is plugged in
}

// Plug plugs in a new cable.
func (s *Socket) Plug() Line {
	near, far := net.Pipe()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.near = near
	return end{far, s}
}

// end is the far end of a cable in a socket.
type end struct {
	net.Conn
	socket *Socket
}

func (e end) Pull() error {
	e.socket.mu.Lock()
	e.socket.near = nil
	e.socket.mu.Unlock()
	return e.Close()
}

// Open returns the near end as a serial port. A Read gives up after 0.1 s, as termios
// has it.
func (s *Socket) Open() (io.ReadWriteCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.near == nil {
		return nil, os.ErrNotExist
	}
	return port{s.near}, nil
}

type port struct{ net.Conn }

func (p port) Read(b []byte) (int, error) {
	_ = p.SetReadDeadline(time.Now().Add(100 * time.Millisecond)) // fails where Read does: an end is closed
	n, err := p.Conn.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.EOF // as tarm/serial says it
	}
	return n, err
}
