package paper

import (
	"fmt"
	"io"

	"arbiter/engine"
)

// A Label is the label of one card.
type Label struct {
	Name string // of the card
	Of   string // whose it is, or its pile
}

// LabelOpts says how labels are made.
type LabelOpts struct {
	Title         string  // of the game
	Width, Height float64 // of each, in millimeters
}

// Labels writes numbered labels, so that a card and its tag can be told apart from others: as rows
// of boxes to cut out, or for a sheet of stickers of that size without gaps.
func Labels(out io.Writer, say Say, labels []Label, o LabelOpts) error {
	columns, rows := int((pageWidth-2*margin)/o.Width), int((pageHeight-2*margin)/o.Height)
	if columns < 1 || rows < 1 {
		return fmt.Errorf("a label of %g x %g mm does not fit on a page: %g x %g mm do", o.Width, o.Height, pageWidth-2*margin, pageHeight-2*margin)
	}
	d := newDocument(say, say(engine.Say("Labels: %s", o.Title)), false)
	d.SetAutoPageBreak(false, 0)
	left, top := (pageWidth-float64(columns)*o.Width)/2, (pageHeight-float64(rows)*o.Height)/2
	for i, l := range labels {
		at := i % (columns * rows)
		if at == 0 {
			d.AddPage()
		}
		d.label(left+float64(at%columns)*o.Width, top+float64(at/columns)*o.Height, o, l, i+1, len(labels))
	}
	return d.write(out)
}

// label draws one box: its number, large enough to read from afar, and its words.
func (d *document) label(x, y float64, o LabelOpts, l Label, number, all int) {
	d.SetDrawColor(pale, pale, pale)
	d.SetLineWidth(thin)
	d.Rect(x, y, o.Width, o.Height, "D")
	third := o.Width / 3
	d.fitted(x, y+o.Height*0.1, third, o.Height*0.55, o.Height*1.4, "B", fmt.Sprint(number), "C")
	d.fitted(x, y+o.Height*0.65, third, o.Height*0.25, o.Height*0.4, "", fmt.Sprintf("/ %d", all), "C")
	d.fitted(x+third, y+o.Height*0.15, o.Width-third, o.Height*0.4, o.Height*0.55, "B", l.Name, "L")
	d.fitted(x+third, y+o.Height*0.55, o.Width-third, o.Height*0.3, o.Height*0.4, "", l.Of, "L")
}
