package main

import (
	"bufio"
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion/gamelog"
	"arbiter/engine/enginetest/tier"
)

// printed is what a demo has said to be in the log: entries by number.
type printed map[int]string

// read takes the whole lines of an output; what was cut off in the middle says
// nothing. Each entry is told.
func (p printed) read(out io.Reader, told func(n int)) error {
	in := bufio.NewReader(out)
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if rest, ok := strings.CutPrefix(line, "#"); ok {
			number, entry, _ := strings.Cut(strings.TrimSpace(rest), " ")
			n, err := strconv.Atoi(number)
			if err != nil {
				return err
			}
			p[n] = entry
			told(n)
		}
	}
}

// lost lists what was said to be in the log and is not.
func (p printed) lost(rows []gamelog.Row) []string {
	var lost []string
	for n, entry := range p {
		switch {
		case n >= len(rows):
			lost = append(lost, fmt.Sprintf("#%d %s: there are only %d entries", n, entry, len(rows)-1))
		case entryLine(rows[n]) != entry:
			lost = append(lost, fmt.Sprintf("#%d %s: the log has %q", n, entry, entryLine(rows[n])))
		}
	}
	return lost
}

func entryLine(r gamelog.Row) string {
	if r.Undoes != 0 {
		return fmt.Sprintf("%s undo %d", r.By, r.Undoes)
	}
	return r.Command
}

// rowsIn returns the log of the only game in a folder, none if there is none,
// and whether it is over.
func rowsIn(t *testing.T, dir string) (rows []gamelog.Row, over bool) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, datadir.LogFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, false
	}
	db, err := gamelog.Open(filepath.Join(dir, datadir.LogFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Check(); err != nil {
		t.Fatal(err)
	}
	list, err := db.Games()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		return nil, false
	}
	if got, want := len(list), 1; got != want {
		t.Fatalf("%d games, want %d: the one that was broken off did not go on", got, want)
	}
	if rows, err = db.Rows(list[0].ID); err != nil {
		t.Fatal(err)
	}
	return rows, !list[0].Finished.IsZero()
}

// story is a log without its times.
func story(rows []gamelog.Row) []string {
	var all []string
	for _, r := range rows {
		all = append(all, fmt.Sprintf("%d %s %s %d %s", r.Seq, r.By, r.Command, r.Undoes, strings.Join(r.Events, "; ")))
	}
	return all
}

// A victim is a demo that is killed again and again until it is over.
type victim struct {
	*testing.T
	dir   string
	args  []string
	said  printed
	whole []string // the story of the demo that nobody kills
}

func newVictim(t *testing.T, seed uint64, game ...string) *victim {
	t.Helper()
	args := append([]string{"demo", "--seed", fmt.Sprint(seed)}, append(game, "--data")...)
	whole := t.TempDir()
	output(t, append(args, whole)...)
	rows, _ := rowsIn(t, whole)
	v := &victim{T: t, dir: t.TempDir(), said: printed{}, whole: story(rows)}
	v.args = append(args, v.dir)
	return v
}

// A killMoment is when a program is killed: once an entry is known to be safe, or, where
// there is none, some time after the start, or after the program has said something.
type killMoment struct {
	entry int
	after time.Duration
	awake bool
}

// never is long after every demo.
var never = killMoment{after: time.Hour}

