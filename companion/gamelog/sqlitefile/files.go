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

// Files are a SQLite file and its journal (-wal) as they were at one moment. Short files are held
// in memory; for large ones a copy, with the journal applied, is in an unnamed file that disappears
// with the program, however that ends.
type Files struct {
	DB, WAL []byte // nil if they were copied
	journal *journal
	newest  map[int][]byte // pages of the journal; if the files were copied, empty pages beyond the end of the file
	copy    *fileCopy
	head    []byte // of the games file
	length  [2]int64
}

// Sizes returns how many bytes the file and its journal had.
func (f *Files) Sizes() (db, wal int64) { return f.length[0], f.length[1] }

// MostInMemory is how many bytes are read into memory rather than copied.
var MostInMemory int64 = 4 << 20

// At reads the files at path, even while another program writes to them. It changes nothing and
// takes no lock. Before is called before each attempt.
//
// As long as a journal keeps its header, every page written to the games file is in that journal as
// well: SQLite writes a new header before it starts the journal again. So if the header was the
// same before the games file was read and after the journal was, what was read belongs to one
// moment.
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

// mostBytes is the largest file that is read into memory if the disk has no room for a copy.
const mostBytes = 1 << 30

// both reads the file at path and then its journal, and returns the header of the journal.
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

// read reads a file and then its journal; long ones are copied to dir. If there is no room for a
// copy, they are read into memory after all.
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

// Read parses the journal of files that are in memory.
func (f *Files) Read() (err error) {
	f.head, f.length = f.DB[:min(len(f.DB), dbHead)], [2]int64{int64(len(f.DB)), int64(len(f.WAL))}
	f.newest = map[int][]byte{}
	f.journal, err = readJournal(bytes.NewReader(f.WAL), func(page int, text []byte) { f.newest[page] = text })
	if err == nil && int64(f.journal.pages)*int64(f.journal.page) > mostBytes {
		err = fmt.Errorf("it has more than %d MiB", mostBytes>>20)
	}
	return err
}

// image returns the file as SQLite would see it: with the journal applied, and needing none. It may
// be f.DB itself.
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
		text[18], text[19] = 1, 1 // no WAL needed: https://www.sqlite.org/fileformat2.html#file_format_version_numbers
	}
	return text
}

const (
	magic  = "SQLite format 3\x00"
	dbHead = 100
)

// pageOf returns the page size and the number of pages according to the header of a file; 0 for
// what the header does not tell.
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
	if bytes.Equal(head[24:28], head[92:96]) { // otherwise the number of pages is stale
		pages = int(binary.BigEndian.Uint32(head[28:]))
	}
	return page, pages
}

// Gap returns which pages are missing; "" if none are.
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

// Undone reports whether the power failed during a change of format: SQLite has a rollback journal,
// and restores the pages when it opens the file.
func Undone(path string) bool {
	info, err := os.Stat(path + "-journal")
	return err == nil && info.Size() > 0
}

// Whole reports whether the file at path is at least as long as its header says; a missing file is.
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

// statAndHead returns the file info of a games file and the header of its journal; both may be
// missing.
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

// A source is a file to read; a missing one is empty.
type source struct{ *os.File }

func openOrNone(path string) (source, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return source{}, nil
	}
	return source{f}, err
}

// Size returns its length.
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

// ReadAt implements io.ReaderAt.
func (s source) ReadAt(b []byte, at int64) (int, error) {
	if s.File == nil {
		return 0, io.EOF
	}
	return s.File.ReadAt(b, at)
}

// Close closes the file.
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
	text := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead)) // avoids growing step by step
	_, err = text.ReadFrom(io.NewSectionReader(s, 0, mostBytes))
	return text.Bytes(), err
}
