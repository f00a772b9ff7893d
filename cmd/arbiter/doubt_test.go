package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/engine/enginetest/tier"
)

// older leaves a game in a folder that a program with other rules has begun: it has
// counted one less for the cards that purple has planned. It returns the number of
// that entry.
func older(t *testing.T, dir, program string) (entry int) {
	t.Helper()
	r := virtualRoom(t, dir)
	r.sit()
	r.say("purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready",
		"green plan 1 discover", "green plan 2 colonize", "green plan 3 gems", "green ready")
	id := r.see("").GameID
	r.leave()
	db := openLog(t, dir)
	one, err := archive.Open(db, id)
	must(t, err)
	must(t, db.Finish(id, companion.Abandoned))
	log, err := db.Create(history.Header{ID: "older", Created: one.Created, Setup: one.Setup, Program: program})
	must(t, err)
	for _, e := range one.Entries {
		for i, line := range archive.Lines(e.Events) {
			if line == "purple consumption +12" {
				x, err := one.Rules.Words.Parse("purple consumption +11")
				must(t, err)
				e.Events = slices.Clone(e.Events)
				e.Events[i], entry = x, e.Seq
			}
		}
		must(t, log.Append(e))
	}
	must(t, db.Close())
	if entry == 0 {
		t.Fatalf("nobody pays 12: %q", archive.Lines(one.Entries[len(one.Entries)-1].Events))
	}
	return entry
}

// A phone is a browser that keeps its cookies and asks for a language.
type phone struct {
	*served
	*http.Client
	lang string
}

func (s *served) phone(lang string) *phone {
	jar, err := cookiejar.New(nil)
	must(s.T, err)
	return &phone{s, &http.Client{Jar: jar}, lang}
}

// cookie is what its browser sends, as a header.
func (p *phone) cookie() string {
	p.Helper()
	at, err := url.Parse(p.url)
	must(p.T, err)
	var all []string
	for _, c := range p.Jar.Cookies(at) {
		all = append(all, c.Name+"="+c.Value)
	}
	return strings.Join(all, ";")
}

func (p *phone) ask(method, at, form string) (status int, text string) {
	p.Helper()
	for begin := time.Now(); time.Since(begin) < longestWait; { // on a busy machine the table does not answer in its time
		if status, text = p.asks(method, at, form); status != http.StatusServiceUnavailable {
			break
		}
	}
	return status, text
}

func (p *phone) asks(method, at, form string) (int, string) {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), method, p.url+at, strings.NewReader(form))
	must(p.T, err)
	r.Header.Set("Accept-Language", p.lang)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", strings.TrimSuffix(p.url, "/"))
		r.Header.Set("Accept", "application/json")
	}
	answer, err := p.Do(r)
	must(p.T, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	must(p.T, err)
	return answer.StatusCode, string(text)
}

// proves makes the phone the owner's, as a tap does on the page that its link leads to.
func (p *phone) proves(s *served) {
	p.Helper()
	if status, text := p.ask("POST", "own", "code="+path.Base(s.key())); status != http.StatusOK {
		p.Fatalf("the owner's code: %d %s", status, text)
	}
}

