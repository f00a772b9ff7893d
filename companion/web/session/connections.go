package session

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
)

// The limits of open connections, in total and for one address: a browser opens six, and a
// household may share one address.
const (
	mostConns     = 600
	mostConnsEach = 120
)

// sendBuffer is how much the kernel buffers for a slow phone; its default is megabytes, which count
// as memory of the service.
const sendBuffer = 64 << 10

// Limit returns l with a limit on open connections. Beyond it, the oldest ones are closed except
// those of players.
func Limit(l net.Listener) net.Listener {
	return &limited{Listener: l, crowd: NewAdmission(mostConns, mostConnsEach)}
}

type limited struct {
	net.Listener
	crowd *Admission
}

// Accept waits for the next connection that has room.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if t, ok := c.(*net.TCPConn); ok {
			_ = t.SetWriteBuffer(sendBuffer) // on an error, the kernel's default applies
		}
		if v := l.crowd.Enter(AddressOf(c.RemoteAddr().String()), func() { c.Close() }); v != nil {
			return &counted{Conn: c, here: v, leave: sync.OnceFunc(v.Leave)}, nil
		}
		c.Close()
	}
}

// A counted connection gives its room back when it is closed.
type counted struct {
	net.Conn
	here  *Admitted
	leave func()
}

func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}

type connKey struct{}

// WithConn stores the connection in the context of its requests.
func WithConn(ctx context.Context, c net.Conn) context.Context {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	return context.WithValue(ctx, connKey{}, c)
}

// KeepConn keeps the connection of a player open.
func KeepConn(ctx context.Context) {
	if c, ok := ctx.Value(connKey{}).(*counted); ok {
		c.here.Keep()
	}
}
