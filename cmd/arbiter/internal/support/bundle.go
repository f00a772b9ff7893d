package support

import (
	"archive/zip"
	"fmt"
	"io"
	"strings"
	"time"
)

// A Bundle is texts for whoever helps.
type Bundle struct {
	Leaves  []bundleFile
	Secrets []string // are blotted out wherever they stand
}

type bundleFile struct{ Name, Text string }

// Add adds a text. Trouble with it is what stands there: a bundle is for devices
// where something is out of order.
func (b *Bundle) Add(name, text string, err error) {
	if err != nil {
		text += fmt.Sprintf("\n(%v)\n", err)
	}
	for _, secret := range b.Secrets {
		text = strings.ReplaceAll(text, secret, "***")
	}
	b.Leaves = append(b.Leaves, bundleFile{name, text})
}

func (b *Bundle) zip(out io.Writer) error {
	z := zip.NewWriter(out)
	for _, l := range b.Leaves {
		w, err := z.CreateHeader(&zip.FileHeader{Name: "arbiter/" + l.Name, Method: zip.Deflate, Modified: time.Now()})
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, l.Text); err != nil {
			return err
		}
	}
	return z.Close()
}
