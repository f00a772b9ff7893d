// Package home knows where an installed device keeps its settings, rigs and games, so that the
// service and every command use the same ones.
//
// A device has a home if there is a settings file. Otherwise, such as for somebody with just the
// source, every command does what its flags say.
package home

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/setups"
)

const (
	// Variable is an environment variable that names another settings file; "" means none.
	Variable = "ARBITER_SETTINGS"
	usual    = "/etc/arbiter/arbiter.toml"
	// Games is where the package has its system user keep the games.
	Games = "/var/lib/arbiter"
)

// A Home is the settings of a device.
type Home struct {
	File string // "" if there is none
	setups.Settings
}

// Load reads the settings. Its error lists every mistake with its place.
func Load() (Home, error) {
	file := settingsFile()
	if file == "" {
		return Home{}, nil
	}
	text, err := setups.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && file == usual:
		return Home{}, nil
	case err != nil:
		return Home{File: file}, i18n.Wrap(err, "settings: %s; %s names another file", err, Variable)
	}
	s, err := setups.ReadSettings(file, text)
	return Home{file, s}, err
}

func settingsFile() string {
	if file, told := os.LookupEnv(Variable); told {
		return file
	}
	return usual
}

// Rigs returns the folder of the device's rigs; "" if it has no home.
func Rigs() string {
	file := settingsFile()
	if file == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(file), "rigs")
}

// LoadRig reads a rig of the device, an embedded one, or a file.
func LoadRig(nameOrFile string) (setups.Rig, error) { return setups.LoadRigFrom(Rigs(), nameOrFile) }

// Value returns the setting for a key; nil if it is not set or one of the environment variables
// overrides it.
func (h Home) Value(key string, variables []string) any {
	if key == "" || h.File == "" {
		return nil
	}
	for _, name := range variables {
		if _, told := os.LookupEnv(name); told {
			return nil
		}
	}
	value := h.Settings.Value(key)
	if list, ok := value.([]string); ok {
		return strings.Join(list, ",")
	}
	if key == "data" && value == nil && os.Getenv("STATE_DIRECTORY") == "" {
		return Games
	}
	return value
}

// Environment returns an environment variable; the language falls back to that of the settings.
func (h Home) Environment(name string) string {
	if value := os.Getenv(name); value != "" || name != "ARBITER_LANG" {
		return value
	}
	return h.Language
}
