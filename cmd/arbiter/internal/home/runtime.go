package home

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"arbiter/engine"
)

// running is where the package has what lasts as long as the device runs.
const running = "/run/arbiter"

// Runtime is the folder for what lasts as long as the device runs, and makes it: that of
// the service manager, else the user's own.
func Runtime() (string, error) {
	if dir := os.Getenv("RUNTIME_DIRECTORY"); dir != "" {
		return dir, os.MkdirAll(dir, 0o755) // #nosec G703 -- the folder that the service manager has made
	}
	if os.Geteuid() == 0 && there(running) {
		return running, nil
	}
	dir := own()
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return "", err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(dir) // in a folder where everybody may make one
	if err != nil {
		return "", err
	}
	if of, ok := info.Sys().(*syscall.Stat_t); !ok || int(of.Uid) != os.Geteuid() || info.Mode() != fs.ModeDir|0o700 {
		return "", engine.Refuse("%s is not for this user alone; delete it", dir)
	}
	return dir, nil
}

// Runtimes are the folders in which a service of this device may be found.
func Runtimes() []string {
	if dir := os.Getenv("RUNTIME_DIRECTORY"); dir != "" {
		return []string{dir}
	}
	return []string{running, own()}
}

// Devices is the folder of the locks of devices: one for all users of the device where the
// package has made it; "" if there can be none.
func Devices() string {
	if shared := filepath.Join(running, "devices"); os.Getenv("RUNTIME_DIRECTORY") == "" && there(shared) {
		return shared
	}
	dir, err := Runtime()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "devices")
}

// own is the user's folder, which need not be there.
func own() string {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "arbiter")
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("arbiter-%d", os.Geteuid()))
}

func there(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}
