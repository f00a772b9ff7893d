package gamelog

import (
	"os"
	"strings"
	"testing"
)

// If the file is deleted or replaced under the program, it refuses further entries and says so;
// once the file is back it goes on, with every acknowledged entry.
func TestMovedFileTakesNoEntries(t *testing.T) {
	for name, replace := range map[string]bool{"not there any more": false, "another file lies at": true} {
		path := file(t)
		db := opened(t, path)
		g := created(t, db, "g1")
		appendAll(t, g, played(3))
		done(t, os.Rename(path, path+"-moved"))
		if replace {
			done(t, os.WriteFile(path, []byte("a copy"), 0o600))
		}
		for what, err := range map[string]error{"Append": g.Append(played(4)[3]), "Remark": db.SetNote("g1", "x", 1), "InPlace": db.InPlace()} {
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s: %v, want %q", what, err, name)
			}
		}
		done(t, os.Rename(path+"-moved", path))
		done(t, db.InPlace())
		appendAll(t, g, played(4)[3:])
		done(t, db.Close())
		if _, got := entries(t, opened(t, path), "g1"); len(got) != 4 {
			t.Errorf("%d entries, want 4", len(got))
		}
	}
}

// The control: SQLite itself goes on writing into a file that has no name any more.
func TestMovedFileTakesNoEntriesControl(t *testing.T) {
	path := file(t)
	db := opened(t, path)
	g := created(t, db, "g1")
	done(t, os.Remove(path))
	db.held = nil
	appendAll(t, g, played(3)) // which is acknowledged
	done(t, db.Close())
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the file: %v", err)
	}
}

func done(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
