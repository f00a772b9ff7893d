package main

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
	"arbiter/companion/gamelog/crashtest"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// Whatever byte of the games or of their journal is altered: each way to read them
// tells the same as before, or says in our words that something is damaged. The
// control reads without our checks, and is told something else without a word.
func TestFlippedBytes(t *testing.T) {
	tier.Test(t, tier.Crash, "commands that read what is left")
	t.Parallel()
	n, seed := tier.Of(t, tier.Crash, "flips", 20, 150, 10000), tier.Seed(t)
	kept := keptGames(t)
	path := filepath.Join(crashtest.Memory(t), datadir.LogFile)
	r := rand.New(rand.NewPCG(seed, 7))
	found, silent := 0, 0
	for i := 0; i < n && !t.Failed(); i++ {
		k := kept[r.IntN(len(kept))]
		name := k.names[r.IntN(len(k.names))]
		at, by := r.IntN(len(k.files[name])), byte(1+r.IntN(255))
		k.files[name][at] ^= by
		k.lay(t, path)
		if raw, err := rawReading(path); err == nil && raw != k.raw {
			silent++
		}
		k.lay(t, path)
		told, wrong := k.judge(path)
		for _, w := range wrong {
			t.Errorf("flip %d of seed %d: byte %d of games.db%s, exclusive or %#x: %s", i, seed, at, name, by, w)
		}
		if told {
			found++
		}
		k.files[name][at] ^= by
	}
	t.Logf("%d flips with seed %d: %d were found, the others do no harm; without our checks %d change something silently", n, seed, found, silent)
	if found == 0 || silent == 0 {
		t.Errorf("%d found, %d silent without checks: the test reaches nothing", found, silent)
	}
}

// KeptFiles are the files of games, by what their names end with, and how they read.
type keptFiles struct {
	names []string // of those that are damaged
	files map[string][]byte
	raw   string
	own   []string
}

// keptGames are a game that is over, one that was left and one that goes on; names,
// notes, statistics, a box and tags: as they are on the disk while the program
// runs, and after its end.
func keptGames(t *testing.T) []*keptFiles {
	t.Helper()
	dir, over := library(t)
	path := filepath.Join(dir, datadir.LogFile)
	db := openLog(t, dir)
	must(t, db.CountTraits(over.ID, over.Traits()))
	must(t, db.SetNote(over.ID, "a long evening, señor", 4))
	for i, id := range []string{"left", "goes-on"} {
		log, err := db.Create(history.Header{ID: id, Created: over.Created, Setup: over.Setup, Program: "test", Labels: map[engine.Seat]string{"purple": "Ben"}})
		must(t, err)
		for _, e := range over.Entries[:20+40*i] {
			must(t, log.Append(e))
		}
		must(t, db.Name(fmt.Sprintf("04A2%02d", i), []string{"purple", "discover"}))
		_, err = db.KeepToken(fmt.Sprintf("token-%d", i), fmt.Sprintf("04A2%02d", i))
		must(t, err)
		must(t, db.Learn("council-of-shadows", fmt.Sprintf("printed tower %d owner", i)))
	}
	running := copied(t, path, "", "-wal")
	must(t, db.Close())
	return []*keptFiles{running, copied(t, path, "")}
}

// copied copies the files and the mark, and reads the copy.
func copied(t *testing.T, path string, names ...string) *keptFiles {
	t.Helper()
	k := &keptFiles{names: names, files: map[string][]byte{}}
	for _, name := range append([]string{".mark"}, names...) {
		text, err := os.ReadFile(path + name)
		must(t, err)
		k.files[name] = text
	}
	sound := filepath.Join(t.TempDir(), datadir.LogFile)
	var err error
	k.lay(t, sound)
	k.raw, err = rawReading(sound)
	must(t, err)
	k.lay(t, sound)
	db, err := gamelog.Open(sound)
	must(t, err)
	defer db.Close()
	for _, read := range ownReadings {
		text, err := read(db)
		must(t, err)
		k.own = append(k.own, text)
	}
	return k
}

