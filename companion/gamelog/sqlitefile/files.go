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
	"path/filepath"
)

// Files are a file of SQLite and its journal, as one moment had them. Where they are short,
// they are in memory; else a copy of them, with what the journal holds in its place, lies in
// a file that has no name and is gone with the program, whatever ends it.
type Files struct {
	DB, WAL []byte // nil where they are copied
	journal *journal
	newest  map[int][]byte // pages in the journal; where the files are copied, only those behind the end of the file, and empty
	copy    *fileCopy
	head    []byte // of the file of games
	length  [2]int64
}

// Sizes are how many bytes the file and its journal had.
func (f *Files) Sizes() (db, wal int64) { return f.length[0], f.length[1] }

// MostInMemory is how long files may be that are read into memory.
var MostInMemory int64 = 4 << 20

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
		read, err := f.both(path)
		if err != nil {
			return Files{}, errors.Join(err, f.Close())
		}
		later, after, err := statAndHead(path)
		if err != nil {
			return Files{}, errors.Join(err, f.Close())
		}
		if same := bytes.Equal(head, after) && bytes.HasPrefix(read, head); same && (len(head) > 0 && f.length[1] > 0 || f.length[1] == 0 && unchanged(db, later)) {
			return f, nil
		}
		if err := f.Close(); err != nil {
			return Files{}, err
		}
		if ctx.Err() != nil {
			return Files{}, fmt.Errorf("the files change all the time: %w", ctx.Err())
		}
	}
}

// mostBytes is how long a file of games can be that is read into memory for want of room on
// the disk.
const mostBytes = 1 << 30

// both reads the file at path, and then its journal, of which it returns the header.
func (f *Files) both(path string) (head []byte, err error) {
	db, err := openOrNone(path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	wal, err := openOrNone(path + "-wal")
	if err != nil {
		return nil, err
	}
	defer wal.Close()
	if err := f.read(db, wal, filepath.Dir(path)); err != nil {
		return nil, err
	}
	head = make([]byte, journalHead)
	n, err := wal.ReadAt(head, 0)
	return head[:n], notEOF(err)
}

// read reads a file, and then its journal; a copy of long ones is laid in dir. Where there is
// no room for it, they are read into memory all the same.
func (f *Files) read(db, wal source, dir string) (err error) {
	*f = Files{}
	size, err := db.Size()
	if err != nil {
		return err
	}
	more, err := wal.Size()
	if err != nil {
		return err
	}
	if size+more > MostInMemory {
		if err := f.lay(db, wal, dir); err == nil {
			return nil
		}
		if err := f.Close(); err != nil {
			return err
		}
		*f = Files{}
	}
	if f.DB, err = allOf(db); err != nil {
		return err
	}
	if f.WAL, err = allOf(wal); err != nil {
		return err
	}
	return f.Read()
}

// Read reads the journal of files that are in memory.
func (f *Files) Read() (err error) {
	f.head, f.length = f.DB[:min(len(f.DB), dbHead)], [2]int64{int64(len(f.DB)), int64(len(f.WAL))}
	f.newest = map[int][]byte{}
	f.journal, err = readJournal(bytes.NewReader(f.WAL), func(page int, text []byte) { f.newest[page] = text })
	if err == nil && int64(f.journal.pages)*int64(f.journal.page) > mostBytes {
		err = fmt.Errorf("it has more than %d MiB", mostBytes>>20)
	}
	return err
}

// image is the file of games as SQLite would see it, with what the journal holds in its
// place, and without a journal. It may be f.DB itself.
func (f *Files) image() []byte {
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
	size, pages := pageOf(f.head)
	if f.journal.pages > 0 {
		size, pages = f.journal.page, f.journal.pages
	}
	length := int(f.length[0])
	missing := pages - min(pages, length/max(size, 1))
	for n := range f.newest {
		if n <= pages && n*size > length {
			missing--
		}
	}
	switch {
	case missing > 0:
		return fmt.Sprintf("%d of its %d pages are missing, in the file and in its journal", missing, pages)
	case f.length[0] == 0 && f.length[1] > 0 && f.journal.pages == 0:
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

// A source is a file that is read; one that is not there is empty.
type source struct{ *os.File }

func openOrNone(path string) (source, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return source{}, nil
	}
	return source{f}, err
}

// Size is how long it is.
func (s source) Size() (int64, error) {
	if s.File == nil {
		return 0, nil
	}
	info, err := s.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// ReadAt is io.ReaderAt.
func (s source) ReadAt(b []byte, at int64) (int, error) {
	if s.File == nil {
		return 0, io.EOF
	}
	return s.File.ReadAt(b, at)
}

// Close closes it.
func (s source) Close() error {
	if s.File == nil {
		return nil
	}
	return s.File.Close()
}

// allOf reads all of a file.
func allOf(s source) ([]byte, error) {
	size, err := s.Size()
	if err != nil {
		return nil, err
	}
	if size > mostBytes {
		return nil, fmt.Errorf("%s has more than %d MiB", s.Name(), mostBytes>>20)
	}
	if s.File == nil {
		return nil, nil
	}
	text := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead)) // or it would grow step by step
	_, err = text.ReadFrom(io.NewSectionReader(s, 0, mostBytes))
	return text.Bytes(), err
}
