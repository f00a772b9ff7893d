package main

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/build"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// How many entries the long game has: fifty evenings' worth.
const longEntries = 10_000

// longGame is a game of at least so many entries that goes on, in which purple can do something, and whose players
// change their minds after most steps.
func longGame(t *testing.T, book string, entries int) (engine.Setup, []engine.Entry) {
	t.Helper()
	lines, err := archive.Begins(councilofshadows.Game.Name, "stand-in")
	must(t, err)
	if book == "full" {
		lines = append(lines, "book full", "stacks device")
	}
	setup := engine.Setup{Game: councilofshadows.Game.Name, Seats: enginetest.Seats("purple red"), Facts: enginetest.Facts(t, councilofshadows.Game, lines...)}
	session, err := engine.Resume(opening(t, setup), engine.NoLog{})
	must(t, err)
	for r := rand.New(rand.NewPCG(7, 7)); session.Version() < entries || harmless(session.State()) == ""; {
		legal := slices.DeleteFunc(session.State().Legal(), councilofshadows.Game.Everybodys) // it stays in its book
		if len(legal) > 0 {
			_, err := session.Do(legal[r.IntN(len(legal))])
			must(t, err)
		}
		back := min(1, r.IntN(25))
		if session.State().View().Over {
			back = 50
		}
		for range back {
			_, err := session.Undo("purple", setup.Seats...)
			if _, refused := err.(engine.Refusal); err != nil && !refused {
				t.Fatal(err)
			}
		}
	}
	return setup, session.Entries()
}

func opening(t *testing.T, setup engine.Setup) engine.State {
	t.Helper()
	start, err := councilofshadows.Game.New(setup.Seats, setup.Facts)
	must(t, err)
	return start
}

// shelved writes such a game twice: one that is over, and one that goes on.
func shelved(t *testing.T, book string, least int) (dir string, end engine.State, version int) {
	t.Helper()
	dir = t.TempDir()
	setup, entries := longGame(t, book, least)
	db := openLog(t, dir)
	defer db.Close()
	head := history.Header{ID: "over", Created: time.Now(), Setup: setup, Program: build.Name()}
	must(t, db.Import(head, entries, nil, "purple"))
	head.ID = "on"
	g, err := db.Create(head)
	must(t, err)
	for _, e := range entries {
		must(t, g.Append(e))
	}
	session, err := engine.Resume(opening(t, setup), engine.NoLog{}, entries...)
	must(t, err)
	return dir, session.State(), session.Version()
}

// worked is how long the processors have worked for the program.
func (s *served) worked() time.Duration {
	s.Helper()
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(s.cmd.Process.Pid), "stat"))
	must(s.T, err)
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')'):])) // utime and stime, in 1/100 s
	user, err := strconv.Atoi(fields[12])
	must(s.T, err)
	system, err := strconv.Atoi(fields[13])
	must(s.T, err)
	return time.Duration(user+system) * 10 * time.Millisecond
}

// Whatever is asked of a game of ten thousand entries costs the processor at most half a
// second: the least of three times, for others may work beside it.
func TestLongGamesAreCheapToAsk(t *testing.T) {
	tier.Long(t, tier.Program, "times games of ten thousand entries")
	t.Parallel()
	for _, book := range []string{"tracks", "full"} {
		dir, _, _ := shelved(t, book, longEntries)
		s := start(t, "--data", dir, "--open")
		for _, path := range longPaths {
			status, n, took := 0, int64(0), time.Hour
			for try := 0; try < 3 && took > costly; try++ {
				before := s.worked()
				status, n = s.fetch(path)
				took = min(took, s.worked()-before)
			}
			t.Logf("%s: %4d kB %4d ms %s", book, n>>10, took.Milliseconds(), path)
			if status != http.StatusOK || took > costly {
				t.Errorf("%s: GET /%s: %d, %v of CPU", book, path, status, took)
			}
		}
	}
}

const costly = 500 * time.Millisecond

