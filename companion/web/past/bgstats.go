package past

import (
	"html/template"
	"net/http"

	"arbiter/companion/bgstats"
	"arbiter/companion/web/page/pastpage"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// PlayAddress returns the address of a game's play for a phone, shown on the last picture of the
// panel. at is the address of the device; if at or id is "", so is the result.
func PlayAddress(at, id string) string {
	if at == "" || id == "" {
		return ""
	}
	return at + "/b/" + id
}

// playOf returns a game as a play, nil if it was not played to its end. It is available even before
// the game has its result, as it reveals no cards.
func (s *Pages) playOf(lang string, g *replay) *bgstats.Play {
	end := g.film.End().View()
	if !end.Over {
		return nil
	}
	times, _ := s.Opts.Past.History.Times(g.ID) // on an error the length is left out
	play := bgstats.Of(bgstats.Kept{
		ID: g.ID, Created: g.Created, Duration: site.Played(times, s.ClockOf(g.ID)), Rules: g.rules, Note: g.Note,
		Start: g.film.Start.View(), End: end, Ranks: g.film.Ranks(), Names: g.Labels, Bots: g.Bots,
		Say: s.Speaker(lang, g.Labels),
	})
	return &play
}

// handover returns what the page of a game's play shows, nil if there is none.
func (s *Pages) handover(req *http.Request, lang string, g *replay) *pastpage.Handover {
	play := s.playOf(lang, g)
	if play == nil {
		return nil
	}
	h := &pastpage.Handover{Back: "/games/" + g.ID, Game: play.Game.Name, Date: site.Day(lang, g.Created), Comments: play.Comments, QR: site.Code(PlayAddress(s.Shown(req), g.ID))}
	h.Link = template.URL(bgstats.Link(*play)) // escaped by bgstats.Link
	for _, x := range play.Players {
		h.Players = append(h.Players, pastpage.Handed{Name: x.Name, Rank: x.Rank, Role: x.Role, Team: x.Team, Wins: x.Winner})
	}
	return h
}

// playPage shows what would be handed over, and the button that does it.
func (s *Pages) playPage(w http.ResponseWriter, req *http.Request, p site.Document, g *replay) error {
	h := s.handover(req, p.Lang, g)
	if h == nil {
		return engine.Refuse("a play is logged when the game has been played to its end")
	}
	p.Path = "/b/" + g.ID
	return s.Respond(w, p, "handover", h)
}
