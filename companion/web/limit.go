package web

import (
	"net"
	"sync"
)

// The most connections at one time, in total and of one address: a browser opens
// six, and a household may hide behind one address.
const (
	mostConns     = 600
	mostConnsEach = 120
)

// Limit returns l without the connections that are too many: those are closed at
// once, so that nobody keeps others out by opening many.
func Limit(l net.Listener) net.Listener {
	return &limited{Listener: l, crowd: newCrowd(mostConns, mostConnsEach)}
}

type limited struct {
	net.Listener
	crowd *crowd
}

// Accept waits for the next connection for which there is room.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if leave, ok := l.crowd.enter(origin(c.RemoteAddr().String())); ok {
			return &counted{Conn: c, leave: leave}, nil
		}
		c.Close()
	}
}

// A counted connection makes room when it is closed.
type counted struct {
	net.Conn
	leave func()
	once  sync.Once
}

func (c *counted) Close() error {
	c.once.Do(c.leave)
	return c.Conn.Close()
}
