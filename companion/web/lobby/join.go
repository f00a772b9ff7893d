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

// byKey asks a browser that comes with the key of the QR code whether it wants to come in,
// for other sites and whatever looks at addresses unasked get here, too.
func (s *Pages) byKey(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Path: "/join"}
	switch {
	case !s.Access.Fits(r.PathValue("key")):
		p.Refusal = s.Speaker(p.Lang, nil)(outdated.Text)
		s.LobbyPage(w, r, http.StatusNotFound, p)
	case p.Inside:
		http.Redirect(w, r, "/join", http.StatusSeeOther)
	default:
		p.Kind, p.Look, p.Path = "arrival", true, r.URL.Path
		p.Arrival = site.Arrival{To: "/join", Name: "key", Value: r.PathValue("key"), Back: "/join"}
		s.Write(w, http.StatusOK, p)
	}
}

var outdated = engine.Refusal{Text: engine.Say("this QR code is out of date; scan the one that is shown now")}

// join lets a browser in that has the key of the QR code or knows the digits: key or code,
// and back, where it comes from.
func (s *Pages) join(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	if key := r.PostFormValue("key"); key != "" && !s.Access.Fits(key) {
		return site.Outcome{}, outdated
	} else if key == "" {
		if err := s.Guess(r, false); err != nil {
			return site.Outcome{}, err
		}
	}
	t, err := s.NewToken(w, r)
	if err != nil {
		return site.Outcome{}, err
	}
	s.Access.Admit(t)
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
	err = s.take(w, r, seat)
	s.Redraw(r)
	return site.Outcome{Version: snap.Version, Go: "/seat/" + string(seat)}, err
}

// take gives a free seat to the browser that asks.
func (s *Pages) take(w http.ResponseWriter, r *http.Request, seat engine.Seat) error {
	switch {
	case s.Seats.Holds(seat, session.Token(r)):
		return nil
	case s.Seats.Taken(seat):
		return site.ErrDenied
	}
	t, err := s.NewToken(w, r)
	if err != nil {
		return err
	}
	ok, err := s.Seats.Claim(t, seat)
	if err == nil && !ok {
		err = site.ErrDenied
	}
	return err
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
