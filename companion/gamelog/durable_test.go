package gamelog

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbiter/engine"
	"arbiter/engine/enginetest/tier"

	"github.com/google/go-cmp/cmp"
)

// durable reports whether an entry is still there when the program ends at once
// after append returned, without Close. It runs this test binary again.
func durable(t *testing.T, how string) bool {
	t.Helper()
	path := file(t)
	child := exec.Command(os.Args[0], "-test.run=^TestChildAppendsAndDies$")
	child.Env = append(os.Environ(), "GAMELOG_CHILD="+how, "GAMELOG_FILE="+path)
	out, err := child.CombinedOutput()
	if !strings.Contains(string(out), "acknowledged") {
		t.Fatalf("the child did not append: %v\n%s", err, out)
	}
	rows, err := opened(t, path).Rows("g1")
	if err != nil {
		t.Fatal(err)
	}
	return len(rows) == 2
}

func TestEntryIsSafeWhenAppendReturns(t *testing.T) {
	if !durable(t, "append") {
		t.Error("the acknowledged entry is gone")
	}
	if durable(t, "without commit") {
		t.Error("control: an entry that was never committed counts as safe, so this test sees nothing")
	}
}

func TestChildAppendsAndDies(t *testing.T) {
	how := os.Getenv("GAMELOG_CHILD")
	if how == "" {
		t.Skip("only as a child of TestEntryIsSafeWhenAppendReturns")
	}
	db := opened(t, os.Getenv("GAMELOG_FILE"))
	g := created(t, db, "g1")
	switch how {
	case "append":
		appendAll(t, g, played(1))
	case "without commit":
		appendWithoutCommit(t, g, played(1)[0])
	case "for ever":
		for i := 1; ; i++ {
			appendAll(t, g, played(i)[i-1:])
			fmt.Println("acknowledged", i)
		}
	}
	fmt.Println("acknowledged")
	p, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	select {}
}

func appendWithoutCommit(t *testing.T, g *Game, e engine.Entry) {
	t.Helper()
	r, err := entryRow(e)
	if err != nil {
		t.Fatal(err)
	}
	r = r.labelled(noon())
	r.hash = r.chain(g.hash)
	ctx, done := wait()
	t.Cleanup(done)
	tx, err := g.db.sql.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := insert(ctx, tx, g.n, r); err != nil {
		t.Fatal(err)
	}
}

// Whenever the program is killed, every acknowledged entry is there, and the game can go on.
func TestKilledAtAnyMoment(t *testing.T) {
	for n := range tier.Of(t, tier.Crash, "kills", 3, 12, 40) {
		path := file(t)
		acknowledged := killed(t, path, 3+n*n/2)
		db := opened(t, path)
		_, got := entries(t, db, "g1")
		if len(got) < acknowledged || len(got) > acknowledged+1 {
			t.Errorf("%d entries, but %d were acknowledged", len(got), acknowledged)
		}
		if d := cmp.Diff(played(len(got)), got); d != "" {
			t.Errorf("-want +got\n%s", d)
		}
		g, err := db.Game("g1")
		if err != nil {
			t.Fatal(err)
		}
		appendAll(t, g, played(len(got) + 1)[len(got):])
		if err := db.Check(); err != nil {
			t.Error(err)
		}
	}
}

// The index of the journal (-shm) holds nothing that is not in the journal. Deleting it disturbs
// nobody; truncating it may crash the program, since it is mapped into memory.
func TestIndexOfTheJournalIsNoLoss(t *testing.T) {
	for name, harm := range map[string]func(path string) error{
		"deleted": os.Remove, "emptied": func(path string) error { return os.Truncate(path, 0) }, "cut": func(path string) error { return os.Truncate(path, 4096) },
	} {
		path := file(t)
		acknowledged := killed(t, path, 40, func() { done(t, harm(path+"-shm")) })
		if _, got := entries(t, opened(t, path), "g1"); len(got) < acknowledged || len(got) > acknowledged+1 {
			t.Errorf("%s: %d entries, but %d were acknowledged", name, len(got), acknowledged)
		}
	}
}

// killed runs a child that appends for ever, kills it once it has acknowledged that many entries,
// and returns how many it acknowledged in all. Half way it calls halfWay.
func killed(t *testing.T, path string, after int, halfWay ...func()) (acknowledged int) {
	t.Helper()
	ctx, done := context.WithTimeout(t.Context(), 5*time.Minute)
	defer done()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestChildAppendsAndDies$")
	child.Env = append(os.Environ(), "GAMELOG_CHILD=for ever", "GAMELOG_FILE="+path)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); { // also what it wrote before it died
		if n, found := strings.CutPrefix(lines.Text(), "acknowledged "); found {
			if acknowledged, err = strconv.Atoi(n); err != nil {
				t.Fatal(err)
			}
		}
		if acknowledged == after/2 {
			for _, do := range halfWay {
				do()
			}
		}
		if acknowledged == after {
			if err := child.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); err == nil {
		t.Fatal("the child ended by itself")
	}
	return acknowledged
}
