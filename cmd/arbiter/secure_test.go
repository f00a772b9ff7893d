package main

import (
	"bytes"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/companion/authority"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine/enginetest/tier"
)

// A secured table is served over HTTPS, too.
type secured struct {
	*served
	port string // of HTTPS
}

var httpsAt = regexp.MustCompile(`HTTPS is at port (\d+)\.`)

func startSecured(t *testing.T, args ...string) secured {
	t.Helper()
	s := start(t, append([]string{"--tls-addr", "127.0.0.1:0"}, args...)...)
	m := httpsAt.FindStringSubmatch(s.said)
	if m == nil {
		t.Fatalf("no port of HTTPS was told:\n%s", s.said)
	}
	return secured{s, m[1]}
}

// over asks for a page as somebody who trusts some authorities (DER).
func (s secured) over(host, path string, trusted ...[]byte) (*http.Response, error) {
	s.Helper()
	roots := x509.NewCertPool()
	for _, der := range trusted {
		cert, err := x509.ParseCertificate(der)
		if err != nil {
			s.Fatal(err)
		}
		roots.AddCert(cert)
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: host}, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	client := http.Client{Timeout: longestWait, Transport: transport}
	return client.Get("https://127.0.0.1:" + s.port + path)
}

func (s secured) ok(host, path string, trusted ...[]byte) {
	s.Helper()
	r, err := s.over(host, path, trusted...)
	for begin := time.Now(); time.Since(begin) < longestWait; { // on a busy machine the table does not answer in its time
		if err == nil && r.StatusCode != http.StatusServiceUnavailable || err != nil && !strings.Contains(err.Error(), "INTERNAL_ERROR") {
			break
		}
		if err == nil {
			r.Body.Close()
		}
		r, err = s.over(host, path, trusted...)
	}
	if err != nil {
		s.Errorf("%s: %v", host, err)
		return
	}
	r.Body.Close()
	if r.StatusCode != http.StatusOK || r.ProtoMajor != 2 {
		s.Errorf("%s: %s over %s, want 200 over HTTP/2: all tabs of a browser share a connection", host, r.Status, r.Proto)
	}
}

// HTTPS stands beside HTTP: who has taken in the certificate of /ca trusts it, and
// nobody else does. The fingerprint on the terminal is that of the certificate; the
// key stays in a file for its owner. After a restart phones still trust it.
func TestServeHTTPS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := startSecured(t, "--tls", "--data", dir)
	der := s.served.get("ca/arbiter.crt")
	if want := fmt.Sprintf("% X", sha256.Sum256(der)); !strings.Contains(s.said, want) || !bytes.Contains(s.served.get("ca"), []byte(want)) {
		t.Errorf("the terminal and the page do not both tell the fingerprint %s:\n%s", want, s.said)
	}
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	for _, host := range []string{"127.0.0.1", "localhost", name + ".local"} {
		s.ok(host, "/table", der)
	}
	if r, err := s.over("bank.example", "/", der); err == nil {
		r.Body.Close()
		t.Error("it passes as bank.example")
	}
	if r, err := s.over("127.0.0.1", "/"); err == nil {
		r.Body.Close()
		t.Error("who trusts nobody trusts it")
	}
	file := filepath.Join(dir, "authority.pem")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := info.Mode().Perm(), os.FileMode(0o600); got != want {
		t.Errorf("mode %o, want %o", got, want)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	secret, _ := pem.Decode(text)
	for _, path := range []string{"ca", "ca/arbiter.crt", "", "table"} {
		if bytes.Contains(s.served.get(path), secret.Bytes[len(secret.Bytes)-100:][:32]) {
			t.Errorf("/%s tells the key", path)
		}
	}
	s.end(syscall.SIGTERM)
	again := startSecured(t, "--tls", "--data", dir)
	again.ok("localhost", "/table", der)
	again.end(syscall.SIGTERM)
}

// Without --tls there is no authority, and no page about it.
func TestServeWithoutHTTPS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, "--data", dir)
	r, err := http.Get(s.url + "ca")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if got, want := r.StatusCode, http.StatusNotFound; got != want {
		t.Errorf("/ca: %d, want %d", got, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "authority.pem")); err == nil {
		t.Error("an authority was made that nobody asked for")
	}
	s.end(syscall.SIGTERM)
}

