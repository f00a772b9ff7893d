package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
)

// A listener reads an event stream.
type listener struct {
	t      testing.TB
	events chan event
	close  context.CancelFunc
}

// The id of an event is the version of the game; its mark tells it from all others.
type event struct{ id, mark, name, data string }

func (b *browser) listen(path string) *listener { return b.resume(path, "") }

// resume listens as a browser does that comes back after an event.
func (b *browser) resume(path, last string) *listener {
	b.t.Helper()
	ctx, cancel := context.WithCancel(b.t.Context())
	b.t.Cleanup(cancel)
	r := b.request(http.MethodGet, path, nil).WithContext(ctx)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	client := *b.client
	client.Timeout = 0
	answer, err := client.Do(r)
	check(b.t, err)
	if got, want := answer.Header.Get("Content-Type"), "text/event-stream"; answer.StatusCode != http.StatusOK || got != want {
		b.t.Fatalf("%s: %d %q, want 200 %q", path, answer.StatusCode, got, want)
	}
	l := &listener{b.t, make(chan event, 100), cancel}
	go func() {
		defer answer.Body.Close()
		defer close(l.events)
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		var e event
		came := map[string]string{}
		for lines.Scan() {
			key, value, _ := strings.Cut(lines.Text(), ": ")
			if strings.HasPrefix(lines.Text(), ":") {
				key = "comment"
			}
			switch key {
			case "":
				if parts(e) {
					e.data = completed(b.t, came, e.data)
				}
				if e != (event{}) {
					l.events <- e
				}
				e = event{}
			case "id":
				e.mark = value
				e.id, _, _ = strings.Cut(value, "-")
			case "event":
				e.name = value
			case "retry":
				e.name, e.data = key, value
			case "data":
				e.data = value
			case "comment":
				e.name = value
			}
		}
	}()
	return l
}

// completed is an event with all of the parts that became different in it, as a browser
// makes it of what came before.
func completed(t testing.TB, came map[string]string, data string) string {
	var news toldMoment
	if err := json.Unmarshal([]byte(data), &news); err != nil {
		t.Errorf("an event that nobody can read (%v): %s", err, data)
	}
	news.complete(came)
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(news); err != nil {
		t.Error(err)
	}
	return b.String()
}

// A toldMoment is a moment as an event tells it, with the scenes before it.
type toldMoment struct {
	Version float64           `json:"version"`
	Scenes  []*toldMoment     `json:"scenes,omitempty"`
	Parts   map[string]string `json:"parts"`
	Patches map[string][]any  `json:"patches,omitempty"`
}

// complete makes parts of patches of what came before.
func (m *toldMoment) complete(came map[string]string) {
	for _, s := range m.Scenes {
		s.complete(came)
	}
	for name, hunks := range m.Patches {
		m.Parts[name] = changed(came[name], hunks)
	}
	maps.Copy(came, m.Parts)
	m.Patches = nil
}

// changed is a part after a patch: numbers of pieces to keep and to leave out, and what is
// put there.
func changed(html string, hunks []any) (now string) {
	left := strings.SplitAfter(html, "<")
	for i := range left[:len(left)-1] { // each begins with its "<"
		left[i], left[i+1] = strings.TrimSuffix(left[i], "<"), "<"+left[i+1]
	}
	if left[0] == "" {
		left = left[1:]
	}
	count := func(n any) int { f, _ := n.(float64); i, _ := n.(int); return int(f) + i }
	for ; len(hunks) > 0; hunks = hunks[3:] {
		keep, drop := count(hunks[0]), count(hunks[1])
		now += strings.Join(left[:keep], "") + hunks[2].(string)
		left = left[keep+drop:]
	}
	return now + strings.Join(left, "")
}

// next returns the next event for which ok says yes.
func (l *listener) next(what string, ok func(event) bool) event {
	l.t.Helper()
	timeout := time.After(chromium.Patience)
	for {
		select {
		case e, open := <-l.events:
			if !open {
				l.t.Fatalf("the stream ended before %s", what)
			}
			if ok(e) {
				return e
			}
		case <-timeout:
			l.t.Fatalf("there was no event: %s", what)
		}
	}
}

func parts(e event) bool { return e.name == "parts" }

// A port outlives the servers that accept at it, so that nobody else takes it
// meanwhile.
type port struct{ *net.TCPListener }

func listen(t testing.TB) port {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	t.Cleanup(func() { l.Close() })
	return port{l.(*net.TCPListener)}
}

// Close ends the server's Accept and keeps the port.
func (p port) Close() error { return p.SetDeadline(time.Unix(1, 0)) }

// again lets the next server accept.
func (p port) again() net.Listener {
	p.SetDeadline(time.Time{})
	return p
}
