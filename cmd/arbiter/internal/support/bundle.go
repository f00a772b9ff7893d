package support

import (
	"archive/zip"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// A Bundle is the texts in a support file.
type Bundle struct {
	Leaves []bundleFile
	blot   *strings.Replacer
}

// NewBundle returns an empty Bundle. It blacks out secrets wherever they occur, longer ones first.
func NewBundle(secrets []string) *Bundle {
	slices.SortFunc(secrets, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	var pairs []string
	for _, secret := range slices.Compact(secrets) {
		pairs = append(pairs, secret, "***")
	}
	return &Bundle{blot: strings.NewReplacer(pairs...)}
}

type bundleFile struct{ Name, Text string }

// Add adds a text. An error is written in its place: a bundle is for devices with something wrong.
func (b *Bundle) Add(name, text string, err error) {
	if err != nil {
		text += fmt.Sprintf("\n(%v)\n", err)
	}
	b.Leaves = append(b.Leaves, bundleFile{name, b.blot.Replace(text)})
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
