package web_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/record"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

func TestLocalHost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "::1": true, "192.168.1.7": true, "10.0.0.3": true,
		"fd00::7": true, "fe80::1": true, "169.254.3.4": true,
		"": false, ".local": false, "arbiter.local": false, "evil.localhost": false, "fe80::1%eth0": true, "evil.example": false, "local": false, "localhost.evil.example": false,
		"arbiter.local.evil.example": false, "8.8.8.8": false, "2001:4860:4860::8888": false, "0.0.0.0": false,
	} {
		if got := web.LocalHost(host); got != want {
			t.Errorf("LocalHost(%q) = %v, want %v", host, got, want)
		}
	}
}

// A name that an attacker points at this device is refused on every path, event
// streams too, however it is written; the same request under our own name is not.
func TestForeignNames(t *testing.T) {
	h, _ := teaching(t)
	for host, want := range map[string]int{
		"evil.example": 421, "EVIL.example.": 421, "evil.example:8080": 421, "[2001:4860:4860::8888]:80": 421, "": 421,
		"evil.local": 421, "evil.localhost": 421, "localhost.evil.example": 421, "192.168.0.2.evil.example": 421, "2130706433": 421, "0.0.0.0": 421,
		"localhost:8080": 200, "LOCALHOST.": 200, "[::1]:8080": 200, "[fe80::1%25eth0]": 200, "192.168.0.2": 200,
	} {
		for _, path := range []string{"/", "/table", "/healthz", "/events", "/learn/events"} {
			want := want
			if path == "/learn/events" && want == 200 {
				want = 403 // for the owner alone, by its own names
			}
			if got := h.status(path, host); got != want {
				t.Errorf("GET %s at %q: status %d, want %d", path, host, got, want)
			}
		}
	}
}

// Whoever calls the device by a wrong name is led to the table in the browser's language; a page
// elsewhere that has that name learns nothing of the table from it.
func TestTheWayFromAForeignName(t *testing.T) {
	address := "http://192.168.1.20:8080/"
	h := newHouse(t, func(o *web.Opts) { o.Network.Address = func() string { return address } })
	h.begin()
	ask := func(method, path, lang string) (string, http.Header) {
		r := httptest.NewRequest(method, path, nil)
		r.Host, r.Header = "Arbiter.Evil.Example", http.Header{"Accept-Language": {lang}}
		a := h.record(r)
		if a.Code != http.StatusMisdirectedRequest {
			t.Errorf("%s %s: status %d", method, path, a.Code)
		}
		return a.Body.String(), a.Header()
	}
	for lang, want := range map[string]string{"en": "This device does not go by that name", "de": "Dieses Gerät heißt nicht so", "es": "Este dispositivo no se llama así"} {
		text, header := ask(http.MethodGet, "/j/CODE", lang)
		for _, part := range []string{want, `lang="` + lang + `"`, "arbiter.evil.example", `href="http://192.168.1.20:8080/j/CODE"`, "--names"} {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q in %s", lang, part, text)
			}
		}
		if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", lang, policy)
		}
		for _, secret := range []string{"Purple", "purple", "Set-Cookie", "/static/"} {
			if strings.Contains(text, secret) || header.Get(secret) != "" {
				t.Errorf("%s: it tells %q", lang, secret)
			}
		}
	}
	if text, _ := ask(http.MethodPost, "/do", "en"); !strings.Contains(text, `href="http://192.168.1.20:8080/"`) {
		t.Errorf("after a form it leads to %s", text)
	}
	address = ""
	s := httptest.NewServer(h.web.Handler())
	defer s.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/table", nil)
	check(t, err)
	r.Host = "arbiter.evil.example"
	a, err := s.Client().Do(r)
	check(t, err)
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	check(t, err)
	if want := `href="` + s.URL + `/table"`; !strings.Contains(string(text), want) {
		t.Errorf("no %q in %s", want, text)
	}
}

