package wiring

import (
	"fmt"
	"strings"
)

// Tables are the pins of every part, and the notes.
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
				name += ", through a " + strings.TrimSuffix(n.via, " each") + " at each board"
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
