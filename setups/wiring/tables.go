package wiring

import (
	"fmt"
	"strings"
)

// Tables returns the pins of every part, and the notes, as text.
func (p Diagram) Tables() string {
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
				name += ", through a " + n.via + " at each board"
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", n.name, name, where)
		}
		if len(x.repeats) > 0 {
			b.WriteString("\n| reader | stands for | is at |\n|---|---|---|\n")
		}
		for _, t := range x.repeats {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", t.title, t.sub, t.more)
		}
		b.WriteString("\n")
	}
	for _, n := range p.notes {
		fmt.Fprintf(&b, "* %s\n", n)
	}
	return b.String()
}

// A Row is a pin of a part and what it is connected to.
type Row struct {
	Part, Pin, Wire string
	Via             string // what is inserted in the wire, at each board
	Header          int    // the pin of the 40-pin header; 0: none
}

// Rows returns the wires of every part, in the order of the tables.
func (p Diagram) Rows() (all []Row) {
	for _, x := range p.parts {
		for _, n := range x.pins {
			all = append(all, Row{x.title, n.name, n.wire.name, n.via, n.wire.pin})
		}
	}
	return all
}

// A Place is a reader, what it stands for, and where it is wired to.
type Place struct{ Reader, Meaning, At string }

// Places returns the readers.
func (p Diagram) Places() (all []Place) {
	for _, x := range p.parts {
		for _, t := range x.repeats {
			all = append(all, Place{t.title, t.sub, t.more})
		}
	}
	return all
}

// Shopping returns the parts to buy.
func (p Diagram) Shopping() []string { return p.shopping }

// Notes returns what to watch out for.
func (p Diagram) Notes() []string { return p.notes }
