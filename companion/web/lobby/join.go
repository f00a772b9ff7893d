package lobby

import (
	"net/http"

	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// An Invitation is how phones come in. It is for those who are in the room: on
// the panel, and on the pages of browsers that are in already.
type Invitation struct {
	URL  string // for a QR code; "" if the device's address is not known
	Code string // digits, to be typed by hand at the page /join: six, or more after too many wrong ones
}

// Invitation is what the panel shows so that phones find the table.
func (s *Pages) Invitation() Invitation {
	key, code := s.Access.Shown()
	i := Invitation{Code: code}
	if at := s.Opts.Address(); at != "" {
		i.URL = at + "/j/" + key
	}
	return i
}

// joinPage shows the seats to whoever is in, and asks others for the code.
func (s *Pages) joinPage(w http.ResponseWriter, r *http.Request) {
	s.LobbyPage(w, r, http.StatusOK, site.Document{Viewer: s.Viewer(r, ""), Path: "/join"})
}

// byKey lets a browser in that comes with the key of the QR code, and answers with
// the page itself, which is one request less for a phone.
func (s *Pages) byKey(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Path: "/join"}
	status := http.StatusOK
	if s.Access.Fits(r.PathValue("key")) {
		t := session.TokenFor(w, r)
		s.Access.Admit(t)
		p.Rights = s.Rights(t)
		s.Changes.Send()
	} else {
		status = http.StatusNotFound
		p.Refusal = s.Speaker(p.Lang, nil)(engine.Say("this QR code is out of date; scan the one that is shown now"))
	}
	s.LobbyPage(w, r, status, p)
}

// join lets a browser in that knows the code: code, and back, where it comes from.
func (s *Pages) join(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	if err := s.Guess(r, false); err != nil {
		return site.Outcome{}, err
	}
	s.Access.Admit(session.TokenFor(w, r))
	to := "/join"
	if back := r.PostFormValue("back"); back != "" {
		to = site.Inside(back)
	}
	return site.Outcome{Go: to}, nil
}

// claim takes a seat that somebody may sit at, also before the game: seat, name.
func (s *Pages) claim(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat := engine.Seat(r.PostFormValue("seat"))
	snap, err := s.Table.Snapshot(r.Context(), "")
	if o, _, _, waits := s.waiting(); waits && s.Empty(r.Context()) {
		defer s.Redraw(r)
		return s.sitDown(w, r, o, seat)
	}
	switch {
	case err != nil:
		return site.Outcome{}, err
	case !site.Sits(snap, seat):
		return site.Outcome{}, engine.Refuse("nobody sits there in this game")
	}
	ok, err := s.Seats.Claim(session.TokenFor(w, r), seat)
	if err == nil && !ok {
		err = site.ErrDenied
	}
	s.Redraw(r)
	return site.Outcome{Version: snap.Version, Go: "/seat/" + string(seat)}, err
}

// free leaves a seat: seat. Others who share it stay.
func (s *Pages) free(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, err := s.SeatOf(r)
	if err != nil {
		return site.Outcome{}, err
	}
	s.Links.End(seat)
	err = s.Seats.Leave(session.Token(r), seat)
	s.Redraw(r)
	return site.Outcome{Go: "/table"}, err
}

// renew changes the code, which is for the host: code.
func (s *Pages) renew(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	s.Access.Renew()
	s.Redraw(r)
	return site.Outcome{Go: "/table"}, nil
}
