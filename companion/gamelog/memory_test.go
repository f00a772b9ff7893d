package gamelog

import (
	"os"
	"testing"

	"arbiter/companion/gamelog/sqlitefile"
)

// Of the files of these tests the longer ones are copied, as those of a hundred games are.
func TestMain(m *testing.M) {
	sqlitefile.MostInMemory = 64 << 10
	os.Exit(m.Run())
}
