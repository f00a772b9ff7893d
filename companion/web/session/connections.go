package session

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
)

// The most connections at one time, in total and of one address: a browser opens
// six, and a household may hide behind one address.
const (
	mostConns     = 600
	mostConnsEach = 120
)

// sendBuffer is how much the kernel keeps of what a phone has not taken yet; by itself it
// keeps megabytes, which count as memory of the service.
const sendBuffer = 64 << 10

// Limit returns l with a bounded number of connections. Where there are too many the
// oldest are closed with which nobody plays.
func Limit(l net.Listener) net.Listener {
	return &limited{Listener: l, crowd: NewAdmission(mostConns, mostConnsEach)}
}

type limited struct {
	net.Listener
	crowd *Admission
}

// Accept waits for the next connection for which there is room.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if t, ok := c.(*net.TCPConn); ok {
			_ = t.SetWriteBuffer(sendBuffer) // at worst the kernel keeps more of what nobody takes
		}
		if v := l.crowd.Enter(AddressOf(c.RemoteAddr().String()), func() { c.Close() }); v != nil {
			return &counted{Conn: c, here: v, leave: sync.OnceFunc(v.Leave)}, nil
		}
		c.Close()
	}
}

// A counted connection makes room when it is closed.
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

// WithConn notes on which connection requests come.
func WithConn(ctx context.Context, c net.Conn) context.Context {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	return context.WithValue(ctx, connKey{}, c)
}

// KeepConn keeps the connection on which somebody plays.
func KeepConn(ctx context.Context) {
	if c, ok := ctx.Value(connKey{}).(*counted); ok {
		c.here.Keep()
	}
}
