package setups

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrNoFile is the refusal to read something that is not a file: reading it might block or never
// end.
var ErrNoFile = errors.New("a device, a pipe or a socket, and no file")

// mostText is the longest file that is read whole.
const mostText = 16 << 20

// OpenFile opens a file that somebody has named. It refuses devices, pipes and sockets without
// opening them.
func OpenFile(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil {
		err = ordinary(name, info)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // it may have been replaced by now
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = ordinary(name, info)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// ordinary refuses what is neither a file nor a folder; reading a folder gives an error of its own.
func ordinary(name string, info fs.FileInfo) error {
	if info.Mode().IsRegular() || info.IsDir() {
		return nil
	}
	return &fs.PathError{Op: "open", Path: name, Err: ErrNoFile}
}

// ReadFile reads a whole file with the checks of OpenFile.
func ReadFile(name string) ([]byte, error) {
	f, err := OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostText+1))
	if err == nil && len(text) > mostText {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("it has more than %d MB", mostText>>20)}
	}
	return text, err
}