// round runs the demo until it ends or is killed. It compares what the demo said with
// what is in the log, and tells whether the game is over, which it may be although the
// demo was killed: in its last moment.
func (v *victim) round(m killMoment) (over bool) {
	v.Helper()
	cmd := arbiter(v.T, v.args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		v.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		v.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	if m.awake {
		out.Peek(1) // its error comes again
	}
	var killed atomic.Bool
	kill := func() { killed.Store(true); cmd.Process.Kill() }
	if m.entry == 0 {
		defer time.AfterFunc(m.after, kill).Stop()
	}
	if err := v.said.read(out, func(n int) {
		if n == m.entry {
			kill()
		}
	}); err != nil {
		v.Fatal(err)
	}
	if err := cmd.Wait(); err != nil && !killed.Load() {
		v.Fatalf("the demo failed: %v\n%s", err, errs.String())
	}
	rows, over := rowsIn(v.T, v.dir)
	for _, lost := range v.said.lost(rows) {
		v.Errorf("lost: %s", lost)
	}
	return over
}

// ends lets the demo come to its end, which must be that of the whole one.
func (v *victim) ends(over bool) {
	v.Helper()
	if !over && !v.round(never) {
		v.Fatal("the last game does not end")
	}
	if got, _ := rowsIn(v.T, v.dir); !slices.Equal(story(got), v.whole) {
		v.Fatalf("%q: the game that was killed went otherwise", v.args)
	}
}

// TestKill kills a demo at chosen entries. Each restart goes on with the game; nothing
// that was acknowledged is lost; and the game ends as if nothing had happened.
func TestKill(t *testing.T) {
	tier.Test(t, tier.Crash, "commands that are killed")
	t.Parallel()
	killAt(t, tier.Of(t, tier.Crash, "kills", 1, 5, 5), "--seats", "2")
}

// TestKillWithADealer does it to games in which Arbiter deals.
func TestKillWithADealer(t *testing.T) {
	tier.Test(t, tier.Crash, "three demos of the full book")
	t.Parallel()
	killAt(t, 1, "--book", "full", "--seats", "2")
}

// killAt kills a demo so many times, evenly over its entries.
func killAt(t *testing.T, kills int, game ...string) {
	t.Helper()
	v, over := newVictim(t, 100, game...), false
	for i := range kills {
		if over = v.round(killMoment{entry: (2*i + 1) * len(v.whole) / (2 * kills)}); over {
			break // what it had said was read late
		}
	}
	v.ends(over)
}

// TestKillAtAnyMoment kills demos at random moments; in a quarter of them Arbiter deals.
func TestKillAtAnyMoment(t *testing.T) {
	tier.Long(t, tier.Crash, "thousands of programs")
	kills, seed := tier.Of(t, tier.Crash, "kills", 0, 0, 600), tier.Seed(t)
	for name, c := range map[string]struct {
		kills int
		game  func(seed uint64) []string
	}{
		"without a dealer": {kills - kills/4, func(seed uint64) []string { return []string{"--seats", fmt.Sprint(1 + seed%4)} }},
		"with a dealer": {kills / 4, func(seed uint64) []string {
			if seed%2 == 0 {
				return []string{"--book", "full", "--seats", fmt.Sprint(1 + seed/2%4)}
			}
			return []string{"--game", "high-council", "--seats", fmt.Sprint(2 + seed&2)}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			killAll(t, c.kills, seed, c.game)
		})
	}
}

func killAll(t *testing.T, most int, seed uint64, game func(seed uint64) []string) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, seed)) // of the moments, which fall elsewhere each time all the same
	killed, games, entries := 0, 0, 0
	for n := 100 * seed; killed < most && !t.Failed(); n++ {
		v, over := newVictim(t, n, game(n)...), false
		for killed < most {
			if over = v.round(killMoment{after: time.Duration(r.IntN(200)) * time.Millisecond, awake: r.IntN(2) == 0}); over {
				break
			}
			killed++
		}
		v.ends(over)
		games, entries = games+1, entries+len(v.said)
	}
	t.Logf("%d kills in %d games; %d acknowledged entries, all of them in the log", killed, games, entries)
}

// TestKillNotices is the control: the comparison must notice an entry that is
// gone, and one that is another, and the log itself one that was cut off.
func TestKillNotices(t *testing.T) {
	tier.Test(t, tier.Crash, "a demo")
	t.Parallel()
	dir := t.TempDir()
	said := printed{}
	if err := said.read(strings.NewReader(output(t, "demo", "--data", dir)), func(int) {}); err != nil {
		t.Fatal(err)
	}
	rows, _ := rowsIn(t, dir)
	if lost := said.lost(rows); len(lost) != 0 {
		t.Fatalf("lost in a whole log: %q", lost)
	}
	last := len(rows) - 1
	said[3] += " twice"
	if got, want := len(said.lost(rows)), 1; got != want {
		t.Errorf("another entry 3: %d are lost, want %d", got, want)
	}
	said[3] = strings.TrimSuffix(said[3], " twice")

	if got, want := len(said.lost(rows[:last])), 1; got != want {
		t.Errorf("without entry %d: %d are lost, want %d", last, got, want)
	}
	tamper(t, dir, `DROP TRIGGER entries_stay`, `DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)`,
		`CREATE TRIGGER entries_stay BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry of the log is never deleted'); END`)
	db, err := gamelog.Open(filepath.Join(dir, datadir.LogFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	list, err := db.Games()
	if err != nil {
		t.Fatal(err)
	}
	damage := &gamelog.Damage{}
	if _, err := db.Rows(list[0].ID); !errors.As(err, &damage) {
		t.Errorf("a log without its end: %v, want damage", err)
	}
}

func tamper(t *testing.T, dir string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite3", filepath.Join(dir, datadir.LogFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
}
