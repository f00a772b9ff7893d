package sqlitefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// A Hold watches the files that a program is writing to. SQLite goes on writing to files that were
// deleted, replaced or cut short, without an error; what it writes there is lost when the program
// ends.
type Hold struct {
	db      *os.File // closing it drops SQLite's locks: https://www.sqlite.org/howtocorrupt.html
	wal     *os.File // nil where SQLite cannot use a WAL
	journal *journal

	was  syscall.Stat_t // of db; size and time change at a checkpoint
	link string         // link to wal in /proc/self/fd, see proc(5)
	name string         // where the link leads
	room [4096]byte     // buffer for reading the link
	hole int64          // offset of the first hole in db, or its end: a file that was cut gets a hole when SQLite writes to it again
	Most int64          // the largest db that is read in one go
}

// quietly opens a journal for reading without updating its access time: the next entry would wait
// until that is written, a third longer on ext4. Asking for its times has the same effect, so stat is
// avoided.
const quietly = os.O_RDONLY | syscall.O_NOATIME

// MostWeighed is the largest file of games that a running service reads into memory: some hundred
// games.
const MostWeighed = 64 << 20

// held are the files of games that this program holds.
var held = struct {
	sync.Mutex
	all map[*Hold]os.FileInfo
}{all: map[*Hold]os.FileInfo{}}

// ErrHeld is returned for a second attempt to open a file of games in the program that plays in it:
// closing it would drop SQLite's locks.
var ErrHeld = errors.New("this program plays in it, and cannot open it once more")

// NotHeld returns ErrHeld if this program holds the file at path.
func NotHeld(path string) error {
	file, err := os.Stat(path)
	if err != nil {
		return nil // opening it will tell
	}
	held.Lock()
	defer held.Unlock()
	for _, other := range held.all {
		if os.SameFile(file, other) {
			return ErrHeld
		}
	}
	return nil
}

// Take starts to hold the files after SQLite has opened them.
func Take(path string) (h *Hold, err error) {
	h = &Hold{Most: MostWeighed}
	if h.db, err = os.Open(path); err != nil {
		return nil, err
	}
	file, err := h.db.Stat()
	if err != nil {
		return nil, errors.Join(err, h.db.Close())
	}
	held.Lock()
	held.all[h] = file
	held.Unlock()
	h.wal, err = os.OpenFile(path+"-wal", quietly, 0)
	if errors.Is(err, os.ErrPermission) { // O_NOATIME needs the owner
		h.wal, err = os.Open(path + "-wal")
	}
	if errors.Is(err, os.ErrNotExist) {
		h.wal, err = nil, nil
	} else if err == nil {
		h.link = linkTo(h.wal)
		h.name, _ = os.Readlink(h.link) // without /proc the path is checked each time
	}
	if err == nil {
		err = h.Reread()
	}
	if err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

// Close must be called after SQLite has closed the files.
func (h *Hold) Close() error {
	held.Lock()
	delete(held.all, h)
	held.Unlock()
	err := h.db.Close()
	if h.wal != nil {
		err = errors.Join(err, h.wal.Close())
	}
	return err
}

// Place returns the path where the games file is now, even if it was moved.
func (h *Hold) Place() (string, error) { return os.Readlink(linkTo(h.db)) }

// Stat returns the file info of the games file.
func (h *Hold) Stat() (os.FileInfo, error) { return h.db.Stat() }

// Files reads the files; nobody else may be writing to them.
func (h *Hold) Files() (f Files, err error) {
	err = f.read(source{h.db}, source{h.wal}, filepath.Dir(h.db.Name()))
	return f, err
}

// linkTo returns the link to an open file in /proc/self/fd: see proc(5).
func linkTo(f *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()) }

// Reread reads the journal from its start.
func (h *Hold) Reread() (err error) {
	if h.wal != nil {
		if h.journal, err = readJournal(h.wal, nil); err != nil {
			return err
		}
	}
	return h.note()
}

// note records the present state of the games file.
func (h *Hold) note() error {
	var now syscall.Stat_t
	if err := syscall.Fstat(int(h.db.Fd()), &now); err != nil || now.Size == h.was.Size && now.Mtim == h.was.Mtim {
		return err
	}
	h.was, h.hole = now, h.holeIn(now.Size)
	return nil
}

