package gamelog

import (
	"fmt"
	"os"
)

// InPlace tells whether the open file is still the one at its path. SQLite goes on
// writing into one that was deleted, or replaced by a copy, as if nothing were; what it
// writes there is gone when the program ends.
func (db *DB) InPlace() error {
	if db.file == nil {
		return nil // it is only read
	}
	now, err := os.Stat(db.path)
	switch {
	case err != nil:
		return fmt.Errorf("the file of games is not there any more (%w); put it back, or start the program anew", err)
	case !os.SameFile(now, db.file):
		return fmt.Errorf("another file lies at %s than the one that is played in; put that one back, or start the program anew", db.path)
	}
	return nil
}
