package table

import (
	"net/http"
	"net/url"

	"arbiter/companion/web/content"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// fromSeat returns the query that says from whose page sums are asked for.
func fromSeat(seat engine.Seat) url.Values {
	if seat == "" {
		return nil
	}
	return url.Values{"seat": {string(seat)}}
}

// livingSums explains numbers of the game on the table. The field back names the seat whose page
// asked.
func (s *Pages) livingSums(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "sums", Look: true, Path: r.URL.RequestURI()}
	snap, err := s.Table.Snapshot(r.Context(), "")
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	o, ok := s.Offer(snap.Game)
	if !ok || o.Game.Accounts == nil {
		s.Missing(w, p)
		return
	}
	p.Scene = content.Content{Running: true, Version: snap.Version, Bots: snap.Bots, Say: s.SpeakerAt(p.Lang, snap), Passage: s.Passages(snap.Game)}
	back := "/table"
	if seat := r.URL.Query().Get("seat"); seat != "" {
		back = "/seat/" + url.PathEscape(seat)
	}
	s.TellSums(w, r, p, snap, back, func(seat engine.Seat) []engine.Account { return o.Game.Accounts(snap.Start, snap.Events, seat) })
}
