package gamelog

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// hints are what people can do about errors of SQLite.
var hints = map[sqlite3.ErrNo]string{
	sqlite3.ErrFull:     "the disk is full: make room and try again",
	sqlite3.ErrReadonly: "the file cannot be written: look at its permissions and whether the card is locked; if they are right, its beginning is damaged: put a backup in its place with arbiter restore",
	sqlite3.ErrCantOpen: "the file cannot be opened: look at its permissions and those of its directory",
	sqlite3.ErrNotADB:   "this is no file of games, or its beginning is damaged: choose another, or put a backup in its place with arbiter restore",
	sqlite3.ErrBusy:     "another program has the file open: close it",
	sqlite3.ErrLocked:   "another program has the file open: close it",
	sqlite3.ErrIoErr:    "the disk does not work: check the card",
}

// systemic maps errors of the system to those of SQLite, which reports them as an I/O error or as a
// file that cannot be opened.
var systemic = map[syscall.Errno]sqlite3.ErrNo{
	syscall.ENOSPC: sqlite3.ErrFull, syscall.EDQUOT: sqlite3.ErrFull, syscall.EROFS: sqlite3.ErrReadonly,
}

// damaging are the errors that a sound file never causes, since its schema is known.
var damaging = map[sqlite3.ErrNo]bool{
	sqlite3.ErrCorrupt: true, sqlite3.ErrError: true, sqlite3.ErrFormat: true, sqlite3.ErrMismatch: true, sqlite3.ErrTooBig: true, sqlite3.ErrNomem: true,
}

// Damaged reports whether an error says that a file is damaged as a whole or is not a file of games,
// so that trying again is useless.
func Damaged(err error) bool {
	var e sqlite3.Error
	return everything(err) || errors.As(err, &e) && e.Code == sqlite3.ErrNotADB
}

// hintedError is an error with what people can do about it.
type hintedError struct {
	error
	code sqlite3.ErrNo
}

// Disk returns "full" or "read-only" for the disk, "held" for a file that another program holds, or
// "".
func (h *hintedError) Disk() string {
	return map[sqlite3.ErrNo]string{sqlite3.ErrFull: "full", sqlite3.ErrReadonly: "read-only", sqlite3.ErrBusy: "held", sqlite3.ErrLocked: "held"}[h.code]
}

func (h *hintedError) Error() string { return h.error.Error() + "; " + hints[h.code] }

func (h *hintedError) Unwrap() error { return h.error }

// explain adds to an error of SQLite what people can do about it.
func (db *DB) explain(err error) error {
	var broken *FileDamage
	var damage *Damage
	var known *hintedError
	var e sqlite3.Error
	switch {
	case errors.As(err, &broken) || errors.As(err, &damage) || errors.As(err, &known) || !errors.As(err, &e):
		return err
	case damaging[e.Code]:
		return &FileDamage{File: db.path, Why: err.Error()}
	case systemic[e.SystemErrno] != 0:
		return &hintedError{err, systemic[e.SystemErrno]}
	case hints[e.Code] != "":
		return &hintedError{err, e.Code}
	}
	return err
}

// unreadable adds what people can do to the error of a file that the system does not let us read.
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
