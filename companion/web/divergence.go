package web

import (
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/engine"
)

// A divergence is a companion.Divergence on a page.
type divergence struct {
	Line, Back      int
	What            string           // the line as the viewer knows it; "" if that is nothing
	Wanted          companion.Remedy // that Agreed have asked for; "" if nobody has
	Agreed, Missing []seatBadge
}

// divergence tells what the viewer may know of it: what the log has, and not what the
// rules would say today.
func (sc *scene) divergence(snap companion.Snapshot) *divergence {
	d := snap.Divergence
	if d == nil {
		return nil
	}
	out := &divergence{Line: d.Seq, Back: d.Back, Wanted: d.Wanted, Agreed: sc.badges(snap.View, d.Agreed), Missing: sc.badges(snap.View, d.Waiting)}
	if i := slices.IndexFunc(snap.Log, func(l companion.LogLine) bool { return l.Seq == d.Seq }); i >= 0 {
		out.What = sc.logLine(snap.Log[i]).Headline()
	}
	return out
}

// resolve says how a game goes on whose rules have changed: seat, version, remedy.
func (s *Server) resolve(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return outcome{}, err
	}
	remedy := companion.Remedy(r.PostFormValue("remedy"))
	if !slices.Contains([]companion.Remedy{companion.GoOn, companion.GoBack, companion.PutAside}, remedy) {
		return outcome{}, errMalformed
	}
	return s.agreed(r, seat, func(seat engine.Seat) (companion.Answer, error) {
		return s.table.Resolve(r.Context(), seat, remedy, version)
	})
}
