package table

import (
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// resolve says how a game goes on whose rules have changed. Fields of the form: seat, version,
// remedy.
func (s *Pages) resolve(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return site.Outcome{}, err
	}
	remedy := companion.Remedy(r.PostFormValue("remedy"))
	if !slices.Contains([]companion.Remedy{companion.GoOn, companion.GoBack, companion.PutAside}, remedy) {
		return site.Outcome{}, site.ErrMalformed
	}
	return s.agreed(r, seat, func(seat engine.Seat) (companion.Answer, error) {
		return s.Table.Resolve(r.Context(), seat, remedy, version)
	})
}
