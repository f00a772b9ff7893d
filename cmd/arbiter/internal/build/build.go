// Package build says which build of the program this is, and what it is made of.
package build

import (
	"runtime/debug"
	"strings"
)

// Name returns the program's name, version, commit and compiler, as far as they are known.
func Name() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "arbiter, of unknown build"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	words := []string{"arbiter", info.Main.Version}
	if commit := settings["vcs.revision"]; commit != "" {
		words = append(words, "commit", commit[:min(12, len(commit))])
		if settings["vcs.modified"] == "true" {
			words = append(words, "and changes")
		}
	}
	return strings.Join(append(words, info.GoVersion, settings["GOOS"]+"/"+settings["GOARCH"]), " ")
}
