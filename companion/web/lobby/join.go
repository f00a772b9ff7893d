package lobby

import (
	"net/http"

	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// An Invitation is how phones come in. It is meant for people in the room: it is on the panel, and
// on the pages of browsers that were let in.
type Invitation struct {
	URL  string // for a QR code; "" if the device's address is unknown
	Code string // digits to type at /join: six, or more after too many wrong guesses
}

// Invitation returns what the panel shows to bring phones to the table.
func (s *Pages) Invitation() Invitation {
	key, code := s.Access.Shown()
	i := Invitation{Code: code}
	if at := s.Opts.Network.Address(); at != "" {
		i.URL = at + "/j/" + key
	}
	return i
}

// joinPage shows the seats to those who were let in, and asks others for the code.
func (s *Pages) joinPage(w http.ResponseWriter, r *http.Request) {
	s.LobbyPage(w, r, http.StatusOK, site.Document{Viewer: s.Viewer(r, ""), Path: "/join"})
}

// byKey asks a browser that comes with the key of the QR code whether it wants to come in, because
// other sites and link previews may follow the address, too.
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

// join lets a browser in that has the key of the QR code or knows the digits. Fields of the form:
// key or code; back, the page it came from.
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

// claim takes a seat that somebody may sit at, also before the game. Fields of the form: seat,
// name.
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

// take gives a free seat to the browser.
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

// free leaves a seat; others who share it stay. Fields of the form: seat.
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

// renew changes the code, for the host. Fields of the form: code.
func (s *Pages) renew(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	s.Access.Renew()
	s.Redraw(r)
	return site.Outcome{Go: "/table"}, nil
}
