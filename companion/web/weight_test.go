package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var fetched = regexp.MustCompile(`<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"`)

// weigh adds up what a browser fetches to show a page.
func (b *browser) weigh(path string) (bytes, requests int) {
	b.t.Helper()
	status, text := b.get(path)
	if status != http.StatusOK {
		b.t.Fatalf("%s: %d", path, status)
	}
	bytes, requests = len(text), 1
	for _, m := range fetched.FindAllStringSubmatch(text, -1) {
		status, part := b.get(m[1])
		if status != http.StatusOK {
			b.t.Errorf("%s asks for %s: %d", path, m[1], status)
		}
		bytes, requests = bytes+len(part), requests+1
	}
	if strings.Contains(text, "@import") {
		b.t.Errorf("%s fetches more than this test sees", path)
	}
	return bytes, requests
}

// A phone that comes with the QR code has the page soon, also in the full book
// and over a weak network: the first page below 60 kB in 4 requests, and a seat
// in a moment, for style and script are kept.
func TestPagesAreLight(t *testing.T) {
	h := newHouse(t)
	b := h.browser()
	for _, path := range []string{"/", "/join"} {
		if bytes, requests := b.weigh(path); bytes >= 60_000 || requests > 4 {
			t.Errorf("before a game %s: %d bytes in %d requests, want fewer than 60000 in 4", path, bytes, requests)
		}
	}
	b.ok("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "option", "full-book", "order", "listed", "all", "1")
	h.settle()
	// The pages of the full book have the map: that may weigh 15,000 more.
	extra := map[string]int{"/table": 15_000, "/seat/purple": 15_000}
	for path, most := range map[string]int{"/": 4, "/join": 4, "/table": 5, "/seat/purple": 4} {
		bytes, requests := b.weigh(path)
		t.Logf("%s: %d bytes in %d requests", path, bytes, requests)
		if limit := 60_000 + extra[path]; bytes >= limit || requests > most {
			t.Errorf("%s: %d bytes in %d requests, want fewer than %d in %d", path, bytes, requests, limit, most)
		}
	}
}
