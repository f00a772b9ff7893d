package web_test

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

func TestStreamTellsWhatChanged(t *testing.T) {
	h := newHouse(t, func(o *web.Opts) { o.Streams.Heartbeat = 20 * time.Millisecond })
	h.begin("Ana", "Ben")
	b := h.browser().sit("purple")
	l := b.listen("/events?seat=purple")
	if e := l.next("when to come back", func(event) bool { return true }); e.name != "retry" || e.data != "50" {
		t.Errorf("the stream begins with %v, want that the browser may come back after 50 ms", e)
	}
	first := l.next("the whole page", parts)
	for _, name := range []string{`"board":`, `"ask":`, `"moves":`, `"dock":`, `"purse":`, `"seats":`, `"log":`, `"news":`} {
		if !strings.Contains(first.data, name) {
			t.Errorf("the first event lacks %s", name)
		}
	}
	l.next("a sign of life", func(e event) bool { return e.name == "beat" && strings.HasPrefix(e.data, "20 ") })
	h.play("purple buy ai-07")
	e := l.next("version 1", parts)
	if got, want := e.id, "1"; got != want {
		t.Errorf("id %q, want %q", got, want)
	}
	if strings.Contains(e.data, `"seats":`) || !strings.Contains(e.data, `"log":`) {
		t.Errorf("buying a card changes the log and not the tracks: %s", e.data)
	}
	h.settle()
	h.web.ShowPicture([]byte("a picture"))
	if _, text := b.get("/panel.png"); text != "a picture" {
		t.Errorf("the picture is %q", text)
	}
	// Somebody who comes back and has missed nothing gets nothing twice.
	b.resume("/events?seat=purple", e.mark).next("a word that all is there", func(e event) bool {
		if parts(e) {
			t.Errorf("after coming back: %s again", e.data)
		}
		return e.name == "same"
	})
	// Everybody else gets the whole page.
	again := b.listen("/events?seat=purple").next("the whole page", parts)
	if !strings.Contains(again.data, `"seats":`) || again.id != "1" {
		t.Errorf("after coming back: %s", again.data)
	}
	if status, _ := b.post("/free", "seat", "purple"); status != http.StatusOK {
		t.Fatalf("free: %d", status)
	}
	l.next("the end", func(e event) bool { return e.name == "gone" })
}

// A stream over HTTP/2 lasts, however long it says nothing: its deadline is for writing alone.
func TestStreamOverHTTP2Lasts(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *web.Opts) { o.Streams.Slow, o.Streams.Heartbeat = time.Second, 1500*time.Millisecond })
	s := httptest.NewUnstartedServer(h.web.Handler())
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	answer, err := s.Client().Get(s.URL + "/events")
	check(t, err)
	defer answer.Body.Close()
	if answer.ProtoMajor != 2 {
		t.Fatalf("%s, want HTTP/2", answer.Proto)
	}
	beats := 0
	for lines := bufio.NewScanner(answer.Body); beats < 3; {
		if !lines.Scan() {
			t.Fatalf("the stream ended after %d beats: %v", beats, lines.Err())
		}
		if lines.Text() == "event: beat" {
			beats++
		}
	}
}

func TestStreamsAreLimited(t *testing.T) {
	h := newHouse(t, func(o *web.Opts) { o.Streams.Most = 2 })
	b := h.browser()
	first := b.listen("/events")
	first.next("the page", parts)
	b.listen("/events").next("the page", parts)
	if status, _ := b.get("/events"); status != http.StatusServiceUnavailable {
		t.Errorf("a third stream: %d, want 503", status)
	}
	first.close()
	deadline := time.Now().Add(chromium.Patience)
	for {
		h.web.ShowPicture([]byte("wake up"))
		r := b.request(http.MethodGet, "/events", nil)
		answer, err := b.client.Do(r)
		check(t, err)
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("a stream that was closed is still counted")
		}
		time.Sleep(5 * time.Millisecond) // until the server has noticed that the stream was closed
	}
}

func TestLanguages(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	h.begin("Käthe", "Ñandú")
	for wish, want := range map[string]string{
		"": "en", "de": "de", "es-MX,es;q=0.8": "es", "fr, de-AT;q=0.7": "de", "fr": "en", "EN-gb": "en", "*": "en",
	} {
		b := h.browser()
		r := b.request(http.MethodGet, "/table", nil)
		r.Header.Set("Accept-Language", wish)
		if _, text, _ := b.do(r); !strings.Contains(text, `<html lang="`+want+`"`) {
			t.Errorf("%q is not answered in %s", wish, want)
		}
	}
	b := h.browser()
	if status, _ := b.post("/lang", "lang", "tlh"); status != http.StatusBadRequest {
		t.Errorf("a language that is not there: %d", status)
	}
	if status, _ := b.post("/lang", "lang", "de", "back", "/table"); status != http.StatusSeeOther {
		t.Errorf("lang: %d", status)
	}
	_, text := b.get("/table")
	for _, want := range []string{`<html lang="de"`, "Runde 1", "Phase 1: Kaufen", "Käthe", "Ñandú", "Verbrauch"} {
		if !strings.Contains(text, want) {
			t.Errorf("the German table lacks %q\n%s", want, text)
		}
	}
	b.sit("red")
	_, text = b.post("/do", "seat", "red", "version", "0", "line", "red ready")
	if strings.Contains(text, "phase 2; now") {
		t.Errorf("a refusal in English: %s", text)
	}
}
