package gamelog

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arbiter/companion/gamelog/crashtest"
	"arbiter/engine/enginetest/tier"

	"github.com/google/go-cmp/cmp"
)

// In some run each disk call fails once: every thirteenth, beginning with the first, the second and
// so on. What is refused is refused in words and is not in the file; what is acknowledged is; and
// retrying succeeds as soon as the disk does. Calls that write the WAL back may fail silently,
// since the WAL still has the entries.
func TestFault(t *testing.T) {
	tier.Test(t, tier.Crash, "programs under strace")
	crashtest.Need(t)
	length := tier.Of(t, tier.Crash, "entries", 0, 30, 230)
	points, refused := 0, 0
	for _, trouble := range []struct {
		inject string
		runs   int // each begins one call later
		every  int
		silent bool // no entry depends on it: the file is truncated when it is closed
	}{
		{"pwrite64:error=EIO", 13, 13, false}, {"pwrite64:error=ENOSPC", 13, 13, false}, {"fsync:error=EIO", 4, 4, false}, {"fsync:error=ENOSPC", 4, 4, false},
		{"openat:error=EIO", 6, 1000, false}, {"ftruncate:error=EIO", 2, 2, true},
	} {
		p, r := 0, 0
		for first := 1; first <= trouble.runs; first++ {
			path := filepath.Join(crashtest.Memory(t), "games.db")
			faults, said := faulty(t, path, length, fmt.Sprintf("%s:when=%d+%d", trouble.inject, first, trouble.every))
			p, r = p+faults, r+len(refusals(t, said))
			faultless(t, path, length, said)
		}
		t.Logf("%s: %d calls failed, %d wishes were refused", trouble.inject, p, r)
		if p == 0 || (r == 0) != trouble.silent {
			t.Errorf("%s: %d calls failed and %d wishes were refused: this test sees nothing", trouble.inject, p, r)
		}
		points, refused = points+p, refused+r
	}
	t.Logf("%d calls failed, %d wishes were refused", points, refused)
	if least := 6 * length; points < least {
		t.Errorf("%d calls failed, want %d", points, least)
	}
}

// Without trouble nothing is refused.
func TestFaultNeedsTrouble(t *testing.T) {
	tier.Test(t, tier.Crash, "a program under strace")
	crashtest.Need(t)
	const length = 30
	path := filepath.Join(crashtest.Memory(t), "games.db")
	faults, said := faulty(t, path, length, "pwrite64:error=EIO:when=60000")
	if list := refusals(t, said); faults != 0 || len(list) != 0 {
		t.Errorf("%d faults, refused %q", faults, list)
	}
	faultless(t, path, length, said)
}

// faulty lets a child append length entries while calls fail as inject tells strace, and returns
// how many have failed.
func faulty(t *testing.T, path string, length int, inject string) (faults int, said string) {
	t.Helper()
	db := opened(t, path)
	created(t, db, "g1")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(t.TempDir(), "trace")
	calls, _, _ := strings.Cut(inject, ":")
	child := exec.Command(os.Args[0], "-test.run=^TestChildOfFaults$")
	child.Env = append(os.Environ(), "GAMELOG_FAULTS="+fmt.Sprint(length), "GAMELOG_FILE="+path)
	options := []string{"-o", trace, "-e", "trace=" + calls, "-e", "inject=" + inject}
	for _, end := range []string{"", "-wal", "-journal"} {
		options = append(options, "-P", path+end)
	}
	if err := crashtest.Strace(child, t.TempDir(), options...); err != nil {
		t.Fatal(err)
	}
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", inject, err, out)
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "(INJECTED)"), string(out)
}

var refusedLine = regexp.MustCompile(`(?m)^refused (.*)$`)

// refusals returns the refusals in said, each of which must say what to do.
func refusals(t *testing.T, said string) []string {
	t.Helper()
	var list []string
	for _, m := range refusedLine.FindAllStringSubmatch(said, -1) {
		list = append(list, m[1])
		if !strings.Contains(m[1], ": check the card") && !strings.Contains(m[1], ": make room") && !strings.Contains(m[1], "look at its permissions") {
			t.Errorf("refused without saying what to do: %s", m[1])
		}
	}
	return list
}

// faultless checks that the file has everything acknowledged, once, and nothing more.
func faultless(t *testing.T, path string, length int, said string) {
	t.Helper()
	if !strings.Contains(said, fmt.Sprintf("acknowledged %d\n", length)) {
		t.Errorf("the child did not finish:\n%s", said)
	}
	db := opened(t, path)
	_, got := entries(t, db, "g1")
	if d := cmp.Diff(played(length), got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if err := db.Check(); err != nil {
		t.Error(err)
	}
}

// TestChildOfFaults tries everything again until it succeeds.
func TestChildOfFaults(t *testing.T) {
	var n int
	if _, err := fmt.Sscan(os.Getenv("GAMELOG_FAULTS"), &n); err != nil {
		t.Skip("only as a child of TestFault")
	}
	again := func(do func() error) {
		t.Helper()
		for range 50 {
			err := do()
			if err == nil {
				return
			}
			fmt.Println("refused", err)
		}
		t.Fatal("it is refused for ever")
	}
	var db *DB
	again(func() (err error) { db, err = Open(os.Getenv("GAMELOG_FILE")); return err })
	if _, err := db.sql.Exec("PRAGMA wal_autocheckpoint = 24"); err != nil {
		t.Fatal(err)
	}
	var g *Game
	again(func() (err error) { g, err = db.Game("g1"); return err })
	for _, e := range played(n) {
		again(func() error { return g.Append(e) })
		fmt.Println("acknowledged", e.Seq)
	}
	if err := db.Close(); err != nil {
		fmt.Println("the end:", err)
	}
}
