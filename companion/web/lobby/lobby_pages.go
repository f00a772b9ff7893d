package lobby

import (
	"arbiter/companion/web/site"
)

// Pages are the pages before a game: how people come in and take seats.
type Pages struct {
	*site.Server
	lobby lobby
	began beginning
}

// New returns the pages before a game.
func New(b *site.Server) *Pages { return &Pages{Server: b} }

// AddRoutes registers the pages before a game, and their actions.
func (s *Pages) AddRoutes(mux *site.Routes) {
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /start/events", s.startEvents)
	mux.HandleFunc("GET /new", s.newPage)
	mux.HandleFunc("GET /more", s.morePage)
	mux.HandleFunc("GET /rules", s.rulesPage)
	mux.HandleFunc("GET /rules/{game}", s.rulesPage)
	mux.HandleFunc("GET /join", s.joinPage)
	mux.HandleFunc("GET /j/{key}", s.byKey)
	s.Acts(mux, map[string]site.Handler{
		"/start": s.start, "/word": s.word, "/finish": s.finish, "/reopen": s.reopen, "/close": s.shelve,
		"/claim": s.claim, "/free": s.free, "/lobby": s.preside, "/join": s.join, "/renew": s.renew,
		"/clock": s.setClock, "/pause": s.pause,
	})
}