// fetch gets something and throws it away.
func (s *served) fetch(path string) (status int, n int64) {
	s.Helper()
	r, err := http.Get(s.url + path)
	must(s.T, err)
	defer r.Body.Close()
	n, err = io.Copy(io.Discard, r.Body)
	must(s.T, err)
	return r.StatusCode, n
}

// Who plays waits at most twice as long while forty look back at a game of ten thousand
// entries, without end, or a script asks for the pages of another seat. The control is a crowd
// of owners: each has a page at a time that is answered at once and without a rest, and the
// same measure must tell that they slow who plays.
func TestPlayBesideLookers(t *testing.T) {
	tier.Long(t, tier.Program, "times how long a step takes beside forty who look back, and two hundred who ask for anything")
	for name, c := range map[string]struct {
		*crowd
		slow bool
	}{
		"forty who look back":              {&crowd{hosts: 1, people: 40, back: true}, false},
		"two hundred who ask for anything": {&crowd{hosts: 72, people: 200}, false},
		"a script with another seat":       {&crowd{hosts: 24, people: 24, cookies: []string{"green"}}, false},
		"control: twenty-four owners":      {&crowd{hosts: 24, people: 24, cookies: make([]string, 24)}, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir, state, version := shelved(t, "tracks", longEntries)
			s := start(t, "--data", dir, "--open")
			p := s.phone("en")
			p.ask("POST", "claim", "seat=purple")
			for i, seat := range c.cookies {
				other := s.phone("en")
				if other.ask("POST", "claim", "seat="+seat); seat == "" {
					other.ask("POST", "own", "code="+path.Base(s.key()))
				}
				c.cookies[i] = other.cookie()
			}
			c.seed = tier.Seed(t)
			times := p.beside(c.crowd, 40*time.Second, p.mover(harmless(state), version))
			if slow := max(times.middle, times.most) > mostTimes; slow != c.slow {
				t.Errorf("who plays waits %.1f times as long beside them, and with one step of ten %.1f times; at most %d times was to be %v", times.middle, times.most, mostTimes, !c.slow)
			}
		})
	}
}

// mostTimes is how much longer who plays waits at most.
const mostTimes = 2

// mover tells how long a step of purple and its undoing take. A machine that is very busy
// may say that the table does not answer; then purple asks again, as phones do, and may
// hear that the step was done meanwhile.
func (p *phone) mover(line string, version int) func() time.Duration {
	return func() time.Duration {
		began := time.Now()
		for _, form := range []string{"do", "undo"} {
			wish := url.Values{"seat": {"purple"}, "version": {strconv.Itoa(version)}, "line": {line}}.Encode()
			status, text := p.ask("POST", form, wish)
			late := status == http.StatusServiceUnavailable
			for status == http.StatusServiceUnavailable && time.Since(began) < longestWait {
				status, text = p.ask("POST", form, wish)
			}
			if status != http.StatusOK && !(late && status == http.StatusConflict) {
				p.Fatalf("%s: %d %s", form, status, text)
			}
			version++
		}
		return time.Since(began)
	}
}

// harmless is a step of purple that it may take back alone; "" if there is none.
func harmless(s engine.State) string {
	for _, c := range s.Legal() {
		if events, err := s.Decide(c); err == nil && c.By() == "purple" && !engine.Revealing(engine.Entry{Events: events}) {
			return notation.Format(c)
		}
	}
	return ""
}

// What can be asked of a game, while it goes on and when it is over.
var longPaths = func() []string {
	paths := []string{"", "table", "join", "games", "games.csv", "games/statistics", "sums?who=purple", "panel.png", "healthz", "games/on", "games/on/replay?at=5000", "games/on/tracks.csv", "games/on/sums?who=purple"}
	for _, path := range []string{"", "/replay", "/replay?at=0", "/replay?at=5000&all=1", "/replay?at=9999", "/sums?who=purple", "/sums?who=purple&at=9000&all=1", "/panel.png?at=9000", "/whatif?at=9000", "/record.jsonl", "/script.txt", "/tracks.csv", "/charts/levels.svg", "/charts/energy-purple.svg"} {
		paths = append(paths, "games/over"+path)
	}
	return paths
}()
