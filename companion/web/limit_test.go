package web_test

import (
	"bufio"
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
)

// One address may open so many connections and no more; when one is closed there
// is room again.
func TestConnectionsAreLimited(t *testing.T) {
	l := web.Limit(listen(t, "127.0.0.1:0"))
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
		w := newTwin(t, companion.NewGame{Game: "council-of-shadows", Seats: []companion.Sitting{{Seat: "purple"}, {Seat: "red"}}})
		server := w.web.HTTP("")
		if server.MaxHeaderBytes > 64<<10 {
			t.Errorf("headers may have %d bytes", server.MaxHeaderBytes)
		}
		l := pipes{make(chan net.Conn), make(chan struct{})}
		go server.Serve(l)
		defer server.Close()
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

// Pipes are a net.Listener without a network.
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

// A phone that takes nothing is dropped, and the others do not wait for it.
func TestSlowPhonesAreDropped(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *web.Opts) { o.Slow = 200 * time.Millisecond; o.Streams = 2 })
	h.undrawn.Store(true)
	h.begin("Ana", "Ben")
	quick := h.browser().listen("/events")
	quick.next("the page", parts)
	stuck, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
	check(t, err)
	defer stuck.Close()
	check(t, stuck.(*net.TCPConn).SetReadBuffer(4096))
	fmt.Fprintf(stuck, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	_, err = bufio.NewReaderSize(stuck, 16).ReadByte()
	check(t, err)
	deadline := time.Now().Add(chromium.Patience)
	for version := 0; ; version++ {
		if version%2 == 0 {
			h.play("purple buy ai-07")
		} else if _, err := h.table.Undo(t.Context(), "purple", version); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprint(version + 1)
		quick.next("version "+want, func(e event) bool { return e.id == want })
		if status, room := h.room(); room {
			return
		} else if time.Now().After(deadline) {
			t.Fatalf("a phone that takes nothing keeps its place: %d", status)
		}
	}
}

// room tells whether one more stream is let in.
func (h *house) room() (status int, room bool) {
	h.t.Helper()
	b := h.browser()
	answer, err := b.client.Do(b.request(http.MethodGet, "/events", nil))
	check(h.t, err)
	defer answer.Body.Close()
	return answer.StatusCode, answer.StatusCode == http.StatusOK
}

// No address takes all streams.
func TestStreamsOfOneAddressAreLimited(t *testing.T) {
	h := newHouse(t, func(o *web.Opts) { o.StreamsEach = 1 })
	h.browser().listen("/events").next("the page", parts)
	if status, room := h.room(); room {
		t.Errorf("a second stream of one address: %d, want 503", status)
	}
}
