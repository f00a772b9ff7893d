package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"
)

type version struct {
	SBOM bool `name:"sbom" help:"List what the program is made of, in the format CycloneDX (JSON)."`
}

// Run prints the build.
func (v *version) Run(out io.Writer) error {
	if v.SBOM {
		return writeBill(out)
	}
	_, err := fmt.Fprintln(out, build())
	return err
}

// build names the program, its version, the commit it was built from, and what
// built it, as far as that is known.
func build() string {
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
