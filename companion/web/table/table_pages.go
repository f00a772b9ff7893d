package table

import (
	"context"

	"arbiter/companion"
	"arbiter/companion/web/lobby"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
)

// Pages are the pages of the running game, and their actions.
type Pages struct {
	*lobby.Pages
	scans  scans
	groups streamGroups
	emotes emotes

	draws func(ctx context.Context, deck []companion.LegalCommand, version int) (site.Outcome, error) // plays one of deck by chance
}

// New returns the pages of the running game. byTable lets the table draw cards rather than
// Opts.Chance.
func New(l *lobby.Pages, byTable bool) *Pages {
	s := &Pages{Pages: l, groups: streamGroups{all: map[session.Viewer]*Group{}}}
	if s.draws = s.draw; byTable {
		s.draws = s.byTable
	}
	return s
}

// AddRoutes registers the pages of the running game, and their actions.
func (s *Pages) AddRoutes(mux *site.Routes) {
	mux.HandleFunc("GET /table", s.publicPage)
	mux.HandleFunc("GET /s/{key}", s.sharedPage)
	mux.HandleFunc("GET /setup", s.setupPage)
	mux.HandleFunc("GET /setup/events", s.setupEvents)
	s.Private(mux, "/seat/{seat}/share", site.Holding, s.sharePage)
	s.Private(mux, "/seat/{seat}/hint", site.Holding, s.hintPage)
	mux.HandleFunc("GET /seat/{seat}", s.seatPage)
	mux.HandleFunc("GET /sums", s.livingSums)
	mux.HandleFunc("GET /events", s.events)
	s.commands(mux)
	s.Acts(mux, map[string]site.Handler{
		"/setup": s.tick, "/second": s.second, "/noise": s.disturb, "/accept": s.accept, "/resolve": s.resolve, "/name": s.name, "/lay": s.lay, "/place": s.place,
		"/lift": s.lift, "/anew": s.anew, "/tap": s.tap, "/deal": s.deal, "/tidy": s.tidy, "/scan": s.scan, "/which": s.which,
	})
	s.Act(mux, "/emote", s.emote) // which changes no page
	s.Act(mux, "/emotes", s.allowEmotes)
}
