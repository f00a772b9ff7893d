package lobby

import (
	"cmp"
	"net/http"

	"arbiter/companion/web/page"
	"arbiter/companion/web/site"
)

// rulesPage shows the rules of a game, by default those of the game on the table: as a page or, if
// the query has part, as the part that the script shows over another page.
func (s *Pages) rulesPage(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "rules", Look: true, Path: r.URL.RequestURI()}
	game := r.PathValue("game")
	if game == "" {
		snap, err := s.Table.Snapshot(r.Context(), "")
		if err != nil {
			s.Refuse(w, r, err)
			return
		}
		game = cmp.Or(snap.Game, s.Table.Offers()[0].Game.Name)
	}
	offer, ok := s.Offer(game)
	if !ok || len(offer.Game.Rules) == 0 {
		s.Missing(w, p)
		return
	}
	say, q := s.Speaker(p.Lang, nil), r.URL.Query()
	rules := page.NewRules(offer.Game, say, q.Get("at"), q.Get("q"))
	for _, o := range s.Table.Offers() {
		if len(o.Game.Rules) > 0 {
			rules.Others = append(rules.Others, page.Link{Href: page.RulesAddress(o.Game.Name), Title: say(o.Game.Called()), Here: o.Game.Name == game})
		}
	}
	p.Rules = rules
	if q.Has("part") {
		p.Kind = "rules-alone"
	}
	s.Write(w, http.StatusOK, p)
}
