package build

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"runtime/debug"
	"slices"
)

// A bill is the bill of materials of a program in CycloneDX 1.5
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

	Licenses []license `json:"licenses,omitempty"`
}

type license struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

// licenses are those of all components, by their ids at https://spdx.org/licenses/.
var licenses = map[string]string{
	"go":                               "BSD-3-Clause",
	"codeberg.org/go-pdf/fpdf":         "MIT",
	"github.com/alecthomas/kong":       "MIT",
	"github.com/coreos/go-systemd/v22": "Apache-2.0",
	"github.com/creack/pty":            "MIT",
	"github.com/eclipse/paho.golang":   "BSD-3-Clause", // or EPL-2.0, at one's choice
	"github.com/gorilla/websocket":     "BSD-2-Clause",
	"github.com/klauspost/compress":    "BSD-3-Clause", // of the parts used here; other parts have others
	"github.com/mattn/go-sqlite3":      "MIT",
	"github.com/nats-io/nats.go":       "Apache-2.0",
	"github.com/nats-io/nkeys":         "Apache-2.0",
	"github.com/nats-io/nuid":          "Apache-2.0",
	"github.com/pelletier/go-toml/v2":  "MIT",
	"github.com/tarm/serial":           "BSD-3-Clause",
	"golang.org/x/crypto":              "BSD-3-Clause",
	"golang.org/x/image":               "BSD-3-Clause",
	"golang.org/x/net":                 "BSD-3-Clause",
	"golang.org/x/sys":                 "BSD-3-Clause",
	"golang.org/x/text":                "BSD-3-Clause",
	"periph.io/x/conn/v3":              "Apache-2.0",
	"periph.io/x/devices/v3":           "Apache-2.0",
	"periph.io/x/host/v3":              "Apache-2.0",
	"rsc.io/qr":                        "BSD-3-Clause",
}

// under adds the license of a component, if it is known.
func (c component) under() component {
	if id := licenses[c.Name]; id != "" {
		c.Licenses = make([]license, 1)
		c.Licenses[0].License.ID = id
	}
	return c
}

// WriteSBOM writes the bill of this program from its build information.
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
		Components: []component{component{Type: "framework", Name: "go", Version: info.GoVersion}.under()},
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		b.Components = append(b.Components, component{
			Type: "library", Name: m.Path, Version: m.Version, URL: "pkg:golang/" + m.Path + "@" + m.Version,
		}.under())
	}
	slices.SortStableFunc(b.Components, func(a, b component) int { return cmp.Compare(a.Name, b.Name) })
	return b
}
