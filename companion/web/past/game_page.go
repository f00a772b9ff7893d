package past

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"arbiter/companion/web/content"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// gamePage shows a past game.
func (s *Pages) gamePage(w http.ResponseWriter, r *http.Request, p site.Document, g *replay) error {
	snap := g.snapshot(g.film.End())
	c := s.contextOf(p.Viewer, g, snap)
	sc := content.Content{Say: c.Say, Bots: g.Bots}
	sum := p.Past.Summary
	x := pastpage.Game{
		ID: g.ID, Program: g.Program, Facts: s.length(&sc, g, s.Took(p.Lang, g.ID)), Remark: s.remarked(r, g),
		GameRow: pastpage.GameRow{Title: sum.Title, When: sum.When, At: sum.At, Result: sum.Result},
		Shares:  g.over() && len(g.film.Scoreboard().Rows) > 0,
		Files:   pastpage.Files{Path: "/games/" + g.ID, Over: g.over(), Script: s.Opts.Past.Records != nil},
	}
	x.Columns, x.Places = pastpage.Result(c, g.film.Scoreboard(), g.film.Ranks(), g.had(c), s.sumsOf(g, g.film.Last()))
	x.Headline = pastpage.Headline(c, x.Places, sum.Result)
	s.charted(c, &x, g)
	x.Thinking = pastpage.NewThinking(c, s.thinking(g), func(step int) string { return g.address(step, g.all) })
	x.Coach = s.coached(c, g)
	for _, a := range sc.Regions(snap.View) {
		x.Areas = append(x.Areas, pastpage.Area{Title: a.Title, Lines: a.Lines})
	}
	if s.handover(r, p.Lang, g) != nil {
		x.Log = "/b/" + g.ID
	}
	var err error
	if x.Proof, err = s.proof(&sc, g); err != nil {
		return err
	}
	return s.Respond(w, p, "game", x)
}

// charted adds the charts: bars become a table, and each can be downloaded.
func (s *Pages) charted(c page.Context, x *pastpage.Game, g *replay) {
	all := g.film.Charts()
	for _, chart := range all {
		file := "/games/" + g.ID + "/charts/" + url.PathEscape(chart.Name) + ".svg"
		x.Files.Charts = append(x.Files.Charts, pastpage.Labelled{Value: file, Label: c.Say(chart.Title)})
		if chart.Kind == engine.Bars {
			x.Sources = pastpage.NewSources(c, chart, file)
			continue
		}
		x.Charts = append(x.Charts, pastpage.NewDrawn(c, chart, all...))
	}
}

// remarked returns what people say of the game; nil if no notes are kept, or there is none to read.
func (s *Pages) remarked(r *http.Request, g *replay) *pastpage.Remark {
	if s.Opts.Past.Statistics == nil {
		return nil
	}
	x := &pastpage.Remark{Rating: g.Rating, Note: g.Note}
	if s.Plays(r) == nil {
		x.Path = "/games/" + g.ID + "/remark"
	} else if x.Rating == 0 && x.Note == "" {
		return nil
	}
	return x
}

// proof returns the seal of a game, and what today's rules decide differently.
func (s *Pages) proof(sc *content.Content, g *replay) (p pastpage.Proof, err error) {
	x, err := s.opened(g, sc.Say)
	if err != nil {
		return p, err
	}
	p.Differs, p.More = divergent(sc, g)
	if x != nil {
		p.Hash, p.Secret, p.Verdict = x.Hash, x.Secret, x.Verdict
		for _, w := range x.Words {
			p.Words = append(p.Words, pastpage.Labelled{Value: w.Word, Label: w.Who})
		}
	}
	return p, nil
}

// length says how far a game went, and how long it took.
func (s *Pages) length(sc *content.Content, g *replay, took string) []string {
	rounds := g.film.Rounds()
	last := g.film.Positions[rounds[len(rounds)-1].First]
	parts := []string{g.title(sc.Say, last.State)}
	if took != "" {
		parts = append(parts, took)
	}
	return append(parts, sc.Say(engine.Say("%d steps", g.film.Last())))
}

// had returns what each seat had, such as its leaders.
func (g *replay) had(c page.Context) func(engine.Seat) string {
	traits := g.film.Traits()
	return func(seat engine.Seat) string {
		var all []string
		for _, t := range traits {
			if word := c.Term(t.Value); t.Seat == seat && !slices.Contains(all, word) {
				all = append(all, word)
			}
		}
		return strings.Join(all, " · ")
	}
}
