package past

import (
	"net/http"

	"arbiter/companion/web/site"
)

// Pages are the pages of past games.
type Pages struct {
	*site.Server
	thought thoughts
	brought brought
	loops   loops
}

// New returns the pages of past games.
func New(b *site.Server) *Pages { return &Pages{Server: b} }

// queued runs f in the queue for past games, unless the client has gone by then.
func (s *Pages) queued(f http.HandlerFunc) http.HandlerFunc {
	return s.LookBack(func(w http.ResponseWriter, r *http.Request) {
		if s.Opts.Past.Looking != nil {
			s.Opts.Past.Looking(1)
			defer s.Opts.Past.Looking(-1)
		}
		f(w, r)
	})
}
