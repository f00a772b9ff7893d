package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/engine/enginetest/tier"
)

// looking are the commands that change nothing in the folder of games, with what they are
// asked for: FOLDER is another one.
var looking = map[string][]string{
	"games list": {""}, "games show": {"", "nothing"}, "games replay": {""}, "games verify": {""}, "games check": {"", "FOLDER/games.db"},
	"games export": {"", "--as record --names", "--as csv"},
	"backup":       {"FOLDER/backup.db"},
	"owner":        {""},
	"hub status":   {""},
	"box list":     {""}, "box check": {""}, "box export": {"FOLDER/box"}, "box import": {"--dry-run --replace FOLDER/shared"},
	"tags list": {""}, "tags export": {"FOLDER/tags.csv"}, "tags import": {"--dry-run FOLDER/tags"},
	"doctor": {"--patience 1ms"}, "support": {"--out FOLDER/support.zip --url http://127.0.0.1:1/"},
	"restore": {"FOLDER/games.db"}, // without --replace it is refused
	"script":  {"FOLDER/script"}, "setup": {""}, "wiring": {"virtual"}, "version": {""},
	"print labels": {"--out FOLDER/l.pdf"}, "print mats": {"--rig two-seats-pn532 --out FOLDER/m.pdf"}, "print state": {"--out FOLDER/s.pdf"}, "print guide": {"--out FOLDER/g.pdf"},
	"arena": {"--a greedy --b random --games 2"},
	"watch": {"%"}, // no address, so it does not wait for a table
}

// playing are those that write there.
var playing = []string{"serve", "demo", "emu", "games import", "games rename", "box learn", "tags remove", "hub join", "hub share", "hub leave"}

// Each command is one of those that look or one of those that write.
func TestEachCommandLooksOrWrites(t *testing.T) {
	parser, err := kong.New(&program{})
	must(t, err)
	var leaf func(n *kong.Node, path string)
	n := 0
	leaf = func(node *kong.Node, path string) {
		for _, c := range node.Children {
			if name := strings.TrimSpace(path + " " + c.Name); len(c.Children) > 0 {
				leaf(c, name)
			} else if n++; (looking[name] == nil) != slices.Contains(playing, name) {
				t.Errorf("%s: does it look or write?", name)
			}
		}
	}
	leaf(parser.Model.Node, "")
	if n != len(looking)+len(playing) {
		t.Errorf("%d commands, but %d look and %d write", n, len(looking), len(playing))
	}
}

// Commands that look change no byte of the folder, make no file there and delete none,
// whatever state it is in.
func TestLookingChangesNothing(t *testing.T) {
	tier.Test(t, tier.Crash, "whole commands")
	t.Parallel()
	base, elsewhere := lookedAt(t)
	states := []struct {
		name string
		do   func(file string) error
	}{
		{"the plug was pulled", func(string) error { return nil }},
		{"an empty file", func(file string) error { return os.Truncate(file, 0) }},
		{"half a file", func(file string) error {
			info, err := os.Stat(file)
			if err != nil {
				return err
			}
			return os.Truncate(file, info.Size()/2)
		}},
		{"no file", os.Remove},
		{"no journal", func(file string) error { return os.Remove(file + "-wal") }},
		{"half a journal", func(file string) error {
			info, err := os.Stat(file + "-wal")
			if err != nil {
				return err
			}
			return os.Truncate(file+"-wal", info.Size()/2)
		}},
		{"an older format", func(file string) error {
			text, err := os.ReadFile(filepath.Join("testdata", "format-4.sql"))
			for _, name := range []string{"", "-wal", ".mark"} {
				if err == nil {
					err = os.Remove(file + name)
				}
			}
			if err == nil {
				tamper(t, filepath.Dir(file), string(text))
			}
			return err
		}},
	}
	for _, s := range states[:tier.Of(t, tier.Crash, "states", 1, 2, len(states))] {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			must(t, os.CopyFS(dir, os.DirFS(base)))
			must(t, s.do(filepath.Join(dir, datadir.LogFile)))
			before := folderOf(t, dir)
			for _, name := range slices.Sorted(maps.Keys(looking)) {
				for i, more := range looking[name] {
					other := t.TempDir()
					must(t, os.CopyFS(other, os.DirFS(elsewhere)))
					line := strings.Fields(name + " " + strings.ReplaceAll(more, "FOLDER", other))
					if !slices.Contains([]string{"box check", "script", "setup", "wiring", "version", "arena", "watch", "print labels", "print mats", "print guide"}, name) {
						line = append(line, "--data", dir)
					}
					var out strings.Builder
					code := run(line, &out, &out)
					if code == exitUsage {
						t.Errorf("%q: %s", line, out.String())
					}
					sameFolder(t, fmt.Sprintf("%s (%d), exit status %d, %.300s", name, i, code, out.String()), before, folderOf(t, dir))
				}
			}
		})
	}
}

