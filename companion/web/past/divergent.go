package past

import (
	"errors"
	"strings"

	"arbiter/companion/web/content"
	"arbiter/companion/web/page/pastpage"
	"arbiter/engine"
)

// The most differing lines that a page lists: what is wrong with one often is with many.
const mostDiffering = 20

// divergent lists what became of a game by other rules, and how many lines more there
// are. Of a game that goes on, and of what is hidden, it tells the number alone.
func divergent(sc *content.Content, g *replay) (list []pastpage.Divergence, more int) {
	all := engine.Redecide(g.film.Start, g.entries)
	for _, d := range all[:min(len(all), mostDiffering)] {
		x := pastpage.Divergence{Seq: d.Seq, Undone: d.Undone}
		if g.over() && (g.all || !engine.Hidden(d.Entry, "") && !engine.Hidden(engine.Entry{Events: d.Today}, "")) {
			x.Headline = sc.Player(d.Command.By()) + ": " + sc.Say(g.rules.Tell(d.Command))
			x.Then, x.Today = happened(sc, g, d.Events), happened(sc, g, d.Today)
			if refusal := (engine.Refusal{}); errors.As(d.Refused, &refusal) {
				x.Refused, x.Today = true, sc.Say(refusal.Text)
			}
		}
		list = append(list, x)
	}
	return list, len(all) - len(list)
}

func happened(sc *content.Content, g *replay, events []engine.Event) string {
	var texts []string
	for _, e := range events {
		texts = append(texts, sc.Say(g.rules.Tell(e)))
	}
	return strings.Join(texts, " · ")
}
