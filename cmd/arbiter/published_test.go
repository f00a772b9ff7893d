package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/logging"
	"arbiter/cmd/arbiter/internal/monitor"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/cmd/arbiter/internal/support"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// What must not be in what is told to machines and to helpers.
const (
	someTag   = "04DEADBEEF5C80"
	someName  = "Wilhelmina"
	otherName = "Friedrich-Karl"
)

// A publication is everything that is told outside of the pages, by its name, and
// what must not be in it.
type publication struct {
	texts   map[string]string
	secrets map[string]string // by what they are
	page    string            // of the seat itself
	dir     string
}

// publish plays a game up to a moment at which purple has planned a card that nobody
// else may know, and gathers what is published then. It comes with what a process
// without a game would tell.
func publish(t *testing.T, card string) publication {
	t.Helper()
	rig, err := setups.LoadRig("virtual")
	check(t, err)
	p := publication{texts: map[string]string{}, dir: t.TempDir()}
	db, err := datadir.Create(p.dir)
	check(t, err)
	check(t, db.Name(someTag, []string{"purple", card}))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	counters, err := monitor.Listen("127.0.0.1:0")
	check(t, err)
	var logged bytes.Buffer
	e := &service.Service{
		Rig: service.InBrowser(rig), DB: db, Dir: p.dir, Lang: "en", Pins: device.Host{}, Free: true, Counters: counters,
		Logger: slog.New(logging.NewJournal(&logged)), Join: device.JoinAt(l.Addr()), Timing: service.Timing{Settle: time.Millisecond},
	}
	check(t, e.Open())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- e.Run(ctx, l) }()
	at := "http://" + l.Addr().String()
	purple := newPerson(at, "purple")
	purple.post(t, "/start", "game", "council-of-shadows", "seat", "purple", "seat", "green", "order", "listed", "box", "stand-in",
		"name-purple", someName, "name-green", otherName, "all", "1")
	for i, line := range []string{"purple pass", "green pass", "purple plan 1 " + card} {
		who := *purple
		who.seat = map[bool]engine.Seat{true: "green", false: "purple"}[strings.HasPrefix(line, "green")]
		who.post(t, "/do", "line", line, "version", string(rune('0'+i)))
	}
	p.page = fetch(t, purple.client, at+"/seat/purple")
	p.texts["healthz"] = fetch(t, http.DefaultClient, at+"/healthz")
	p.texts["metrics"] = fetch(t, http.DefaultClient, "http://"+counters.Addr().String()+"/metrics")
	b, err := (&support.Opts{Dir: datadir.Dir{Data: p.dir}, Rig: "virtual", URL: at, Flag: i18n.Flag{Lang: "en"}}).BundleOf(t.Context(), db.DB)
	check(t, err)
	for _, leaf := range b.Leaves {
		p.texts[leaf.Name] = leaf.Text
	}
	p.secrets = map[string]string{"name": someName, "other name": otherName, "tag": someTag, "card": card, "code": e.Server.Invitation().Code}
	where, err := url.Parse(at)
	check(t, err)
	for _, c := range purple.client.Jar.Cookies(where) {
		if c.Name == "arbiter" {
			p.secrets["token"] = c.Value
		}
	}
	marks, err := datadir.SeatFile(p.dir).Seats()
	check(t, err)
	p.secrets["mark of a seat"] = marks["purple"]
	cancel()
	check(t, <-ended)
	p.texts["log"] = logged.String()
	t.Cleanup(func() { db.Close() })
	return p
}

