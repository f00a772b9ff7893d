package main

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/engine/notation"
)

// A wireless network leads from phones to the program, which may die and come back
// at another port. It refuses event streams and loses answers when it is told to.
type wireless struct {
	*testing.T
	server  *httptest.Server
	args    []string
	program *served // the one that runs now
	to      atomic.Pointer[url.URL]

	refuses atomic.Bool  // event streams
	refused atomic.Int32 // how many were
	loses   atomic.Bool  // the next answer to a wish, and the program with it
}

// wirelessTo starts the program with a network before it.
func wirelessTo(t *testing.T, args ...string) *wireless {
	t.Helper()
	w := &wireless{T: t, args: args}
	w.server = httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(w.to.Load())
			r.Out.Host = r.In.Host
		},
		ModifyResponse: w.lose,
		ErrorLog:       log.New(io.Discard, "", 0),
		ErrorHandler:   func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	})
	pass := w.server.Config.Handler
	w.server.Config.Handler = http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if w.refuses.Load() && r.URL.Path == "/events" {
			w.refused.Add(1)
			http.Error(out, "not now", http.StatusServiceUnavailable)
			return
		}
		pass.ServeHTTP(out, r)
	})
	t.Cleanup(func() { w.server.CloseClientConnections(); w.server.Close() })
	w.start()
	return w
}

// start starts the program, with the games that it left.
func (w *wireless) start() {
	w.Helper()
	w.program = start(w.T, w.args...)
	to, err := url.Parse(strings.TrimSuffix(w.program.url, "/"))
	must(w.T, err)
	w.to.Store(to)
}

// kill ends the program as a power cut does.
func (w *wireless) kill() {
	w.program.cmd.Process.Kill()
	w.program.cmd.Wait() // its error is that it was killed
}

// cut ends what goes through the network now.
func (w *wireless) cut() { w.server.CloseClientConnections() }

// lose kills the program once it has done a wish, so that nobody hears of it.
func (w *wireless) lose(answer *http.Response) error {
	if answer.Request.URL.Path != "/do" || !w.loses.CompareAndSwap(true, false) {
		return nil
	}
	w.kill()
	return errors.New("the answer is lost")
}

// times counts how often a command stands in the only log of a folder.
func times(t *testing.T, dir, line string) (n int) {
	t.Helper()
	db := openLog(t, dir)
	defer db.Close()
	list, err := db.Games()
	must(t, err)
	g, err := archive.Open(db, list[0].ID)
	must(t, err)
	for _, e := range g.Entries {
		if e.Undoes == 0 && notation.Format(e.Command) == line {
			n++
		}
	}
	return n
}
