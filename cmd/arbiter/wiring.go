package main

import (
	"io"

	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/setups/wiring"
)

type wiringCommand struct {
	Rig     string `arg:"" placeholder:"NAME|FILE" help:"A rig that comes with the program, or a file."`
	Table   bool   `xor:"what" help:"Write tables of the pins instead of a drawing."`
	Overlay bool   `xor:"what" help:"Write the source of the overlay that a bus with many chip selects needs."`
	i18n.Flag
}

// Help returns the detailed help.
func (wiringCommand) Help() string {
	return `The drawing is made from the rig, so it is what the program expects:

  arbiter wiring my-rig.toml > my-rig.svg`
}

// Run writes an SVG, or tables in Markdown.
func (w wiringCommand) Run(out io.Writer) error {
	rig, err := home.LoadRig(w.Rig)
	if err != nil {
		return err
	}
	say, err := w.Say(nil)
	if err != nil {
		return err
	}
	var text string
	if w.Overlay {
		text, err = wiring.Overlay(rig)
	} else {
		var d wiring.Diagram
		if d, err = wiring.Draw(rig, say); err == nil && w.Table {
			text = d.Tables()
		} else if err == nil {
			text = d.SVG()
		}
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, text)
	return err
}
