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

// A progress says how far a file had come: how many changes it had seen, and which
// entry was the last. It stands in a file of its own, for SQLite takes the end of
// a damaged journal for one that was never written. It is written after each
// commit, and not synced: after a power cut it may be older than the games, never
// newer. Without it nothing is found to be missing.
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

// parseProgress reads a mark. A torn or damaged one is none.
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

// ProgressFile names the mark of the file at path.
func ProgressFile(path string) string { return path + ".mark" }

// A mark has some hundred bytes, and the id of its game.
const longestProgress = 4 << 10

// lastProgress is the mark of the file, or, where it is only looked at, that of the moment at
// which it was read.
func (db *DB) lastProgress() (m progress, ok bool, err error) {
	if db.seen != nil {
		return db.seen.progress, db.seen.marked, nil
	}
	return readProgress(db.path)
}

// readProgress reads the mark of a file; there may be none.
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

// openProgress opens the mark to be written.
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

// setProgress moves the mark. That it cannot be written is no error: an older mark is
// true as well.
func (db *DB) setProgress(m progress) {
	db.progress = m
	if db.marker != nil {
		_, _ = db.marker.WriteAt([]byte(m.line()), 0)
	}
}

// fits tells what is missing of the rows of the marked game.
func (m progress) fits(rows []Row) (at int, why string) {
	switch {
	case len(rows) <= m.seq:
		return len(rows), fmt.Sprintf("the log has %d entries where %d were written", len(rows), m.seq+1)
	case hex.EncodeToString(rows[m.seq].hash) != m.hash:
		return m.seq, "it is another than was written last"
	}
	return 0, ""
}
