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

// Socket holds a cable within this process. Its near end has no name and is opened with Open. It
// needs no device of the machine, and testing/synctest sees all waiting. Unlike a pseudo-terminal
// it does not buffer: a Write waits until somebody reads. The zero Socket is empty. Plug, Open and
// Pull are safe for concurrent use.
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

// Open returns the near end as a serial port. A Read gives up after 0.1 s, as with termios.
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
		err = io.EOF // as tarm/serial reports it
	}
	return n, err
}