// status asks for a path under a name that the device is called by.
func (h *house) status(path, host string) int {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = host
	return h.record(r).Code
}

func (h *house) headers(method, path string) http.Header {
	r := httptest.NewRequest(method, path, nil)
	r.Host = "localhost"
	return h.record(r).Header()
}

// record answers a request. A stream ends at once.
func (h *house) record(r *http.Request) *httptest.ResponseRecorder {
	ctx, leave := context.WithCancel(h.t.Context())
	defer leave()
	if strings.HasSuffix(r.URL.Path, "/events") {
		leave()
	}
	answer := httptest.NewRecorder()
	h.web.Handler().ServeHTTP(answer, r.WithContext(ctx))
	return answer
}

// What another site makes a browser send changes nothing; the same request from
// our own page does.
func TestCrossSiteRequests(t *testing.T) {
	h := newHouse(t)
	h.begin()
	b := h.browser().sit("purple")
	form := func() url.Values {
		return url.Values{"seat": {"purple"}, "line": {"purple pass"}, "version": {h.version("purple")}}
	}
	for name, set := range map[string]func(http.Header){
		"foreign origin": func(h http.Header) { h.Set("Origin", "http://evil.example") },
		"null origin":    func(h http.Header) { h.Set("Origin", "null") },
		"fetch site":     func(h http.Header) { h.Del("Origin"); h.Set("Sec-Fetch-Site", "cross-site") },
		"other port":     func(h http.Header) { h.Set("Origin", "http://127.0.0.1:1") },
	} {
		r := b.request(http.MethodPost, "/do", form())
		set(r.Header)
		if got, _, _ := b.do(r); got != http.StatusForbidden {
			t.Errorf("%s: status %d, want 403", name, got)
		}
	}
	if got, want := h.version(""), "0"; got != want {
		t.Fatalf("version %s after foreign requests, want %s", got, want)
	}
	if got, _, _ := b.do(b.request(http.MethodPost, "/do", form())); got != http.StatusSeeOther {
		t.Errorf("our own form: status %d, want 303", got)
	}
	if got, want := h.version(""), "1"; got != want {
		t.Errorf("version %s after our own form, want %s", got, want)
	}
}

func TestLargeBodies(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	b := h.browser().sit("purple")
	for size, want := range map[int]int{1 << 10: http.StatusConflict, 64 << 10: http.StatusRequestEntityTooLarge} {
		got, _ := b.post("/do", "seat", "purple", "version", "0", "line", "purple "+strings.Repeat("x", size))
		if got != want {
			t.Errorf("a line of %d bytes: status %d, want %d", size, got, want)
		}
	}
}