// holeIn returns the offset of the first hole, as far as the file system tells: see lseek(2).
func (h *Hold) holeIn(size int64) int64 {
	const seekHole = 4
	at, err := syscall.Seek(int(h.db.Fd()), 0, seekHole)
	if err != nil {
		return size
	}
	return at
}

// Look checks the files at their paths. gone says which of them is no longer in place and could be
// put back; "" if both are. same reports whether they are as noted before. A journal may be longer: a
// failed write leaves something behind its end. closely reads the end of the journal, too.
func (h *Hold) Look(path string, closely bool) (gone string, same bool, err error) {
	var db syscall.Stat_t
	switch err := syscall.Stat(path, &db); {
	case err != nil:
		return fmt.Sprintf("the file of games is not there any more (%v)", err), false, nil
	case db.Dev != h.was.Dev || db.Ino != h.was.Ino:
		return fmt.Sprintf("another file lies at %s than the one that is played in", path), false, nil
	}
	same = db.Size == h.was.Size && db.Mtim == h.was.Mtim
	if h.wal == nil {
		return "", same, nil
	}
	if gone, err = h.walGone(path + "-wal"); gone != "" || err != nil {
		return gone, false, err
	}
	if length, err := h.wal.Seek(0, io.SeekEnd); err != nil || length < h.journal.end {
		return "", false, err
	}
	if same && closely {
		same, err = h.journal.follow(h.wal, nil)
	}
	return "", same, err
}

// walGone is Look for the journal. It calls stat only if the link has changed.
func (h *Hold) walGone(path string) (gone string, err error) {
	if n, err := syscall.Readlink(h.link, h.room[:]); err == nil && string(h.room[:n]) == h.name { // quicker than os.Readlink
		return "", nil
	}
	held, err := h.wal.Stat()
	if err != nil {
		return "", err
	}
	switch there, err := os.Stat(path); {
	case err != nil:
		return fmt.Sprintf("the journal of the games is not there any more (%v)", err), nil
	case !os.SameFile(there, held):
		return fmt.Sprintf("another file lies at %s than the journal that is written to", path), nil
	}
	h.name, _ = os.Readlink(h.link) // a parent folder was renamed, and the path still leads here
	return "", nil
}

// Follow reads back the transaction that SQLite has just written, and reports whether it is there,
// after an intact journal.
func (h *Hold) Follow() (bool, error) {
	was, hole := h.was, h.hole
	if err := h.note(); err != nil || h.was.Size < was.Size || h.hole < hole {
		return false, err
	}
	if h.wal == nil {
		return true, nil
	}
	end := h.journal.end
	intact, err := h.journal.follow(h.wal, nil)
	if err != nil || intact && h.journal.end > end {
		return err == nil, err
	}
	round, err := readJournal(h.wal, nil)
	if err != nil || bytes.Equal(round.head, h.journal.head) || len(round.last) == 0 {
		return false, err
	}
	h.journal = round // SQLite has started the journal again
	return true, nil
}

// Large reports whether the files are too large to read at once while people play, and if so,
// whether they were merely touched and nothing of them is lost.
func (h *Hold) Large() (large, touched bool, err error) {
	var db syscall.Stat_t
	if err := syscall.Fstat(int(h.db.Fd()), &db); err != nil || db.Size <= h.Most {
		return false, false, err
	}
	if db.Size < h.was.Size || h.holeIn(db.Size) < h.hole {
		return true, false, nil
	}
	if h.wal == nil {
		return true, true, nil
	}
	touched, err = h.journal.follow(h.wal, nil)
	return true, touched, err
}

// KeepOut keeps SQLite from checkpointing when it closes: for that it needs the file exclusively.
// The lock is an open file description lock, see fcntl(2), and ends with the file; it is on the
// bytes where SQLite looks for readers, see https://www.sqlite.org/src/file/src/os.h.
func (h *Hold) KeepOut() error {
	const setLock, pending = 37, 0x40000000
	return syscall.FcntlFlock(h.db.Fd(), setLock, &syscall.Flock_t{Type: syscall.F_RDLCK, Start: pending + 2, Len: 510})
}
