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

// running is the package's folder for files that last until the device is switched off.
const running = "/run/arbiter"

// Runtime creates and returns the folder for files that last until the device is switched off: that
// of the service manager, or else the user's own.
func Runtime() (string, error) {
	if dir := os.Getenv("RUNTIME_DIRECTORY"); dir != "" {
		return dir, os.MkdirAll(dir, 0o755) // #nosec G703 -- the service manager names it
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
	info, err := os.Lstat(dir) // anybody can create files in that folder
	if err != nil {
		return "", err
	}
	if of, ok := info.Sys().(*syscall.Stat_t); !ok || int(of.Uid) != os.Geteuid() || info.Mode() != fs.ModeDir|0o700 {
		return "", engine.Refuse("%s is not for this user alone; delete it", dir)
	}
	return dir, nil
}

// Runtimes returns the folders in which a service of this device may be found.
func Runtimes() []string {
	if dir := os.Getenv("RUNTIME_DIRECTORY"); dir != "" {
		return []string{dir}
	}
	return []string{running, own()}
}

// Devices returns the folder of device locks: the one shared by all users if the package has
// created it; "" if there can be none.
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

// own returns the user's folder, which need not exist.
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
