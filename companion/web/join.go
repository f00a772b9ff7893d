package web

import (
	"errors"
	"net/http"

	"arbiter/companion/web/session"
	"arbiter/engine"
)

var (
	errStranger = errors.New("this browser has not come in")
	errHost     = errors.New("only the host may do that")
)

// An Invitation is how phones come in. It is for those who are in the room: on
// the panel, and on the pages of browsers that are in already.
type Invitation struct {
	URL  string // for a QR code; "" if the device's address is not known
	Code string // digits, to be typed by hand at the page /join: six, or more after too many wrong ones
}

// Invitation is what the panel shows so that phones find the table.
func (s *Server) Invitation() Invitation {
	key, code := s.access.Shown()
	i := Invitation{Code: code}
	if at := s.opts.Address(); at != "" {
		i.URL = at + "/j/" + key
	}
	return i
}

// Taken reports whether somebody holds a seat.
func (s *Server) Taken(seat engine.Seat) bool { return seat != session.Host && s.seats.Taken(seat) }

// inside reports whether the browser with the token may take a seat.
func (s *Server) inside(token string) bool {
	return s.opts.Open || s.access.Admitted(token) || token != "" && s.seats.Known(token) || s.owners.Owns(token)
}

// joinPage shows the seats to whoever is in, and asks others for the code.
func (s *Server) joinPage(w http.ResponseWriter, r *http.Request) {
	s.lobbyPage(w, r, http.StatusOK, document{viewer: s.viewer(r, ""), Path: "/join"})
}

// byKey lets a browser in that comes with the key of the QR code, and answers with
// the page itself, which is one request less for a phone.
func (s *Server) byKey(w http.ResponseWriter, r *http.Request) {
	p := document{viewer: s.viewer(r, ""), Path: "/join"}
	status := http.StatusOK
	if s.access.Fits(r.PathValue("key")) {
		t := session.TokenFor(w, r)
		s.access.Admit(t)
		p.rights = s.rights(t)
		s.changes.send()
	} else {
		status = http.StatusNotFound
		p.Refusal = s.speaker(p.lang, nil)(engine.Say("this QR code is out of date; scan the one that is shown now"))
	}
	s.lobbyPage(w, r, status, p)
}

// join lets a browser in that knows the code: code, and back, where it comes from.
func (s *Server) join(w http.ResponseWriter, r *http.Request) (outcome, error) {
	if err := s.guess(r, false); err != nil {
		return outcome{}, err
	}
	s.access.Admit(session.TokenFor(w, r))
	to := "/join"
	if back := r.PostFormValue("back"); back != "" {
		to = inside(back)
	}
	return outcome{Go: to}, nil
}

// guess reports whether a request knows the code: code.
func (s *Server) guess(r *http.Request, isHost bool) error {
	changed, err := s.access.Guess(session.AddressOf(r.RemoteAddr), r.PostFormValue("code"), isHost)
	if changed {
		s.logger.Warn("too many wrong codes; the code is another one now")
		s.redraw(r)
	}
	return err
}

// redraw shows the present code and seats on the panels. At worst they show it with
// the next step of the game.
func (s *Server) redraw(r *http.Request) {
	if err := s.table.Redraw(r.Context()); err != nil {
		s.logger.Debug("web", "err", err)
	}
}

// claim takes a seat that somebody may sit at, also before the game: seat, name.
func (s *Server) claim(w http.ResponseWriter, r *http.Request) (outcome, error) {
	seat := engine.Seat(r.PostFormValue("seat"))
	snap, err := s.table.Snapshot(r.Context(), "")
	if o, _, _, waits := s.waiting(); waits && s.empty(r.Context()) {
		defer s.redraw(r)
		return s.sitDown(w, r, o, seat)
	}
	switch {
	case err != nil:
		return outcome{}, err
	case !sits(snap, seat):
		return outcome{}, engine.Refuse("nobody sits there in this game")
	}
	ok, err := s.seats.Claim(session.TokenFor(w, r), seat)
	if err == nil && !ok {
		err = errDenied
	}
	s.redraw(r)
	return outcome{Version: snap.Version, Go: "/seat/" + string(seat)}, err
}

// free leaves a seat: seat. Others who share it stay.
func (s *Server) free(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	seat, err := s.seatOf(r)
	if err != nil {
		return outcome{}, err
	}
	s.links.End(seat)
	err = s.seats.Leave(session.Token(r), seat)
	s.redraw(r)
	return outcome{Go: "/table"}, err
}

// coded reports whether the host confirms with the code what touches others: where a
// panel shows it, it proves that the host is in the room. Elsewhere it stands on
// the host's own page and would prove no more than the host's token does.
func (o Opts) coded() bool { return o.Panel && !o.Open && o.Address() != "" }

// renew changes the code, which is for the host: code.
func (s *Server) renew(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	s.access.Renew()
	s.redraw(r)
	return outcome{Go: "/table"}, nil
}
