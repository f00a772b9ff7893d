// Package paper writes PDF files of what is useful on paper: labels for tags, mats that show where
// cards and antennas lie, the state of a game to go on with by hand, a quick guide.
//
// Lengths are millimeters, if printed at 100 %. The package knows no game: names and states come as
// texts and views.
package paper

import (
	"fmt"
	"io"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"arbiter/engine"
)

// A Say puts texts into a language.
type Say = func(engine.Text) string

// A4 in portrait, and the margin that printers leave free.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	margin     = 10.0
)

const typeface = "go"

// Line widths and grays.
const (
	thin = 0.2
	bold = 0.4
	pale = 150 // of 255
)

// A document is a PDF file in the making.
type document struct {
	*fpdf.Fpdf
	say   Say
	width float64 // of a page
}

// newDocument starts a file; wide pages are in landscape.
func newDocument(say Say, title string, wide bool) *document {
	orientation, width := "P", pageWidth
	if wide {
		orientation, width = "L", pageHeight
	}
	d := &document{fpdf.New(orientation, "mm", "A4", ""), say, width}
	d.AddUTF8FontFromBytes(typeface, "", goregular.TTF)
	d.AddUTF8FontFromBytes(typeface, "B", gobold.TTF)
	d.SetMargins(margin, margin, margin)
	d.SetAutoPageBreak(true, margin)
	d.SetTitle(title, true)
	d.SetCreator("Arbiter", true)
	d.SetCatalogSort(true)
	return d
}

// write finishes the file.
func (d *document) write(out io.Writer) error {
	if err := d.Output(out); err != nil {
		return fmt.Errorf("PDF: %w", err)
	}
	return nil
}

func (d *document) regular(points float64) { d.SetFont(typeface, "", points) }
func (d *document) bold(points float64)    { d.SetFont(typeface, "B", points) }

// heading draws a heading.
func (d *document) heading(text string) {
	d.Ln(3)
	d.bold(12)
	d.MultiCell(0, 6, text, "", "L", false)
	d.regular(10)
}

// paragraph is text over the width of the page.
func (d *document) paragraph(text string) { d.MultiCell(0, 5, text, "", "L", false) }

// fitted writes a text into a box, at the largest size that fits its width, from a number of points
// down to half of that.
func (d *document) fitted(x, y, w, h, points float64, style, text, align string) {
	for size := points; ; size -= 0.5 {
		d.SetFont(typeface, style, size)
		if d.GetStringWidth(text) <= w-2*d.GetCellMargin() || size <= points/2 {
			break
		}
	}
	d.SetXY(x, y)
	d.CellFormat(w, h, text, "", 0, align, false, 0, "")
}
