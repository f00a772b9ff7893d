package main

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// Of so many lines each game gets a part; between them it goes on by ten commands.
const linesAtOnce = 50

// Whatever people who sit at a table send, in all games and books and after the book was
// changed: the service answers each line with a yes or a no and goes on with the same
// process, and nothing of it is a fault of the program, contained or not.
func TestAnyLineAtAService(t *testing.T) {
	tier.Test(t, tier.Program, "a whole service")
	tier.Unraced(t, "one request after the other, in a process of its own")
	t.Parallel()
	lines, seed := tier.Of(t, tier.Program, "lines at a service", 0, 600, 10_000), tier.Seed(t)
	dir := t.TempDir()
	s := start(t, "--data", dir, "--open")
	tables := []struct{ game, seats, options string }{
		{"council-of-shadows", "purple red", "stations"},
		{"council-of-shadows", "purple red green", "full-book leaders stations"},
		{"high-council", "white red", ""},
		{"high-council", "white red yellow blue", "dealt"},
		{"casting-shadows", "kit frill nuzzle", "no-clock"},
		{"casting-shadows", "kit frill", "tracks-book"},
	}
	statuses := map[int]int{}
	for i, table := range tables {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		p := s.phone("en")
		form := url.Values{"game": {table.game}, "seat": strings.Fields(table.seats), "box": {"stand-in"}, "option": strings.Fields(table.options)}
		if status, said := p.ask(http.MethodPost, "start", form.Encode()); status != http.StatusOK {
			t.Fatalf("%v: %d %s", table, status, said)
		}
		for _, seat := range form["seat"] {
			if status, said := p.ask(http.MethodPost, "claim", "seat="+seat); status != http.StatusOK {
				t.Fatalf("%s: %d %s", seat, status, said)
			}
		}
		a := &atService{phone: p, r: r, dir: dir, seats: enginetest.Seats(table.seats)}
		a.look()
		k := enginetest.NewKeyboard(a.game, a.seats, a.facts, r)
		for sent := 0; sent < lines/len(tables)+1; sent++ {
			if sent%linesAtOnce == 0 {
				a.goOn(k)
			}
			line := k.Line(a.state.State().Legal())
			statuses[a.send(line)]++
		}
		if status, said := p.ask(http.MethodPost, "finish", ""); status != http.StatusOK {
			t.Fatalf("%v: %d %s", table, status, said)
		}
	}
	t.Logf("answers: %v", statuses)
	if statuses[http.StatusOK] == 0 || statuses[http.StatusConflict] < lines/2 {
		t.Errorf("%v: this shows too little", statuses)
	}
	for status, n := range statuses {
		if status != http.StatusOK && status != http.StatusConflict {
			t.Errorf("%d lines were answered with %d", n, status)
		}
	}
	if got := string(s.get("healthz")); !strings.HasPrefix(got, "table: ok\nlog: ok\n") {
		t.Errorf("/healthz says\n%s", got)
	}
	s.end(syscall.SIGTERM)
	if log := s.errs.String(); strings.Contains(log, "a fault in the program") || strings.Contains(log, "panic") || strings.Contains(log, "level=ERROR") {
		t.Errorf("the service says\n%s", log)
	}
}

// People at a service, and what its log says.
type atService struct {
	*phone
	r     *rand.Rand
	dir   string
	seats []engine.Seat
	game  engine.Game
	facts []engine.Event
	state *engine.Session
}

// look reads the game from the log.
func (a *atService) look() {
	a.Helper()
	db, err := (datadir.Dir{Data: a.dir}).Look()
	must(a.T, err)
	defer db.Close()
	list, err := db.Games()
	must(a.T, err)
	one, err := archive.Open(db, list[0].ID)
	must(a.T, err)
	first, err := one.Rules.New(one.Setup.Seats, one.Setup.Facts)
	must(a.T, err)
	a.state, err = engine.Resume(first, engine.NoLog{}, one.Entries...)
	must(a.T, err)
	a.game, a.facts = one.Rules, one.Setup.Facts
}

// send sends a line for any seat that the phone holds, and follows what comes of it.
func (a *atService) send(line string) (status int) {
	a.Helper()
	seat := a.seats[a.r.IntN(len(a.seats))]
	if by := strings.Fields(line)[0]; a.r.IntN(8) > 0 {
		for _, s := range a.seats {
			if string(s) == by {
				seat = s
			}
		}
	}
	form := url.Values{"seat": {string(seat)}, "version": {strconv.Itoa(a.state.Version())}, "line": {line}}
	status, said := a.ask(http.MethodPost, "do", form.Encode())
	if status == http.StatusOK || strings.Contains(said, "moved on meanwhile") {
		a.look()
	}
	if strings.Contains(said, "%!") {
		a.Errorf("%q is answered %s", line, said)
	}
	return status
}

// goOn plays ten commands that may be played.
func (a *atService) goOn(k *enginetest.Keyboard) {
	a.Helper()
	for range 10 {
		legal := a.state.State().Legal()
		if len(legal) == 0 {
			return
		}
		c := legal[a.r.IntN(len(legal))]
		k.Learn(c)
		a.send(notation.Format(c))
	}
}
