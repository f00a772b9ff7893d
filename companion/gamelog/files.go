package gamelog

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// files are the bytes of a file of games and of its journal, as one moment had them,
// and the mark of a moment before.
type files struct {
	db, wal  []byte
	journal  *journal
	newest   map[int][]byte // pages in the journal
	progress progress
	marked   bool
}

// filesAt reads what lies at path, whoever plays there meanwhile. It changes nothing
// and takes no lock.
//
// While a journal keeps its header, no page comes into the file of games that is not
// in this journal as well: SQLite writes another header before anything else of a new
// round. So what was read is of one moment when the header was the same before the
// file of games was read and after the journal was.
func filesAt(ctx context.Context, path string) (f files, err error) {
	for {
		if f.progress, f.marked, err = readProgress(path); err != nil {
			return files{}, err
		}
		db, head, err := statAndHead(path)
		if err != nil {
			return files{}, err
		}
		if f.db, err = allOf(path); err != nil {
			return files{}, err
		}
		if f.wal, err = allOf(path + "-wal"); err != nil {
			return files{}, err
		}
		later, after, err := statAndHead(path)
		if err != nil {
			return files{}, err
		}
		if same := bytes.Equal(head, after) && bytes.HasPrefix(f.wal, head); same && (len(head) > 0 && len(f.wal) > 0 || len(f.wal) == 0 && unchanged(db, later)) {
			return f, f.read()
		}
		if ctx.Err() != nil {
			return files{}, fmt.Errorf("the files change all the time: %w", ctx.Err())
		}
	}
}

// mostBytes is how long a file of games can be that is read as a whole.
const mostBytes = 1 << 30

// read reads the journal.
func (f *files) read() (err error) {
	f.newest = map[int][]byte{}
	f.journal, err = readJournal(bytes.NewReader(f.wal), func(page int, text []byte) { f.newest[page] = text })
	if err == nil && int64(f.journal.pages)*int64(f.journal.page) > mostBytes {
		err = fmt.Errorf("it has more than %d MiB", mostBytes>>20)
	}
	return err
}

// image is the file of games as SQLite would see it, with what the journal holds in its
// place, and without a journal. It may be f.db itself.
func (f *files) image() []byte {
	text := f.db
	if f.journal.pages > 0 {
		text = make([]byte, f.journal.pages*f.journal.page)
		copy(text, f.db)
		for n, page := range f.newest {
			if n >= 1 && n <= f.journal.pages {
				copy(text[(n-1)*f.journal.page:], page)
			}
		}
	}
	if bytes.HasPrefix(text, []byte(magic)) && len(text) >= dbHead && text[18] == 2 {
		text[18], text[19] = 1, 1 // it needs no journal: https://www.sqlite.org/fileformat2.html#file_format_version_numbers
	}
	return text
}

const (
	magic  = "SQLite format 3\x00"
	dbHead = 100
)

// pageOf is the size of a page, as the header of a file of games has it; 0 if it has
// none. Pages is how many it says there are, 0 if it does not know.
func pageOf(head []byte) (page, pages int) {
	if len(head) < dbHead || !bytes.HasPrefix(head, []byte(magic)) {
		return 0, 0
	}
	if page = int(binary.BigEndian.Uint16(head[16:])); page == 1 {
		page = 65536
	}
	if !aPageSize(page) {
		return 0, 0
	}
	if bytes.Equal(head[24:28], head[92:96]) { // or the number is not to be trusted
		pages = int(binary.BigEndian.Uint32(head[28:]))
	}
	return page, pages
}

// gap tells which pages there should be and are not; "" if there are none.
func (f *files) gap() string {
	size, pages := pageOf(f.db)
	if f.journal.pages > 0 {
		size, pages = f.journal.page, f.journal.pages
	}
	missing := pages - min(pages, len(f.db)/max(size, 1))
	for n := range f.newest {
		if n <= pages && n*size > len(f.db) {
			missing--
		}
	}
	switch {
	case missing > 0:
		return fmt.Sprintf("%d of its %d pages are missing, in the file and in its journal", missing, pages)
	case len(f.db) == 0 && len(f.wal) > 0 && f.journal.pages == 0:
		return "it is empty or missing, and its journal has no whole transaction"
	}
	return ""
}

// undone reports whether the plug was pulled between two formats: SQLite has kept the pages
// as they were, and puts them back when the file is opened.
func undone(path string) bool {
	info, err := os.Stat(path + "-journal")
	return err == nil && info.Size() > 0
}

func unchanged(a, b os.FileInfo) bool {
	return a == nil && b == nil || a != nil && b != nil && os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// statAndHead looks at a file of games, and reads the header of its journal; both may
// be missing.
func statAndHead(path string) (info os.FileInfo, head []byte, err error) {
	if info, err = os.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	f, err := os.Open(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return info, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	head = make([]byte, journalHead)
	n, err := f.ReadAt(head, 0)
	if err == io.EOF {
		err = nil
	}
	return info, head[:n], err
}

// allOf reads a file; one that is not there is empty.
func allOf(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > mostBytes {
		return nil, fmt.Errorf("%s has more than %d MiB", path, mostBytes>>20)
	}
	text := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead)) // or it would grow step by step
	_, err = text.ReadFrom(io.LimitReader(f, mostBytes))
	return text.Bytes(), err
}

// unreadable says what people can do about a file that the system does not let us read.
func unreadable(err error) error {
	hint := sqlite3.ErrCantOpen
	if errors.Is(err, syscall.EIO) {
		hint = sqlite3.ErrIoErr
	}
	var path *fs.PathError
	if !errors.As(err, &path) {
		return err
	}
	return &hintedError{err, hint}
}
