package content

import (
	"slices"

	"arbiter/companion"
)

// A divergence is a companion.Divergence on a page.
type divergence struct {
	Line, Back      int
	What            string           // the line as the viewer knows it; "" if nothing of it
	Wanted          companion.Remedy // asked for by Agreed; "" if nobody has
	Agreed, Missing []SeatBadge
}

// Divergence says what the viewer may know of it: what the log has, not what today's rules would
// say.
func (sc *Content) Divergence(snap companion.Snapshot) *divergence {
	d := snap.Divergence
	if d == nil {
		return nil
	}
	out := &divergence{Line: d.Seq, Back: d.Back, Wanted: d.Wanted, Agreed: sc.badges(snap.View, d.Agreed), Missing: sc.badges(snap.View, d.Waiting)}
	if i := slices.IndexFunc(snap.Log, func(l companion.LogLine) bool { return l.Seq == d.Seq }); i >= 0 {
		out.What = sc.LogLine(snap.Log[i]).Headline()
	}
	return out
}
