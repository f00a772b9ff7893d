package web_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// The page shows how to trust the device, in each language, and hands out the
// certificate; without HTTPS there is neither.
func TestTrustPage(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	der := []byte("a certificate")
	h := newHouse(t, func(o *web.Opts) {
		o.Address = func() string { return "http://192.168.1.20:8080" }
		o.Trust = web.Trust{Port: 8443, Authority: der, Fingerprint: "AB CD"}
	})
	b := h.browser()
	for lang, want := range map[string]string{"en": "Trust this device", "de": "Diesem Gerät vertrauen", "es": "Confiar en este dispositivo"} {
		r := b.request(http.MethodGet, "/ca", nil)
		r.Header.Set("Accept-Language", lang)
		_, text, _ := b.do(r)
		for _, want := range []string{want, "AB CD", `href="/ca/arbiter.crt"`, `href="https://127.0.0.1:8443/"`, "192.168.1.20:8080/ca", "<svg class=\"qr\""} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page does not hold %q", lang, want)
			}
		}
	}
	_, text, header := b.do(b.request(http.MethodGet, "/ca/arbiter.crt", nil))
	if got, want := header.Get("Content-Type"), "application/x-x509-ca-cert"; got != want || !bytes.Equal([]byte(text), der) {
		t.Errorf("the certificate is %q of type %q, want %q", text, got, want)
	}
	plain := newHouse(t).browser()
	for _, path := range []string{"/ca", "/ca/arbiter.crt"} {
		if got, _ := plain.get(path); got != http.StatusNotFound {
			t.Errorf("%s without HTTPS: %d", path, got)
		}
	}
	if _, home := plain.get("/more"); strings.Contains(home, `href="/ca"`) {
		t.Error("without HTTPS a page leads to /ca")
	}
}

// Over HTTPS a browser holds its seat with a cookie that plain HTTP can neither
// read nor set. What it held before, over plain HTTP, it still holds; and plain
// HTTP goes on after it was there.
func TestCookiesOverHTTPS(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	h.begin()
	server := httptest.NewTLSServer(h.web.Handler())
	t.Cleanup(server.Close)
	b := h.browser().sit("purple")
	b.client.Transport = server.Client().Transport
	secured := &browser{&house{t: t, url: server.URL}, b.client}
	if status, text := secured.get("/seat/purple"); status != http.StatusOK || !strings.Contains(text, "/events?seat=purple") {
		t.Errorf("the seat that was taken over plain HTTP: %d", status)
	}
	if status, text := secured.post("/lang", "lang", "de"); status != http.StatusSeeOther {
		t.Errorf("choosing a language: %d %s", status, text)
	}
	stranger := &browser{secured.house, h.browser().client}
	stranger.client.Transport = b.client.Transport
	stranger.sit("red")
	at, err := url.Parse(server.URL)
	check(t, err)
	if got := stranger.client.Jar.Cookies(at); len(got) != 1 || got[0].Name != "__Host-arbiter" {
		t.Errorf("the browser keeps %v, want __Host-arbiter alone", got)
	}
	if status, text := stranger.get("/seat/red"); status != http.StatusOK || !strings.Contains(text, "/events?seat=red") {
		t.Errorf("the seat that was taken over HTTPS: %d", status)
	}
	plain := &browser{h, stranger.client}
	if status, _ := plain.get("/seat/red"); status != http.StatusForbidden {
		t.Errorf("the same browser over plain HTTP: %d, want %d", status, http.StatusForbidden)
	}
}
