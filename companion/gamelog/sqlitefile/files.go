package sqlitefile

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Files are the bytes of a file of SQLite and of its journal, as one moment had them.
type Files struct {
	DB, WAL []byte
	journal *journal
	newest  map[int][]byte // pages in the journal
}

// At reads what lies at path, whoever plays there meanwhile. It changes nothing and takes
// no lock. Before is called each time before they are read.
//
// While a journal keeps its header, no page comes into the file of games that is not
// in this journal as well: SQLite writes another header before anything else of a new
// round. So what was read is of one moment when the header was the same before the
// file of games was read and after the journal was.
func At(ctx context.Context, path string, before func() error) (f Files, err error) {
	for {
		if err := before(); err != nil {
			return Files{}, err
		}
		db, head, err := statAndHead(path)
		if err != nil {
			return Files{}, err
		}
		if f.DB, err = allOf(path); err != nil {
			return Files{}, err
		}
		if f.WAL, err = allOf(path + "-wal"); err != nil {
			return Files{}, err
		}
		later, after, err := statAndHead(path)
		if err != nil {
			return Files{}, err
		}
		if same := bytes.Equal(head, after) && bytes.HasPrefix(f.WAL, head); same && (len(head) > 0 && len(f.WAL) > 0 || len(f.WAL) == 0 && unchanged(db, later)) {
			return f, f.Read()
		}
		if ctx.Err() != nil {
			return Files{}, fmt.Errorf("the files change all the time: %w", ctx.Err())
		}
	}
}

// mostBytes is how long a file of games can be that is read as a whole.
const mostBytes = 1 << 30

// Read reads the journal.
func (f *Files) Read() (err error) {
	f.newest = map[int][]byte{}
	f.journal, err = readJournal(bytes.NewReader(f.WAL), func(page int, text []byte) { f.newest[page] = text })
	if err == nil && int64(f.journal.pages)*int64(f.journal.page) > mostBytes {
		err = fmt.Errorf("it has more than %d MiB", mostBytes>>20)
	}
	return err
}

// Image is the file of games as SQLite would see it, with what the journal holds in its
// place, and without a journal. It may be f.DB itself.
func (f *Files) Image() []byte {
	text := f.DB
	if f.journal.pages > 0 {
		text = make([]byte, f.journal.pages*f.journal.page)
		copy(text, f.DB)
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

// Gap tells which pages there should be and are not; "" if there are none.
func (f *Files) Gap() string {
	size, pages := pageOf(f.DB)
	if f.journal.pages > 0 {
		size, pages = f.journal.page, f.journal.pages
	}
	missing := pages - min(pages, len(f.DB)/max(size, 1))
	for n := range f.newest {
		if n <= pages && n*size > len(f.DB) {
			missing--
		}
	}
	switch {
	case missing > 0:
		return fmt.Sprintf("%d of its %d pages are missing, in the file and in its journal", missing, pages)
	case len(f.DB) == 0 && len(f.WAL) > 0 && f.journal.pages == 0:
		return "it is empty or missing, and its journal has no whole transaction"
	}
	return ""
}

// Undone reports whether the plug was pulled between two formats: SQLite has kept the pages
// as they were, and puts them back when the file is opened.
func Undone(path string) bool {
	info, err := os.Stat(path + "-journal")
	return err == nil && info.Size() > 0
}

// Whole reports whether the file at path is no shorter than it says itself; one that is
// not there is.
func Whole(path string) (bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	head := make([]byte, dbHead)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return false, err
	}
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	page, pages := pageOf(head[:n])
	return info.Size() >= int64(page)*int64(pages), nil
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
