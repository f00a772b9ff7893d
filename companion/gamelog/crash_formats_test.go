package gamelog

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"arbiter/companion/gamelog/crashtest"
	"arbiter/engine/enginetest/tier"

	"github.com/google/go-cmp/cmp"
)

// Whatever a power cut leaves of a file that was being upgraded is either the old file or the new
// one with all games, and so is the copy once it has its name.
func TestPowerCutOfMigration(t *testing.T) {
	tier.Test(t, tier.Crash, "4 programs under strace")
	crashtest.Need(t)
	disks, seed := tier.Of(t, tier.Crash, "disks", 0, 60, 1000), tier.Seed(t)
	for format := 1; format < len(steps(t)); format++ {
		dir, again := crashtest.Memory(t), crashtest.Memory(t)
		old := fixture(t, format)
		if err := os.CopyFS(dir, os.DirFS(filepath.Dir(old))); err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(old)
		child := exec.Command(os.Args[0], "-test.run=^TestChildMigrates$")
		child.Env = append(os.Environ(), "GAMELOG_MIGRATES="+filepath.Join(dir, name))
		r, err := watched(t, child, dir).Try(crashtest.Trial{
			Seed: seed, Disks: disks, Dir: again, Promised: acknowledged,
			Reopen: func() (int, error) { return migrated(filepath.Join(again, name), format) },
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("from format %d: %v", format, r)
		if err := r.Whole(); err != nil {
			t.Errorf("from format %d: %v", format, err)
		}
		if r.Promised != 1 {
			t.Errorf("from format %d: the end was not seen", format)
		}
	}
}

func TestChildMigrates(t *testing.T) {
	path := os.Getenv("GAMELOG_MIGRATES")
	if path == "" {
		t.Skip("only as a child of TestPowerCutOfMigration")
	}
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("acknowledged 0")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// migrated opens what is left, and its copy. The new format and the copy were acknowledged.
func migrated(path string, format int) (kept int, err error) {
	copied := fmt.Sprintf("%s.format-%d", path, format)
	if _, err := os.Stat(copied); err == nil {
		if err := copyOf(copied, format); err != nil {
			return 0, fmt.Errorf("the copy: %w", err)
		}
		kept = 1
	}
	db, err := Open(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Check(); err != nil {
		return 0, err
	}
	_, got, err := db.Entries("g1", rules)
	if d := cmp.Diff(played(6), got); d != "" {
		err = errors.Join(err, fmt.Errorf("-want +got\n%s", d))
	}
	return kept, err
}

// copyOf reads a copy as any SQLite program would.
func copyOf(path string, format int) error {
	db, err := sql.Open("sqlite3", uri(path, url.Values{"mode": {"ro"}}))
	if err != nil {
		return err
	}
	defer db.Close()
	var whole string
	var version, n int
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&whole); err != nil || whole != "ok" {
		return fmt.Errorf("integrity %q, %v", whole, err)
	}
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil || version != format {
		return fmt.Errorf("format %d, %v, want %d", version, err, format)
	}
	if err := db.QueryRow("SELECT count(*) FROM entries WHERE game = 'g1'").Scan(&n); err != nil || n != 7 {
		return fmt.Errorf("%d entries, %v, want 7", n, err)
	}
	return nil
}
