package web_test

import (
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
)

// A mute network leads to a table, and stops doing so without a word: what is open stays open,
// and nothing comes through any more.
type mute struct {
	net.Listener
	to string

	mu   sync.Mutex
	open []chan struct{} // closed for a connection that is dead
	all  []net.Conn
	dead bool // new connections are dead from their start
}

func muteTo(t *testing.T, address string) *mute {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	m := &mute{Listener: l, to: strings.TrimPrefix(address, "http://")}
	t.Cleanup(func() {
		l.Close()
		m.mu.Lock()
		defer m.mu.Unlock()
		for _, c := range m.all {
			c.Close()
		}
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			m.join(c)
		}
	}()
	return m
}

func (m *mute) url() string { return "http://" + m.Addr().String() }

func (m *mute) join(c net.Conn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = append(m.all, c)
	if m.dead {
		return
	}
	there, err := net.Dial("tcp", m.to)
	if err != nil {
		c.Close()
		return
	}
	m.all = append(m.all, there)
	dead := make(chan struct{})
	m.open = append(m.open, dead)
	pass := func(to, from net.Conn) {
		b := make([]byte, 32<<10)
		for {
			n, err := from.Read(b)
			select {
			case <-dead:
				io.Copy(io.Discard, from)
				return
			default:
			}
			if _, failed := to.Write(b[:n]); err != nil || failed != nil {
				to.Close()
				return
			}
		}
	}
	go pass(c, there)
	go pass(there, c)
}

// cut lets all that is open die. New connections are dead, too, until it is mended.
func (m *mute) cut(all bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, dead := range m.open {
		close(dead)
	}
	m.open, m.dead = nil, all
}

// mend lets new connections through again.
func (m *mute) mend() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dead = false
}

// saysLost is true where a page says in plain sight that its connection is lost.
const saysLost = `((e) => { const r = e.getBoundingClientRect(); return e.checkVisibility() && r.top >= 0 && r.bottom <= innerHeight && r.right <= innerWidth })(document.querySelector("#offline"))`

// at waits until a page shows a version of the game.
func at(p *chromium.Page, version int) {
	p.Helper()
	p.Until(fmt.Sprintf("document.body.dataset.version === %q", fmt.Sprint(version)))
}

// Connections die without a word, and somebody acts. Each page says that it is lost, and has
// the new table once there is a way to it. The control does not watch how long it is quiet,
// and stays as it was.
func TestPagesNoticeSilence(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	h := newHouse(t, func(o *web.Opts) { o.Streams.Heartbeat = 300 * time.Millisecond })
	h.begin("Ana", "Ben")
	way := muteTo(t, h.url)
	seat, table, control := chrome.Page(t, way.url(), "de", 390, 844), chrome.Page(t, way.url(), "es", 1920, 1080), chrome.Page(t, way.url(), "en", 1024, 768)
	seat.Open("/")
	post(seat, "/claim", "seat", "purple")
	seat.Open("/seat/purple")
	table.Open("/table")
	control.Open("/table")
	for _, p := range []*chromium.Page{seat, table, control} {
		p.Until("stream.readyState === EventSource.OPEN")
	}
	chromium.Ask[bool](control, "expect = () => {}, clearTimeout(waiting), true")
	way.cut(true)
	h.play("purple buy ai-07")
	for p, words := range map[*chromium.Page]string{seat: "Die Verbindung ist unterbrochen", table: "Se ha perdido la conexión"} {
		p.Until(saysLost)
		p.Reads("#offline", words)
		p.Shot("no word any more")
	}
	way.mend()
	for _, p := range []*chromium.Page{seat, table} {
		at(p, 1)
		p.Until(`document.querySelector("#offline").hidden && !("lost" in document.body.dataset)`)
	}
	if got := chromium.Ask[string](control, "document.body.dataset.version + document.querySelector('#offline').hidden"); got != "0true" {
		t.Errorf("a page that does not watch has %s, want the old table and no word", got)
	}
}

