package site

import (
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/content"
	"arbiter/engine"
)

// Inquire returns the links to how a game's numbers came about, if the game keeps accounts.
func (s *Server) Inquire(game, path string, q url.Values) content.AccountLinks {
	if o, ok := s.Offer(game); !ok || o.Game.Accounts == nil {
		return content.AccountLinks{}
	}
	return content.AccountLinks{Path: path, Query: template.URL(strings.TrimPrefix(q.Encode()+"&", "&"))}
}

// TellSums answers with a page or, if the query has part, only with the part that the script shows
// in the page that asked.
func (s *Server) TellSums(w http.ResponseWriter, r *http.Request, p Document, snap companion.Snapshot, back string, books func(engine.Seat) []engine.Account) {
	out, ok := p.Scene.Asked(r, snap.View, books)
	if !ok {
		s.Refuse(w, r, engine.Refuse("that number is not in the books"))
		return
	}
	out.Back = back
	p.Sums = out
	if r.URL.Query().Has("part") {
		p.Kind = "sums-alone"
	}
	s.Write(w, http.StatusOK, p)
}
