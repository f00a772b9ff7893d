package home

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arbiter/setups"
)

// ErrNone is returned on a device without a settings file.
var ErrNone = errors.New("this device has no file of settings")

// KeepRig writes a rig to the folder of rigs, selects it in the settings, and returns its file. An
// error lists every mistake, and nothing is written then.
func KeepRig(rig setups.Rig) (file string, err error) {
	folder := Rigs()
	if folder == "" {
		return "", ErrNone
	}
	if rig.Name == "" || strings.ContainsAny(rig.Name, `/\.`) {
		return "", fmt.Errorf("%q is no name of a rig", rig.Name)
	}
	text, err := rig.TOML()
	if err != nil {
		return "", err
	}
	if _, err := setups.ReadRig(rig.Name, text); err != nil {
		return "", err
	}
	if _, err := changed(setups.Setting{Key: "rig", Value: rig.Name}); err != nil {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	file = filepath.Join(folder, rig.Name+".toml")
	if err := replace(file, text); err != nil {
		return "", err
	}
	return file, Change(setups.Setting{Key: "rig", Value: rig.Name})
}

// Change changes settings, all or none; the rest of the file stays as it is.
func Change(all ...setups.Setting) error {
	text, err := changed(all...)
	if err != nil {
		return err
	}
	return replace(settingsFile(), text)
}

func changed(all ...setups.Setting) ([]byte, error) {
	file := settingsFile()
	if file == "" {
		return nil, ErrNone
	}
	text, err := setups.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	return setups.Changed(file, text, all...)
}

// replace writes a world-readable file completely or not at all.
func replace(file string, text []byte) (err error) {
	part, err := os.CreateTemp(filepath.Dir(file), ".arbiter-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(part.Name()))
		}
	}()
	_, err = part.Write(text)
	if err = errors.Join(err, part.Chmod(0o644), part.Sync(), part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), file)
}
