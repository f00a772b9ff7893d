package web

import (
	"arbiter/companion/web/session"
	"errors"
	"net/http"
)

// A power is what a browser must have so that a request is carried out. SECURITY.md
// begins with the table of who has which.
type power int

const (
	looking   power = iota + 1 // nobody is asked
	starting                   // where a panel shows the code: came in; elsewhere nobody is asked
	entering                   // came in: with the code, or holds something
	holding                    // holds the seat that the form or the path names
	deciding                   // holds the seat that somebody asks for, or is the host whose place it is
	playing                    // holds a seat of the game on the table, or is its host; the owner, too
	presiding                  // is the host; the owner, too
	hosting                    // is the host, and where a panel shows the code knows it; the owner, too
	owning                     // is the owner of the device
)

// The powers that requests need which change something, by their paths.
var needs = map[string]power{
	"/join": looking, "/lang": looking, "/own": looking,
	"/second":            looking, // its key is the right
	"/games/{id}/whatif": looking, // it keeps nothing
	"/start":             starting, "/word": starting,
	"/claim": entering, "/close": entering, "/ask": entering, "/proof": entering,
	"/do": holding, "/roll": holding, "/undo": holding, "/pass": holding, "/order": holding, "/accept": holding, "/resolve": holding, "/name": holding, "/lay": holding, "/place": holding, "/lift": holding,
	"/tap": holding, "/deal": holding, "/tidy": holding, "/scan": holding, "/free": holding, "/anew": holding,
	"/answer":            deciding,
	"/games/{id}/remark": playing,
	"/lobby":             presiding,
	"/finish":            hosting, "/reopen": hosting, "/renew": hosting,
	"/noise": owning, "/learn": owning, "/rig": owning, "/cards": owning, "/settings": owning, "/settings/restore": owning, "/games/import": owning, "/games/players": owning,
}

var errOwner = errors.New("only the owner of the device may do that")

// act adds something that can be done.
func (s *Server) act(mux *routes, path string, do handler) {
	mux.HandleFunc("POST "+path, s.handle(path, do))
}

// handle is what is done at a path for who has the power that it needs.
func (s *Server) handle(path string, do handler) http.HandlerFunc {
	need, ok := needs[path]
	if !ok {
		panic("web: nobody has said who may do " + path)
	}
	return s.post(func(w http.ResponseWriter, r *http.Request) (outcome, error) {
		if err := s.allowed(r, need); err != nil {
			return outcome{}, err
		}
		return do(w, r)
	})
}

// private adds a page, or a stream, for who has a power.
func (s *Server) private(mux *routes, path string, need power, show http.HandlerFunc) {
	mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		switch err := s.allowed(r, need); {
		case err == nil:
			show(w, r)
		case errors.Is(err, errOwner):
			s.ask(w, r, http.StatusForbidden)
		default:
			s.refuse(w, r, err)
		}
	})
}

// allowed reports whether whoever asks has a power.
func (s *Server) allowed(r *http.Request, need power) error {
	t := session.Token(r)
	switch need {
	case looking:
		return nil
	case starting:
		if !s.opts.coded() || s.inside(t) {
			return nil
		}
		return errStranger
	case entering:
		if s.inside(t) {
			return nil
		}
		return errStranger
	case holding:
		_, err := s.seatOf(r)
		return err
	case deciding:
		if s.seats.Holds(asked(r), t) && r.PostFormValue("seat") != "" {
			return nil
		}
		return errDenied
	case playing:
		return s.plays(r)
	case presiding:
		if s.seats.Holds(session.Host, t) || s.owners.Owns(t) {
			return nil
		}
		return errHost
	case hosting:
		return s.presides(r)
	}
	if s.owners.Owns(t) {
		return nil
	}
	return errOwner
}

// plays reports whether somebody asks who is in the game that a request is about, the
// last one on the table.
func (s *Server) plays(r *http.Request) error {
	t := session.Token(r)
	if s.owners.Owns(t) {
		return nil
	}
	snap, err := s.table.Snapshot(r.Context(), "")
	switch {
	case err != nil:
		return err
	case t == "" || !s.seats.Known(t) || r.PathValue("id") != snap.Latest():
		return errPlayer
	}
	return nil
}

// presides reports whether the host asks, and confirms it with the code, or the owner.
func (s *Server) presides(r *http.Request) error {
	switch {
	case s.owners.Owns(session.Token(r)):
		return nil
	case !s.seats.Holds(session.Host, session.Token(r)):
		return errHost
	case !s.opts.coded():
		return nil
	}
	return s.guess(r, true)
}