// A game of an older program waits in the real one until the table has chosen, in
// three languages; what it chose is kept.
func TestPatchedRules(t *testing.T) {
	tier.Test(t, tier.Program, "whole commands")
	t.Parallel()
	dir := t.TempDir()
	entry := older(t, dir, "arbiter of old")
	out, err := arbiter(t, "games", "replay", "--data", dir).CombinedOutput()
	if want := fmt.Sprintf("#%d: the rules decide otherwise today", entry); err == nil || !strings.Contains(string(out), want) {
		t.Errorf("games replay: %v, %s, want %q", err, out, want)
	}
	s := start(t, "--data", dir, "--open")
	for lang, want := range map[string][]string{
		"en": {"The rules have changed", fmt.Sprintf("Line %d of this game would come out otherwise", entry), "Go on with the game as it is in the log", fmt.Sprintf("Go back to before line %d", entry), "Put this game aside"},
		"de": {"Die Regeln haben sich geändert", fmt.Sprintf("Zeile %d dieses Spiels käme", entry), "Weiterspielen, wie es im Protokoll steht", fmt.Sprintf("Zurück vor Zeile %d", entry), "Dieses Spiel beiseitelegen"},
		"es": {"Las reglas han cambiado", fmt.Sprintf("La línea %d de esta partida saldría", entry), "Seguir con la partida como está en el registro", fmt.Sprintf("Volver a antes de la línea %d", entry), "Dejar esta partida de lado"},
	} {
		p := s.phone(lang)
		if status, text := p.ask(http.MethodPost, "claim", "seat=green"); status != http.StatusOK {
			t.Fatalf("claim: %d %s", status, text)
		}
		_, table := p.ask(http.MethodGet, "table", "")
		holds(t, lang+", table", table, want[:2]...)
		_, page := p.ask(http.MethodGet, "seat/green", "")
		holds(t, lang+", seat", page, want...)
		if strings.Contains(page, "do-green-") {
			t.Errorf("%s: green can do something before anybody has chosen", lang)
		}
		if status, _ := p.ask(http.MethodPost, "free", "seat=green"); status != http.StatusOK {
			t.Fatalf("free: %d", status)
		}
	}
	p := s.phone("en")
	p.ask(http.MethodPost, "claim", "seat=green")
	version := len(rowsOf(t, dir, "older")) - 1
	form := func(remedy string) string { return fmt.Sprintf("seat=green&version=%d&remedy=%s", version, remedy) }
	if status, text := p.ask(http.MethodPost, "resolve", form("perhaps")); status != http.StatusBadRequest {
		t.Errorf("an unknown choice: %d %s", status, text)
	}
	if status, text := s.phone("en").ask(http.MethodPost, "resolve", form("aside")); status != http.StatusForbidden {
		t.Errorf("a stranger chooses: %d %s", status, text)
	}
	if status, text := p.ask(http.MethodPost, "resolve", form("on")); status != http.StatusOK {
		t.Errorf("go on: %d %s", status, text)
	}
	if page := string(s.get("table")); !strings.Contains(page, "The rules have changed") || !strings.Contains(page, "Everybody has to agree") {
		t.Error("one seat alone decides for everybody")
	}
	p.ask(http.MethodPost, "claim", "seat=purple")
	if status, text := p.ask(http.MethodPost, "resolve", form("on")); status != http.StatusOK {
		t.Errorf("go on with both seats: %d %s", status, text)
	}
	for range 2 {
		if page := string(s.get("table")); strings.Contains(page, "The rules have changed") {
			t.Error("the table is asked once more")
		}
		s.end(syscall.SIGTERM)
		s = start(t, "--data", dir, "--open")
	}
	if got := len(rowsOf(t, dir, "older")) - 1; got != version {
		t.Errorf("%d entries, want %d: going on changes nothing", got, version)
	}
}

// The page of a game that other rules have decided shows what happened, and what would
// come out otherwise as games replay tells it: of a game that goes on the number alone.
// What the table has taken back is told, and no failure.
func TestPageTellsOtherRules(t *testing.T) {
	tier.Test(t, tier.Program, "whole commands")
	t.Parallel()
	dir := t.TempDir()
	entry := older(t, dir, "arbiter of old")
	line := fmt.Sprintf("<b>Line %d</b>", entry)
	s := start(t, "--data", dir, "--open")
	page := string(s.get("games/older"))
	holds(t, "of a game that goes on", page, "Played by other rules", line)
	if strings.Contains(page, "then: ") {
		t.Error("of a game that goes on it tells more than the number")
	}
	p := s.phone("en")
	p.proves(s)
	p.post("claim", "seat=green")
	p.post("finish", "")
	p.post("start", "game=council-of-shadows&box=stand-in&seat=purple&order=listed") // it is over for good
	page = string(s.get("games/older?all=1"))
	holds(t, "of a game that is over", page, line, "then: ", "today: ", "Show")
	said, err := arbiter(t, "games", "replay", "--data", dir, "older").CombinedOutput()
	if want := fmt.Sprintf("#%d green ready: then ", entry); err == nil || !strings.Contains(string(said), want) {
		t.Errorf("games replay: %v, %s, want %q", err, said, want)
	}
	if page := string(s.get("games/" + gameBefore(t, dir, "older"))); strings.Contains(page, "Played by other rules") {
		t.Error("control: a game by these rules is said to be of others")
	}
}