// The control: a command that writes is noticed.
func TestLookingChangesNothingControl(t *testing.T) {
	tier.Test(t, tier.Crash, "whole commands")
	t.Parallel()
	base, _ := lookedAt(t)
	before := folderOf(t, base)
	var out strings.Builder
	if code := run([]string{"games", "rename", "--data", base, "Ana Ñ 🎲", "Zoë"}, &out, &out); code != 0 {
		t.Fatal(out.String())
	}
	if maps.Equal(before, folderOf(t, base)) {
		t.Error("a name was changed, and nothing is noticed")
	}
}

// lookedAt is a folder whose games were broken off by a kill, and another one with what
// commands are given.
func lookedAt(t *testing.T) (dir, elsewhere string) {
	t.Helper()
	dir, one := library(t)
	db := openLog(t, dir)
	must(t, db.Learn("council-of-shadows", "printed tower 6 owner"))
	must(t, db.Close())
	elsewhere = t.TempDir()
	output(t, "backup", "--data", dir, filepath.Join(elsewhere, datadir.LogFile))
	output(t, "box", "export", "--data", dir, filepath.Join(elsewhere, "shared"))
	must(t, os.WriteFile(filepath.Join(elsewhere, "tags"), []byte("uid,card\n04A2241B5C6D80,ai-07\n"), 0o600))
	must(t, os.WriteFile(filepath.Join(elsewhere, "script"), []byte(output(t, "games", "export", "--data", dir)), 0o600))
	s := start(t, "--data", dir, "--open")
	s.phone("en").begins()
	s.kill()
	must(t, os.Remove(filepath.Join(dir, datadir.LogFile+"-shm")))
	if _, err := os.Stat(filepath.Join(dir, datadir.LogFile+"-wal")); err != nil || one.ID == "" {
		t.Fatalf("no game was broken off: %v", err)
	}
	return dir, elsewhere
}

// folderOf is every file of a folder, with its rights and its bytes.
func folderOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if all[name] = info.Mode().String(); !d.IsDir() {
			text, err := os.ReadFile(path)
			all[name] = string(text)
			return err
		}
		return nil
	}))
	return all
}

func sameFolder(t *testing.T, what string, before, after map[string]string) {
	t.Helper()
	for name, text := range before {
		if now, ok := after[name]; !ok || now != text {
			t.Errorf("%s: %s was altered or deleted", what, name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			t.Errorf("%s: %s was made", what, name)
		}
	}
}

// The journal is all there is: who looks says so and changes nothing, and who plays puts
// the games together from it.
func TestJournalAlone(t *testing.T) {
	tier.Test(t, tier.Crash, "whole commands")
	t.Parallel()
	v := newVictim(t, 100, "--seats", "2")
	cmd := arbiter(t, v.args...)
	pipe, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	must(t, v.said.read(pipe, func(n int) {
		if n == 50 {
			cmd.Process.Kill()
		}
	}))
	cmd.Wait() // killed
	file := filepath.Join(v.dir, datadir.LogFile)
	must(t, os.Truncate(file, 0))
	before := folderOf(t, v.dir)
	holds(t, "games check", output(t, "games", "check", "--data", v.dir), "note  ", "is empty or missing; all this was read from its journal", "1 game, sound.")
	sameFolder(t, "games check", before, folderOf(t, v.dir))
	v.ends(v.round(never))
	kept, err := filepath.Glob(file + ".before-*-wal")
	must(t, err)
	if len(kept) != 1 {
		t.Fatalf("kept %q", kept)
	}
	text, err := os.ReadFile(kept[0])
	must(t, err)
	if string(text) != before[datadir.LogFile+"-wal"] {
		t.Error("the journal was not kept as it was")
	}
}
