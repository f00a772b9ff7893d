// Package home knows where a device with the package keeps its settings, rigs and games,
// so that the service and every command there use the same ones.
//
// A device has a home if there is a file of settings. Elsewhere, as for a newcomer with
// the source alone, every command does what its flags say.
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
	// Variable names another file of settings; "" is none.
	Variable = "ARBITER_SETTINGS"
	usual    = "/etc/arbiter/arbiter.toml"
	// Games is where the package has the system user keep them.
	Games = "/var/lib/arbiter"
)

// A Home is what the settings of a device say.
type Home struct {
	File string // "" where there is none
	setups.Settings
}

// Load reads the settings. Its error names every mistake with its place.
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

// Rigs is the folder of the rigs that belong to the device; "" where it has no home.
func Rigs() string {
	file := settingsFile()
	if file == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(file), "rigs")
}

// LoadRig reads a rig of the device, one that comes with the program, or a file.
func LoadRig(nameOrFile string) (setups.Rig, error) { return setups.LoadRigFrom(Rigs(), nameOrFile) }

// Value is what the settings say under a key; nil: nothing, or a variable of the
// environment says otherwise.
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

// Environment is that of the program, with the language of the settings where no other
// is told.
func (h Home) Environment(name string) string {
	if value := os.Getenv(name); value != "" || name != "ARBITER_LANG" {
		return value
	}
	return h.Language
}
