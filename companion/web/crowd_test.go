package web_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync/atomic"
	"testing"

	"arbiter/companion/web"
)

// Where there is no room the oldest goes that nobody plays with: of the same address, of
// the same network, or of all.
func TestTheOldestGoes(t *testing.T) {
	for name, tt := range map[string]struct {
		most, each int
		come       []string // addresses; with * somebody plays there
		want       []int    // who is left
	}{
		"room for all":         {4, 4, []string{"10.0.0.1", "10.0.0.1", "10.0.0.2"}, []int{0, 1, 2}},
		"one address":          {9, 2, []string{"10.0.0.2", "10.0.0.1", "10.0.0.1", "10.0.0.1"}, []int{0, 2, 3}},
		"one who plays":        {9, 2, []string{"10.0.0.1*", "10.0.0.1", "10.0.0.1"}, []int{0, 2}},
		"all play":             {9, 2, []string{"10.0.0.1*", "10.0.0.1*", "10.0.0.1"}, []int{0, 1}},
		"a network":            {8, 2, []string{"10.0.0.1", "fd00::1", "fd00::2", "fd00::3", "fd00::4", "fd00::5"}, []int{0, 2, 3, 4, 5}},
		"in all":               {3, 3, []string{"10.0.0.1*", "10.0.0.2", "10.0.0.3", "10.0.0.4"}, []int{0, 2, 3}},
		"the device itself":    {2, 2, []string{"127.0.0.1", "10.0.0.2", "10.0.0.3"}, []int{0, 2}},
		"IPv4 written as IPv6": {9, 1, []string{"10.0.0.1", "::ffff:10.0.0.1"}, []int{1}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := web.Stays(tt.most, tt.each, tt.come); fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("%v are left, want %v", got, tt.want)
			}
		})
	}
}

// A mapped listener sees phones of a network where there are loopback addresses:
// 127.0.0.N is 192.168.7.N, and 127.0.1.N is the Nth address of a network of IPv6.
type mapped struct{ net.Listener }

type mappedConn struct {
	net.Conn
	from net.Addr
}

func (c mappedConn) RemoteAddr() net.Addr { return c.from }

func (l mapped) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	at := c.RemoteAddr().(*net.TCPAddr).AddrPort()
	four := at.Addr().Unmap().As4()
	from := netip.AddrFrom4([4]byte{192, 168, 7, four[3]})
	if four[2] > 0 {
		from = netip.AddrFrom16([16]byte{0xfd, 15: four[3]})
	}
	return mappedConn{c, net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, at.Port()))}, nil
}

// from is a client whose connections come from an address.
func from(address string) *http.Transport {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Transport{DialContext: d.DialContext}
}

// One phone opens connections and streams and guesses codes without end, on IPv4 and in
// a network of IPv6: who plays goes on playing, and who comes is let in.
func TestOneHostilePhone(t *testing.T) {
	for name, hostile := range map[string]func(i int) string{
		"IPv4": func(int) string { return "127.0.0.66" },
		"IPv6": func(i int) string { return fmt.Sprintf("127.0.1.%d", 1+i%250) },
		"many": func(i int) string { return fmt.Sprintf("127.0.0.%d", 100+i%150) },
	} {
		t.Run(name, func(t *testing.T) {
			h, _ := closed(t)
			l, err := net.Listen("tcp", "127.0.0.1:0")
			check(t, err)
			server := h.web.HTTP("")
			go server.Serve(web.Limit(mapped{l}))
			t.Cleanup(func() { server.Close() })
			h.url = "http://" + l.Addr().String()
			ana, ben := h.host(), h.browser()
			ana.client.Transport, ben.client.Transport = from("127.0.0.2"), from("127.0.0.3")
			ben.ok("/join", "code", h.web.Invitation().Code)
			ana.sit("purple")
			ben.sit("red")
			streams := []*listener{ana.listen("/events?seat=purple"), ben.listen("/events?seat=red")}
			for _, s := range streams {
				s.next("the page", parts)
			}
			ctx, end := context.WithCancel(t.Context())
			var wrong, opened atomic.Int64
			var loops []chan bool
			for i := range 8 {
				done := make(chan bool)
				loops = append(loops, done)
				go func() {
					defer close(done)
					for n := i; ctx.Err() == nil; n += 8 {
						mallory := h.browser()
						mallory.client.Transport = from(hostile(n))
						if n < 56 {
							go func() { // a stream that is never read
								if r, err := mallory.client.Do(mallory.request(http.MethodGet, "/events", nil).WithContext(ctx)); err == nil {
									<-ctx.Done()
									r.Body.Close()
								}
							}()
						}
						d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(hostile(n))}}
						if c, err := d.DialContext(ctx, "tcp", l.Addr().String()); err == nil { // and is left open
							opened.Add(1)
							context.AfterFunc(ctx, func() { c.Close() })
						}
						if r, err := mallory.client.Do(mallory.request(http.MethodPost, "/join", url.Values{"code": {h.wrong()}}).WithContext(ctx)); err == nil {
							wrong.Add(1)
							io.Copy(io.Discard, r.Body)
							r.Body.Close()
						}
					}
				}()
			}
			for opened.Load() < 700 || wrong.Load() < 100 {
				for _, b := range []*browser{ana, ben} {
					if status, _ := b.get("/table"); status != http.StatusOK {
						t.Errorf("who plays gets %d", status)
					}
				}
			}
			h.play("purple buy ai-07")
			for _, s := range streams {
				s.next("the step", func(e event) bool { return e.id == "1" })
			}
			cleo := h.browser()
			cleo.client.Transport = from("127.0.0.4")
			cleo.ok("/join", "code", h.web.Invitation().Code)
			if long := len(h.web.Invitation().Code) > 6; long == (name == "IPv4") { // one address guesses five times
				t.Errorf("after many wrong codes of phones with %s the code is %s", name, h.web.Invitation().Code)
			}
			end()
			for _, done := range loops {
				<-done
			}
		})
	}
}
