package paper

import (
	"io"

	"rsc.io/qr"

	"arbiter/engine"
)

// guideCode is the side of the QR code on the guide, in millimeters.
const guideCode = 40.0

// Guide writes one page for people who sit down at the table for the first time. address is where
// phones find the pages.
func Guide(out io.Writer, say Say, address string) error {
	d := newDocument(say, say(engine.Say("Quick guide")), false)
	d.AddPage()
	if err := d.code(address, d.width-margin-guideCode, margin); err != nil {
		return err
	}
	d.bold(24)
	d.MultiCell(d.width-3*margin-guideCode, 12, say(engine.Say("Quick guide")), "", "L", false)
	d.regular(12)
	d.MultiCell(d.width-3*margin-guideCode, 6, say(engine.Say("Arbiter is the referee at this table: it sees the cards on the readers, knows the rules, and keeps the score.")), "", "L", false)
	d.SetY(max(d.GetY(), margin+guideCode))
	for _, part := range guide(address) {
		d.Ln(4)
		d.bold(14)
		d.MultiCell(0, 7, say(part.title), "", "L", false)
		d.regular(12)
		for _, line := range part.lines {
			d.CellFormat(5, 6, "–", "", 0, "L", false, 0, "")
			d.MultiCell(0, 6, say(line), "", "L", false)
		}
	}
	return d.write(out)
}

type part struct {
	title engine.Text
	lines []engine.Text
}

// guide returns what people need to know, in the order in which they need it.
func guide(address string) []part {
	return []part{
		{engine.Say("Sit down"), []engine.Text{
			engine.Say("Scan the code with your phone, or open %s in its browser.", address),
			engine.Say("Whoever comes first starts a game; the others type the digits that the panel shows, and take a seat."),
		}},
		{engine.Say("Play"), []engine.Text{
			engine.Say("Lay a card flat on the middle of its reader. The panel shows when it has been read; what it is stays secret until it is turned."),
			engine.Say("Without a reader, tap on your phone what you do. It offers what the rules allow, and says why something is not."),
			engine.Say("The panel shows who acts and the score. Tap a number on your phone to see how it came about."),
		}},
		{engine.Say("When something went wrong"), []engine.Text{
			engine.Say("A wrong card: take it off the reader, as long as it is not turned."),
			engine.Say("A wrong move: take it back on the phone. If others have moved since, all are asked."),
			engine.Say("Cards and device disagree: do what the panel says, card by card."),
			engine.Say("The power fails: leave everything where it lies and switch on again. The game goes on."),
		}},
		{engine.Say("At the end"), []engine.Text{
			engine.Say("The pages keep the game: its result, its course, and every step to look back at."),
		}},
	}
}

// code draws the QR code of an address.
func (d *document) code(address string, x, y float64) error {
	c, err := qr.Encode(address, qr.M)
	if err != nil {
		return err
	}
	side := guideCode / float64(c.Size+8) // with the quiet zone of four modules that the standard requires
	d.SetFillColor(0, 0, 0)
	for row := range c.Size {
		for column := range c.Size {
			if c.Black(column, row) {
				d.Rect(x+float64(column+4)*side, y+float64(row+4)*side, side, side, "F")
			}
		}
	}
	return nil
}
