package table

import (
	"net/http"

	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

func (s *Pages) publicPage(w http.ResponseWriter, r *http.Request) {
	if s.Empty(r.Context()) {
		s.LobbyPage(w, r, http.StatusOK, s.tableOf(r))
	} else {
		s.show(w, r, http.StatusOK, s.tableOf(r))
	}
}

// seatPage shows a seat to the browser that holds it; all others get the public page with a note
// about the seat.
func (s *Pages) seatPage(w http.ResponseWriter, r *http.Request) {
	seat := engine.Seat(r.PathValue("seat"))
	p := site.Document{Viewer: s.Viewer(r, seat), Kind: "seat", Look: true, Path: "/seat/" + string(seat), Live: "/events?seat=" + string(seat)}
	if r.URL.Query().Has(session.PageGuide) {
		p.Page, p.Live = session.PageGuide, p.Live+"&page="+session.PageGuide
	}
	if p.Holds(seat) {
		s.show(w, r, http.StatusOK, p)
		return
	}
	p = s.tableOf(r)
	status, text := http.StatusOK, engine.Say("take the seat first")
	if s.Seats.Taken(seat) {
		status, text = site.Verdict(site.ErrDenied)
	}
	p.Refusal = s.Speaker(p.Lang, nil)(text)
	s.show(w, r, status, p)
}

func (s *Pages) tableOf(r *http.Request) site.Document {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: session.PageTable, Look: true, Path: "/table", Live: "/events?page=" + session.PageTable}
	p.Page = session.PageTable
	return p
}

// show sends a page of the running table.
func (s *Pages) show(w http.ResponseWriter, r *http.Request, status int, p site.Document) {
	snap, err := s.Table.Snapshot(r.Context(), p.Seat)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if p.Seat != "" && !site.Sits(snap, p.Seat) {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	p.Scene = s.whole(p.Viewer, snap)
	p.Abroad, p.Agreed = s.Abroad() && snap.Labels[p.Seat] != "", s.Names.Agrees(snap.GameID, p.Seat)
	p.Emoting = s.emoting(snap)
	if p.Parts, err = s.parts(p.Viewer, p.Scene); err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.Write(w, status, p)
}
