package engine

import (
	"fmt"
	"slices"
	"strings"
)

// An Aimed command names the things that people touch to choose it, each in one of the forms below.
// Commands of one seat with the same aims differ only in a small choice, such as how something is
// paid for.
type Aimed interface{ Aims() []string }

// Aims returns the aims of a command; none if it is chosen with a button alone.
func Aims(c Command) []string {
	if a, ok := c.(Aimed); ok {
		return a.Aims()
	}
	return nil
}

// CardAim returns the aim for a card in a zone: "card ai-07".
func CardAim(name Term) string { return "card " + string(name) }

// ThingAim returns the aim for a thing on offer or owned that lies in no zone, such as an upgrade:
// "thing desert".
func ThingAim(name Term) string { return "thing " + string(name) }

// ZoneAim returns the aim for a zone: "zone purple 1".
func ZoneAim(seat Seat, name string) string { return fmt.Sprintf("zone %s %s", seat, name) }

// PileAim returns the aim for a pile: "pile table stack 1".
func PileAim(seat Seat, name string) string { return fmt.Sprintf("pile %s %s", seat, name) }

// SiteAim returns the aim for a site of the map: "site 12".
func SiteAim(name string) string { return "site " + name }

// PartAim returns the aim for a part of a site, numbered from 1: "part 12 2".
func PartAim(site string, part int) string { return fmt.Sprintf("part %s %d", site, part) }

// RegionAim returns the aim for a region of the map: "region blue".
func RegionAim(name string) string { return "region " + name }

// SeatAim returns the aim for a seat: "seat red".
func SeatAim(seat Seat) string { return "seat " + string(seat) }

// FieldAim returns the aim for a field of the board: "field 17".
func FieldAim(name string) string { return "field " + name }

// WithOthers appends to the legal commands those of others whose aims no legal command has: what a
// seat may wish for but cannot have.
func WithOthers(legal, others []Command) []Command {
	known := map[string]bool{}
	for _, c := range legal {
		known[strings.Join(Aims(c), ",")] = true
	}
	for _, c := range others {
		if !known[strings.Join(Aims(c), ",")] {
			legal = append(legal, c)
		}
	}
	return legal
}

// Shows reports whether a screen that draws the view draws what an aim names. An unknown card may
// be any card, and a card may also lie on cardboard that no screen draws; a thing may be any term.
func (v View) Shows(aim string, terms []Term) bool {
	kind, name, _ := strings.Cut(aim, " ")
	first, rest, _ := strings.Cut(name, " ")
	switch kind {
	case "card":
		return v.showsCard(Term(name), slices.Contains(terms, Term(name)))
	case "thing":
		return slices.Contains(terms, Term(name))
	case "zone":
		_, ok := v.Zone(Seat(first), rest)
		return ok
	case "pile":
		return slices.ContainsFunc(v.Piles, func(p Pile) bool { return p.Seat == Seat(first) && p.Name == rest })
	case "site":
		return slices.ContainsFunc(v.Map, func(s Site) bool { return s.Name == name })
	case "part":
		return slices.ContainsFunc(v.Map, func(s Site) bool { return s.Name == first && rest >= "1" && rest <= fmt.Sprint(len(s.Parts)) })
	case "region":
		return slices.ContainsFunc(v.Regions, func(r Region) bool { return r.Name == name })
	case "seat":
		return slices.ContainsFunc(v.Seats, func(p Place) bool { return p.Seat == Seat(name) })
	case "field":
		return slices.ContainsFunc(v.Board, func(f Field) bool { return f.Name == name })
	}
	return false
}

func (v View) showsCard(name Term, is bool) bool {
	if is && (v.Stating || len(v.Map)+len(v.Board) == 0) {
		return true
	}
	return slices.ContainsFunc(slices.Concat(v.Zones, v.Lying), func(z Zone) bool {
		return slices.ContainsFunc(z.Cards, func(c Card) bool { return c.Name == name || is && c.Name == "" })
	})
}
