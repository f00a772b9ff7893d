package web_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/companion/web/session"
	"arbiter/engine/enginetest/tier"
)

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

// hostiles are where a phone comes from that means harm: IPv4, ever new addresses of a
// network of IPv6, and many of IPv4.
var hostiles = map[string]func(i int) string{
	"IPv4": func(int) string { return "127.0.0.66" },
	"IPv6": func(i int) string { return fmt.Sprintf("127.0.1.%d", 1+i%250) },
	"many": func(i int) string { return fmt.Sprintf("127.0.0.%d", 100+i%150) },
}

// besieged is a game of two at a server that sees a network, and what a phone that means
// harm does there.
type besieged struct {
	*house
	ana, ben *browser
	address  string
	hostile  func(i int) string
	wrong    atomic.Int64 // codes that it typed
	opened   atomic.Int64 // connections that it opened
}

func besiege(t *testing.T, hostile func(i int) string) *besieged {
	t.Helper()
	h, _ := closed(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	server := h.web.HTTP("")
	go server.Serve(session.Limit(mapped{l}))
	t.Cleanup(func() { server.Close() })
	h.url = "http://" + l.Addr().String()
	b := &besieged{house: h, ana: h.host(), ben: h.browser(), address: l.Addr().String(), hostile: hostile}
	b.ana.client.Transport, b.ben.client.Transport = from("127.0.0.2"), from("127.0.0.3")
	b.ana.sit("purple")
	b.ben.ok("/join", "code", h.web.Invitation().Code)
	b.ben.sit("red")
	return b
}

// harm opens a connection and leaves it open, or a stream that it never reads, and types
// a wrong code.
func (b *besieged) harm(ctx context.Context, n int) {
	mallory := b.browser()
	mallory.client.Transport = from(b.hostile(n))
	if n < 56 {
		go func() {
			if r, err := mallory.client.Do(mallory.request(http.MethodGet, "/events", nil).WithContext(ctx)); err == nil {
				<-ctx.Done()
				r.Body.Close()
			}
		}()
	}
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(b.hostile(n))}}
	if c, err := d.DialContext(ctx, "tcp", b.address); err == nil {
		b.opened.Add(1)
		context.AfterFunc(ctx, func() { c.Close() })
	}
	if r, err := mallory.client.Do(mallory.request(http.MethodPost, "/join", url.Values{"code": {b.house.wrong()}}).WithContext(ctx)); err == nil {
		b.wrong.Add(1)
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
	}
}

// One phone opens connections and streams and guesses codes without end: who plays goes
// on playing, and who comes is let in.
func TestOneHostilePhone(t *testing.T) {
	for name, hostile := range hostiles {
		t.Run(name, func(t *testing.T) {
			b := besiege(t, hostile)
			streams := []*listener{b.ana.listen("/events?seat=purple"), b.ben.listen("/events?seat=red")}
			for _, s := range streams {
				s.next("the page", parts)
			}
			ctx, end := context.WithCancel(t.Context())
			var loops sync.WaitGroup
			for i := range 8 {
				loops.Go(func() {
					for n := i; ctx.Err() == nil; n += 8 {
						b.harm(ctx, n)
					}
				})
			}
			for b.opened.Load() < 700 || b.wrong.Load() < 100 {
				for _, phone := range []*browser{b.ana, b.ben} {
					if status, _ := phone.get("/table"); status != http.StatusOK {
						t.Errorf("who plays gets %d", status)
					}
				}
			}
			b.play("purple buy ai-07")
			for _, s := range streams {
				s.next("the step", func(e event) bool { return e.id == "1" })
			}
			cleo := b.browser()
			cleo.client.Transport = from("127.0.0.4")
			cleo.ok("/join", "code", b.web.Invitation().Code)
			if long := len(b.web.Invitation().Code) > 6; long == (name == "IPv4") { // one address guesses five times
				t.Errorf("after many wrong codes of phones with %s the code is %s", name, b.web.Invitation().Code)
			}
			end()
			loops.Wait()
		})
	}
}

// Beside a phone that does harm as fast as a phone can, pages take at most twice as long.
func TestPagesBesideAHostilePhone(t *testing.T) {
	tier.Long(t, tier.Pages, "times pages beside a phone that does harm")
	for name, hostile := range hostiles {
		b := besiege(t, hostile)
		median := func() time.Duration {
			all := make([]time.Duration, 300)
			for i := range all {
				began := time.Now()
				if status, _ := b.ana.get("/seat/purple"); status != http.StatusOK {
					t.Fatalf("%s: who plays gets %d", name, status)
				}
				all[i] = time.Since(began)
			}
			slices.Sort(all)
			return all[len(all)/2]
		}
		alone := median()
		ctx, end := context.WithCancel(t.Context())
		var loop sync.WaitGroup
		loop.Go(func() {
			each := time.NewTicker(5 * time.Millisecond) // as many requests as a phone on Wi-Fi makes
			defer each.Stop()
			for n := 0; ctx.Err() == nil; n++ {
				<-each.C
				b.harm(ctx, n)
			}
		})
		beside := median()
		end()
		loop.Wait()
		t.Logf("%s: a page takes %v alone, %v beside", name, alone, beside)
		if beside > 2*alone {
			t.Errorf("%s: a page takes %v alone, %v beside", name, alone, beside)
		}
	}
}