// A phone that slept is looked at again: its connections died meanwhile, and no beat is due
// for an hour. It has the new table at once.
func TestPhoneThatSlept(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	h := newHouse(t, func(o *web.Opts) { o.Streams.Heartbeat = time.Hour })
	h.begin("Ana", "Ben")
	way := muteTo(t, h.url)
	p := chrome.Page(t, way.url(), "en", 390, 844)
	p.Open("/table")
	for version, sign := range []string{`document.dispatchEvent(new Event("visibilitychange"))`, `window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`, `window.dispatchEvent(new Event("online"))`} {
		p.Until("stream.readyState === EventSource.OPEN")
		way.cut(false)
		if version == 1 {
			_, err := h.table.Undo(t.Context(), "purple", version)
			check(t, err)
		} else {
			h.play("purple buy ai-07")
		}
		if got := chromium.Ask[int](p, "version"); got != version {
			t.Fatalf("the page has version %d by itself, want %d: its connection is not dead", got, version)
		}
		chromium.Ask[bool](p, "window.from = performance.now(), "+sign)
		at(p, version+1)
		t.Logf("new table after %.0f ms", chromium.Ask[float64](p, "performance.now() - from"))
	}
}

// A browser has six connections to a host. However many tabs of it are open, each loads, has
// the table as it is, and can do something. No tab waits for a timer: none ends within an
// hour. The controls are a tab that hears nothing of others, which stays as it was, and pages
// that tell no names of browser and tab.
func TestManyTabs(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	h := newHouse(t, func(o *web.Opts) { o.Streams.Heartbeat, o.Streams.Retry = time.Hour, time.Hour })
	h.begin("Ana", "Ben")
	p := chrome.Page(t, h.url, "en", 1024, 768)
	p.Open("/healthz") // it has no stream
	const all, last = 20, 4
	name := func(url string) string {
		return fmt.Sprintf(`(window.tabs = Array.from({ length: %d }, (_, n) => open(%q, "tab " + n))).length`, all, url)
	}
	chromium.Ask[int](p, name("/table"))
	every := func(version int) string {
		return fmt.Sprintf(`tabs.every((w) => w?.document.body?.dataset.version === "%d" && w.document.querySelector("#offline")?.hidden && !("lost" in w.document.body.dataset))`, version)
	}
	p.Until(every(0))
	p.Until(fmt.Sprintf(`tabs.filter((w) => w.performance.getEntriesByType("resource").some((r) => r.name.includes("/events"))).length >= %d`, all-last)) // the streams of these have ended
	p.Open("/table")
	chromium.Ask[int](p, name(""))
	p.Until("rested")
	chromium.Ask[bool](p, `siblings.close(), true`)
	began := time.Now()
	h.play("purple buy ai-07")
	p.Until(every(1))
	t.Logf("the last of %d tabs has what was bought after %v", all, time.Since(began).Round(time.Millisecond))
	if got := chromium.Ask[int](p, "version"); got != 0 {
		t.Errorf("a tab that hears nothing of others is at version %d, so a timer told it", got)
	}
	answered := func(patience time.Duration) string {
		chromium.Ask[string](p, fmt.Sprintf(`window.tabAnswer = "", fetch("/healthz", { signal: AbortSignal.timeout(%d) }).then(() => { tabAnswer = "answered" }, () => { tabAnswer = "stalled" }), ""`, patience.Milliseconds()))
		p.Until(`tabAnswer !== ""`)
		return chromium.Ask[string](p, "tabAnswer")
	}
	if got := answered(chromium.Patience); got != "answered" {
		t.Errorf("with %d tabs more a page is %s", all, got)
	}
	chromium.Ask[int](p, `tabs.forEach((w) => w.close()), window.nameless = Array.from({ length: 6 }, () => new EventSource("/events")), 6`)
	if got := answered(2 * time.Second); got != "stalled" {
		t.Errorf("with six streams that last a page is %s, so the streams of tabs prove nothing", got)
	}
}
