package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/companion/gamelog/powercut"
)

// Whatever a power cut leaves of a backup that is made: the games are as they
// were, and the backup is whole, or has no name yet.
func TestPowerCutOfBackup(t *testing.T) {
	powercut.Need(t)
	dir, again := powercut.Memory(t), powercut.Memory(t)
	whole := demoIn(t, filepath.Join(dir, "data"), "8")
	trace := cutCommand(t, dir, "backup", "--data", filepath.Join(dir, "data"), filepath.Join(dir, "copy.db"))
	tryCommand(t, trace, again, "read back and sound", func() (int, error) {
		n, err := keptOf(filepath.Join(again, "data"), whole)
		if err != nil || n != len(whole) {
			return 0, fmt.Errorf("the games have %d entries, want %d: %w", n, len(whole), err)
		}
		if _, err := os.Stat(filepath.Join(again, "copy.db")); errors.Is(err, fs.ErrNotExist) {
			return 0, nil
		}
		if err := os.Rename(filepath.Join(again, "copy.db"), filepath.Join(again, logFile)); err != nil {
			return 0, err
		}
		n, err = keptOf(again, whole)
		if err == nil && n != len(whole) {
			err = fmt.Errorf("the backup has %d entries, want %d", n, len(whole))
		}
		return 1, err
	})
}

// Whatever a power cut leaves of a folder while a backup is put in place: the old
// games or the new ones, all of them.
func TestPowerCutOfRestore(t *testing.T) {
	powercut.Need(t)
	dir, again, copies := powercut.Memory(t), powercut.Memory(t), t.TempDir()
	old := demoIn(t, filepath.Join(dir, "data"), "8")
	fresh := demoIn(t, filepath.Join(copies, "data"), "9")
	output(t, "backup", "--data", filepath.Join(copies, "data"), filepath.Join(copies, "copy.db"))
	trace := cutCommand(t, dir, "restore", "--replace", "--data", filepath.Join(dir, "data"), filepath.Join(copies, "copy.db"))
	tryCommand(t, trace, again, " now.", func() (int, error) {
		data := filepath.Join(again, "data")
		n, err := keptOf(data, fresh)
		if err == nil && n == len(fresh) {
			return 1, nil
		}
		if n, err = keptOf(data, old); err != nil || n != len(old) {
			return 0, fmt.Errorf("there are neither the old games nor the new ones: %d entries, %w", n, err)
		}
		return 0, nil
	})
}

// demoIn plays a demo and returns its story.
func demoIn(t *testing.T, dir, seed string) []string {
	t.Helper()
	output(t, "demo", "--seed", seed, "--data", dir)
	rows, over := rowsIn(t, dir)
	if !over {
		t.Fatal("the demo is not over")
	}
	return story(rows)
}

func cutCommand(t *testing.T, dir string, args ...string) *powercut.Trace {
	t.Helper()
	cmd := arbiter(t, args...)
	w, err := powercut.Under(cmd, dir)
	must(t, err)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	trace, err := w.Trace()
	must(t, err)
	return trace
}

// tryCommand tries a command that promises one thing, in these words.
func tryCommand(t *testing.T, trace *powercut.Trace, again, promise string, reopen func() (int, error)) {
	t.Helper()
	r, err := trace.Try(powercut.Trial{
		Seed: *cutSeed, Disks: *states / 10, Dir: again, Reopen: reopen,
		Promised: func(said []byte) int { return strings.Count(string(said), promise) },
	})
	must(t, err)
	t.Log(r)
	if err := r.Whole(); err != nil || r.Promised != 1 {
		t.Errorf("%d promises were seen; %v", r.Promised, err)
	}
}
