package home

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arbiter/setups"
)

// Names of settings and rigs in a backup; rigs are in a folder of that name.
const (
	settingsName = "arbiter.toml"
	rigsFolder   = "rigs/"
)

// mostKept is how many bytes one of these files may have.
const mostKept = 16 << 10

// ofTheDevice are the settings that belong to this computer and stay as they are when a backup is
// restored.
var ofTheDevice = []string{"data", "address", "tls-address", "certificate", "key", "metrics", "mqtt", "mqtt-tls", "mqtt-ca", "mqtt-user", "mqtt-name"}

// Gather returns the settings and rigs of the device by their names in a backup; nil if the device
// has no home.
func Gather() (map[string][]byte, error) {
	file := settingsFile()
	if file == "" {
		return nil, nil
	}
	all := map[string][]byte{}
	rigs, err := filepath.Glob(filepath.Join(Rigs(), "*.toml"))
	for _, from := range append(rigs, file) {
		text, e := os.ReadFile(from)
		switch name := filepath.Base(from); {
		case errors.Is(e, fs.ErrNotExist):
		case e != nil:
			err = errors.Join(err, fmt.Errorf("settings and rigs: %w", e))
		case len(text) > mostKept:
			err = errors.Join(err, fmt.Errorf("%s has more than %d bytes and does not belong there: move it away", from, mostKept))
		case from == file:
			all[settingsName] = text
		default:
			all[rigsFolder+name] = text
		}
	}
	return all, err
}

// Check returns what is wrong with the settings and rigs of a backup.
func Check(all map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		var err error
		rig, isRig := strings.CutPrefix(name, rigsFolder)
		rig, toml := strings.CutSuffix(rig, ".toml")
		switch {
		case name == settingsName:
			_, err = setups.ReadSettings(name, all[name])
		case isRig && toml && rig != "" && !strings.ContainsAny(rig, `/\.`):
			_, err = setups.ReadRig(rig, all[name])
		default:
			err = errors.New("no settings and no rig have that name")
		}
		if err != nil {
			return fmt.Errorf("the backup carries %q: %w; it was made by another program, or altered; take another one", name, err)
		}
	}
	return nil
}

// Put replaces the settings and rigs of the device by those of a backup. The old ones are kept
// under names with the date. Rigs that are not in the backup stay, and so do the settings of this
// computer: folders, addresses, certificates. The error is ErrNone if the device has no home, or
// its games are in another folder than dir.
func Put(dir string, all map[string][]byte, day string) error {
	h, err := Load()
	here := h.File
	switch {
	case len(all) == 0:
		return nil
	case here == "" || dir != cmp.Or(h.Data, Games):
		return ErrNone
	case err != nil:
		return err
	}
	was, err := os.ReadFile(here)
	if err != nil {
		return err
	}
	for name, text := range all {
		file := here
		if rig, ok := strings.CutPrefix(name, rigsFolder); ok {
			file = filepath.Join(Rigs(), rig)
			if err := os.MkdirAll(Rigs(), 0o755); err != nil {
				return err
			}
		} else if text, err = asHere(here, was, text); err != nil {
			return err
		}
		there, err := os.ReadFile(file)
		switch {
		case err == nil && bytes.Equal(there, text):
			continue
		case err == nil:
			err = os.Link(file, free(file+".before-"+day))
		case errors.Is(err, fs.ErrNotExist):
			err = nil
		}
		if err == nil {
			err = replace(file, text)
		}
		if err != nil {
			return fmt.Errorf("settings and rigs: %w", err)
		}
	}
	return nil
}

// asHere returns the settings of a backup with the present settings of this computer.
func asHere(file string, was, text []byte) ([]byte, error) {
	is, err := setups.ReadSettings(file, was)
	if err != nil {
		return nil, err
	}
	list := make([]setups.Setting, 0, len(ofTheDevice))
	for _, key := range ofTheDevice {
		list = append(list, setups.Setting{Key: key, Value: is.Value(key)})
	}
	return setups.Changed(file, text, list...)
}

func free(name string) string {
	is := name
	for n := 2; ; n++ {
		if _, err := os.Lstat(is); err != nil {
			return is
		}
		is = fmt.Sprintf("%s-%d", name, n)
	}
}