// A form that nobody can read is the sender's fault: it is refused as such, and says
// nothing in the log, which strangers would fill.
func TestUnreadableForms(t *testing.T) {
	var log bytes.Buffer
	h := newHouse(t, func(o *web.Opts) { o.Program.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	h.begin()
	for body, kind := range map[string]string{
		"code=%zz": "application/x-www-form-urlencoded", "a;b": "application/x-www-form-urlencoded", strings.Repeat("&", 12000): "application/x-www-form-urlencoded",
		"code=1": "a/b/c;;;=",
	} {
		for _, path := range []string{"/join", "/do"} {
			r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
			r.Host = "localhost"
			r.Header.Set("Content-Type", kind)
			if got := h.record(r).Code; got != http.StatusBadRequest {
				t.Errorf("%s with %.20q (%s): status %d, want 400", path, body, kind, got)
			}
		}
	}
	broken := httptest.NewRequest(http.MethodPost, "/join", io.MultiReader(strings.NewReader("code="), iotest.ErrReader(io.ErrUnexpectedEOF)))
	broken.Host = "localhost"
	broken.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if got := h.record(broken).Code; got != http.StatusBadRequest {
		t.Errorf("a body that breaks off: status %d, want 400", got)
	}
	if log.Len() > 0 {
		t.Errorf("the log says\n%s", log.String())
	}
}

// Nothing is answered before the guard has looked at it, not even what asks about the
// server as a whole.
func TestNothingGoesPastTheGuard(t *testing.T) {
	h := newHouse(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := h.web.HTTP("")
	go server.Serve(l)
	defer server.Close()
	for host, want := range map[string]int{"evil.example": 421, "localhost": 400} {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		c.SetDeadline(time.Now().Add(chromium.Patience))
		fmt.Fprintf(c, "OPTIONS * HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", host)
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		c.Close()
		if r.StatusCode != want || r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("OPTIONS * at %s: status %d, headers %v; want %d", host, r.StatusCode, r.Header, want)
		}
	}
}

func TestHeaders(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	h.begin()
	b := h.browser().sit("purple")
	for _, path := range []string{"/", "/table", "/seat/purple", "/games", "/games/none", "/games/none/replay", "/static/look.css", "/nowhere"} {
		_, text, header := b.do(b.request(http.MethodGet, path, nil))
		for key, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'self'", "Referrer-Policy": "same-origin"} {
			if got := header.Get(key); !strings.Contains(got, want) {
				t.Errorf("%s: %s is %q, want %q", path, key, got, want)
			}
		}
		if strings.Contains(header.Get("Content-Security-Policy"), "unsafe") || !strings.Contains(header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", path, header.Get("Content-Security-Policy"))
		}
		for _, bad := range []string{" style=", "<style", " onclick=", "<script>", "http://", "https://"} {
			if strings.HasPrefix(header.Get("Content-Type"), "text/html") && strings.Contains(text, bad) {
				t.Errorf("%s holds %q", path, bad)
			}
		}
	}
	_, _, header := b.do(b.request(http.MethodPost, "/claim", url.Values{"seat": {"purple"}}))
	if got := header.Get("Set-Cookie"); got != "" {
		t.Errorf("a browser that has the seat got another token: %q", got)
	}
	fresh := h.browser()
	_, _, header = fresh.do(fresh.request(http.MethodPost, "/claim", url.Values{"seat": {"red"}}))
	for _, want := range []string{"HttpOnly", "SameSite=Lax", "Path=/"} {
		if got := header.Get("Set-Cookie"); !strings.Contains(got, want) {
			t.Errorf("cookie %q lacks %s", got, want)
		}
	}
}

// The unit lets in whom the program answers by address, and nobody else: what it allows
// besides is multicast, by which the device is found.
func TestTheUnitAndTheProgramAgree(t *testing.T) {
	text, err := os.ReadFile("../../setups/debian/arbiter.service")
	check(t, err)
	_, list, ok := strings.Cut(string(text), "IPAddressAllow=")
	list, _, _ = strings.Cut(list, "\n")
	if !ok || !strings.Contains(string(text), "IPAddressDeny=any\n") {
		t.Fatal("the unit has no list of addresses")
	}
	list = strings.NewReplacer("localhost", "127.0.0.0/8 ::1/128", "link-local", "169.254.0.0/16 fe80::/64").Replace(list) // systemd.resource-control(5)
	var allowed []netip.Prefix
	for _, word := range strings.Fields(list) {
		allowed = append(allowed, netip.MustParsePrefix(word))
	}
	asked := 0
	for _, p := range append(allowed, netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("8.8.8.0/24"), netip.MustParsePrefix("2001:db8::/32")) {
		first := p.Masked().Addr()
		last := first.AsSlice()
		for i := p.Bits(); i < len(last)*8; i++ {
			last[i/8] |= 1 << (7 - i%8)
		}
		end, _ := netip.AddrFromSlice(last)
		for _, at := range []netip.Addr{first.Prev(), first, end, end.Next()} {
			in := slices.ContainsFunc(allowed, func(p netip.Prefix) bool { return p.Contains(at) })
			if !at.IsValid() || at.IsMulticast() || netip.MustParsePrefix("fe80::/10").Contains(at) { // of which fe80::/64 alone is used
				continue
			}
			asked++
			if answers := web.LocalHost(at.String()); answers != in {
				t.Errorf("%s: the unit lets it in: %v, the program answers it: %v", at, in, answers)
			}
		}
	}
	if asked < 30 {
		t.Errorf("%d addresses were asked for", asked)
	}
}

// A record that is too large gets a sentence, even where its sender listens only after it
// has sent all.
func TestTooLargeARecordGetsASentence(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	t.Parallel()
	h := newHouse(t)
	b := h.owner()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("record", "game.jsonl")
	check(t, err)
	part.Write(bytes.Repeat([]byte("x"), 3*record.MostBytes))
	check(t, w.Close())
	c, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
	check(t, err)
	defer c.Close()
	r := b.request(http.MethodPost, "/games/import", nil)
	r.Body, r.ContentLength = io.NopCloser(&body), int64(body.Len())
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.AddCookie(&http.Cookie{Name: "arbiter", Value: web.TokenOf(b.client.Jar, h.url)})
	check(t, r.Write(c))
	answer, err := http.ReadResponse(bufio.NewReader(c), r)
	check(t, err)
	text, err := io.ReadAll(answer.Body)
	check(t, err)
	if answer.StatusCode < 400 || answer.StatusCode >= 500 || !strings.Contains(string(text), "the record is refused") {
		t.Errorf("%d: %s", answer.StatusCode, text)
	}
}

// What is got changes nothing and proves nothing, whatever codes are in its address and
// whoever gets it: no browser is given a cookie, nobody becomes anything, and no link is spent.
func TestLooksChangeNothing(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	ring, seats := &keyring{}, &kept{}
	h := newHouse(t, func(o *web.Opts) {
		o.Network.Open, o.Owner.Proof.Store, o.Kept.Seats = false, ring, seats
		o.Owner.Lessons, o.Network.Trust, o.Owner.Rigs, o.Owner.Device, o.Owner.Broker, o.Owner.Faces, o.Owner.Tags, o.Past.Plays = desk{&school{}}, trusted(), chosen(t), &device{}, &brokerage{}, &album{}, taught(), shelved(t)
		o.Network.Address = func() string { return "http://192.168.1.20:8080" }
	})
	ana := h.browser()
	ana.ok("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "order", "listed", "all", "1")
	key := share(t, ana)
	before, version := fmt.Sprint(ring.marks, seats.marks), h.version("")
	for name, b := range map[string]*browser{"a stranger": h.browser(), "purple": ana} {
		for _, pattern := range web.Routes(h.web) {
			route, get := strings.CutPrefix(pattern, "GET ")
			if !get || strings.HasSuffix(route, "/events") {
				continue
			}
			for _, code := range []string{ownersCode, key, strings.TrimPrefix(h.web.Invitation().URL, "http://192.168.1.20:8080/j/"), h.web.Invitation().Code, "WRONGWRONG"} {
				path := strings.NewReplacer("{$}", "", "{key}", code, "{seat}", "purple", "{id}", h.store.Games()[0].ID).Replace(route)
				_, _, header := b.do(b.request(http.MethodGet, path+"?code="+code+"&key="+code, nil))
				if got := header.Get("Set-Cookie"); got != "" {
					t.Errorf("%s: GET %s sets %s", name, path, got)
				}
			}
		}
		b.no(http.StatusForbidden, "/settings", "do", "restart")
	}
	if got := fmt.Sprint(ring.marks, seats.marks); got != before || h.version("") != version {
		t.Errorf("who only looks has changed %s to %s, version %s to %s", before, got, version, h.version(""))
	}
	b := h.browser()
	for range 4 {
		b.no(http.StatusForbidden, "/own", "code", "WRONGWRONG")
	}
	b.ok("/own", "code", ownersCode) // no look was a guess
	b.ok("/second", "key", key)
}
