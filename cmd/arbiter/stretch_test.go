package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// A stretch is a game of two people that is played wish by wish over HTTP: its
// oracle, which the engine has played without any disk.
type stretch struct {
	lines  []string       // what is wished for, by entry; 0 is the start
	rows   []string       // what the log has then
	states []engine.State // after so many entries
	phone  *player        // that has both seats
}

// newStretch starts a game in a folder, with the program itself, and decides by
// chance what will be played. The game has not begun when it returns.
func newStretch(t *testing.T, dir string, seed uint64, entries int) *stretch {
	t.Helper()
	s := start(t, "--data", dir, "--open")
	p := newPlayer(t)
	p.at(s.url)
	p.begin(t)
	p.client.CloseIdleConnections()
	s.end(syscall.SIGINT)
	g := reopenedGame(t, dir)
	x := &stretch{lines: []string{""}, rows: []string{rowText(gamelog.Row{Command: "start"})}, states: []engine.State{g.Start}, phone: p}
	r := rand.New(rand.NewPCG(seed, 88))
	for n := 1; n <= entries; n++ {
		before := x.states[n-1]
		legal := before.Legal()
		if len(legal) == 0 {
			break
		}
		c := legal[r.IntN(len(legal))]
		events, err := before.Decide(c)
		must(t, err)
		line := notation.Format(c)
		x.lines = append(x.lines, line)
		x.rows = append(x.rows, rowText(gamelog.Row{Command: line, Events: archive.Lines(events)}))
		x.states = append(x.states, engine.Fold(before, events...))
	}
	return x
}

func rowText(r gamelog.Row) string { return fmt.Sprint(r.Command, r.Undoes, r.Events) }

func reopenedGame(t *testing.T, dir string) archive.Game {
	t.Helper()
	db := openLog(t, dir)
	defer db.Close()
	one, ok, err := db.Unfinished()
	must(t, err)
	if !ok {
		t.Fatal("no game goes on")
	}
	g, err := archive.Read(db, one)
	must(t, err)
	return g
}

// last is the number of the last entry.
func (x *stretch) last() int { return len(x.lines) - 1 }

// kept opens the log in a folder as after a cut and compares it with the oracle:
// it returns how many entries there are. A stretch may end with its game. A state is compared once for each number
// of entries, for equal entries lead to equal states.
func (x *stretch) kept(dir string, seen map[int]bool) (n int, err error) {
	file := filepath.Join(dir, datadir.LogFile)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return 0, errors.New("there are no games")
	}
	db, err := gamelog.Open(file)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Check(); err != nil {
		return 0, err
	}
	list, err := db.Games()
	if err != nil || len(list) != 1 {
		return 0, fmt.Errorf("%d games instead of one: %w", len(list), err)
	}
	one := list[0]
	rows, err := db.Rows(one.ID)
	if err != nil {
		return 0, err
	}
	for i, r := range rows[1:] {
		if i+1 > x.last() || rowText(r) != x.rows[i+1] {
			return 0, fmt.Errorf("entry %d is %q, and that was not played then", i+1, rowText(r))
		}
	}
	n = len(rows) - 1
	if over := !one.Finished.IsZero(); over && len(x.states[n].Legal()) > 0 {
		return n, fmt.Errorf("after %d entries the game is said to be over", n)
	} else if _, ok, err := db.Unfinished(); err != nil || ok == over {
		return n, fmt.Errorf("a game goes on: %v, is over: %v: %w", ok, over, err)
	}
	if seen[n] {
		return n, nil
	}
	seen[n] = true
	g, err := archive.Read(db, one)
	if err != nil {
		return n, err
	}
	session, err := g.Resumed()
	if err == nil && !reflect.DeepEqual(session.State(), x.states[n]) {
		err = fmt.Errorf("after %d entries the game that goes on is another one", n)
	}
	return n, err
}

// A player is somebody at a phone.
type player struct {
	url    string
	client *http.Client
}

func newPlayer(t *testing.T) *player {
	t.Helper()
	jar, err := cookiejar.New(nil)
	must(t, err)
	return &player{client: &http.Client{Jar: jar, Transport: &http.Transport{}, Timeout: 5 * time.Minute}}
}

// at goes to a service, which may be the same one after a restart.
func (p *player) at(url string) { p.url = strings.TrimSuffix(url, "/") }

// begin starts a game in which the phone has both seats.
func (p *player) begin(t *testing.T) {
	t.Helper()
	status, a, err := p.post("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "order", "listed", "box", "stand-in", "all", "1")
	if status != http.StatusOK || err != nil {
		t.Fatalf("the game does not start: %d, %v, %v", status, a, err)
	}
}

// An answer is what a phone hears.
type answer struct {
	Version int
	Refusal string
}

func (p *player) post(path string, pairs ...string) (status int, a answer, err error) {
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	r, err := http.NewRequest(http.MethodPost, p.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, a, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Origin", p.url)
	reply, err := p.client.Do(r)
	if err != nil {
		return 0, a, err
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	return reply.StatusCode, a, err
}

// wish plays entry n.
func (p *player) wish(x *stretch, n int) (status int, a answer, err error) {
	seat, _, _ := strings.Cut(x.lines[n], " ")
	if !slices.Contains([]string{"purple", "red"}, seat) {
		seat = "purple" // who also says what happens at the table
	}
	return p.post("/do", "seat", seat, "line", x.lines[n], "version", fmt.Sprint(n-1))
}

// watch looks on until the service ends: what it shows counts as said, too.
func (p *player) watch(seat string) {
	reply, err := (&http.Client{Jar: p.client.Jar, Transport: &http.Transport{}}).Get(p.url + "/events?seat=" + seat)
	if err == nil {
		io.Copy(io.Discard, reply.Body)
		reply.Body.Close()
	}
}
