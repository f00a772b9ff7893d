package content

import (
	"iter"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// Note puts a notice into words. If a card has no name yet, or a wrong one, it lists what a seat
// may say it is; of several copies, which look alike, it may be any that has no tag.
func (sc *Content) Note(v session.Viewer, snap companion.Snapshot, n companion.Notice) notice {
	out := notice{Text: sc.Say(n.Text)}
	if v.Seat != "" {
		out.Accept = sc.Texts(n.Accept)
	}
	if n.UID == "" || v.Seat == "" {
		return out
	}
	out.UID = n.UID
	for words, term := range nameable(snap, v.Seat) {
		label := sc.term(term)
		if len(words) > 1 {
			label += " · " + sc.Player(engine.Seat(words[0]))
		}
		to, o := &out.Card, Option{strings.Join(words, " "), label}
		if slices.Contains(n.Named, o.Value) {
			to = &out.Named
		}
		if !slices.ContainsFunc(*to, func(other Option) bool { return other.Label == label }) {
			*to = append(*to, o)
		}
	}
	return out
}

// nameable lists what an unknown tag may be on, as words and as a name: the seat's cards, with the
// seat's name if another seat has a card of the same name, and the words of possible commands.
// Copies have a number at the end of their words.
func nameable(snap companion.Snapshot, seat engine.Seat) iter.Seq2[[]string, engine.Term] {
	return func(yield func([]string, engine.Term) bool) {
		seen := map[string]bool{}
		for _, z := range snap.View.Zones {
			for _, k := range z.Cards {
				if z.Seat != seat || k.Name == "" || z.Aside {
					continue
				}
				words := []string{string(k.Name)}
				if elsewhere(snap.View, seat, words[0]) {
					words = CardOf(seat, words[0])
				}
				if seen[string(k.Name)] = true; !yield(words, k.Name) {
					return
				}
			}
		}
		for _, c := range snap.Legal {
			for _, a := range c.Text.Args {
				t, _ := a.(engine.Term)
				for _, word := range strings.Fields(c.Line) {
					if word != string(t) && strings.TrimRight(word, "0123456789") != string(t)+"-" || seen[word] {
						continue
					}
					if seen[word] = true; !yield([]string{word}, t) {
						return
					}
				}
			}
		}
	}
}

// elsewhere reports whether another seat has a card of that name.
func elsewhere(v engine.View, seat engine.Seat, name string) bool {
	return slices.ContainsFunc(v.Zones, func(z engine.Zone) bool {
		return z.Seat != seat && slices.ContainsFunc(z.Cards, func(k engine.Card) bool { return string(k.Name) == name })
	})
}
