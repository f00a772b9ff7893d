package logging

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/hw"
)

// In the journal a line begins with its priority and has no time; elsewhere it has both in words.
func TestLinesForTheJournal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "errors"))
	check(t, err)
	defer file.Close()
	info, err := file.Stat()
	check(t, err)
	at := info.Sys().(*syscall.Stat_t)
	write := func(stream string) string {
		check(t, file.Truncate(0))
		_, err := file.Seek(0, 0)
		check(t, err)
		t.Setenv("JOURNAL_STREAM", stream)
		l := New(file)
		l.Error("broken", "err", os.ErrNotExist)
		l.With("panel", "ink").Warn("slow", "by", 2)
		l.WithGroup("g").Info("fine", "level", 3)
		l.Debug("nobody reads this")
		text, err := os.ReadFile(file.Name())
		check(t, err)
		return string(text)
	}
	want := "<3>msg=broken err=\"file does not exist\"\n<4>msg=slow panel=ink by=2\n<6>msg=fine g.level=3\n"
	if got := write(fmt.Sprintf("%d:%d", at.Dev, at.Ino)); got != want {
		t.Errorf("to the journal\n%s, want\n%s", got, want)
	}
	for _, stream := range []string{"", "nonsense", fmt.Sprintf("%d:%d", at.Dev, at.Ino+1)} {
		if got := write(stream); strings.Contains(got, "<3>") || !strings.Contains(got, "time=") || !strings.Contains(got, "level=ERROR msg=broken") {
			t.Errorf("JOURNAL_STREAM %q: %s", stream, got)
		}
	}
}

// loggedTable runs a table with a reader, and returns what it logs.
func loggedTable(t *testing.T, disk *forgetful, changes chan hw.Change) (*companion.Table, *bytes.Buffer) {
	t.Helper()
	offers, err := companion.Offers(games.List()...)
	check(t, err)
	lines := &bytes.Buffer{}
	table, err := companion.New(companion.Opts{
		Offers: offers, Store: disk, Changes: changes, Logger: slog.New(newRateLimit(NewJournal(lines))),
		Readers: []presence.Reader{{Name: "purple-1", Seat: "purple", Fields: []string{"1"}}},
	})
	check(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- table.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		check(t, <-ended)
	})
	return table, lines
}

// A forgetful store cannot be written to while it is full.
type forgetful struct {
	companion.Store
	full bool
}

func (f *forgetful) Unfinished() (history.Saved, bool, error) { return history.Saved{}, false, nil }

func (f *forgetful) Ended() companion.Ended { return companion.Ended{} }

func (f *forgetful) Create(history.Header) (engine.Log, error) {
	if f.full {
		return nil, &os.PathError{Op: "write", Path: "games.db", Err: syscall.ENOSPC}
	}
	return engine.NoLog{}, nil
}

func (f *forgetful) Learned(string) ([]string, error) { return nil, nil }

// An outage is one line, its end one more. A reader that fails a hundred times in an hour does not
// fill the log, but the log says how often it failed.
func TestAReaderThatFlapsDoesNotFloodTheLog(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		changes := make(chan hw.Change)
		table, lines := loggedTable(t, &forgetful{}, changes)
		flap := func() {
			for _, k := range []hw.Kind{hw.ReaderDown, hw.ReaderUp} {
				changes <- hw.Change{Kind: k, At: time.Now(), Reader: "purple-1"}
				_, err := table.Snapshot(t.Context(), "")
				check(t, err)
			}
		}
		flap()
		if got, want := lines.String(), "<6>msg=\"reader down\" reader=purple-1\n<6>msg=\"reader up\" reader=purple-1\n"; got != want {
			t.Errorf("one outage is\n%s, want\n%s", got, want)
		}
		lines.Reset()
		for range 99 {
			time.Sleep(36 * time.Second) // bubble: a part of the hour
			flap()
		}
		got := lines.String()
		if n, most := strings.Count(got, "\n"), 2*6*7; n > most {
			t.Errorf("99 outages in an hour are %d lines, want at most %d", n, most)
		}
		if !strings.Contains(got, "again and again") || !strings.Contains(got, "left_out=") {
			t.Errorf("nobody is told that lines are left out:\n%s", got)
		}
	})
}

// A loose plug fails for several reasons in turn: they share the six lines.
func TestReasonsThatAlternateAreOneOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		changes := make(chan hw.Change)
		table, lines := loggedTable(t, &forgetful{}, changes)
		for i := range 40 {
			why := syscall.ENOENT
			if i%2 == 1 {
				why = syscall.EIO
			}
			changes <- hw.Change{Kind: hw.ReaderDown, At: time.Now(), Reader: "purple-1", Err: why}
			_, err := table.Snapshot(t.Context(), "")
			check(t, err)
			time.Sleep(10 * time.Second) // bubble: it shakes
		}
		got := lines.String()
		if n := strings.Count(got, "reader down"); n != 6 {
			t.Errorf("%d lines in less than seven minutes, want 6:\n%s", n, got)
		}
	})
}

// Lines about other things are not left out, whatever happens elsewhere; and the number of
// remembered lines is limited.
func TestOtherLinesAreNotLeftOut(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	s := newRateLimit(NewJournal(&lines))
	l := slog.New(s)
	for i := range 100 {
		l.Warn("down", "reader", "a", "err", fmt.Errorf("error %d", i))
		l.Warn("down", "reader", fmt.Sprint("b", i))
		l.With("panel", i).Warn("down")
	}
	for what, want := range map[string]int{"reader=a ": sameAtMost, "reader=b": 100, "panel=": 100} {
		if got := strings.Count(lines.String(), what); got != want {
			t.Errorf("%d lines with %q, want %d", got, what, want)
		}
	}
	for i := range 3 * mostSame {
		l.Info("game begins", "id", i)
	}
	if n := len(s.said); n > mostSame {
		t.Errorf("%d kinds of lines are remembered, want at most %d", n, mostSame)
	}
}

// A full disk is one line, however often people try, and one more when there is room.
func TestAFullDiskIsOneLine(t *testing.T) {
	t.Parallel()
	disk := &forgetful{}
	table, lines := loggedTable(t, disk, nil)
	try := func() error {
		_, err := table.Start(t.Context(), companion.NewGame{
			Game: "council-of-shadows", Box: "stand-in", Order: []engine.Seat{"green", "purple"}, Seats: []companion.Seating{{Seat: "purple"}, {Seat: "green"}},
		})
		return err
	}
	disk.full = true
	for range 5 {
		if try() == nil {
			t.Fatal("a game has begun on a full disk")
		}
	}
	if got, want := lines.String(), "<3>msg=\"the log cannot be written or read\" err=\"no space left on device\"\n"; got != want {
		t.Errorf("logged\n%s, want\n%s", got, want)
	}
	disk.full = false
	check(t, try())
	if got := lines.String(); strings.Count(got, "the log works again") != 1 {
		t.Errorf("logged\n%s", got)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
