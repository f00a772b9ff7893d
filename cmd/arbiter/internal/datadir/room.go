package datadir

import (
	"errors"
	"syscall"
)

// unnamed is O_TMPFILE of open(2): a file that no folder names.
const unnamed = 0x400000 | syscall.O_DIRECTORY

// Room returns how many bytes are free in a folder, EROFS where nothing more can be written, and
// EIO where nothing can be read either. After an error ext4 does one (seen on Linux 6.18) or the
// other (6.12), but newer kernels still mount it as writable, and access(2) agrees; so Room creates
// a file without a name, which may write to the card. A folder in which the caller may not create
// files, or that has none without names, is only measured.
func Room(dir string) (free uint64, err error) {
	switch file, err := syscall.Open(dir, unnamed|syscall.O_WRONLY|syscall.O_CLOEXEC, 0o600); {
	case err == nil:
		_ = syscall.Close(file)
	case errors.Is(err, syscall.EROFS), errors.Is(err, syscall.EIO):
		return 0, err
	}
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return s.Bavail * uint64(s.Bsize), nil
}
