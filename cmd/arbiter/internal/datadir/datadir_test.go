package datadir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A new folder of games is for its owner alone, and so is each parent that was missing.
func TestFolderIsForItsOwner(t *testing.T) {
	above := filepath.Join(t.TempDir(), "share")
	db, err := Create(filepath.Join(above, "arbiter"))
	must(t, err)
	must(t, db.Close())
	for _, dir := range []string{above, filepath.Join(above, "arbiter")} {
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v, want mode 0700", dir, info.Mode(), err)
		}
	}
}

// Deleting the file that locks a folder does not let a second program in. When the first one
// leaves, the folder is free.
func TestFolderStaysLockedWithoutItsFile(t *testing.T) {
	dir := t.TempDir()
	db, err := Create(dir)
	must(t, err)
	for _, remove := range []bool{false, true} {
		if remove {
			must(t, os.Remove(filepath.Join(dir, ".lock")))
		}
		if unlock, err := Lock(dir); err == nil || !strings.Contains(err.Error(), "another arbiter plays in "+dir) {
			t.Errorf("the file deleted: %v; a second lock: %v", remove, err)
			if err == nil {
				unlock()
			}
		}
	}
	must(t, db.Close())
	unlock, err := Lock(dir)
	must(t, err)
	must(t, unlock())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A folder that had an owner is told from one that never had.
func TestOwnersThatLeft(t *testing.T) {
	file := OwnersFile(t.TempDir())
	if marks, err := file.Owners(); marks != nil || err != nil {
		t.Errorf("a new folder: %q, %v", marks, err)
	}
	if err := file.KeepOwners([]string{}); err != nil {
		t.Fatal(err)
	}
	if marks, err := file.Owners(); marks == nil || err != nil {
		t.Errorf("after the last one has left: %#v, %v", marks, err)
	}
}