func fetch(t *testing.T, c *http.Client, url string) string {
	t.Helper()
	r, err := c.Get(url)
	check(t, err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	check(t, err)
	if r.StatusCode != http.StatusOK {
		t.Errorf("%s: %s", url, r.Status)
	}
	return string(text)
}

// betrayed lists the secrets that stand in a text.
func (p publication) betrayed(text string) (all []string) {
	for what, secret := range p.secrets {
		if secret == "" || strings.Contains(text, secret) {
			all = append(all, what)
		}
	}
	return all
}

// volatile is what differs from one moment to the next, whatever is played.
var volatile = regexp.MustCompile(`(?m)^(arbiter_commit_seconds.*|arbiter_goroutines|process_resident_memory_bytes|free) .*$|\bid=.*$|\d+ MB are free`)

// What is told to machines and to helpers names nobody and no card, and is the same
// whatever lies face down.
func TestNoCardInWhatIsPublished(t *testing.T) {
	tier.Unraced(t, "goroutines of a service meet in TestServe")
	t.Parallel()
	one, two := publish(t, "discover"), publish(t, "tower")
	if len(one.texts) < 11 {
		t.Errorf("only %d texts are published", len(one.texts))
	}
	for name, text := range one.texts {
		for _, p := range []publication{one, two} {
			if all := p.betrayed(p.texts[name]); len(all) > 0 {
				t.Errorf("%s tells %v:\n%s", name, all, p.texts[name])
			}
		}
		a, b := volatile.ReplaceAllString(text, ""), volatile.ReplaceAllString(two.texts[name], "")
		if a = strings.ReplaceAll(a, one.dir, "DIR"); a != strings.ReplaceAll(b, two.dir, "DIR") {
			t.Errorf("%s depends on the card that lies face down:\n%s\n---\n%s", name, a, b)
		}
	}
	if !strings.Contains(one.texts["metrics"], "arbiter_entries_total 3\n") {
		t.Errorf("control: three entries were played, and metrics are\n%s", one.texts["metrics"])
	}
	if !strings.Contains(one.texts["games.txt"], "3 entries, goes on") || !strings.Contains(one.texts["games.txt"], ": in order\n") {
		t.Errorf("control: games.txt is\n%s", one.texts["games.txt"])
	}
	all := one.page
	for _, file := range []string{datadir.LogFile, datadir.LogFile + "-wal", "seats.json"} {
		text, err := os.ReadFile(filepath.Join(one.dir, file))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		all += string(text)
	}
	all += one.secrets["token"] + one.secrets["code"] // which stand nowhere
	if got, want := len(one.betrayed(all)), len(one.secrets); got != want {
		t.Errorf("control: the folder and the page of the seat hold %v: %d of %d secrets", one.betrayed(all), got, want)
	}
	if volatile.ReplaceAllString(one.page, "") == volatile.ReplaceAllString(two.page, "") {
		t.Error("control: the page of the seat does not depend on its card")
	}
}

// Whatever writes a secret into a bundle, it is blotted out.
func TestASecretIsBlottedOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := datadir.Create(dir)
	check(t, err)
	check(t, db.Name(someTag, []string{"purple", "tower"}))
	check(t, db.Close())
	check(t, datadir.SeatFile(dir).KeepSeats(map[engine.Seat]string{"purple": mark32}))
	looked, err := (datadir.Dir{Data: dir}).Look()
	check(t, err)
	defer looked.Close()
	b := support.NewBundle(support.SecretsIn(looked, dir))
	b.Add("x.txt", "a "+someTag+" b "+mark32+" c", nil)
	if got, want := b.Leaves[0].Text, "a *** b *** c"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

const mark32 = "0123456789abcdef0123456789abcdef"

// A service that cannot go on says so with its status.
func TestHealth(t *testing.T) {
	t.Parallel()
	ok := func(context.Context) error { return nil }
	answers := func(context.Context) (shot companion.Snapshot, err error) { return }
	hangs := func(ctx context.Context) (shot companion.Snapshot, err error) {
		<-ctx.Done()
		return shot, ctx.Err()
	}
	full := func(context.Context) error {
		return &os.PathError{Op: "write", Path: "/home/ana/games.db", Err: os.ErrPermission}
	}
	p := monitor.New(setups.Rig{Readers: []setups.Reader{{Name: "a", Driver: "rc522"}, {Name: "b", Driver: "rc522"}, {Name: "c", Driver: "virtual"}}})
	p.Mark(p.Readers, "b", true)
	for name, c := range map[string]struct {
		service.Health
		well bool
		want string
	}{
		"well":  {service.Health{Ask: answers, Log: ok, Monitor: p}, true, "table: ok\nlog: ok\nreader a: ok\nreader b: does not answer\n"},
		"hangs": {service.Health{Ask: hangs, Log: ok, Monitor: p}, false, "table: fault: context deadline exceeded\nlog: ok\nreader a: ok\nreader b: does not answer\n"},
		"full":  {service.Health{Ask: answers, Log: full, Monitor: p}, false, "table: ok\nlog: fault: permission denied\nreader a: ok\nreader b: does not answer\n"},
	} {
		ctx, done := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer done()
		said, well := c.Report(ctx)
		// How many were contained other tests of this process decide, too.
		got, contained, _ := strings.Cut(said, "contained: ")
		if got != c.want || well != c.well || contained == "" {
			t.Errorf("%s: %v\n%s, want %v\n%s", name, well, said, c.well, c.want)
		}
	}
	if err := service.Blocked(t.TempDir()); err != nil {
		t.Error(err)
	}
	if err := service.Blocked(filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("a folder that is not there can be written to")
	}
}

// Who asks for metrics by a name that is not of the device itself gets none.
func TestMetricsByOtherNames(t *testing.T) {
	t.Parallel()
	m := &monitor.Metrics{Monitor: monitor.New(setups.Rig{})}
	for host, want := range map[string]int{
		"localhost:9180": 200, "127.0.0.1:9180": 200, "[::1]:9180": 200, "localhost": 200, "[::1]": 200,
		"evil.example:9180": 421, "localhost.evil.example:9180": 421, "192.168.0.2:9180": 421, "evil.example": 421, "": 421,
	} {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.Host = host
		w := httptest.NewRecorder()
		m.Answer(w, r)
		if w.Code != want || (w.Code == 200) != strings.Contains(w.Body.String(), "arbiter_entries_total") {
			t.Errorf("%q: %d %.40q, want %d", host, w.Code, w.Body, want)
		}
	}
}

// Metrics are in the format that Prometheus reads: each line is a comment or a
// sample, each sample has its type above it, and histograms only rise.
func TestMetrics(t *testing.T) {
	t.Parallel()
	p := monitor.New(setups.Rig{Readers: []setups.Reader{{Name: `odd"name`, Driver: "rc522"}}, Panels: []setups.Panel{{Name: "ink"}}})
	for _, d := range []time.Duration{time.Microsecond, time.Millisecond, time.Minute} {
		p.Commits.Add(d)
	}
	for range 3 {
		p.Mark(p.Readers, `odd"name`, true)
		p.Mark(p.Readers, `odd"name`, true) // told twice is one outage
		p.Mark(p.Readers, `odd"name`, false)
	}
	m := &monitor.Metrics{Monitor: p}
	h := m.Count(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/no":
			w.WriteHeader(http.StatusConflict)
		case "/broken":
			w.WriteHeader(http.StatusInternalServerError)
		case "/events":
			if got := m.Streams.Load(); got != 1 {
				t.Errorf("%d streams, want 1", got)
			}
			check(t, http.NewResponseController(w).Flush())
		}
	}))
	for _, path := range []string{"/", "/table", "/no", "/broken", "/events"} {
		method := http.MethodGet
		if path == "/no" {
			method = http.MethodPost
		}
		r, err := http.NewRequest(method, path, nil)
		check(t, err)
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	var text strings.Builder
	m.Write(&text)
	sample := regexp.MustCompile(`^([a-z_]+?)(_bucket|_sum|_count)?(\{[a-z]+="([^"\\]|\\.)*"\})? [0-9.e+-]+$`)
	kinds := map[string]bool{}
	for line := range strings.Lines(text.String()) {
		line = strings.TrimSuffix(line, "\n")
		if fields := strings.Fields(line); fields[0] == "#" {
			kinds[fields[2]] = kinds[fields[2]] || fields[1] == "TYPE"
		} else if found := sample.FindStringSubmatch(line); found == nil || !kinds[found[1]] {
			t.Errorf("no sample of a known type: %s", line)
		}
	}
	for _, want := range []string{
		"arbiter_entries_total 3", `arbiter_commit_seconds_bucket{le="0.00025"} 1`, `arbiter_commit_seconds_bucket{le="0.001"} 2`,
		`arbiter_commit_seconds_bucket{le="5"} 2`, `arbiter_commit_seconds_bucket{le="+Inf"} 3`, "arbiter_commit_seconds_count 3",
		"arbiter_pages_total 3", "arbiter_forms_total 1", "arbiter_refusals_total 1", "arbiter_faults_total 1", "arbiter_streams 0",
		`arbiter_reader_outages_total{reader="odd\"name"} 3`, `arbiter_reader_up{reader="odd\"name"} 1`, `arbiter_panel_up{panel="ink"} 1`,
	} {
		if !strings.Contains(text.String(), want+"\n") {
			t.Errorf("there is no line %s in\n%s", want, text.String())
		}
	}
	for _, addr := range []string{":9180", "0.0.0.0:9180", "192.168.1.2:9180", "nonsense"} {
		if l, err := monitor.Listen(addr); err == nil {
			l.Close()
			t.Errorf("metrics are told at %s", addr)
		}
	}
}
