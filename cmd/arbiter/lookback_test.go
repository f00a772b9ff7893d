package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
	"arbiter/engine/enginetest/tier"
)

// library is a folder with one game that was played to its end by Ana, and what is
// known of it.
func library(t *testing.T, args ...string) (dir string, g archive.Game) {
	t.Helper()
	dir = t.TempDir()
	output(t, append([]string{"demo", "--data", dir, "--seed", "3"}, args...)...)
	db := openLog(t, dir)
	defer db.Close()
	list, err := db.Games()
	must(t, err)
	must(t, db.Rename(list[0].ID, "purple", "Ana Ñ 🎲"))
	g, err = archive.Open(db, list[0].ID)
	must(t, err)
	return dir, g
}

func openLog(t *testing.T, dir string) *gamelog.DB {
	t.Helper()
	db, err := gamelog.Open(filepath.Join(dir, datadir.LogFile))
	must(t, err)
	return db
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// post sends a form as a page of ours does, and returns the status and where it
// leads, or what is said.
func (s *served) post(path, kind string, body io.Reader) (status int, said string) {
	s.Helper()
	r, err := http.NewRequest(http.MethodPost, s.url+path, body)
	must(s.T, err)
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Origin", strings.TrimSuffix(s.url, "/"))
	r.Header.Set("Accept", "application/json")
	answer, err := s.as.Do(r)
	must(s.T, err)
	defer answer.Body.Close()
	var reply struct{ Go, Refusal string }
	if err := json.NewDecoder(answer.Body).Decode(&reply); err != nil {
		s.Fatalf("POST %s: %s, %v", path, answer.Status, err)
	}
	return answer.StatusCode, reply.Go + reply.Refusal
}

func (s *served) form(path string, pairs ...string) (status int, said string) {
	s.Helper()
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return s.post(path, "application/x-www-form-urlencoded", strings.NewReader(v.Encode()))
}

// take sends a record to be taken in.
func (s *served) take(text string) (status int, said string) {
	s.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("record", "game.jsonl")
	must(s.T, err)
	io.WriteString(part, text)
	must(s.T, w.Close())
	return s.post("games/import", w.FormDataContentType(), &b)
}

func holds(t *testing.T, what, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks %q\n%s", what, want, text)
		}
	}
}

// A game that was played to its end is looked back at with the program itself:
// list, page, replay, files, the play for BG Stats.
func TestLookBack(t *testing.T) {
	t.Parallel()
	dir, g := library(t)
	s := start(t, "--data", dir, "--open").owned()
	page := func(path string) string { t.Helper(); return string(s.get(path)) }
	holds(t, "the list", page("games?player=ana&result=decided"), "/games/"+g.ID, "Ana Ñ 🎲", "Games: 1")
	holds(t, "the list", page("games?player=ana&from=2001-01-01&to=2001-12-31"), "Games: 0")
	holds(t, "the game", page("games/"+g.ID), `id="numbers-levels"`, "Where energy came from", "Automa cards", "Level III", "wins")
	holds(t, "the play", page("b/"+g.ID), `class="qr"`)
	holds(t, "the replay", page("games/"+g.ID+"/replay?at=20"), `value="20"`, "aria-current=\"step\"", "/panel.png?at=20")
	if png := page("games/" + g.ID + "/panel.png?at=20"); !strings.HasPrefix(png, "\x89PNG") {
		t.Errorf("the picture is %.20q", png)
	}
	svg := page("games/" + g.ID + "/charts/energy-purple.svg")
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the chart is no XML: %v\n%s", err, svg)
		}
	}
	holds(t, "the chart", svg, "Ana Ñ 🎲: energy and consumption", "Level I", `stroke-dasharray`)
	holds(t, "the tracks", page("games/"+g.ID+"/tracks.csv"), "step,taken back,round,seat,player,order", "0,false,0,purple,Ana Ñ 🎲,")
	holds(t, "the list as a table", page("games.csv?player=ana"), g.ID, "purple,Ana Ñ 🎲,")
	play(t, &g, page("b/"+g.ID))
	holds(t, "the statistics", page("games/statistics"), "Ana Ñ 🎲", "Played", "<caption>Dark Tech</caption>")

	script := filepath.Join(t.TempDir(), "game.txt")
	must(t, os.WriteFile(script, s.get("games/"+g.ID+"/script.txt"), 0o600))
	output(t, "script", script)
}

