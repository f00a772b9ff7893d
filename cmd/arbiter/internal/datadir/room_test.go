package datadir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Room leaves nothing behind, and works in folders that cannot be written to.
func TestRoomLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := Room("/proc"); err != nil {
		t.Errorf("/proc: %v", err)
	}
	if free, err := Room(dir); err != nil || free == 0 {
		t.Errorf("%d bytes are free, %v", free, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("there is %v, %v", left, err)
	}
	if _, err := Room(filepath.Join(dir, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}
