package datadir

import (
	"errors"
	"os"
	"path/filepath"
)

// Reports are the coach's reports about games, a file for each. They can be made again, so no
// backup has them.
type Reports string

// ReportsIn returns the folder of reports in a data directory.
func ReportsIn(dir string) Reports { return Reports(filepath.Join(dir, coachFolder)) }

// Read returns the report about a game; the error is fs.ErrNotExist if there is none.
func (r Reports) Read(id string) ([]byte, error) {
	path, err := r.file(id)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// Write stores a report atomically.
func (r Reports) Write(id string, report []byte) error {
	path, err := r.file(id)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(string(r), 0o700); err != nil {
		return err
	}
	return replace(path, report)
}

func (r Reports) file(id string) (string, error) {
	if id == "" || id != filepath.Base(id) || id[0] == '.' {
		return "", errors.New("no name of a game")
	}
	return filepath.Join(string(r), id+".json"), nil
}
