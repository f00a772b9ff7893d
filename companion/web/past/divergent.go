package past

import (
	"errors"
	"strings"

	"arbiter/companion/web/content"
	"arbiter/companion/web/page/pastpage"
	"arbiter/engine"
)

// mostDiffering is how many differing lines a page lists: one change of rules often affects many.
const mostDiffering = 20

// divergent lists the lines that today's rules decide differently, and how many more there are. For
// an unfinished game, and for hidden lines, it returns only the number.
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
