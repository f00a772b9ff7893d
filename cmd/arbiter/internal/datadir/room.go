package datadir

import (
	"errors"
	"syscall"
)

// unnamed is O_TMPFILE of open(2): a file that no folder names.
const unnamed = 0x400000 | syscall.O_DIRECTORY

// Room returns how many bytes are free in a folder, and EROFS where nothing more can be written.
// After an error ext4 writes nothing more, but newer kernels (seen on Linux 6.18) still mount it
// as writable, and access(2) agrees; so Room creates a file without a name, which may write to the
// card. A folder in which the caller may not create files, or that has none without names, is
// only measured.
func Room(dir string) (free uint64, err error) {
	switch file, err := syscall.Open(dir, unnamed|syscall.O_WRONLY|syscall.O_CLOEXEC, 0o600); {
	case err == nil:
		_ = syscall.Close(file)
	case errors.Is(err, syscall.EROFS):
		return 0, err
	}
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return s.Bavail * uint64(s.Bsize), nil
}
