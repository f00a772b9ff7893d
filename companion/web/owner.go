package web

import (
	"errors"
	"net/http"

	"arbiter/companion/web/session"
	"arbiter/engine"
)

// A proving is the page of the owner.
type proving struct {
	Owns  bool
	Panel bool // a panel can show a code
}

// ownPage asks for the owner's code.
func (s *Server) ownPage(w http.ResponseWriter, r *http.Request) { s.ask(w, r, http.StatusOK) }

// ask asks for the owner's code, in place of a page for the owner alone, too.
func (s *Server) ask(w http.ResponseWriter, r *http.Request, status int) {
	p := document{viewer: s.viewer(r, ""), Kind: "own", Look: true, Path: r.URL.RequestURI()}
	p.Proving = proving{Owns: p.owner, Panel: s.opts.Panel && p.inside}
	s.write(w, status, p)
}

// Proof is the code that panels in the room show, for somebody who wants to prove to own
// the device; "" if nobody does.
func (s *Server) Proof() string { return s.owners.Shown() }

// prove has the panel show such a code. Everybody hears of it.
func (s *Server) prove(http.ResponseWriter, *http.Request) (outcome, error) {
	if !s.opts.Panel || s.opts.Owner.Code == "" {
		return outcome{}, errMalformed
	}
	if err := s.owners.Show(); err != nil {
		return outcome{}, err
	}
	s.logger.Info("the panel shows a code for the owner")
	s.petitions.Say(engine.Say("Somebody wants to be the owner of this device; the panel shows a code."), session.ProofLasts)
	s.consider()
	return outcome{Go: "/own"}, nil
}

// own makes a browser the owner's that knows the code, or no longer: code, leave, and
// back, where it comes from.
func (s *Server) own(w http.ResponseWriter, r *http.Request) (outcome, error) {
	if r.PostFormValue("leave") != "" {
		return outcome{Go: "/own"}, s.owners.Leave(session.Token(r))
	}
	if err := s.owners.Prove(session.AddressOf(r.RemoteAddr), r.PostFormValue("code")); err != nil {
		return outcome{}, err
	}
	to := "/own"
	if back := r.PostFormValue("back"); back != "" {
		to = inside(back)
	}
	return outcome{Go: to}, s.owners.Admit(session.TokenFor(w, r))
}

// ownByKey does so for who follows the link on the device's terminal.
func (s *Server) ownByKey(w http.ResponseWriter, r *http.Request) {
	err := s.owners.Prove(session.AddressOf(r.RemoteAddr), r.PathValue("key"))
	if err == nil {
		err = s.owners.Admit(session.TokenFor(w, r))
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.changes.send()
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// ownersRoutes are the pages for the owner of the device alone.
func (s *Server) ownersRoutes(mux *routes) {
	if s.opts.Lessons != nil {
		s.private(mux, "/learn", owning, s.learnPage)
		s.private(mux, "/learn/events", owning, s.learnEvents)
		s.act(mux, "/learn", s.learn)
	}
	if s.opts.Faces != nil {
		mux.HandleFunc("GET /faces/{picture}", s.facePicture)
		s.private(mux, "/cards", owning, s.cardsPage)
		s.act(mux, "/cards", s.giveFace)
	}
	if s.opts.Device != nil {
		s.deviceRoutes(mux)
	}
	if s.opts.Rigs != nil {
		s.private(mux, "/rig", owning, s.rigPage)
		s.private(mux, "/rig/events", owning, s.rigEvents)
		s.private(mux, "/rig/wiring.svg", owning, s.rigDrawing)
		s.act(mux, "/rig", s.makeRig)
	}
}

var errPlayer = errors.New("only who is in the game may do that")
