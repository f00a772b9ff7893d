package watch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"arbiter/engine"
)

// What happens is printed once, even if the stream is lost in between; a lost connection is
// reported. The table is told what was seen last.
func TestWatch(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked++; r.Header.Get("Authorization") != "Bearer SESAME" || r.URL.Query().Get("lang") != "de" {
			t.Errorf("it asks for %s as %q", r.URL, r.Header.Get("Authorization"))
		}
		table := func(entry int) {
			fmt.Fprintf(w, "id: m%d\nevent: table\ndata: {\"v\":1,\"id\":\"a\",\"title\":\"Game\",\"entry\":%d,\"stage\":[\"Round 1\"],\"last\":[\"Ana does %[1]d\"],\"prompts\":[{\"seat\":\"red\",\"text\":\"Red thinks\"}]}\n\n", entry, entry)
		}
		fmt.Fprint(w, "retry: 50\n\nevent: beat\ndata: 5000 1\n\n")
		switch last := r.Header.Get("Last-Event-ID"); asked {
		case 1:
			table(1)
			table(2)
		case 2:
			if last != "m2" {
				t.Errorf("it has %q, want m2", last)
			}
			table(3)
		default:
			end()
		}
	}))
	defer s.Close()
	var out bytes.Buffer
	if err := Table(ctx, &out, Opts{URL: s.URL + "/", Token: "SESAME", Lang: "de", Say: engine.Text.String, Pause: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	lost := "The connection is lost; it comes back by itself.\n"
	want := "== Game: Round 1\nAna does 1\n   → Red thinks\nAna does 2\n" + lost + "Ana does 3\n" + lost
	if out.String() != want {
		t.Errorf("it prints\n%s\nwant\n%s", out.String(), want)
	}
}

// A client that is not let in is told why and what to do, and does not retry for ever.
func TestWatchRefused(t *testing.T) {
	for status, want := range map[int]string{401: "--token", 404: "/settings"} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		err := Table(t.Context(), &bytes.Buffer{}, Opts{URL: s.URL, Lang: "en", Say: engine.Text.String})
		if !errors.As(err, new(engine.Refusal)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v", status, err)
		}
		s.Close()
	}
}
