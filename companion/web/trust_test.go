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
		o.Network.Address = func() string { return "http://192.168.1.20:8080" }
		o.Network.Trust = web.Trust{Port: 8443, Authority: der, Fingerprint: "AB CD"}
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

// Over HTTPS a browser holds its seat with a cookie that plain HTTP can neither read nor
// set, and that alone: whoever knows the one of plain HTTP is nobody there. A seat is taken
// along by a link, with one tap, and a language by itself; plain HTTP goes on.
func TestCookiesOverHTTPS(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t, func(o *web.Opts) { o.Network.Trust = web.Trust{Port: 8443} })
	h.begin()
	server := httptest.NewTLSServer(h.web.Handler())
	t.Cleanup(server.Close)
	b := h.browser().sit("purple")
	b.client.Transport = server.Client().Transport
	secured := &browser{&house{t: t, url: server.URL}, b.client}
	plainly := &browser{h, b.client}
	plainly.ok("/own", "code", ownersCode)
	plainly.post("/lang", "lang", "es")
	if status, text := secured.get("/seat/purple"); status != http.StatusForbidden || !strings.Contains(text, `<html lang="es"`) {
		t.Errorf("with the cookie of plain HTTP: %d\n%s", status, text)
	}
	if status, _ := secured.get("/games/players"); status != http.StatusForbidden {
		t.Errorf("the owner's cookie of plain HTTP: %d", status)
	}
	if _, text := plainly.get("/ca"); !strings.Contains(text, `href="/seat/purple/share"`) {
		t.Errorf("the page that leads to HTTPS takes no seat along:\n%s", text)
	}
	_, text := plainly.get("/seat/purple/share")
	_, link, ok := strings.Cut(text, `href="https://127.0.0.1:8443/s/`)
	key, _, _ := strings.Cut(link, `"`)
	if _, shared := secured.get("/s/" + key); !ok || !strings.Contains(shared, `id="second"`) {
		t.Fatalf("no link takes the seat along:\n%s", text)
	}
	secured.ok("/second", "key", key)
	if status, text := secured.get("/seat/purple"); status != http.StatusOK || !strings.Contains(text, "/events?seat=purple") {
		t.Errorf("the seat that was taken along: %d", status)
	}
	if status, _ := plainly.get("/seat/purple"); status != http.StatusOK {
		t.Errorf("the same seat over plain HTTP: %d", status)
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

// A QR code leads to HTTPS where the page is there and every phone trusts it; else to plain HTTP.
func TestCodesLeadWherePhonesGetOn(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	const plain = "http://192.168.1.20:8080"
	for _, c := range []struct {
		what   string
		trust  web.Trust
		at     string
		secure bool
		want   string
	}{
		{"a certificate of the owner's", web.Trust{Port: 8443, Name: "table.example"}, plain, true, "https://table.example:8443/s/"},
		{"a certificate of the owner's, over plain HTTP", web.Trust{Port: 8443, Name: "table.example"}, plain, false, "192.168.1.20:8080/s/"},
		{"an authority of the device's own", web.Trust{Port: 8443, Authority: []byte("a certificate")}, plain, true, "192.168.1.20:8080/s/"},
		{"no other address", web.Trust{Port: 8443, Authority: []byte("a certificate")}, "", true, "https://127.0.0.1:8443/s/"},
		{"no other address, over plain HTTP", web.Trust{}, "", false, "127.0.0.1"},
	} {
		h := newHouse(t, func(o *web.Opts) { o.Network.Trust, o.Network.Address = c.trust, func() string { return c.at } })
		h.begin()
		b := h.browser()
		if c.secure {
			server := httptest.NewTLSServer(h.web.Handler())
			t.Cleanup(server.Close)
			b.client.Transport = server.Client().Transport
			b = &browser{&house{t: t, url: server.URL}, b.client}
		}
		b.sit("purple")
		_, text := b.get("/seat/purple/share")
		_, after, _ := strings.Cut(text, `class="address"`)
		if _, shown, _ := strings.Cut(after, ">"); !strings.HasPrefix(shown, c.want) {
			t.Errorf("%s: the page shows %.60q, want %q", c.what, shown, c.want)
		}
	}
}