// play checks the link for BG Stats against the log.
func play(t *testing.T, g *archive.Game, page string) {
	t.Helper()
	link := regexp.MustCompile(`https://app\.bgstatsapp\.com/createPlay\.html\?data=([^"]+)"`).FindStringSubmatch(page)
	if link == nil {
		t.Fatalf("there is no link:\n%s", page)
	}
	text, err := url.PathUnescape(strings.ReplaceAll(link[1], "&amp;", "&"))
	must(t, err)
	var sent struct {
		SourceName, SourcePlayID string
		Players                  []struct {
			Name, Role string
			Winner     bool
			Rank       int
		}
	}
	must(t, json.Unmarshal([]byte(text), &sent))
	if sent.SourceName != "Arbiter" || sent.SourcePlayID != g.ID || len(sent.Players) != 2 {
		t.Errorf("the play is %s", text)
	}
	for _, p := range sent.Players {
		seat := map[string]string{"Ana Ñ 🎲": "purple", "Automa": "automa"}[p.Name]
		if won := strings.Contains(g.Result, seat) && seat != ""; p.Winner != won || won != (p.Rank == 1) || (seat == "automa") != (p.Role == "Automa") {
			t.Errorf("%+v does not fit the result %q", p, g.Result)
		}
	}
}

// A record goes from one device to another, once; one that was altered is refused
// by its line.
func TestRecordsTravel(t *testing.T) {
	tier.Test(t, tier.Program, "a demo and services")
	t.Parallel()
	dir, g := library(t)
	s := start(t, "--data", dir, "--open").owned()
	text, named := string(s.get("games/"+g.ID+"/record.jsonl")), string(s.get("games/"+g.ID+"/record.jsonl?names=1"))
	if strings.Contains(text, "Ana") || !strings.Contains(named, "Ana Ñ 🎲") {
		t.Errorf("names: %.200s\n%.200s", text, named)
	}
	if status, said := s.take(text); status != http.StatusConflict || !strings.Contains(said, "here already") {
		t.Errorf("taken in twice: %d %s", status, said)
	}
	other := start(t, "--data", t.TempDir(), "--open").owned()
	lines := strings.SplitAfter(named, "\n")
	altered := strings.Join(lines[:6], "") + strings.Replace(lines[6], "at", "AT", 1) + strings.Join(lines[7:], "")
	if status, said := other.take(altered); status != http.StatusConflict || !strings.Contains(said, "line 7") {
		t.Errorf("an altered record: %d %s", status, said)
	}
	if status, said := other.take(named); status != http.StatusOK || said != "/games/"+g.ID {
		t.Errorf("a record: %d %s", status, said)
	}
	if got := string(other.get("games/" + g.ID + "/record.jsonl?names=1")); got != named {
		t.Errorf("it comes back as another text: %s", cmp.Diff(named, got))
	}
	if status, said := other.form("games/import", "record", "x"); status != http.StatusBadRequest {
		t.Errorf("a form without a file: %d %s", status, said)
	}
}

// reseated is a record in which a seat is called otherwise, with hashes that fit.
func reseated(text, from, to string) string {
	word, _ := json.Marshal(to)
	text = regexp.MustCompile(`\b`+from+`\b`).ReplaceAllLiteralString(text, strings.Trim(string(word), `"`))
	var b strings.Builder
	hash := ""
	for line := range strings.Lines(text) {
		body, _, _ := strings.Cut(line, `,"hash":"`)
		hash = fmt.Sprintf("%x", sha256.Sum256([]byte(hash+"\n"+body)))
		fmt.Fprintf(&b, "%s,\"hash\":\"%s\"}\n", body, hash)
	}
	return b.String()
}

