package web_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web/session"
	"arbiter/engine/enginetest/tier"
)

// apart runs a test in a network namespace of its own, in which the device is
// 192.168.7.1 and fd00:7::1 and phones have addresses of both networks. It reports
// whether the test is there; where it is not, it has run there.
func apart(t *testing.T) bool {
	t.Helper()
	if os.Getenv("TEST_APART") != "" {
		setUp := exec.Command("/sbin/ip", "-batch", "-")
		lines := "link set lo up\nroute add local 192.168.7.0/24 dev lo\n"
		for n := range 250 {
			lines += fmt.Sprintf("address add fd00:7::%x/64 dev lo nodad\n", n+1)
		}
		setUp.Stdin = strings.NewReader(lines)
		if out, err := setUp.CombinedOutput(); err != nil {
			t.Fatalf("ip: %v: %s", err, out)
		}
		return true
	}
	inside := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", fmt.Sprint("-test.short=", flag.Lookup("test.short").Value))
	inside.Env = append(os.Environ(), "TEST_APART=1")
	inside.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := inside.CombinedOutput()
	if errors.Is(err, syscall.EPERM) {
		t.Skip("no network of its own may be made here")
	}
	t.Logf("%s", out)
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Error(err)
	}
	return false
}

// from is a client whose connections come from an address, and go to the device's
// address of the same network.
func from(address string) *http.Transport {
	return &http.Transport{DialContext: func(ctx context.Context, _, to string) (net.Conn, error) {
		return dial(ctx, address, to)
	}}
}

func dial(ctx context.Context, address, to string) (net.Conn, error) {
	_, port, err := net.SplitHostPort(to)
	if err != nil {
		return nil, err
	}
	device := "192.168.7.1"
	if strings.Contains(address, ":") {
		device = "fd00:7::1"
	}
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return d.DialContext(ctx, "tcp", net.JoinHostPort(device, port))
}

// hostiles are where a phone comes from that means harm: IPv4, ever new addresses of a
// network of IPv6, and many of IPv4.
var hostiles = map[string]func(i int) string{
	"IPv4": func(int) string { return "192.168.7.66" },
	"IPv6": func(i int) string { return fmt.Sprintf("fd00:7::%x", 2+i%249) },
	"many": func(i int) string { return fmt.Sprintf("192.168.7.%d", 100+i%150) },
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
	l, err := net.Listen("tcp", "[::]:0")
	check(t, err)
	server := h.web.HTTP("")
	go server.Serve(session.Limit(l))
	t.Cleanup(func() { server.Close() })
	_, port, _ := net.SplitHostPort(l.Addr().String())
	b := &besieged{house: h, address: net.JoinHostPort("192.168.7.1", port), hostile: hostile}
	h.url = "http://" + b.address
	b.ana, b.ben = h.host(), h.browser()
	b.ana.client.Transport, b.ben.client.Transport = from("192.168.7.2"), from("192.168.7.3")
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
	if c, err := dial(ctx, b.hostile(n), b.address); err == nil {
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
	if !apart(t) {
		return
	}
	for _, name := range []string{"IPv6", "IPv4", "many"}[:tier.Of(t, tier.Pages, "kinds", 1, 3, 3)] {
		hostile := hostiles[name]
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
			for late := time.Now().Add(chromium.Patience); b.opened.Load() < 700 || b.wrong.Load() < 100; {
				if time.Now().After(late) {
					t.Fatalf("it does little harm: %d connections, %d wrong codes", b.opened.Load(), b.wrong.Load())
				}
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
			cleo.client.Transport = from("192.168.7.4")
			cleo.ok("/join", "code", b.web.Invitation().Code)
			if long := len(b.web.Invitation().Code) > 6; long == (name == "IPv4") { // one address guesses five times
				t.Errorf("after many wrong codes of phones with %s the code is %s", name, b.web.Invitation().Code)
			}
			end()
			loops.Wait()
		})
	}
}

// Beside a phone that does harm as fast as a phone can, pages take at most twice as long:
// in one of three tries, as other programs come and go.
func TestPagesBesideAHostilePhone(t *testing.T) {
	tier.Long(t, tier.Pages, "times pages beside a phone that does harm")
	if !apart(t) {
		return
	}
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
		besides := func() time.Duration {
			ctx, end := context.WithCancel(t.Context())
			var loop sync.WaitGroup
			defer loop.Wait()
			defer end()
			loop.Go(func() {
				each := time.NewTicker(5 * time.Millisecond) // as many requests as a phone on Wi-Fi makes
				defer each.Stop()
				for n := 0; ctx.Err() == nil; n++ {
					<-each.C
					b.harm(ctx, n)
				}
			})
			return median()
		}
		for try := 1; ; try++ {
			alone, beside := median(), besides()
			t.Logf("%s: a page takes %v alone, %v beside", name, alone, beside)
			if beside <= 2*alone {
				break
			}
			if try == 3 {
				t.Errorf("%s: a page takes %v alone, %v beside", name, alone, beside)
				break
			}
		}
	}
}
