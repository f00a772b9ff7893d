package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion/history"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// Commands that fail say why in the language that they were asked in. English is the
// control: there the very words stand.
func TestFailuresInEveryLanguage(t *testing.T) {
	tier.Unraced(t, "one goroutine")
	t.Setenv(home.Variable, "")
	for line, said := range map[string]string{
		"games list --data " + t.TempDir():                         "there are no games in",
		"owner --data " + t.TempDir():                              "there is no owner's code",
		"setup --game cake":                                        "there is council-of-shadows",
		"demo --game cake --data " + t.TempDir():                   "there is council-of-shadows",
		"demo --seats 9 --data " + t.TempDir():                     "has 1 to 4 seats",
		"arena --games 0":                                          "play at least one",
		"box export --game cake " + t.TempDir() + "/cake":          "there is no game",
		"print labels --size 9 --out " + t.TempDir() + "/cake.pdf": "write width and height",
	} {
		for _, lang := range words.Languages() {
			t.Setenv("ARBITER_LANG", lang)
			if got := replyTo(strings.Fields(line)...); strings.Contains(got, said) != (lang == words.English) {
				t.Errorf("%s: %q is answered %q", lang, line, got)
			}
		}
	}
}

// What an error wraps is in the language, too, and what has no translation stays.
func TestFailuresWithinFailures(t *testing.T) {
	german := usageOf([]string{"--lang=de"}, home.Home{})
	inner := engine.Refuse("no game has been played yet")
	for _, test := range []struct {
		err  error
		want string
	}{
		{inner, "Es wurde noch kein Spiel gespielt"},
		{fmt.Errorf("x: %w", inner), "x: Es wurde noch kein Spiel gespielt"},
		{errors.Join(fs.ErrNotExist, inner), "file does not exist\nEs wurde noch kein Spiel gespielt"},
		{i18n.Wrap(inner, "%s; arbiter games list names them", inner), "Es wurde noch kein Spiel gespielt; arbiter games list nennt alle"},
		{i18n.Wrap(fs.ErrNotExist, "data folder: %s; choose another with --data DIR", fs.ErrNotExist), "Datenordner: file does not exist; wähle mit --data DIR einen anderen"},
	} {
		if got := i18n.Failure(test.err, german.say); got != test.want {
			t.Errorf("%q is told as %q, want %q", test.err, got, test.want)
		}
	}
	if err := i18n.Wrap(fs.ErrNotExist, "cake"); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the cause of a failure is lost")
	}
}

// A panicking writer is a mistake in the program, in whatever writes to it.
type panickingWriter struct{}

func (panickingWriter) Write([]byte) (int, error) { panic("card 217") }

// A command that panics says in a sentence where, of a game also which, and ends with the status
// of a failure; no value is told.
func TestCommandsThatPanic(t *testing.T) {
	tier.Unraced(t, "one goroutine")
	t.Setenv(home.Variable, "")
	dir := t.TempDir()
	db := openLog(t, dir)
	setup := engine.Setup{Game: "high-council", Seats: []engine.Seat{"white", "red"}}
	for _, id := range []string{"g1", "g2"} {
		_, err := db.Create(history.Header{ID: id, Created: time.Now(), Setup: setup})
		must(t, err)
	}
	must(t, db.Close())
	for line, game := range map[string]string{
		"version":                                "",
		"games show g1 --data " + dir:            "g1",
		"games replay g2 --data " + dir:          "g2",
		"games export g1 --as csv --data " + dir: "g1",
	} {
		var errs bytes.Buffer
		code := run(strings.Fields(line), panickingWriter{}, &errs)
		if said := errs.String(); code != exitFailed || !strings.Contains(said, "a fault in the program") || !strings.Contains(said, game) || !strings.Contains(said, "failure_test.go:") || strings.Contains(said, "217") || strings.Contains(said, "goroutine") {
			t.Errorf("%s: status %d, and it says %q", line, code, said)
		}
	}
}
