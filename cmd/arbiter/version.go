package main

import (
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/build"
	"arbiter/cmd/arbiter/internal/i18n"
)

type version struct {
	SBOM bool `name:"sbom" help:"List what the program is made of, in the format CycloneDX (JSON)."`
	i18n.Flag
}

// Run prints the build.
func (v *version) Run(out io.Writer) error {
	if v.SBOM {
		return build.WriteSBOM(out)
	}
	_, err := fmt.Fprintln(out, build.Name())
	return err
}
