package web_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/record"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

const (
	evil   = `<img src=x onerror="window.xss=1">`
	script = `"><script>window.xss=1</script>`
	ran    = `window.xss === 1`
	built  = `document.querySelector('img[src="x"], [onerror], [onload], script:not([src])') !== null`
)

// What people type is shown in a real browser and never run: names, searches,
// addresses, records that are taken in and what they are called. No page asks for
// anything that is not on this device. Controls: the same words run where nobody
// escapes them, and do not run even then under our policy.
func TestNothingThatIsTypedRuns(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h, _ := teaching(t)
	b := h.browser()
	b.ok("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "order", "listed", "all", "1", "name-purple", evil, "name-red", script)
	h.play("purple pass", "red pass")
	id := h.store.Games()[0].ID
	p := browse(t, false).Page(t, h.url, "en", 360, 740)
	q := url.QueryEscape
	for _, path := range []string{"/", "/table", "/join", "/seat/purple", "/seat/" + url.PathEscape(evil), "/?game=" + q(evil), "/table?field=" + q(script),
		"/games", "/games?player=" + q(script) + "&from=" + q(evil), "/games/" + id, "/games/" + id + "/replay?at=" + q(evil), "/games/" + id + "/steps?at=0&to=" + q(evil), "/games/" + id + "/whatif?at=1&do=" + q(evil),
		"/games/" + url.PathEscape(evil), "/games/players", "/games/statistics?game=" + q(script), "/learn?game=" + q(evil), "/j/" + url.PathEscape(evil), "/s/" + url.PathEscape(script), "/b/" + id, "/sums"} {
		p.Open(path)
		if chromium.Ask[bool](p, ran) || chromium.Ask[bool](p, built) {
			t.Errorf("%s runs what somebody typed", path)
		}
	}
	p.Open("/table")
	p.Reads(".lanes", evil) // it is shown as it is
	var r bytes.Buffer
	check(t, record.Write(&r, record.Game{ID: evil, Result: "purple"}))
	prove(p)
	p.Open("/games")
	p.Until(fmt.Sprintf(`((f) => { if (!f) return false; const d = new DataTransfer(); d.items.add(new File([atob(%q)], %q)); f.files = d.files; f.closest("details").open = true; return true; })(document.querySelector("#record"))`,
		base64.StdEncoding.EncodeToString(r.Bytes()), evil+".jsonl"))
	p.Click("#import-ok")
	p.Reads("#refusal", "refused: line 1")
	if chromium.Ask[bool](p, ran) || chromium.Ask[bool](p, built) {
		t.Error("a record runs")
	}
	for _, said := range p.Console() {
		if strings.Contains(said, "Content Security Policy") {
			t.Errorf("only the policy keeps it from running: %s", said)
		}
	}
	asked := p.Requests()
	ours := func(a string) bool {
		return strings.HasPrefix(a, h.url+"/") || strings.HasPrefix(a, "data:") // signs that the browser draws itself
	}
	if foreign := slices.DeleteFunc(slices.Clone(asked), ours); len(foreign) > 0 || len(asked) < 40 {
		t.Errorf("of %d requests these leave the device: %q", len(asked), foreign)
	}
	_, _, header := b.do(b.request(http.MethodGet, "/", nil))
	p.Leave(site(t, evil))
	p.Until(ran)
	guarded := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Security-Policy", header.Get("Content-Security-Policy"))
		fmt.Fprint(w, "<!doctype html>"+evil+script+"<p id=end>")
	}))
	t.Cleanup(guarded.Close)
	p.Leave(guarded.URL)
	p.Until(built)
	if chromium.Ask[bool](p, ran) {
		t.Error("under our policy a script of a page runs")
	}
	if now := p.Requests(); !slices.ContainsFunc(now, func(a string) bool { return strings.HasPrefix(a, guarded.URL) }) {
		t.Error("requests to elsewhere are not noticed, so this test proves nothing")
	}
}

// Every route has the same policy, without exceptions, whatever it answers.
func TestPolicyOfEveryRoute(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	t.Parallel()
	h, _ := teaching(t)
	h.begin("Ana", "Ben")
	fill := strings.NewReplacer("{id}", h.store.Games()[0].ID, "{seat}", "purple", "{key}", "x", "{file}", "look.js", "{chart}", "order.svg", "{$}", "")
	for _, pattern := range append(web.Routes(h.web), "GET /nowhere", "PUT /do") {
		method, path, _ := strings.Cut(pattern, " ")
		header := h.headers(method, fill.Replace(path))
		const want = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
		if got := header.Values("Content-Security-Policy"); len(got) != 1 || got[0] != want {
			t.Errorf("%s: policy %q", pattern, got)
		}
		for key, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "same-origin"} {
			if got := header.Get(key); got != want {
				t.Errorf("%s: %s is %q, want %q", pattern, key, got, want)
			}
		}
	}
}

// Paths lead to nothing but our own files and games.
func TestPathsStayInside(t *testing.T) {
	b := newHouse(t).browser()
	for _, path := range []string{"/static/..%2fdoc.go", "/static/%2e%2e/templates/home.html", "/static/..%5c..%5cdoc.go", "/static/.", "/static/look.js%00.css",
		"/games/..%2f..%2fseats/record.jsonl", "/games/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/b/..%2f..%2fx", "/../../etc/passwd", "/games/x/charts/..%2forder.svg"} {
		if status, text := b.get(path); status < 300 || strings.Contains(text, "root:") || strings.Contains(text, "package web") || strings.Contains(text, `{{`) {
			t.Errorf("GET %s: %d\n%.200s", path, status, text)
		}
	}
	if status, _ := b.get("/static/look.js"); status != http.StatusOK {
		t.Errorf("a file of ours: %d, want 200", status)
	}
}
