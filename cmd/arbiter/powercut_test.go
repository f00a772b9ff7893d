package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
	"arbiter/companion/gamelog/crashtest"
	"arbiter/engine/enginetest/tier"
)

// Whatever a power cut leaves of a demo: what it has printed is in the log, and
// it goes on to the same end.
func TestPowerCutDemo(t *testing.T) {
	tier.Long(t, tier.Crash, "demos under strace")
	crashtest.Need(t)
	t.Parallel()
	disks, seed := tier.Of(t, tier.Crash, "disks", 0, 0, 3000), tier.Seed(t)
	for _, args := range [][]string{{"--seats", "2", "--seed", "5"}, {"--game", "high-council", "--seed", "6"}} {
		args = append([]string{"demo"}, append(args, "--data")...)
		dir := crashtest.Memory(t)
		cmd := arbiter(t, append(args, filepath.Join(dir, "data"))...)
		w, err := crashtest.Under(cmd, dir)
		must(t, err)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		trace, err := w.Trace()
		must(t, err)
		rows, _ := rowsIn(t, filepath.Join(dir, "data"))
		cutDemo(t, trace, crashtest.Trial{Seed: seed, Disks: disks}, story(rows), args)
	}
}

// cutDemo tries disks of a demo. On four of them the program itself plays on.
func cutDemo(t *testing.T, trace *crashtest.Trace, trial crashtest.Trial, whole, args []string) {
	t.Helper()
	again := crashtest.Memory(t)
	data := filepath.Join(again, "data")
	goOn, opened := max(1, trial.Disks/4), 0
	trial.Dir, trial.Promised = again, printedEntries
	trial.Reopen = func() (int, error) {
		n, err := keptOf(data, whole)
		if opened++; err != nil || opened%goOn != 0 {
			return n, err
		}
		if _, over := rowsIn(t, data); over {
			return n, nil // the program would begin another game
		}
		output(t, append(args, data)...)
		if rows, over := rowsIn(t, data); !over || !slices.Equal(story(rows), whole) {
			err = errors.New("the demo that goes on goes otherwise")
		}
		return n, err
	}
	r, err := trace.Try(trial)
	must(t, err)
	t.Log(args, r)
	if err := r.Whole(); err != nil {
		t.Error(err)
	}
	if got, want := r.Promised, len(whole); got != want {
		t.Errorf("%d entries were seen to be printed, want %d", got, want)
	}
}

var entryLines = regexp.MustCompile(`(?m)^#(\d+) `)

// printedEntries counts the start as one.
func printedEntries(said []byte) int {
	all := entryLines.FindAllSubmatch(said, -1)
	if len(all) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(string(all[len(all)-1][1])) // digits
	return n + 1
}

// keptOf counts the rows of the log in a folder; they must be a beginning of the
// whole.
func keptOf(dir string, whole []string) (n int, err error) {
	file := filepath.Join(dir, datadir.LogFile)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
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
	if err != nil || len(list) == 0 {
		return 0, err
	}
	rows, err := db.Rows(list[0].ID)
	if err != nil {
		return 0, err
	}
	got := story(rows)
	if len(got) > len(whole) || !slices.Equal(got, whole[:len(got)]) {
		return 0, fmt.Errorf("the %d entries are not those that were played", len(got))
	}
	return len(got), nil
}

// Whatever a power cut leaves of the service: what a phone has heard of is in the
// log, and the game that goes on is the one that the engine plays without a disk.
func TestPowerCutService(t *testing.T) {
	tier.Test(t, tier.Crash, "a service under strace")
	crashtest.Need(t)
	t.Parallel()
	disks, entries, seed := tier.Of(t, tier.Crash, "disks", 0, 100, 6000), tier.Of(t, tier.Crash, "entries", 0, 40, 120), tier.Seed(t)
	dir := crashtest.Memory(t)
	data := filepath.Join(dir, "data")
	x := newStretch(t, data, seed, entries)
	trace := cutService(t, dir, x)
	again, seen := crashtest.Memory(t), map[int]bool{}
	trial := crashtest.Trial{
		Seed: seed, Disks: disks, Dir: again, Promised: toldVersions,
		Reopen: func() (int, error) { return x.kept(filepath.Join(again, "data"), seen) },
	}
	r, err := trace.Try(trial)
	must(t, err)
	t.Log(r)
	if err := r.Whole(); err != nil {
		t.Error(err)
	}
	if r.Promised != x.last() || len(seen) < x.last()/2 {
		t.Errorf("phones were seen to be told %d versions, want %d; %d states were compared", r.Promised, x.last(), len(seen))
	}
	trial.Disks, trial.Deaf = 20, func(string) bool { return true } // the control
	if r, err := trace.Try(trial); err != nil || r.Lost+r.Broken == 0 {
		t.Errorf("without syncs nothing is lost, so this suite sees nothing: %v, %v", r, err)
	}
}

