package web_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

var (
	fetched = regexp.MustCompile(`<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"`)
	sourced = regexp.MustCompile(`(?:url\(|@import )"([^"]+)"`)
)

// weigh adds up what a browser fetches to show a page, as it is sent, with what styles
// ask for.
func (b *browser) weigh(path string) (bytes, requests int) {
	b.t.Helper()
	status, text := b.get(path)
	if status != http.StatusOK {
		b.t.Fatalf("%s: %d", path, status)
	}
	bytes, requests = len(text), 1
	more := fetched.FindAllStringSubmatch(text, -1)
	for len(more) > 0 {
		tag, address := more[0][0], more[0][1]
		more = more[1:]
		if strings.Contains(tag, `loading="lazy"`) {
			continue // it is in a drawer that nobody has opened
		}
		status, part := b.get(address)
		if status != http.StatusOK {
			b.t.Errorf("%s asks for %s: %d", path, address, status)
		}
		bytes, requests = bytes+b.sent(address), requests+1
		more = append(more, sourced.FindAllStringSubmatch(part, -1)...)
	}
	return bytes, requests
}

// sent is how many bytes come for an address where the browser takes packed ones.
func (b *browser) sent(address string) int {
	b.t.Helper()
	r := b.request(http.MethodGet, address, nil)
	r.Header.Set("Accept-Encoding", "gzip")
	answer, err := b.client.Do(r)
	check(b.t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	check(b.t, err)
	return len(body)
}

// A phone that comes with the QR code has the page soon, also in the full book and over
// a weak network: at most 175 kB in 6 requests at first, fonts included; a seat in a
// moment, for styles, scripts and fonts are kept.
func TestPagesAreLight(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	b := h.browser()
	light := func(paths ...string) {
		for _, path := range paths {
			bytes, requests := b.weigh(path)
			t.Logf("%s: %d bytes in %d requests", path, bytes, requests)
			if bytes > 175_000 || requests > 6 {
				t.Errorf("%s: %d bytes in %d requests, want at most 175000 in 6", path, bytes, requests)
			}
		}
	}
	light("/", "/join")
	b.ok("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "option", "full-book", "order", "listed", "all", "1")
	h.settle()
	light("/", "/join", "/table", "/seat/purple")
}