// A club's own certificate is served as it is, also after it was renewed; the
// device goes by its name.
func TestOwnCertificate(t *testing.T) {
	t.Parallel()
	cert, key := filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	for args, want := range map[string]string{
		"--cert " + cert:                   "--cert and --key go together",
		"--cert " + cert + " --key " + key: "--cert " + cert + ", --key " + key + ": stat " + cert + ": no such file",
	} {
		out, err := arbiter(t, append(strings.Fields(args), "--addr", "127.0.0.1:0", "--data", t.TempDir())...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v %s, want %q", args, err, out, want)
		}
	}
	club := func() []byte { return clubCertificate(t, cert, key) }
	first := club()
	s := startSecured(t, "--cert", cert, "--key", key, "--data", t.TempDir())
	s.ok("localhost", "/table", first)
	if !strings.Contains(string(s.served.get("ca")), "https://localhost:"+s.port) {
		t.Error("/ca does not lead to the name of the certificate")
	}
	second := club()
	late := time.Now().Add(time.Hour)
	if err := os.Chtimes(cert, late, late); err != nil {
		t.Fatal(err)
	}
	s.ok("localhost", "/table", second)
	s.end(syscall.SIGTERM)
}

// clubCertificate writes a certificate for localhost, which stands for a name that
// the world knows, and its key; it returns who has signed it.
func clubCertificate(t *testing.T, cert, key string) []byte {
	t.Helper()
	a, err := authority.Open(t.TempDir(), "club", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	d := &authority.Device{Authority: a, Hosts: func() []string { return []string{"localhost"} }, Now: time.Now}
	leaf, err := d.Certificate(nil)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(leaf.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	for file, b := range map[string]*pem.Block{key: {Type: "PRIVATE KEY", Bytes: secret}, cert: {Type: "CERTIFICATE", Bytes: leaf.Certificate[0]}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return a.Certificate()
}

// A browser whose user has taken in the authority finds a secure context, so that
// it may keep the screen on, and keeps the shell of the pages; one whose user has
// not refuses them.
func TestBrowserTrustsTheAuthority(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	dir := t.TempDir()
	s := startSecured(t, "--tls", "--data", dir)
	home := "https://localhost:" + s.port
	der := s.served.get("ca/arbiter.crt")
	p := chromium.Trusting(t, der).Page(t, home, "de", 360, 740)
	if !chromium.Ask[bool](p, `isSecureContext && "wakeLock" in navigator && location.protocol === "https:"`) {
		t.Error("the context is not secure")
	}
	shell(p)
	p.Open("/table#rest")
	p.Wait("#awake")
	if !chromium.Ask[bool](p, `document.getElementById("to-trust").hidden`) {
		t.Error("a page that is trusted still asks for trust")
	}
	icons(p)
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
	refused := chromium.Start(t, true).Refused(t, home)
	if want := "ERR_CERT_AUTHORITY_INVALID"; !strings.Contains(refused, want) {
		t.Errorf("who trusts nobody: %q, want %s", refused, want)
	}
	s.end(syscall.SIGTERM)
	p.Open("/table")
	p.Reads("h1", "Der Tisch antwortet nicht")
	p.Shot("offline")
	again := startSecured(t, "--tls", "--data", dir, "--tls-addr", "127.0.0.1:"+s.port)
	p.Wait("#part-headline") // by itself
	again.end(syscall.SIGTERM)
}

// icons: the pictures of the manifest have the sizes that it tells, and show what
// the drawing shows.
func icons(p *chromium.Page) {
	p.Helper()
	chromium.Ask[bool](p, `window.icons = "", (async () => {
		const of = async (src, side) => {
			const picture = new Image();
			picture.src = src;
			await picture.decode();
			const canvas = new OffscreenCanvas(side, side), at = canvas.getContext("2d");
			at.drawImage(picture, 0, 0, side, side);
			return { side: picture.naturalWidth, type: (await fetch(src)).headers.get("Content-Type"), points: at.getImageData(0, 0, side, side).data };
		};
		const told = await (await fetch("/manifest.webmanifest")).json();
		const drawing = told.icons.find((i) => i.type === "image/svg+xml");
		const wrong = [];
		for (const i of told.icons.filter((i) => i !== drawing)) {
			const side = parseInt(i.sizes), a = await of(i.src, side), b = await of(drawing.src, side);
			const apart = a.points.reduce((sum, x, k) => sum + Math.abs(x - b.points[k]), 0) / a.points.length;
			if (a.side !== side || a.type !== i.type) wrong.push(i.src + " is " + a.side + " of " + a.type);
			if ((apart < 1) !== (i.purpose === "any")) wrong.push(i.src + " is apart by " + apart);
		}
		if (told.id !== "/" || told.start_url !== "/" || told.display !== "standalone" || told.icons.length !== 4) wrong.push(JSON.stringify(told));
		window.icons = wrong.join("; ") || "right";
	})().catch((e) => { window.icons = String(e); }), true`)
	p.Until(`window.icons !== ""`)
	if got := chromium.Ask[string](p, "window.icons"); got != "right" {
		p.Errorf("icons: %s", got)
	}
}

// shell: a browser that was at a game has kept style, scripts and icon, and nothing
// of the game.
func shell(p *chromium.Page) {
	p.Helper()
	p.Until(`navigator.serviceWorker.controller !== null`)
	p.Open("/new")
	p.Click("input[name=order][value=listed]")
	p.Click("#all")
	p.Click("#start-game")
	seatpage.Offers(p, "purple pass")
	p.Open("/table")
	chromium.Ask[bool](p, `window.kept = "", (async () => {
		const all = [];
		for (const name of await caches.keys()) for (const r of await (await caches.open(name)).keys()) all.push(new URL(r.url).pathname);
		window.kept = all.sort().join(" ");
	})(), true`)
	p.Until(`window.kept !== ""`)
	want := "/offline /static/icon.svg /static/look.css /static/look.js /static/saira-500.woff2 /static/saira-700.woff2"
	if got := chromium.Ask[string](p, "window.kept"); got != want {
		p.Errorf("the browser has kept %q, want %q", got, want)
	}
}

// A phone that can read tags is a reader of its seat: a card without a name is
// named on its page, and is laid; one that is of no use is refused in words for its
// seat; nobody else sees what was read. The browser here has no radio, so a
// stand-in for NDEFReader reads.
func TestPhoneAsReader(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	s := startSecured(t, "--tls", "--data", t.TempDir())
	chrome := chromium.Trusting(t, s.served.get("ca/arbiter.crt"))
	p := chrome.Page(t, "https://localhost:"+s.port, "en", 360, 740)
	p.Open("/new")
	p.Click("input[name=order][value=listed]")
	p.Click("#all")
	p.Click("#start-game")
	seatpage.Do(p, "purple pass")
	p.Open("/seat/red")
	seatpage.Do(p, "red pass")
	p.Open("/seat/purple")
	p.Wait(".hand " + seatpage.Thing("card", "discover"))
	if chromium.Ask[bool](p, `document.getElementById("scan").checkVisibility()`) {
		t.Error("a browser that reads no tags offers to be a reader")
	}
	chromium.Ask[bool](p, `window.NDEFReader = class extends EventTarget {
		scan() { window.phone = this; return Promise.resolve(); }
	}, window.tap = (serialNumber) => phone.dispatchEvent(Object.assign(new Event("reading"), { serialNumber })), dispatchEvent(new Event("pageshow")), true`)
	seatpage.Unfold(p, "menu")
	p.Click("#scan")
	p.Until(`document.getElementById("scan").ariaPressed === "true"`)
	seatpage.Fold(p, "menu")
	watcher := chrome.Page(t, "https://localhost:"+s.port, "en", 1024, 768)
	watcher.Open("/table")

	tap := func(uid string) { chromium.Ask[bool](p, fmt.Sprintf("tap(%q), true", uid)) }
	tap("04:a2:24:1b:5c:6d:80")
	p.Reads("#part-sheet", "has no name yet")
	p.Fill("#part-sheet select", "purple discover")
	p.Click("#part-sheet form button")
	p.Wait(`.slot[data-thing="zone purple 1"]:not(.empty)`)
	p.Wait(`.slot[data-thing="zone purple 1"] ` + seatpage.Thing("card", "discover"))
	tap("nonsense")
	p.Reads("#refusal", "that is no number of a tag")
	tap("04:a2:24:1b:5c:6d:80") // it lies there already
	p.Until(`document.getElementById("refusal").hidden`)
	watcher.Until(`document.body.dataset.version === "3"`)
	if got := watcher.Text("main"); strings.Contains(got, "Discover") || strings.Contains(got, "5C6D80") {
		t.Errorf("everybody sees what the phone of purple has read:\n%s", got)
	}
	if status, err := http.PostForm(s.url+"scan", url.Values{"seat": {"purple"}, "uid": {"04A2241B5C6D80"}, "version": {"3"}}); err != nil || status.StatusCode != http.StatusForbidden {
		t.Errorf("who does not sit there lays a card: %v %v", status, err)
	}
	s.end(syscall.SIGTERM)
}
