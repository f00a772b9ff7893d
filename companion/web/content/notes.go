package content

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// Note puts a notice into words. A seat may say what a card is that has no name
// yet.
func (sc *Content) Note(v session.Viewer, snap companion.Snapshot, n companion.Notice) notice {
	out := notice{Text: sc.Say(n.Text)}
	if v.Seat != "" {
		out.Accept = sc.Texts(n.Accept)
	}
	if n.UID == "" || v.Seat == "" {
		return out
	}
	out.UID = n.UID
	for _, words := range nameable(snap, v.Seat) {
		label := sc.CardLabel(words)
		if len(words) > 1 {
			label += " · " + sc.Player(engine.Seat(words[0]))
		}
		out.Card = append(out.Card, Option{strings.Join(words, " "), label})
	}
	return out
}

// nameable lists what an unknown tag may be on: the cards of the seat, which
// bear its name if another seat has a card of the same name, and the words of
// what may be done now.
func nameable(snap companion.Snapshot, seat engine.Seat) [][]string {
	var all [][]string
	for _, z := range snap.View.Zones {
		for _, k := range z.Cards {
			switch {
			case z.Seat != seat || k.Name == "" || z.Aside:
			case elsewhere(snap.View, seat, string(k.Name)):
				all = append(all, CardOf(seat, string(k.Name)))
			default:
				all = append(all, []string{string(k.Name)})
			}
		}
	}
	for _, c := range snap.Legal {
		for _, a := range c.Text.Args {
			t, ok := a.(engine.Term)
			known := func(w []string) bool { return w[len(w)-1] == string(t) }
			if ok && slices.Contains(strings.Fields(c.Line), string(t)) && !slices.ContainsFunc(all, known) {
				all = append(all, []string{string(t)})
			}
		}
	}
	return all
}

// elsewhere reports whether another seat has a card of that name.
func elsewhere(v engine.View, seat engine.Seat, name string) bool {
	return slices.ContainsFunc(v.Zones, func(z engine.Zone) bool {
		return z.Seat != seat && slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return string(k.Name) == name })
	})
}