// The record of a game by other rules is taken in as it happened, and it is said.
func TestRecordByOtherRules(t *testing.T) {
	tier.Test(t, tier.Program, "whole commands")
	t.Parallel()
	here, there, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "older.jsonl")
	entry := older(t, here, "arbiter of old")
	db := openLog(t, here)
	must(t, errors.Join(db.Finish("older", companion.Abandoned), db.Close()))
	must(t, os.WriteFile(file, []byte(output(t, "games", "export", "--data", here, "--as", "record", "older")), 0o600))
	if got, want := output(t, "games", "import", "--data", there, file), "ok    "+file+": game older, played by other rules: arbiter games replay older tells 1 lines that would come out otherwise\n"; got != want {
		t.Errorf("games import says %q, want %q", got, want)
	}
	want, _ := arbiter(t, "games", "replay", "--data", here, "older").CombinedOutput()
	if got, err := arbiter(t, "games", "replay", "--data", there, "older").CombinedOutput(); err == nil || string(got) != string(want) {
		t.Errorf("games replay: %v, %s, want %s", err, got, want)
	}
	s := start(t, "--data", there, "--open")
	holds(t, "the page", string(s.get("games/older?all=1")), "Played by other rules", fmt.Sprintf("<b>Line %d</b>", entry))
}

// gameBefore is the game that is not the one with this id.
func gameBefore(t *testing.T, dir, id string) string {
	t.Helper()
	db := openLog(t, dir)
	defer db.Close()
	ids, err := db.IDs()
	must(t, err)
	return slices.DeleteFunc(ids, func(other string) bool { return other == id })[0]
}

// Once the table has gone back, no entry that stands is decided otherwise.
func TestReplayAfterGoingBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	entry := older(t, dir, "arbiter of old")
	s := start(t, "--data", dir, "--open")
	version := len(rowsOf(t, dir, "older")) - 1
	for _, seat := range []string{"green", "purple"} {
		p := s.phone("en")
		p.post("claim", "seat="+seat)
		p.post("resolve", fmt.Sprintf("seat=%s&version=%d&remedy=back", seat, version))
	}
	s.end(syscall.SIGTERM)
	if got, want := output(t, "games", "replay", "--data", dir), fmt.Sprintf("#%d: the rules decide otherwise today (taken back since)\n", entry); !strings.Contains(got, want) || !strings.Contains(got, "every entry that stands") {
		t.Errorf("games replay says %q, want %q", got, want)
	}
}

func rowsOf(t *testing.T, dir, id string) []gamelog.Row {
	t.Helper()
	db := openLog(t, dir)
	defer db.Close()
	rows, err := db.Rows(id)
	must(t, err)
	return rows
}

// A demo that was broken off plays on only by the rules that began it.
func TestDemoOfOtherRules(t *testing.T) {
	tier.Unraced(t, "commands, each by itself")
	dir := t.TempDir()
	older(t, dir, "arbiter test; demo with seed 7")
	out, err := arbiter(t, "demo", "--data", dir).CombinedOutput()
	if want := "the rules of the program have changed since the demo was broken off"; err == nil || !strings.Contains(string(out), want) {
		t.Errorf("demo: %v, %s, want %q", err, out, want)
	}
}
