package sqlitefile

import (
	"bytes"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// What we read of a file and its journal is what SQLite reads, whatever rounds the journal has
// seen, wherever it was cut, and whichever byte was altered.
func TestJournalIsReadAsSQLiteReadsIt(t *testing.T) {
	n, seed := tier.Of(t, tier.Crash, "journals", 20, 150, 20000), tier.Seed(t)
	r := rand.New(rand.NewPCG(seed, 21))
	dir, rounds, cuts := t.TempDir(), 0, 0
	db, wal := scribbled(t, filepath.Join(dir, "scribbled"), r, &rounds)
	for i := range n {
		if i%20 == 19 {
			db, wal = scribbled(t, filepath.Join(dir, fmt.Sprint("scribbled", i)), r, &rounds)
		}
		text, what := bytes.Clone(wal), "as it was"
		switch at := r.IntN(len(wal)); i % 3 {
		case 0:
			text, what = text[:at], fmt.Sprintf("cut to %d bytes", at)
		case 1:
			text[at] ^= byte(1 + r.IntN(255))
			what = fmt.Sprintf("byte %d altered", at)
		}
		f := Files{DB: bytes.Clone(db), WAL: text}
		if err := f.Read(); err != nil {
			t.Fatal(err)
		}
		if f.journal.end < int64(len(wal))/2 {
			cuts++
		}
		path := filepath.Join(dir, "again")
		copied := copyOf(t, path, db, text)
		want := asSQLiteReads(t, path, db, text)
		if got := f.image(); !bytes.Equal(got, want) {
			t.Errorf("seed %d, journal %d, %s: %d bytes, want %d; they differ from %d on", seed, i, what, len(got), len(want), differsAt(got, want))
		}
		if !bytes.Equal(copied, want) {
			t.Errorf("seed %d, journal %d, %s: the copy has %d bytes, want %d; they differ from %d on", seed, i, what, len(copied), len(want), differsAt(copied, want))
		}
	}
	if rounds == 0 || cuts == 0 {
		t.Errorf("%d journals had a second round, of %d less than half was read: this test reaches nothing", rounds, cuts)
	}
}

// copyOf returns the copy made of a file and its journal if they are long.
func copyOf(t *testing.T, path string, db, wal []byte) []byte {
	t.Helper()
	for name, text := range map[string][]byte{path: db, path + "-wal": wal} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var f Files
	defer f.Close()
	file, err := openOrNone(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	journal, err := openOrNone(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	if err := f.lay(file, journal, filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(io.NewSectionReader(f.copy.file, 0, 1<<40))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// scribbled returns a file and its journal after some transactions, some of them rolled back, and
// some written back.
func scribbled(t *testing.T, path string, r *rand.Rand, rounds *int) (db, wal []byte) {
	t.Helper()
	file, err := sql.Open("sqlite3", "file:"+path+"?_journal_mode=WAL")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	file.SetMaxOpenConns(1)
	exec := func(format string, args ...any) {
		t.Helper()
		if _, err := file.Exec(fmt.Sprintf(format, args...)); err != nil {
			t.Fatal(err)
		}
	}
	exec("PRAGMA page_size = %d; PRAGMA cache_size = 4; PRAGMA wal_autocheckpoint = %d; CREATE TABLE x (n INTEGER PRIMARY KEY, text BLOB)", []int{512, 1024, 4096}[r.IntN(3)], 8+r.IntN(40))
	var head []byte
	for range 5 + r.IntN(60) {
		exec("BEGIN; INSERT INTO x (text) VALUES (randomblob(%d))", r.IntN(3000))
		switch r.IntN(6) {
		case 0:
			exec("UPDATE x SET text = randomblob(700); ROLLBACK") // more than the cache holds
		case 1:
			exec("DELETE FROM x WHERE n %% 3 = 0; COMMIT")
		default:
			exec("COMMIT")
		}
		if text := read32(t, path+"-wal"); !bytes.Equal(text, head) {
			*rounds += min(len(head), 1)
			head = text
		}
	}
	for _, f := range []struct {
		name string
		text *[]byte
	}{{path, &db}, {path + "-wal", &wal}} {
		if *f.text, err = os.ReadFile(f.name); err != nil {
			t.Fatal(err)
		}
	}
	return db, wal
}

func read32(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text[:min(len(text), journalHead)]
}

// asSQLiteReads lets SQLite write a journal back, and returns the file without the bytes that say
// how it is journaled.
func asSQLiteReads(t *testing.T, path string, db, wal []byte) []byte {
	t.Helper()
	for _, err := range []error{os.WriteFile(path, db, 0o600), os.WriteFile(path+"-wal", wal, 0o600), os.RemoveAll(path + "-shm")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	file, err := sql.Open("sqlite3", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	_ = file.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&n) // a cut journal may leave nonsense, which both read the same way
	if err := file.Close(); err != nil {                             // the last one to close writes it back
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text[18] != 2 {
		t.Fatal("it is not kept with a journal")
	}
	text[18], text[19] = 1, 1
	return text
}

func differsAt(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}
