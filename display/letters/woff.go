package letters

import (
	"bytes"
	"compress/zlib"
	"embed"
	"encoding/binary"
	"fmt"
	"io"

	"golang.org/x/image/font/sfnt"
)

// Saira Semi Condensed by Omnibus-Type, SIL Open Font License 1.1 (saira/OFL.txt): the
// files of the package @fontsource/saira-semi-condensed 5.3.0, unchanged.
//
//go:embed saira
var saira embed.FS

// The weights.
const (
	Medium = 500
	Bold   = 700
)

// fontOf reads a weight of the typeface: Latin, and Latin Extended. The fonts are part of the
// program, so an unreadable one is a bug.
func fontOf(weight int) (fonts [2]*sfnt.Font) {
	for i, part := range []string{"latin", "latin-ext"} {
		packed, err := saira.ReadFile(fmt.Sprintf("saira/saira-semi-condensed-%s-%d-normal.woff", part, weight))
		if err == nil {
			var ttf []byte
			if ttf, err = unpack(packed); err == nil {
				fonts[i], err = sfnt.Parse(ttf)
			}
		}
		if err != nil {
			panic(fmt.Sprintf("letters: font: %v", err))
		}
	}
	return fonts
}

// unpack converts a WOFF 1 file (w3.org/TR/WOFF) to TrueType: the same tables, each of which may be
// compressed with zlib.
func unpack(woff []byte) ([]byte, error) {
	const head, entry = 44, 20
	if len(woff) < head || string(woff[:4]) != "wOFF" {
		return nil, fmt.Errorf("no WOFF file")
	}
	n := int(binary.BigEndian.Uint16(woff[12:]))
	ttf := append([]byte{}, woff[4:8]...)               // its flavor
	ttf = binary.BigEndian.AppendUint16(ttf, uint16(n)) //nolint:gosec // it was a uint16
	ttf = append(ttf, make([]byte, 6+16*n)...)          // the fields that speed up a search, and the directory of the tables
	for i := range n {
		e := woff[head+entry*i:]
		at, size, full := binary.BigEndian.Uint32(e[4:]), binary.BigEndian.Uint32(e[8:]), binary.BigEndian.Uint32(e[12:])
		table := woff[at : at+size]
		if size < full {
			z, err := zlib.NewReader(bytes.NewReader(table))
			if err != nil {
				return nil, err
			}
			if table, err = io.ReadAll(z); err != nil {
				return nil, err
			}
		}
		row := ttf[12+16*i:]
		copy(row, e[:4])
		copy(row[4:], e[16:20])
		binary.BigEndian.PutUint32(row[8:], uint32(len(ttf))) //nolint:gosec // some kilobytes
		binary.BigEndian.PutUint32(row[12:], full)
		ttf = append(ttf, table...)
		ttf = append(ttf, make([]byte, (4-len(ttf)%4)%4)...)
	}
	return ttf, nil
}
