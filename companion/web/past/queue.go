package past

import (
	"net/http"

	"arbiter/companion/web/site"
)

// Pages are those of past games.
type Pages struct{ *site.Server }

// New returns these pages, of a server.
func New(b *site.Server) *Pages { return &Pages{b} }

// queued has f done in the line of those who look back, unless whoever asked has gone by
// then.
func (s *Pages) queued(f http.HandlerFunc) http.HandlerFunc {
	return s.LookBack(func(w http.ResponseWriter, r *http.Request) {
		if s.Opts.Looking != nil {
			s.Opts.Looking(1)
			defer s.Opts.Looking(-1)
		}
		f(w, r)
	})
}
