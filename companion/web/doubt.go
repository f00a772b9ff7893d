package web

import (
	"net/http"
	"slices"

	"arbiter/companion"
	"arbiter/engine"
)

// A doubt is a companion.Doubt on a page.
type doubt struct {
	Line, Back      int
	What            string           // the line as the viewer knows it; "" if that is nothing
	Wanted          companion.Remedy // that Agreed have asked for; "" if nobody has
	Agreed, Missing []chip
}

// doubt tells what the viewer may know of it: what the log has, and not what the
// rules would say today.
func (sc *scene) doubt(snap companion.Snapshot) *doubt {
	d := snap.Doubt
	if d == nil {
		return nil
	}
	out := &doubt{Line: d.Seq, Back: d.Back, Wanted: d.Wanted, Agreed: sc.chips(snap.View, d.Agreed), Missing: sc.chips(snap.View, d.Waiting)}
	if i := slices.IndexFunc(snap.Log, func(l companion.LogLine) bool { return l.Seq == d.Seq }); i >= 0 {
		out.What = sc.lines1(snap.Log[i]).Headline()
	}
	return out
}

// resolve says how a game goes on whose rules have changed: seat, version, remedy.
func (s *Server) resolve(_ http.ResponseWriter, r *http.Request) (done, error) {
	seat, version, err := s.asked(r)
	if err != nil {
		return done{}, err
	}
	remedy := companion.Remedy(r.PostFormValue("remedy"))
	if !slices.Contains([]companion.Remedy{companion.GoOn, companion.GoBack, companion.PutAside}, remedy) {
		return done{}, errMalformed
	}
	return s.agreed(r, seat, func(seat engine.Seat) (companion.Answer, error) {
		return s.table.Resolve(r.Context(), seat, remedy, version)
	})
}
