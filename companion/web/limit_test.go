package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// One address may open so many connections and no more; when one is closed there
// is room again.
func TestConnectionsAreLimited(t *testing.T) {
	l := session.Limit(listen(t))
	defer l.Close()
	accepted := make(chan net.Conn, 200)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	}()
	var held []net.Conn
	for range 121 {
		c, err := net.Dial("tcp", l.Addr().String())
		check(t, err)
		defer c.Close()
		held = append(held, c)
	}
	check(t, held[120].SetReadDeadline(time.Now().Add(chromium.Patience)))
	if _, err := held[120].Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("one connection too many: %v, want it closed", err)
	}
	(<-accepted).Close()
	again, err := net.Dial("tcp", l.Addr().String())
	check(t, err)
	defer again.Close()
	for range 120 {
		select {
		case <-accepted:
		case <-time.After(chromium.Patience):
			t.Fatal("there is room, and nobody is let in")
		}
	}
}

// Who sends a request byte by byte, or nothing, is sent away; others are answered
// meanwhile. In the bubble a minute passes at once.
func TestSlowRequestsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, l := behindPipes(t)
		for begin, most := range map[string]time.Duration{
			"": 10 * time.Second, "GET / HT": 10 * time.Second, "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ": 10 * time.Second,
			"POST /do HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nseat=": 30 * time.Second,
		} {
			c := l.dial()
			started := time.Now()
			_, err := io.WriteString(c, begin)
			check(t, err)
			if got := healthy(t, l.dial()); got != http.StatusOK {
				t.Errorf("while %q is sent others get %d", begin, got)
			}
			check(t, c.SetReadDeadline(time.Now().Add(time.Minute)))
			if _, err := io.ReadAll(c); err != nil {
				t.Errorf("after %q the connection stays open: %v", begin, err)
			}
			if took := time.Since(started); took > most {
				t.Errorf("after %q the connection ends after %v, want at most %v", begin, took, most)
			}
		}
		c := l.dial()
		started := time.Now()
		if got := healthy(t, c); got != http.StatusOK {
			t.Errorf("healthz answers %d", got)
		}
		if _, err := io.ReadAll(c); err != nil || time.Since(started) > 2*time.Minute {
			t.Errorf("a connection that is not used ends after %v: %v", time.Since(started), err)
		}
	})
}

// healthy asks how the device is.
func healthy(t *testing.T, c net.Conn) (status int) {
	t.Helper()
	_, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
	check(t, err)
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	check(t, err)
	_, err = io.Copy(io.Discard, answer.Body)
	check(t, err)
	return answer.StatusCode
}

// pipes are a net.Listener without a network.
type pipes struct {
	dialed chan net.Conn
	closed chan struct{}
}

func (p pipes) dial() net.Conn {
	here, there := net.Pipe()
	p.dialed <- there
	return here
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.dialed:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	close(p.closed)
	return nil
}

func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// Headers that are too large are refused, not kept.
func TestLargeHeaders(t *testing.T) {
	t.Parallel()
	b := newHouse(t).browser()
	for size, want := range map[int]int{4 << 10: http.StatusOK, 64 << 10: http.StatusRequestHeaderFieldsTooLarge} {
		r := b.request(http.MethodGet, "/healthz", nil)
		r.Header.Set("X-Long", strings.Repeat("x", size))
		if got, _, _ := b.do(r); got != want {
			t.Errorf("a header of %d bytes: %d, want %d", size, got, want)
		}
	}
}

// A phone that takes nothing is dropped, and the others do not wait for it. In the
// bubble no time passes while anybody works.
func TestSlowPhonesAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, l := behindPipes(t, func(o *web.Opts) { o.Streams.Most = 3 })
		h := &house{t: t, table: w.table, url: "http://localhost"}
		b := h.browser()
		b.client.Transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return l.dial(), nil }}
		quick := b.listen("/events")
		quick.next("the page", parts)
		stuck := l.dial()
		_, err := io.WriteString(stuck, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
		check(t, err)
		_, err = stuck.Read(make([]byte, 1))
		check(t, err)
		started := time.Now()
		for version := range 6 {
			if version%2 == 0 {
				h.play("purple buy ai-07")
			} else if _, err := h.table.Undo(t.Context(), "purple", version); err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprint(version + 1)
			quick.next("version "+want, func(e event) bool { return e.id == want })
		}
		if waited := time.Since(started); waited > 0 {
			t.Errorf("a phone that takes nothing makes others wait for %v", waited)
		}
		time.Sleep(6 * time.Second) // bubble: the phone has had its time
		b.listen("/events").next("the page", parts)
	})
}

// behindPipes is a table with a game for two, and its server without a network.
func behindPipes(t *testing.T, change ...func(*web.Opts)) (*twin, pipes) {
	t.Helper()
	g := companion.NewGame{Game: "council-of-shadows", Order: []engine.Seat{"purple", "red"}, Seats: []companion.Seating{{Seat: "purple"}, {Seat: "red"}}}
	w := newTwin(t, g, change...)
	server, l := w.web.HTTP(""), pipes{make(chan net.Conn), make(chan struct{})}
	if server.MaxHeaderBytes > 64<<10 {
		t.Errorf("headers may have %d bytes", server.MaxHeaderBytes)
	}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return w, l
}

// No address takes all streams.
func TestStreamsOfOneAddressAreLimited(t *testing.T) {
	h := newHouse(t, func(o *web.Opts) { o.Streams.Each = 1 })
	h.browser().listen("/events").next("the page", parts)
	if status, _ := h.browser().get("/events"); status != http.StatusServiceUnavailable {
		t.Errorf("a second stream of one address: %d, want 503", status)
	}
}
