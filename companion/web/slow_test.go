package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"arbiter/companion/companiontest/chromium"
)

// A slow service answers wishes, and tells streams nothing until it has caught up.
type slow struct {
	*httputil.ReverseProxy
	mu    sync.Mutex
	after chan struct{} // closed while it tells
	asked int           // for streams
}

func slowTo(t *testing.T, address string) (*slow, string) {
	t.Helper()
	to, err := url.Parse(address)
	check(t, err)
	s := &slow{ReverseProxy: &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = r.In.Host },
		FlushInterval: -1,
	}, after: make(chan struct{})}
	close(s.after)
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return s, server.URL
}

func (s *slow) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/events") {
		s.mu.Lock()
		s.asked++
		s.mu.Unlock()
		w = late{w, s, r}
	}
	s.ReverseProxy.ServeHTTP(w, r)
}

// lags has it tell streams nothing any more; what is returned lets it catch up.
func (s *slow) lags() (catchUp func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked, s.after = 0, make(chan struct{})
	return sync.OnceFunc(func() { close(s.after) })
}

// late is an answer that waits until the service has caught up.
type late struct {
	http.ResponseWriter
	of *slow
	r  *http.Request
}

func (l late) Unwrap() http.ResponseWriter { return l.ResponseWriter }

func (l late) wait() {
	l.of.mu.Lock()
	after := l.of.after
	l.of.mu.Unlock()
	select {
	case <-after:
	case <-l.r.Context().Done():
	}
}

func (l late) WriteHeader(status int) {
	l.wait()
	l.ResponseWriter.WriteHeader(status)
}

func (l late) Write(b []byte) (int, error) {
	l.wait()
	return l.ResponseWriter.Write(b)
}

// A service that is slow for a while is asked for the present table once, however often somebody
// taps meanwhile: each time anew it would begin from the beginning, and never come to an end.
// Once it answers the page has the table, and can be tapped.
func TestTapsAtASlowService(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	h := newHouse(t)
	h.begin("Ana", "Ben")
	service, address := slowTo(t, h.url)
	p := chrome.Page(t, address, "en", 390, 844)
	p.Open("/")
	post(p, "/claim", "seat", "purple")
	p.Open("/seat/purple")
	p.Until("current")
	chromium.Ask[bool](p, "expect = () => {}, clearTimeout(waiting), true") // by itself it would ask again, ever less often
	catchUp := service.lags()
	defer catchUp()
	h.play("purple buy ai-07")
	for range 2 {
		chromium.Ask[bool](p, `document.querySelector("#ask").requestSubmit(document.querySelector("#ask .choices button, #go")), true`)
		p.Until(`!("busy" in document.body.dataset) && !document.querySelector("#refusal").hidden`)
		chromium.Ask[bool](p, `refuse(""), true`)
	}
	service.mu.Lock()
	asked := service.asked
	service.mu.Unlock()
	if asked != 1 {
		t.Errorf("with two taps the page asked %d times for the present table, want once", asked)
	}
	catchUp()
	at(p, 1)
	p.Click("#ask .choices button, #go")
	at(p, 2)
}