// lay writes the files, and nothing else, to path.
func (k *keptFiles) lay(t *testing.T, path string) {
	t.Helper()
	for _, name := range []string{"", "-wal", "-shm", ".mark"} {
		text, ok := k.files[name]
		if !ok {
			if err := os.Remove(path + name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			continue
		}
		must(t, os.WriteFile(path+name, text, 0o600))
	}
}

// judge reads damaged files in all our ways. It returns whether damage was told,
// and what is wrong with what was told.
func (k *keptFiles) judge(path string) (told bool, wrong []string) {
	db, err := gamelog.Open(path)
	if err != nil {
		return true, unexplained(path, err)
	}
	defer db.Close()
	for i, read := range ownReadings {
		text, err := read(db)
		if err != nil {
			told, wrong = true, append(wrong, unexplained(path, err)...)
		} else if text != k.own[i] {
			wrong = append(wrong, fmt.Sprintf("way %d to read tells silently\n%.2000s\ninstead of\n%.2000s", i, text, k.own[i]))
		}
	}
	return told, wrong
}

// unexplained tells when an error does not name the file and what to do.
func unexplained(path string, err error) []string {
	for _, fix := range []string{"arbiter restore", "choose another file"} {
		if strings.Contains(err.Error(), path) && strings.Contains(err.Error(), fix) {
			return nil
		}
	}
	return []string{"the error is not explained: " + err.Error()}
}

// The ways to read a file of games.
var ownReadings = []func(*gamelog.DB) (string, error){
	func(db *gamelog.DB) (string, error) { list, err := db.Games(); return fmt.Sprintf("%+v", list), err },
	func(db *gamelog.DB) (string, error) {
		one, ok, err := db.Unfinished()
		return fmt.Sprintf("%+v %v", one, ok), err
	},
	func(db *gamelog.DB) (string, error) { ids, err := db.IDs(); return fmt.Sprint(ids), err },
	gameReading(0), gameReading(1), gameReading(2),
	searching(history.Search{Player: "ana"}),
	searching(history.Search{From: time.Now().AddDate(-1, 0, 0), Is: []string{"purple", "automa"}}),
	searching(history.Search{Game: "council-of-shadows", Most: 2}),
	func(db *gamelog.DB) (string, error) { all, err := db.Players("", ""); return fmt.Sprint(all), err },
	func(db *gamelog.DB) (string, error) {
		all, err := db.Tallies("council-of-shadows", "leader", "")
		return fmt.Sprint(all), err
	},
	func(db *gamelog.DB) (string, error) {
		all, err := db.Learned("council-of-shadows")
		return fmt.Sprint(all), err
	},
	func(db *gamelog.DB) (string, error) { all, err := db.Tags(); return fmt.Sprint(all), err },
	func(db *gamelog.DB) (string, error) { all, err := db.Tokens(); return fmt.Sprint(all), err },
}

func searching(s history.Search) func(*gamelog.DB) (string, error) {
	return func(db *gamelog.DB) (string, error) {
		list, found, err := db.Find(s)
		for i := range list {
			list[i].Damaged = false // told by the list, and asked for in other ways
		}
		return fmt.Sprintf("%d %+v", found, list), err
	}
}

// gameReading reads one of the games: what is known of it, and every step.
func gameReading(i int) func(*gamelog.DB) (string, error) {
	return func(db *gamelog.DB) (string, error) {
		ids, err := db.IDs()
		if err != nil {
			return "", err
		}
		s, err := db.Summary(ids[i])
		if err != nil {
			return "", err
		}
		rows, err := db.Rows(ids[i])
		var b strings.Builder
		fmt.Fprintf(&b, "%+v\n", s)
		for _, r := range rows {
			fmt.Fprintln(&b, r.Seq, r.At.UnixMilli(), r.By, r.Command, r.Undoes, strings.Join(r.Events, "; "))
		}
		return b.String(), err
	}
}

// rawReading reads what tables hold, with the checks of SQLite alone.
func rawReading(path string) (string, error) {
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		return "", err
	}
	defer db.Close()
	var b strings.Builder
	for _, query := range []string{
		`SELECT seq || at || by || command || events || undoes FROM entries`, `SELECT id || name || created || finished || result FROM games`,
		`SELECT game || seat || label FROM labels`, `SELECT name || line FROM learned`, `SELECT uid || words FROM tags`, `SELECT token || uid FROM tokens`,
	} {
		if err := rawColumn(&b, db, query); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func rawColumn(b *strings.Builder, db *sql.DB, query string) error {
	rows, err := db.Query(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		b.WriteString(text + "\n")
	}
	return rows.Err()
}
