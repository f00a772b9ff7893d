package main

import (
	"errors"
	"html"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion/history"
	"arbiter/companion/seal"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// refusedSecrets checks that a game fails whose secret was exchanged, damaged or lost,
// and that its record brings the secret back. What is missing is said.
func refusedSecrets(t *testing.T, dir, id string) {
	t.Helper()
	file, copied := filepath.Join(dir, "seals", id), filepath.Join(t.TempDir(), "game.jsonl")
	must(t, os.WriteFile(copied, []byte(output(t, "games", "export", "--data", dir, "--as", "record", id)), 0o600))
	sound, err := verify(t, dir, copied)
	if text, _ := verify(t, dir, id); err != nil || text != sound {
		t.Errorf("of the record: %v, %s, want %s", err, sound, text)
	}
	for what, text := range map[string]string{"the secret of this game was exchanged": seal.New().Open(), "this is no secret of a game": "x", "the secret of this game is missing": ""} {
		must(t, os.WriteFile(file, []byte(text), 0o600))
		if text == "" {
			must(t, os.Remove(file))
		}
		if out, err := verify(t, dir, id); err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), id) || strings.Contains(out, "Draws") {
			t.Errorf("%v, %s, want %q and the file", err, out, what)
		}
		bare := output(t, "games", "export", "--data", dir, "--as", "record", id)
		elsewhere := filepath.Join(t.TempDir(), "bare.jsonl")
		must(t, os.WriteFile(elsewhere, []byte(bare), 0o600))
		if _, err := verify(t, dir, elsewhere); err == nil || !strings.Contains(err.Error(), elsewhere+" does not carry it") {
			t.Errorf("of a record without a secret: %v", err)
		}
		output(t, "games", "import", "--data", dir, copied)
		if text, err := verify(t, dir, id); err != nil || text != sound {
			t.Errorf("the record does not bring the secret back: %v, %s", err, text)
		}
	}
}

// Before a game the hash is shown, and then each seat may add a word, which all see;
// a word that was said to another hash is none. What is drawn depends on it.
func TestWordsAreMixedIn(t *testing.T) {
	tier.Unraced(t, "goroutines of a service meet in TestServe")
	t.Parallel()
	dir := t.TempDir()
	s := start(t, "--data", dir, "--open")
	p := s.phone("en")
	hash := regexp.MustCompile(`name="seal" value="([0-9a-f]{64})"`)
	coming := func() string {
		m := hash.FindStringSubmatch(string(s.get("new?game=high-council")))
		if m == nil {
			t.Fatal("the first page shows no hash")
		}
		return m[1]
	}
	first := coming()
	say := func(want int, seal, seat, word string) {
		t.Helper()
		form := url.Values{"game": {"high-council"}, "seal": {seal}, "seat": {seat}, "word": {word}}
		if status, text := p.ask("POST", "word", form.Encode()); status != want {
			t.Errorf("%s says %q: %d %s, want %d", seat, word, status, text, want)
		}
	}
	say(200, first, "white", "moon")
	say(200, first, "white", "  green\n cheese <b>"+strings.Repeat("x", 40))
	say(200, first, "red", "gone")
	say(200, first, "red", "")
	say(200, first, "blue", "does not play")
	say(400, first, "purple", "of another game")
	say(409, strings.Repeat("0", 64), "red", "too late")
	word := "green cheese <b>" + strings.Repeat("x", 24)
	page := string(s.get("new?game=high-council"))
	holds(t, "first page", page, first, html.EscapeString(word), "does not play")
	if files, err := os.ReadDir(filepath.Join(dir, "seals")); len(files) > 0 {
		t.Errorf("the secret of a game that has not begun is on the disk: %v, %v", files, err)
	}
	p.post("start", "game=high-council&option=dealt&seat=white&seat=red")
	id := gameIn(t, dir)
	dealt(t, dir, id)
	say(409, first, "red", "too late")
	holds(t, "table", string(s.get("table")), first, html.EscapeString(word))
	p.post("claim", "seat=red")
	p.post("finish", "")
	if next := coming(); next == first {
		t.Error("two games have one secret")
	}
	s.end(syscall.SIGTERM)
	text, err := verify(t, dir, id)
	if err != nil || !strings.Contains(text, first) || !strings.Contains(text, "White has added: "+word+"\n") || strings.Contains(text, "does not play") {
		t.Errorf("%v, %s", err, text)
	}
	db := openLog(t, dir)
	defer db.Close()
	r, err := archive.Open(db, id)
	must(t, err)
	secret, ok, err := r.Secret(datadir.NewSeals(dir, nil))
	if c := r.Drawn(datadir.Mixed(secret, r.Setup.Sealed)); !ok || err != nil || len(c.Differ) > 0 || len(c.Draws) == 0 {
		t.Errorf("%v, %v, %q", ok, err, c.Differ)
	}
	if c := r.Drawn(secret); len(c.Differ) == 0 {
		t.Error("control: without the words the same is drawn")
	}
}

// No game has a fact that could be taken for how chance was fixed.
func TestSealedIsNoFact(t *testing.T) {
	for _, p := range games.List() {
		for _, line := range []string{"sealed x", "word purple x"} {
			if x, err := p.Words.Parse(line); err == nil {
				t.Errorf("%s: %q is %v", p.Name, line, x)
			}
		}
	}
}

// A game that an older program sealed, whose log does not tell the hash, goes on as it
// was sealed, is checked, and its record carries the secret elsewhere.
func TestOlderSeals(t *testing.T) {
	tier.Test(t, tier.Program, "a verifier of its own")
	t.Parallel()
	key := strings.Repeat("0a", 32)
	for _, secret := range []string{"arbiter seal 1 old " + key, "arbiter seal 2 old " + key} {
		setup := sealedSetup(t)
		dir, elsewhere, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "old.jsonl")
		db := openLog(t, dir)
		_, err := db.Create(history.Header{ID: "old", Created: time.Now(), Setup: setup, Program: "arbiter of old"})
		must(t, errors.Join(err, db.Close(), os.Mkdir(filepath.Join(dir, "seals"), 0o700), os.WriteFile(filepath.Join(dir, "seals", "old"), []byte(secret), 0o600)))
		r := virtualRoom(t, dir)
		r.playOut(rand.New(rand.NewPCG(1, 2)), 60)
		must(t, r.Table.Finish(t.Context()))
		r.leave()
		want, err := verify(t, dir, "old")
		if err != nil || !strings.Contains(want, secret) || draws(want) == "" {
			t.Errorf("%s: %v, %s", secret[:14], err, want)
		}
		text := output(t, "games", "export", "--data", dir, "--as", "record")
		if !strings.Contains(text, secret) || strings.Contains(text, `"sealed"`) {
			t.Errorf("%s: its record is %.900s", secret[:14], text)
		}
		must(t, os.WriteFile(file, []byte(text), 0o600))
		output(t, "games", "import", "--data", elsewhere, file)
		for _, at := range []string{"old", file} {
			if got, err := verify(t, elsewhere, at); err != nil || got != want {
				t.Errorf("%s: elsewhere %v, %s, want %s", secret[:14], err, got, want)
			}
		}
	}
}

// sealedSetup is that of a game of which the log does not tell how chance was fixed.
func sealedSetup(t *testing.T) engine.Setup {
	t.Helper()
	dir := t.TempDir()
	r := sealedRoom(t, dir, "high-council")
	one, err := archive.Open(r.Opts.DB, r.see("").GameID)
	must(t, err)
	r.leave()
	one.Setup.Sealed = engine.Sealed{}
	return one.Setup
}
