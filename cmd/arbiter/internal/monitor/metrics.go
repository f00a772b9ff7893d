package monitor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"arbiter/engine/contain"
)

// Metrics counts requests over the network, and reports them together with what the Monitor knows
// of the table, in the Prometheus text format 0.0.4. There is nothing in it about a game except how
// many entries were written.
type Metrics struct {
	Monitor  *Monitor
	pages    atomic.Int64 // answered
	posts    atomic.Int64 // commands and other forms
	refusals atomic.Int64 // forms that the rules, seats or codes refused
	faults   atomic.Int64 // answers of 500 and above
	Streams  atomic.Int64 // open
}

// Listen opens the port, which must be on the loopback interface; "" is none.
func Listen(addr string) (net.Listener, error) {
	if addr == "" {
		return nil, nil
	}
	if host, _, err := net.SplitHostPort(addr); err != nil || !ofThisDevice(host) {
		return nil, fmt.Errorf("--metrics %s: metrics are for this device alone; write a port of it, such as --metrics 127.0.0.1:9180", addr)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("--metrics %s: %w; choose another port", addr, err)
	}
	return l, nil
}

// ofThisDevice reports whether a host is a name of the loopback interface.
func ofThisDevice(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// Answer answers requests that name a loopback host, since a page elsewhere may rebind its name to
// our address (DNS rebinding).
func (m *Metrics) Answer(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil { // the default port of HTTP
		host = strings.Trim(r.Host, "[]")
	}
	if !ofThisDevice(host) {
		http.Error(w, "metrics are for this device alone; ask for them at localhost", http.StatusMisdirectedRequest)
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.Write(w)
}

// Serve serves at l until ctx ends.
func (m *Metrics) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", m.Answer)
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 5 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 8 << 10}
	context.AfterFunc(ctx, func() { s.Close() })
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("metrics: %w", err)
	}
	return nil
}

// Count counts what goes through a handler before any of the answer is sent, so that a client that
// has its answer finds it counted.
func (m *Metrics) Count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/events") {
			m.Streams.Add(1)
			defer m.Streams.Add(-1)
		}
		c := &counting{ResponseWriter: w, tell: func(status int) {
			switch {
			case status >= http.StatusInternalServerError:
				m.faults.Add(1)
			case r.Method == http.MethodPost && status >= http.StatusBadRequest:
				m.refusals.Add(1)
			case status == http.StatusOK && strings.HasPrefix(w.Header().Get("Content-Type"), "text/html"):
				m.pages.Add(1)
			}
			if r.Method == http.MethodPost {
				m.posts.Add(1)
			}
		}}
		next.ServeHTTP(c, r)
		c.begin(http.StatusOK)
	})
}

// counting records the status of an answer when it begins.
type counting struct {
	http.ResponseWriter
	tell func(status int)
	told bool
}

func (c *counting) begin(status int) {
	if !c.told && status >= http.StatusOK {
		c.told = true
		c.tell(status)
	}
}

func (c *counting) WriteHeader(status int) {
	c.begin(status)
	c.ResponseWriter.WriteHeader(status)
}

func (c *counting) Write(b []byte) (int, error) {
	c.begin(http.StatusOK)
	return c.ResponseWriter.Write(b)
}

// Unwrap is used by http.ResponseController.
func (c *counting) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// Write writes all metrics.
func (m *Metrics) Write(w io.Writer) {
	now := m.Monitor.Now()
	single := func(name, kind, help string, value any) {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %v\n", name, help, name, kind, name, value)
	}
	single("arbiter_entries_total", "counter", "Entries written to the log.", now.commits.total)
	single("arbiter_entries_failed_total", "counter", "Entries that could not be written.", now.failed)
	writeHistogram(w, "arbiter_commit_seconds", "How long it took until an entry was safe on the disk.", now.commits)
	damaged := 0
	if now.Damaged != "" {
		damaged = 1
	}
	single("arbiter_game_damaged", "gauge", "Whether the game that was played last is damaged and does not go on.", damaged)
	single("arbiter_pages_total", "counter", "Pages answered.", m.pages.Load())
	single("arbiter_forms_total", "counter", "Wishes and other forms received.", m.posts.Load())
	single("arbiter_refusals_total", "counter", "Forms refused, by the rules or by who may do what.", m.refusals.Load())
	single("arbiter_faults_total", "counter", "Answers with a status of 500 or above.", m.faults.Load())
	single("arbiter_contained_total", "counter", "Faults in the program that failed what was asked for, and nothing else.", contain.Count())
	single("arbiter_streams", "gauge", "Pages that are open and follow the game.", m.Streams.Load())
	writeComponents(w, "reader", now.Readers)
	writeComponents(w, "panel", now.Panels)
	single("arbiter_goroutines", "gauge", "Goroutines.", runtime.NumGoroutine())
	if bytes, err := resident(); err == nil {
		single("process_resident_memory_bytes", "gauge", "Resident memory.", bytes)
	}
}

func writeHistogram(w io.Writer, name, help string, h histogram) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s histogram\n", name, help, name)
	for i, limit := range commitLimits {
		fmt.Fprintf(w, "%s_bucket{le=\"%s\"} %d\n", name, strconv.FormatFloat(limit.Seconds(), 'g', -1, 64), h.up[i])
	}
	fmt.Fprintf(w, "%s_bucket{le=\"+Inf\"} %d\n%s_sum %v\n%s_count %d\n", name, h.total, name, h.sum.Seconds(), name, h.total)
}

func writeComponents(w io.Writer, kind string, all []Component) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(w, "# HELP arbiter_%s_up Whether it answers.\n# TYPE arbiter_%s_up gauge\n", kind, kind)
	for _, o := range all {
		up := 1
		if o.Down {
			up = 0
		}
		fmt.Fprintf(w, "arbiter_%s_up{%s=%s} %d\n", kind, kind, label(o.Name), up)
	}
	fmt.Fprintf(w, "# HELP arbiter_%s_outages_total How often it did not answer any more.\n# TYPE arbiter_%s_outages_total counter\n", kind, kind)
	for _, o := range all {
		fmt.Fprintf(w, "arbiter_%s_outages_total{%s=%s} %d\n", kind, kind, label(o.Name), o.outages)
	}
}

// label quotes a label value, with three characters escaped.
func label(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

// resident returns how many bytes of memory this process uses (proc(5), statm).
func resident() (int, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, errors.New("statm cannot be understood")
	}
	pages, err := strconv.Atoi(fields[1])
	return pages * os.Getpagesize(), err
}
