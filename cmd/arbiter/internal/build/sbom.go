package build

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"runtime/debug"
	"slices"
)

// A bill is what a program is made of, as CycloneDX 1.5 writes it
// (https://cyclonedx.org/docs/1.5/json/).
type bill struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   about       `json:"metadata"`
	Components []component `json:"components"`
}

type about struct {
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	URL     string `json:"purl,omitempty"`
}

// WriteSBOM writes the bill of this program from what the compiler noted in it.
func WriteSBOM(out io.Writer) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return errors.New("this program does not know what it was built from; build it with Go modules")
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(billOf(info))
}

func billOf(info *debug.BuildInfo) bill {
	b := bill{
		Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata:   about{component{Type: "application", Name: info.Main.Path, Version: info.Main.Version}},
		Components: []component{{Type: "framework", Name: "go", Version: info.GoVersion}},
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		b.Components = append(b.Components, component{
			Type: "library", Name: m.Path, Version: m.Version, URL: "pkg:golang/" + m.Path + "@" + m.Version,
		})
	}
	slices.SortStableFunc(b.Components, func(a, b component) int { return cmp.Compare(a.Name, b.Name) })
	return b
}