// cutService plays the stretch.
func cutService(t *testing.T, dir string, x *stretch) *crashtest.Trace {
	t.Helper()
	cmd := arbiter(t, "--addr", "127.0.0.1:0", "--data", filepath.Join(dir, "data"), "--open")
	w, err := crashtest.Under(cmd, dir)
	must(t, err)
	s := startedAs(t, cmd)
	p := x.phone
	p.at(s.url)
	go p.watch("red")
	for n := 1; n <= x.last(); n++ {
		if status, a, err := p.wish(x, n); status != http.StatusOK || a.Version != n || err != nil {
			t.Fatalf("%q: %d, %+v, %v", x.lines[n], status, a, err)
		}
	}
	p.client.CloseIdleConnections()
	s.end(syscall.SIGTERM)
	trace, err := w.Trace()
	must(t, err)
	return trace
}

// Whatever a power cut leaves of a table where a game has just begun: the seats
// are whole or none, and once a phone has its seat, game and seat are there.
func TestPowerCutAtTheStart(t *testing.T) {
	tier.Test(t, tier.Crash, "a service under strace")
	crashtest.Need(t)
	t.Parallel()
	disks, seed := tier.Of(t, tier.Crash, "disks", 0, 50, 1500), tier.Seed(t)
	dir, again := crashtest.Memory(t), crashtest.Memory(t)
	cmd := arbiter(t, "--addr", "127.0.0.1:0", "--data", filepath.Join(dir, "new", "data"), "--open")
	w, err := crashtest.Under(cmd, dir)
	must(t, err)
	s := startedAs(t, cmd)
	p := newPlayer(t)
	p.at(s.url)
	p.begin(t)
	p.client.CloseIdleConnections()
	s.end(syscall.SIGTERM)
	trace, err := w.Trace()
	must(t, err)
	r, err := trace.Try(crashtest.Trial{
		Seed: seed, Disks: disks, Dir: again,
		Promised: func(said []byte) int { return bytes.Count(said, []byte(`"go":"/seat/purple"`)) },
		Reopen:   func() (int, error) { return begun(filepath.Join(again, "new", "data")) },
	})
	must(t, err)
	t.Log(r)
	if err := r.Whole(); err != nil || r.Promised != 1 {
		t.Errorf("%d starts were seen; %v", r.Promised, err)
	}
}

// begun tells whether a game has begun in a folder and somebody sits there. It must
// be sealed.
func begun(dir string) (n int, err error) {
	if _, err := os.Stat(filepath.Join(dir, datadir.LogFile)); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	db, err := gamelog.Open(filepath.Join(dir, datadir.LogFile))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	game, ok, err := db.Unfinished()
	if err != nil {
		return 0, err
	}
	if _, sealed, err := datadir.NewSeals(dir, nil).Secret(game.ID); ok && (!sealed || err != nil) {
		return 0, fmt.Errorf("game %s has begun without a seal: %v", game.ID, err)
	}
	text, err := os.ReadFile(datadir.SeatFile(dir).Name())
	if errors.Is(err, fs.ErrNotExist) {
		return 0, db.Check()
	}
	var marks map[string]string
	if err := errors.Join(err, json.Unmarshal(text, &marks)); err != nil {
		return 0, fmt.Errorf("the seats are %.40q: %w", text, err)
	}
	if ok {
		n = min(1, len(marks)/2)
	}
	return n, db.Check()
}

var toldVersion = regexp.MustCompile(`(?m)"version":(\d+)|^id: (\d+)-`)

// toldVersions is the highest version in what goes out to phones.
func toldVersions(said []byte) int {
	most := 0
	in := bufio.NewScanner(bytes.NewReader(said))
	in.Buffer(nil, len(said)+1)
	for in.Scan() {
		for _, m := range toldVersion.FindAllSubmatch(in.Bytes(), -1) {
			n, _ := strconv.Atoi(string(m[1]) + string(m[2])) // digits, one of them is empty
			most = max(most, n)
		}
	}
	return most
}
