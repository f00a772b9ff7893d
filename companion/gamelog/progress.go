package gamelog

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"arbiter/companion/gamelog/sqlitefile"
)

// A progress, the mark of a file, says how far the file had come: how many changes it had seen, and
// what its last entry was. It is kept in a file of its own, because SQLite takes a journal that was
// cut off for one that was never written. It is written after each commit and not synced: after a
// power cut it may be older than the games, never newer. Without a mark, nothing is found to be
// missing.
type progress struct {
	changes int
	game    string // "" if there is none
	seq     int
	hash    string // of the entry, in hex
}

func (m progress) line() string {
	text := fmt.Sprintf("arbiter %d %s %d %s", m.changes, or(m.game, "-"), m.seq, or(m.hash, "-"))
	return fmt.Sprintf("%s %.4x\n", text, sha256.Sum256([]byte(text)))
}

func or(word, otherwise string) string {
	if word == "" {
		return otherwise
	}
	return word
}

// parseProgress reads a mark. A torn or damaged one is not ok.
func parseProgress(text string) (m progress, ok bool) {
	line, _, _ := strings.Cut(text, "\n")
	if n, err := fmt.Sscanf(line, "arbiter %d %s %d %s", &m.changes, &m.game, &m.seq, &m.hash); n != 4 || err != nil {
		return progress{}, false
	}
	for _, word := range []*string{&m.game, &m.hash} {
		if *word == "-" {
			*word = ""
		}
	}
	if m.line() != line+"\n" {
		return progress{}, false
	}
	return m, true
}

// ProgressFile returns the name of the mark for the file at path.
func ProgressFile(path string) string { return path + ".mark" }

// longestProgress is more than enough: a mark has some hundred bytes and the id of its game.
const longestProgress = 4 << 10

// lastProgress returns the mark of the file, or for a file open read-only, the mark as it was read
// then.
func (db *DB) lastProgress() (m progress, ok bool, err error) {
	if db.seen != nil {
		return db.seen.progress, db.seen.marked, nil
	}
	return readProgress(db.path)
}

// readProgress reads the mark of a file, if there is one.
func readProgress(path string) (m progress, ok bool, err error) {
	f, err := os.Open(ProgressFile(path))
	if errors.Is(err, fs.ErrNotExist) {
		return progress{}, false, nil
	}
	if err != nil {
		return progress{}, false, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, longestProgress))
	if err != nil {
		return progress{}, false, fmt.Errorf("%w: move it away", err)
	}
	m, ok = parseProgress(string(text))
	return m, ok, nil
}

// openProgress opens the mark for writing.
func (db *DB) openProgress() (err error) {
	if db.marker, err = os.OpenFile(ProgressFile(db.path), os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return err
	}
	file, err := db.held.Stat()
	if err != nil {
		return err
	}
	return sqlitefile.Give(db.marker, file)
}

// setProgress writes the mark. Failing is no error: an older mark is true as well.
func (db *DB) setProgress(m progress) {
	db.progress = m
	if db.marker != nil {
		_, _ = db.marker.WriteAt([]byte(m.line()), 0)
	}
}

// fits says what the rows of the marked game lack, and from which entry on.
func (m progress) fits(rows []Row) (at int, why string) {
	switch {
	case len(rows) <= m.seq:
		return len(rows), fmt.Sprintf("the log has %d entries where %d were written", len(rows), m.seq+1)
	case hex.EncodeToString(rows[m.seq].hash) != m.hash:
		return m.seq, "it is another than was written last"
	}
	return 0, ""
}
