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

// A Hold is what is known of the files that a program plays in since it wrote to them
// last. SQLite itself writes on into files that were deleted, replaced or cut, as if
// nothing were; what it writes there is gone when the program ends.
type Hold struct {
	db      *os.File // closing it ends the locks of SQLite: https://www.sqlite.org/howtocorrupt.html
	wal     *os.File // nil where SQLite cannot keep such a journal
	journal *journal

	was  syscall.Stat_t // of db; its size and its time change when SQLite writes pages back into it
	link string         // to wal, as proc(5) has it, fd
	name string         // to which it leads
	room [4096]byte     // to read it into
	hole int64          // where the first one is in db, or its end: a file that was cut has one when SQLite writes to it again
	Most int64          // how long db may be to be read at once
}

// Whoever reads a journal, or asks for its times, has the next entry wait for them to be
// written: a third more on ext4. So it is read without that, and not asked for.
const quietly = os.O_RDONLY | syscall.O_NOATIME

// MostWeighed is how long a file of games can be that a running service reads into its
// memory: some hundred games.
const MostWeighed = 64 << 20

// held are the files of games that this program holds.
var held = struct {
	sync.Mutex
	all map[*Hold]os.FileInfo
}{all: map[*Hold]os.FileInfo{}}

// ErrHeld is returned to who would open a file of games once more in the program that plays
// in it: closing it would end the locks of SQLite.
var ErrHeld = errors.New("this program plays in it, and cannot open it once more")

// NotHeld is ErrHeld if this program holds the file at path.
func NotHeld(path string) error {
	file, err := os.Stat(path)
	if err != nil {
		return nil // whoever opens it is told
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

// Take begins to hold the files, when SQLite has opened them.
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
	if errors.Is(err, os.ErrPermission) { // only its owner may read quietly
		h.wal, err = os.Open(path + "-wal")
	}
	if errors.Is(err, os.ErrNotExist) {
		h.wal, err = nil, nil
	} else if err == nil {
		h.link = linkTo(h.wal)
		h.name, _ = os.Readlink(h.link) // where there is no /proc it is looked for each time
	}
	if err == nil {
		err = h.Reread()
	}
	if err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

// Close is called after SQLite has closed the files.
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

// Place is where the file of games lies now, wherever it was moved.
func (h *Hold) Place() (string, error) { return os.Readlink(linkTo(h.db)) }

// Stat is that of the file of games.
func (h *Hold) Stat() (os.FileInfo, error) { return h.db.Stat() }

// Files reads the files, which nobody else writes to.
func (h *Hold) Files() (f Files, err error) {
	err = f.read(source{h.db}, source{h.wal}, filepath.Dir(h.db.Name()))
	return f, err
}

// linkTo leads to what an open file is called now: proc(5), fd.
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

// note remembers how the file of games is now.
func (h *Hold) note() error {
	var now syscall.Stat_t
	if err := syscall.Fstat(int(h.db.Fd()), &now); err != nil || now.Size == h.was.Size && now.Mtim == h.was.Mtim {
		return err
	}
	h.was, h.hole = now, h.holeIn(now.Size)
	return nil
}

// holeIn is where the first hole is, as far as the file system tells: lseek(2).
func (h *Hold) holeIn(size int64) int64 {
	const seekHole = 4
	at, err := syscall.Seek(int(h.db.Fd()), 0, seekHole)
	if err != nil {
		return size
	}
	return at
}

// Look looks at the places of the files. Gone tells which of them does not lie there any
// more, and may be put back; "" if both do. Same reports whether they are as they were
// noted. A journal may be longer: a write that failed leaves something behind its end.
// Closely: its end is read.
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

// walGone is Look for the journal. It asks for its times only where its name has changed.
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
	h.name, _ = os.Readlink(h.link) // a folder above has another one, and the path leads here all the same
	return "", nil
}

// Follow reads the transaction back that SQLite has just written, and reports whether it
// is there, and follows what was there before.
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
	h.journal = round // SQLite has begun a new one
	return true, nil
}

// Large reports whether the files are too long to be read at once while people play, and
// whether no more was done to them than that somebody has touched them.
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

// KeepOut keeps SQLite from writing its journal back when it closes: for that it needs
// the file for itself alone. The lock ends with the file: fcntl(2), open file description
// locks; it lies where SQLite looks for readers, https://www.sqlite.org/src/file/src/os.h.
func (h *Hold) KeepOut() error {
	const setLock, pending = 37, 0x40000000
	return syscall.FcntlFlock(h.db.Fd(), setLock, &syscall.Flock_t{Type: syscall.F_RDLCK, Start: pending + 2, Len: 510})
}
