package gamelog

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"arbiter/engine"
)

// One entry is one transaction that is on the disk.
func BenchmarkAppend(b *testing.B) {
	db := opened(b, file(b))
	g := created(b, db, "g1")
	e := engine.Entry{By: "red", Command: Put{"red", 7, ""}, Events: played(2)[1].Events}
	b.ResetTimer()
	for i := range b.N {
		e.Seq = i + 1
		if err := g.Append(e); err != nil {
			b.Fatal(err)
		}
	}
}

// The least that anything durable costs here: a line of 200 bytes and a sync.
func BenchmarkBareLineAndSync(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "lines"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	line := append(bytes.Repeat([]byte("x"), 199), '\n')
	b.ResetTimer()
	for range b.N {
		if _, err := f.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}

// Reading and checking an evening: 250 entries.
func BenchmarkEntries(b *testing.B) {
	db := opened(b, file(b))
	appendAll(b, created(b, db, "g1"), played(250))
	b.ResetTimer()
	for range b.N {
		if _, list, err := db.Entries("g1", rules); err != nil || len(list) != 250 {
			b.Fatal(len(list), err)
		}
	}
}