// Whoever forges a record names its seats: on no page is that more than words.
func TestSeatsAreNoMarkup(t *testing.T) {
	tier.Test(t, tier.Program, "a demo and services")
	t.Parallel()
	dir, g := library(t)
	s := start(t, "--data", dir, "--open").owned()
	text := string(s.get("games/" + g.ID + "/record.jsonl"))
	other := start(t, "--data", t.TempDir(), "--open").owned()
	if status, said := other.take(reseated(text, "purple", `"><img/src=x/onerror=x>`)); status != http.StatusOK {
		t.Fatalf("%d %s", status, said)
	}
	shown := 0
	game := "games/" + g.ID
	for _, path := range []string{game, game + "/replay", game + "/replay?at=40", game + "/whatif?at=40", "b/" + g.ID, "games", "games/statistics?game=council-of-shadows", game + "/charts/order.svg"} {
		page := string(other.get(path))
		shown += strings.Count(page, "&lt;img/src")
		if strings.Contains(page, "<img/src") {
			t.Errorf("%s holds markup from the record", path)
		}
	}
	if shown < 10 {
		t.Errorf("the seat is shown %d times, so this test proves nothing", shown)
	}
	if status, said := other.take(reseated(text, "purple", strings.Repeat("x", 3000))); status != http.StatusConflict || !strings.Contains(said, "name of a seat") {
		t.Errorf("a long seat: %d %.200s", status, said)
	}
}

// Names, notes and ratings change; the log does not.
func TestNotesAndNames(t *testing.T) {
	tier.Test(t, tier.Program, "a demo and services")
	t.Parallel()
	dir, g := library(t)
	before := logOf(t, dir, g.ID)
	s := start(t, "--data", dir, "--open").owned()
	id := "games/" + g.ID
	for path, form := range map[string][]string{
		id + "/remark":  {"note", "Close! <b>\r\nAgain", "rating", "4"},
		"games/players": {"from", "Ana Ñ 🎲", "to", "Zoë"},
	} {
		if status, said := s.form(path, form...); status != http.StatusOK {
			t.Errorf("%s: %d %s", path, status, said)
		}
	}
	holds(t, "the game", string(s.get(id)), "Close! &lt;b&gt;\nAgain", `value="4" checked`, "Zoë")
	holds(t, "the players", string(s.get("games/players")), "Zoë")
	for path, form := range map[string][]string{
		id + "/remark":         {"note", "x", "rating", "9"},
		"games/none/remark":    {"note", "x", "rating", "1"},
		"games/players":        {"from", "nobody", "to", "x"},
		"games/players?empty":  {"from", "Zoë", "to", " \u202e "},
		"games/players?nobody": {"to", "x"},
	} {
		if status, said := s.form(path, form...); status < 400 || status >= 500 {
			t.Errorf("%s %q: %d %s", path, form, status, said)
		}
	}
	if status, said := s.form("games/players", "from", "Zoë", "delete", "1", "to", "ignored"); status != http.StatusOK {
		t.Errorf("delete: %d %s", status, said)
	}
	for _, path := range []string{id, "games", "games/players", "games/statistics", id + "/replay", "b/" + g.ID, id + "/record.jsonl?names=1", id + "/tracks.csv", "games.csv"} {
		if text := string(s.get(path)); strings.Contains(text, "Zoë") || strings.Contains(text, "Ana Ñ") {
			t.Errorf("a deleted name is still on %s:\n%s", path, text)
		}
	}
	s.cmd.Process.Kill()
	s.cmd.Wait()
	if d := cmp.Diff(before, logOf(t, dir, g.ID)); d != "" {
		t.Errorf("the log has changed:\n%s", d)
	}
}

// logOf is everything that a log consists of, hashes included.
func logOf(t *testing.T, dir, id string) string {
	t.Helper()
	db := openLog(t, dir)
	defer db.Close()
	rows, err := db.Rows(id)
	must(t, err)
	return fmt.Sprintf("%+v", rows)
}

// The command line renames, too.
func TestGamesRename(t *testing.T) {
	tier.Test(t, tier.Program, "a demo and services")
	t.Parallel()
	dir, _ := library(t)
	output(t, "games", "rename", "--data", dir, "Ana Ñ 🎲", "\u202e Zo\u200bë ")
	holds(t, "the list", output(t, "games", "list", "--data", dir), "purple (Zoë)")
	output(t, "games", "rename", "--data", dir, "Zoë")
	if list := output(t, "games", "list", "--data", dir); strings.Contains(list, "Zoë") {
		t.Errorf("a deleted name is still there:\n%s", list)
	}
}
