package owner

import (
	"net/http"
	"sync"

	"arbiter/companion/taglist"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// Pages are the pages of the device's owner.
type Pages struct {
	*site.Server
	cards  func() (taglist.Cards, error) // of all games
	looked lookedAt
}

// New returns the pages of the owner.
func New(b *site.Server) *Pages {
	p := &Pages{Server: b}
	p.cards = sync.OnceValues(p.taggable)
	return p
}

// ownPage asks for the owner's code.
func (s *Pages) ownPage(w http.ResponseWriter, r *http.Request) { s.Ask(w, r, http.StatusOK) }

// prove makes the panel show a code. Everybody is told.
func (s *Pages) prove(http.ResponseWriter, *http.Request) (site.Outcome, error) {
	if !s.Opts.Network.Panel || s.Opts.Owner.Proof.Code == "" {
		return site.Outcome{}, site.ErrMalformed
	}
	if err := s.Owners.Show(); err != nil {
		return site.Outcome{}, err
	}
	s.Logger.Info("the panel shows a code for the owner")
	s.Petitions.Say(engine.Say("Somebody wants to be the owner of this device; the panel shows a code."), session.ProofLasts)
	s.Consider()
	return site.Outcome{Go: "/own"}, nil
}

// own makes a browser that knows the code the owner's, or ordinary again. Fields of the form: code,
// first or leave; back, the page it came from.
func (s *Pages) own(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	if r.PostFormValue("leave") != "" {
		return site.Outcome{Go: "/own"}, s.Owners.Forget(session.Mark(session.Token(r)))
	}
	if r.PostFormValue("first") != "" {
		return s.ownFirst(w, r)
	}
	if err := s.Owners.Prove(session.AddressOf(r.RemoteAddr), r.PostFormValue("code")); err == session.ErrWrong {
		return site.Outcome{}, site.ErrOwnersCode
	} else if err != nil {
		return site.Outcome{}, err
	}
	t, err := s.NewToken(w, r)
	if err != nil {
		return site.Outcome{}, err
	}
	return site.Outcome{Go: backTo(r)}, s.Owners.Admit(t)
}

// ownFirst makes the browser the owner's if the device is new. Everybody is told.
func (s *Pages) ownFirst(w http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	t, err := s.NewToken(w, r)
	if err != nil {
		return site.Outcome{}, err
	}
	if err := s.Owners.AdmitFirst(t); err != nil {
		return site.Outcome{}, err
	}
	s.Logger.Info("the new device has its first owner", "from", session.AddressOf(r.RemoteAddr))
	s.Petitions.Say(engine.Say("This device has an owner now."), session.ProofLasts)
	s.Consider()
	return site.Outcome{Go: backTo(r)}, nil
}

// backTo returns the page that a browser came from.
func backTo(r *http.Request) string {
	if back := r.PostFormValue("back"); back != "" {
		return site.Inside(back)
	}
	return "/own"
}

// ownByKey asks for a tap when somebody follows the link on the device's terminal, whatever code it
// has: a picture on another site may lead here, so only the tap tries the code.
func (s *Pages) ownByKey(w http.ResponseWriter, r *http.Request) {
	p := site.Document{Viewer: s.Viewer(r, ""), Kind: "arrival", Look: true, Path: r.URL.Path}
	if p.Owner {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	p.Arrival = site.Arrival{To: "/own", Name: "code", Value: r.PathValue("key"), Back: "/"}
	s.Write(w, http.StatusOK, p)
}

// AddRoutes registers the pages of the owner.
func (s *Pages) AddRoutes(mux *site.Routes) {
	mux.HandleFunc("GET /own", s.ownPage)
	mux.HandleFunc("GET /o/{key}", s.ownByKey)
	s.Acts(mux, map[string]site.Handler{"/own": s.own, "/proof": s.prove})
	if s.Opts.Owner.Lessons != nil {
		s.Private(mux, "/learn", site.Owning, s.learnPage)
		s.Private(mux, "/learn/events", site.Owning, s.learnEvents)
		s.Act(mux, "/learn", s.learn)
		s.Private(mux, "/box", site.Presiding, s.boxPage)
		s.Private(mux, "/box/events", site.Presiding, s.boxEvents)
		s.Act(mux, "/box", s.told)
		s.Private(mux, "/box/told", site.Owning, s.toldPage)
		s.Act(mux, "/box/told", s.correct)
	}
	if s.Opts.Owner.Tags != nil {
		s.Private(mux, "/tags", site.Owning, s.tagsPage)
		s.Private(mux, "/tags/tags.csv", site.Owning, s.tagsFile("text/csv", taglist.Cards.CSV))
		s.Private(mux, "/tags/tags.json", site.Owning, s.tagsFile("application/json", taglist.Cards.JSON))
		s.Act(mux, "/tags", s.changeTags)
	}
	if s.Opts.Owner.Faces != nil {
		mux.HandleFunc("GET /faces/{picture}", s.facePicture)
		s.Private(mux, "/cards", site.Owning, s.cardsPage)
		s.Act(mux, "/cards", s.giveFace)
	}
	if s.Opts.Owner.Device != nil {
		s.deviceRoutes(mux)
	}
	if s.Opts.Owner.Rigs != nil {
		s.Private(mux, "/rig", site.Owning, s.rigPage)
		s.Private(mux, "/rig/events", site.Owning, s.rigEvents)
		s.Private(mux, "/rig/wiring.svg", site.Owning, s.rigDrawing)
		s.Act(mux, "/rig", s.makeRig)
	}
}
