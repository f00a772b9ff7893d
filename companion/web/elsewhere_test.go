package web_test

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// A site is a page elsewhere: at localhost, which to browsers is another site than
// 127.0.0.1.
func site(t *testing.T, page string) (url string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html>"+page)
	}))
	t.Cleanup(s.Close)
	return strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
}

// behind is h where something between it and the browser changes answers.
func (h *house) behind(t *testing.T, change func(http.Header)) string {
	t.Helper()
	to, err := url.Parse(h.url)
	check(t, err)
	s := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host
			r.Out.Header = r.In.Header.Clone()
		},
		ModifyResponse: func(r *http.Response) error { change(r.Header); return nil },
		ErrorLog:       log.New(io.Discard, "", 0),
	})
	t.Cleanup(s.Close)
	return s.URL
}

// Whoever comes by a link on another page, or by the QR code once more, still has
// the seat. The control: a strict cookie stays behind, and the seat seems lost.
func TestALinkFromElsewhereKeepsTheSeat(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	chrome := browse(t, false)
	for name, c := range map[string]struct {
		change func(http.Header)
		keeps  bool
	}{
		"our cookie": {func(http.Header) {}, true},
		"strict": {func(h http.Header) {
			h.Set("Set-Cookie", strings.Replace(h.Get("Set-Cookie"), "SameSite=Lax", "SameSite=Strict", 1))
		}, false},
	} {
		h, _ := closed(t)
		in := h.behind(t, func(a http.Header) {
			if a.Get("Set-Cookie") != "" {
				c.change(a)
			}
		})
		h.host()
		code := strings.TrimPrefix(h.web.Invitation().URL, "http://192.168.1.20:8080")
		p := chrome.Page(t, in, "en", 360, 740)
		p.Open(code)
		p.Click("#arrive")
		p.Click("#claim-red")
		p.Wait("#part-board")
		elsewhere := site(t, fmt.Sprintf(`<a id="seat" href="%[1]s/seat/red">the seat</a> <a id="code" href="%[1]s%[2]s">the QR code</a>`, in, code))
		for _, link := range []string{"#seat", "#code"} {
			p.Leave(elsewhere)
			p.Click(link)
			p.Until(`location.hostname === "127.0.0.1" && document.readyState === "complete" && document.querySelector("main") !== null`)
			if got := chromium.Ask[bool](p, `document.querySelector('main a[href="/seat/red"], nav a[href="/seat/red"], .page-seat') !== null`); got != c.keeps {
				t.Errorf("%s, %s: the seat is there: %v, want %v", name, link, got, c.keeps)
			}
		}
	}
}

// What a page elsewhere makes a real browser ask for, with the seat's cookie in it,
// does nothing: not by a form, not by a script, not with an event stream, not under
// another name of this device. The control: where nobody looks where a request
// comes from and how the device is called, the name works.
func TestOtherSitesInABrowser(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	p := browse(t, false).Page(t, h.url, "en", 360, 740)
	p.Open("/table")
	p.Click("#claim-purple")
	seatpage.Offers(p, "purple pass")
	elsewhere := site(t, fmt.Sprintf(`<form id="f" method="post" action="%[1]s/do"><input name="seat" value="purple"><input name="line" value="purple pass"><input name="version" value="0"><button id="go">go</button></form>
<script>
window.said = {};
const note = (name) => [() => { said[name] = "open"; }, () => { said[name] = "refused"; }];
fetch("%[1]s/do", { method: "POST", mode: "no-cors", credentials: "include", body: new URLSearchParams({ seat: "purple", line: "purple pass", version: "0" }) }).finally(() => { said.posted = true; });
const stream = new EventSource("%[1]s/events", { withCredentials: true });
[stream.onopen, stream.onerror] = note("stream");
const picture = new Image();
[picture.onload, picture.onerror] = note("picture");
picture.src = "%[1]s/static/icon.svg";
</script>`, h.url))
	p.Leave(elsewhere)
	p.Until(`said.posted && said.stream && said.picture`)
	if got, want := chromium.Ask[string](p, `said.stream + " " + said.picture`), "refused refused"; got != want {
		t.Errorf("stream and picture: %s, want %s", got, want)
	}
	p.Click("#go")
	p.Until(`document.body !== null && document.body.textContent.includes("cross-origin")`)
	if got, want := h.version(""), "0"; got != want {
		t.Errorf("version %s after what another site wanted, want %s", got, want)
	}
	_, port, _ := strings.Cut(strings.TrimPrefix(h.url, "http://"), ":")
	rebound := "http://evil.localhost:" + port // browsers take it for this machine, as a rebound name is
	p.Leave(rebound + "/table")
	p.Until(`document.body !== null && document.body.textContent.includes("does not go by that name")`)
	open := newHouse(t, func(o *web.Opts) { o.Network.Host = func(string) bool { return true } })
	_, port, _ = strings.Cut(strings.TrimPrefix(open.url, "http://"), ":")
	p.Leave("http://evil.localhost:" + port + "/table")
	p.Wait("#main")
}
