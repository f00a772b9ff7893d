package web_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/mosquitto"
	"arbiter/companion/mqtt"
	"arbiter/companion/web"
	"arbiter/engine"
)

// How long it takes from a command until all open pages have what changed: two
// seats and the page of the table; and that a broker beside them delays nobody.
func BenchmarkCommandToPages(b *testing.B) {
	for _, pages := range []int{1, 8, 100} {
		b.Run(strconv.Itoa(pages), func(b *testing.B) { commandToPages(b, pages, false) })
	}
	b.Run("100-and-a-broker", func(b *testing.B) { commandToPages(b, 100, true) })
}

func commandToPages(b *testing.B, pages int, broker bool) {
	h := newHouse(b, func(o *web.Opts) { o.Streams.Each = 200 })
	h.undrawn.Store(true)
	h.begin("Ana", "Ben")
	ana, ben := h.browser().sit("purple"), h.browser().sit("red")
	var arrived sync.WaitGroup
	for i := range pages {
		who, path := ana, "/events?seat=purple"
		switch i % 4 {
		case 1:
			who, path = ben, "/events?seat=red"
		case 3:
			path = "/events?page=table"
		}
		watch(b, who, path, &arrived)
	}
	if broker {
		tellBroker(b, h)
	}
	var times []time.Duration
	version, worked := 0, processor(b)
	for b.Loop() {
		arrived.Add(pages)
		begin := time.Now()
		if version%2 == 0 {
			if _, err := h.table.Do(b.Context(), companion.Request{Seat: "purple", Line: "purple buy ai-07", Version: version}); err != nil {
				b.Fatal(err)
			}
		} else if _, err := h.table.Undo(b.Context(), "purple", version); err != nil {
			b.Fatal(err)
		}
		arrived.Wait()
		times = append(times, time.Since(begin))
		version++
	}
	b.ReportMetric(float64((processor(b)-worked).Microseconds())/1000/float64(len(times)), "cpu-ms/op")
	slices.Sort(times)
	for _, p := range []int{50, 99} {
		b.ReportMetric(float64(times[len(times)*p/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
	}
}

// tellBroker tells a broker of Debian the table as long as the benchmark runs, as the service does.
func tellBroker(b *testing.B, h *house) {
	b.Helper()
	m := mosquitto.Start(b)
	c := mqtt.New(mqtt.Opts{Say: engine.Text.String, Page: func() string { return "" }, Logger: slog.New(slog.DiscardHandler)})
	c.Use(mqtt.Broker{Address: m.Address, Name: "arbiter"})
	ctx, cancel := context.WithCancel(b.Context())
	var at sync.WaitGroup
	b.Cleanup(at.Wait)
	b.Cleanup(cancel)
	at.Go(func() { _ = c.Run(ctx) })
	at.Go(func() { _ = h.web.Abroad(ctx, "en", c.Tell) })
	m.Listen().Next("arbiter/arbiter/state", `"running":true`)
}

// processor is how long the processors have worked for this program, its clients
// in the test included: that does not depend on what else the machine does.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	check(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// watch opens a stream, waits for its page, and counts each later event off. It
// reads as little as a test can, so as not to measure itself.
func watch(b *testing.B, who *browser, path string, arrived *sync.WaitGroup) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(who.url, "http://"))
	check(b, err)
	b.Cleanup(func() { conn.Close() })
	r := who.request(http.MethodGet, path, nil)
	for _, c := range who.client.Jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	check(b, r.Write(conn))
	ready := make(chan bool)
	go func() {
		in := bufio.NewReaderSize(conn, 64<<10)
		for first := true; ; {
			line, err := in.ReadSlice('\n')
			if err != nil {
				return
			}
			if !strings.HasPrefix(string(line[:min(3, len(line))]), "id:") {
				continue
			}
			for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; { // the event's end
				_, err = in.ReadSlice('}')
			}
			if first {
				first = false
				close(ready)
				continue
			}
			arrived.Done()
		}
	}()
	<-ready
}
