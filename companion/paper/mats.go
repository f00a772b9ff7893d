package paper

import (
	"errors"
	"fmt"
	"io"

	"arbiter/engine"
	"arbiter/setups"
)

// Positions on a mat, in millimeters.
const (
	Pitch    = 100.0 // between the centers of neighboring antennas
	Antenna  = 40.0  // side of the antenna on boards with an RC522 or a PN532
	Ruler    = 100.0
	matTop   = 45.0
	wideEdge = 210.0 // height of a page in landscape
)

// MatOpts says how mats are made.
type MatOpts struct {
	Seat                  string // only this one; "" means all
	CardWidth, CardHeight float64
}

// Mats writes a mat for each seat, in true size, that shows where its cards lie and the antennas
// below them. Centers of antennas are Pitch apart.
func Mats(out io.Writer, say Say, rig setups.Rig, o MatOpts) error {
	d := newDocument(say, say(engine.Say("Mats: %s", rig.Name)), true)
	d.SetAutoPageBreak(false, 0)
	across := 1 + int((d.width-2*margin-o.CardWidth)/Pitch)
	if o.CardWidth > d.width-2*margin || o.CardHeight > wideEdge-matTop-30 {
		return fmt.Errorf("a card of %g x %g mm does not fit on a mat", o.CardWidth, o.CardHeight)
	}
	for _, m := range matsOf(rig, o.Seat) {
		pages := (len(m.readers) + across - 1) / across
		for p := range pages {
			d.AddPage()
			d.mat(m, p+1, pages, m.readers[p*across:min((p+1)*across, len(m.readers))], o)
		}
	}
	if d.PageCount() == 0 && o.Seat != "" {
		return fmt.Errorf("rig %s has no reader of %s that takes cards", rig.Name, o.Seat)
	}
	if d.PageCount() == 0 {
		return fmt.Errorf("rig %s: %w", rig.Name, errNoReaders)
	}
	return d.write(out)
}

var errNoReaders = errors.New("it has no reader that takes cards; choose the rig of your table")

// A mat is what lies in front of a seat, or in the middle of the table.
type mat struct {
	seat    string
	readers []setups.Reader
}

// matsOf returns the wired readers of a rig by seat, in the order of the rig.
func matsOf(rig setups.Rig, only string) (all []mat) {
	at := map[string]int{}
	for _, r := range rig.Readers {
		if r.Driver == "virtual" || only != "" && r.Seat != only {
			continue
		}
		i, known := at[r.Seat]
		if !known {
			i = len(all)
			at[r.Seat], all = i, append(all, mat{seat: r.Seat})
		}
		all[i].readers = append(all[i].readers, r)
	}
	return all
}

// mat draws one page of a seat.
func (d *document) mat(m mat, page, pages int, readers []setups.Reader, o MatOpts) {
	title := d.say(engine.Say("In the middle of the table"))
	if m.seat != "" {
		title = d.say(engine.Say("%s", engine.Seat(m.seat)))
	}
	if pages > 1 {
		title += "  " + d.say(engine.Say("page %d of %d, from left to right", page, pages))
	}
	d.bold(20)
	d.SetXY(margin, margin)
	d.CellFormat(d.width-2*margin, 10, title, "", 0, "L", false, 0, "")
	d.regular(10)
	d.SetXY(margin, margin+11)
	d.MultiCell(d.width-2*margin, 5, d.say(engine.Say("The antenna goes below the dashed square, its middle below the cross; no metal beneath.")), "", "L", false)
	first := d.width/2 - Pitch*float64(len(readers)-1)/2
	for i, r := range readers {
		d.place(first+Pitch*float64(i), r, o)
	}
	d.ruler()
}

// place draws where a card lies, the antenna below it, and what they are called.
func (d *document) place(middle float64, r setups.Reader, o MatOpts) {
	center := matTop + o.CardHeight/2
	d.SetDrawColor(0, 0, 0)
	d.SetLineWidth(bold)
	d.Rect(middle-o.CardWidth/2, matTop, o.CardWidth, o.CardHeight, "D")
	d.SetLineWidth(thin)
	d.SetDashPattern([]float64{2, 1.5}, 0)
	d.Rect(middle-Antenna/2, center-Antenna/2, Antenna, Antenna, "D")
	d.SetDashPattern([]float64{}, 0)
	d.Line(middle-3, center, middle+3, center)
	d.Line(middle, center-3, middle, center+3)
	below := matTop + o.CardHeight + 2
	width := min(Pitch, 2*middle) - 4 // within the page, and apart from its neighbor
	d.fitted(middle-width/2, below, width, 7, 14, "B", d.meaning(r), "C")
	d.fitted(middle-width/2, below+7, width, 5, 9, "", d.say(engine.Say("reader %s", r.Name)), "C")
}

// meaning says what a card on a reader means.
func (d *document) meaning(r setups.Reader) string {
	switch {
	case len(r.Fields) == 1:
		return d.say(engine.Say("Field %s", r.Fields[0]))
	case len(r.Fields) > 1:
		return d.say(engine.Say("Fields %s to %s, one card after the other", r.Fields[0], r.Fields[len(r.Fields)-1]))
	case r.Role == setups.RoleMarket:
		return d.say(engine.Say("Cards for sale"))
	case r.Role == setups.RoleAutoma:
		return d.say(engine.Say("Cards of the Automa"))
	}
	return d.say(engine.Say("Any card"))
}

// ruler shows whether the printer has kept the size.
func (d *document) ruler() {
	y, left := wideEdge-margin-4, (d.width-Ruler)/2
	d.SetDrawColor(0, 0, 0)
	d.SetLineWidth(bold)
	d.Line(left, y, left+Ruler, y)
	for _, x := range []float64{left, left + Ruler} {
		d.Line(x, y-2, x, y+2)
	}
	d.fitted(left, y-7, Ruler, 5, 9, "", d.say(engine.Say("Print at 100 %%: this line is %d mm long.", int(Ruler))), "C")
}
