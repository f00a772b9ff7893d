#!/usr/bin/env bash
# Sharp's memory displays keep their picture without power to speak of. TinyGo's driver sends the lines that have changed.
# ClearDisplay empties the glass and says that the next Display brings back what stood there; but no line has changed, so
# none is sent. A transfer that failed counts as sent, too, and leaves the display selected.
#
# Expected: the line again after ClearDisplay, and after a failed transfer.
# Seen:     the glass stays empty both times, until every line has been drawn anew.
. "$(dirname "$0")/lib/go.sh"

run_go tinygo.org/x/drivers@v0.37.0 <<'GO'
package main

import (
	"errors"
	"fmt"
	"image/color"

	"tinygo.org/x/drivers/sharpmem"
)

// glass is a memory display of 16 by 4 points: which of its lines hold a black one.
type glass struct {
	selected, broken bool
	sent             []byte
	dark             [4]bool
}

func (g *glass) High() { g.selected, g.sent = true, nil }
func (g *glass) Low() {
	g.selected = false
	if len(g.sent) == 0 {
		return
	}
	if g.sent[0]&4 != 0 { // all clear
		g.dark = [4]bool{}
	}
	if g.sent[0]&1 != 0 { // lines: command or nothing, number, two bytes of points
		for b := g.sent; len(b) >= 4; b = b[4:] {
			g.dark[b[1]-1] = b[2] != 0xFF || b[3] != 0xFF
		}
	}
}
func (g *glass) Tx(w, _ []byte) error {
	if g.broken {
		return errors.New("the wire is out")
	}
	g.sent = append(g.sent, w...)
	return nil
}
func (g *glass) Transfer(byte) (byte, error) { return 0, nil }

func main() {
	g := &glass{}
	d := sharpmem.New(g, g)
	d.Configure(sharpmem.Config{Width: 16, Height: 4})
	line := func(y int16) {
		for x := int16(0); x < 16; x++ {
			d.SetPixel(x, y, color.RGBA{255, 255, 255, 255})
		}
	}
	show := func(what string) { fmt.Printf("%-42s lines %v\n", what, g.dark) }
	line(1)
	d.Display()
	show("a line drawn")
	d.ClearDisplay()
	show("ClearDisplay")
	d.Display()
	show("Display, which should bring it back")

	g.broken = true
	line(2)
	fmt.Println("a second line, while the wire is out:", d.Display(), "and selected still:", g.selected)
	g.broken = false
	d.Display()
	show("Display, the wire is back")
}
GO
expect <<'SEEN'
a line drawn                               lines [false true false false]
ClearDisplay                               lines [false false false false]
Display, which should bring it back        lines [false false false false]
a second line, while the wire is out: the wire is out and selected still: true
Display, the wire is back                  lines [false false false false]
SEEN
