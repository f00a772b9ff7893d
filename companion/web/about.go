package web

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// What the game tells of things and commands, for tables without cardboard.

// about returns what asks the game, as the viewer of a snapshot knows it.
func (s *Server) about(sc *scene, snap companion.Snapshot) func(any) string {
	offer, ok := s.offer(snap.Game)
	if !ok || offer.Game.Describe == nil || snap.State == nil {
		return nil
	}
	return func(x any) string { return sc.say(offer.Game.Describe(snap.State, x)) }
}

// tells is what the game tells of a thing or a command, "" if it is nothing.
func (sc *scene) tells(x any) string {
	if sc.about == nil || x == nil {
		return ""
	}
	return sc.about(x)
}

// aboutChoice is what the game tells of a command or else, but for a row, which
// has told it, of the things that its sentence names.
func (sc *scene) aboutChoice(c companion.LegalCommand) string {
	if about := sc.tells(c.Command); about != "" || sc.inRow {
		return about
	}
	var all []string
	for _, x := range c.Text.Args {
		if term, ok := x.(engine.Term); ok && sc.tells(term) != "" {
			all = append(all, sc.tells(term))
		}
	}
	return strings.Join(all, " · ")
}

// A pile is what lies aside, such as a display of cards, the uppermost first.
type pile struct {
	Name, Title string
	Cards       []card
}

// piles are the zones of an owner in which cards lie aside.
func (sc *scene) piles(v engine.View, owner engine.Seat) []pile {
	var all []pile
	for _, z := range v.Zones {
		if z.Seat == owner && z.Aside {
			p := pile{Name: z.Name, Title: sc.say(z.Title)}
			for _, k := range slices.Backward(z.Cards) {
				p.Cards = append(p.Cards, sc.card(k))
			}
			all = append(all, p)
		}
	}
	return all
}

// lies is the title of the display on which a card lies, "" if it lies on none.
func (sc *scene) lies(card engine.Term) string {
	for _, p := range sc.Display {
		for _, k := range p.Cards {
			if k.Name == string(card) {
				return p.Title
			}
		}
	}
	return ""
}

// An area is a part of the board in words.
type area struct {
	Name, Title string
	Lines       []string
}

func (sc *scene) areas(v engine.View) []area {
	var all []area
	for _, r := range v.Regions {
		a := area{r.Name, sc.say(r.Title), sc.texts(r.Lines)}
		for _, site := range v.Map {
			if site.Region == r.Name {
				a.Lines = append(a.Lines, sc.say(site.Title))
			}
		}
		all = append(all, a)
	}
	return all
}
