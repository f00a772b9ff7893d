package table

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// moves returns the commands that mention a card of the seat and a field.
func moves(snap companion.Snapshot, seat engine.Seat, zone, name string) []companion.LegalCommand {
	var all []companion.LegalCommand
	for _, c := range snap.Legal {
		if !strings.Contains(c.Line, name) {
			continue // a cheap check first: most commands are about other things
		}
		words := strings.Fields(c.Line)
		if c.By == seat && slices.Contains(words, zone) && slices.Contains(words, name) && page.Lays(snap.View, seat, c) {
			all = append(all, c)
		}
	}
	return all
}

// onReaders compares the virtual readers of a seat with its zones.
func (s *Pages) onReaders(sc *content.Content, seat engine.Seat, snap companion.Snapshot) content.ReadersPart {
	p := content.ReadersPart{Shared: s.shared(*sc, seat)}
	for _, z := range snap.View.Zones {
		if z.Seat == seat && z.Name != engine.Hand && !z.Aside && !snap.Conceals {
			p.Untidy = p.Untidy || s.untidy(seat, z)
		}
	}
	return p
}
