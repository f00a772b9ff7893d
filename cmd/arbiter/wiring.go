package main

import (
	"fmt"
	"io"
	"strings"

	"arbiter/setups"
)

type wiring struct {
	Rig     string `arg:"" placeholder:"NAME|FILE" help:"A rig that comes with the program, or a file."`
	Table   bool   `xor:"what" help:"Write tables of the pins instead of a drawing."`
	Overlay bool   `xor:"what" help:"Write the source of the overlay that a bus with many chip selects needs."`
}

// Help is the longer help.
func (wiring) Help() string {
	return `The drawing is made from the rig, so it is what the program expects:

  arbiter wiring my-rig.toml > my-rig.svg`
}

// Run writes an SVG, or tables in Markdown.
func (w wiring) Run(out io.Writer) error {
	rig, err := setups.LoadRig(w.Rig)
	if err != nil {
		return err
	}
	if !rig.Pi() {
		return fmt.Errorf("rig %s is for another computer; drawings are of a Raspberry Pi", rig.Name)
	}
	p := schemeOf(rig)
	if len(p.parts) == 0 {
		return fmt.Errorf("rig %s has no wires", rig.Name)
	}
	text := p.draw()
	switch own := needsOf(rig).own; {
	case w.Table:
		text = p.tables()
	case w.Overlay && own == "":
		return fmt.Errorf("rig %s needs no overlay of its own", rig.Name)
	case w.Overlay:
		if text, err = overlay(rig, own); err != nil {
			return err
		}
	}
	_, err = io.WriteString(out, text)
	return err
}

// tables are the pins of every part, and the notes.
func (p scheme) tables() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Parts: %s.\n\n", strings.Join(p.shopping, "; "))
	for _, x := range p.parts {
		fmt.Fprintf(&b, "**%s**\n\n| pin | wire | header |\n|---|---|---|\n", x.title)
		for _, n := range x.pins {
			where, name := fmt.Sprint(n.wire.pin), n.wire.name
			if n.wire.pin == 0 {
				where = ""
			}
			if n.via != "" {
				name += ", through a " + strings.TrimSuffix(n.via, " each") + " at each board"
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", n.name, name, where)
		}
		if len(x.tiles) > 0 {
			b.WriteString("\n| reader | stands for | is at |\n|---|---|---|\n")
		}
		for _, t := range x.tiles {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", t.title, t.sub, t.more)
		}
		b.WriteString("\n")
	}
	for _, n := range p.notes {
		fmt.Fprintf(&b, "* %s\n", n)
	}
	return b.String()
}
