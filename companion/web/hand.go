package web

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A readersPart tells of the virtual readers of a seat where they differ from the game.
type readersPart struct {
	Untidy bool     // cards lie on them otherwise than the game says
	Shared []shared // those that are nobody's field
}

// A card is what lies somewhere, in words.
type card struct {
	Name, Label string
	About       string // what the game tells of it; may be none
}

// A shared reader is a virtual one that stands for no single field.
type shared struct {
	Reader string
	Lying  []laidCard
}

type laidCard struct{ Words, Label string }

// moves returns the commands that mention a card of the seat and a field.
func moves(snap companion.Snapshot, seat engine.Seat, zone, name string) []companion.LegalCommand {
	var all []companion.LegalCommand
	for _, c := range snap.Legal {
		if !strings.Contains(c.Line, name) {
			continue // soon told: most commands are about other things
		}
		words := strings.Fields(c.Line)
		if c.By == seat && slices.Contains(words, zone) && slices.Contains(words, name) && page.Lays(snap.View, seat, c) {
			all = append(all, c)
		}
	}
	return all
}

// onReaders compares the virtual readers of a seat with its zones.
func (s *Server) onReaders(sc *scene, seat engine.Seat, snap companion.Snapshot) readersPart {
	p := readersPart{Shared: s.shared(*sc, seat)}
	for _, z := range snap.View.Zones {
		if z.Seat == seat && z.Name != engine.Hand && !z.Aside && !snap.Conceals {
			p.Untidy = p.Untidy || s.untidy(seat, z)
		}
	}
	return p
}

func (sc *scene) card(k engine.Card) card {
	if k.Name == "" {
		return card{Label: sc.say(engine.Say("face down"))}
	}
	return card{Name: string(k.Name), Label: sc.term(k.Name), About: sc.tells(k.Name)}
}
