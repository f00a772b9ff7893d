package site

import (
	"errors"
	"net/http"

	"arbiter/companion/web/session"
)

var (
	errStranger = errors.New("this browser has not come in")
	errHost     = errors.New("only the host may do that")
	errScan     = errors.New("too many wrong digits, but the QR code lets in")
	// ErrOwnersCode refuses a wrong code of the owner.
	ErrOwnersCode = errors.New("a wrong code of the owner")
)

// inside reports whether the browser with the token may take a seat.
func (s *Server) inside(token string) bool {
	return s.Opts.Network.Open || s.Access.Admitted(token) || token != "" && s.Seats.Known(token) || s.Owners.Owns(token)
}

// Guess checks the code in a request. Fields of the form: code.
func (s *Server) Guess(r *http.Request, isHost bool) error {
	changed, err := s.Access.Guess(session.AddressOf(r.RemoteAddr), r.PostFormValue("code"), isHost)
	if changed {
		s.Logger.Warn("too many wrong codes; the code is another one now")
		s.Redraw(r)
	}
	if err == session.ErrGuesses && !isHost {
		return errScan
	}
	return err
}

// Redraw has the panels show the present code and seats. On an error they show them with the next
// step of the game.
func (s *Server) Redraw(r *http.Request) {
	if err := s.Table.Redraw(r.Context()); err != nil {
		s.Logger.Debug("web", "err", err)
	}
}

// Coded reports whether the host must confirm with the code what affects others. A code shown on a
// panel proves that the host is in the room. Without a panel it is only on the host's own page,
// where it would prove no more than the host's token does.
func (o Opts) Coded() bool { return o.Network.Panel && !o.Network.Open && o.Network.Address() != "" }

// A proving is the page where somebody becomes the owner.
type proving struct {
	Owns  bool
	First bool // the device is new, and whoever asks owns it
	Panel bool // a panel can show a code
}

// Ask shows the form for the owner's code, also in place of a page for owners only.
func (s *Server) Ask(w http.ResponseWriter, r *http.Request, status int) {
	p := Document{Viewer: s.Viewer(r, ""), Kind: "own", Look: true, Path: r.URL.RequestURI()}
	p.Proving = proving{Owns: p.Owner, First: s.Owners.First(), Panel: s.Opts.Network.Panel && p.Inside}
	s.Write(w, status, p)
}

var errPlayer = errors.New("only who is in the game may do that")

// A power is what a browser needs for a request to be carried out. SECURITY.md begins with a table
// of who has which.
type power int

const (
	looking   power = iota + 1 // anybody
	starting                   // if a panel shows the code: let in; otherwise anybody
	entering                   // let in: by the code, or by holding something
	Holding                    // holds the seat named in the form or the path
	deciding                   // holds the seat that somebody asks for, or is the host if it is the host's place
	playing                    // holds a seat of the game on the table, or is its host or the owner
	Presiding                  // is the host or the owner
	hosting                    // is the host, with the code if a panel shows it; or the owner
	Owning                     // is the owner of the device
)

// needs are the powers for requests that change something, by path.
var needs = map[string]power{
	"/join": looking, "/lang": looking, "/own": looking,
	"/second":            looking, // its key is the proof
	"/games/{id}/whatif": looking, // it stores nothing
	"/start":             starting, "/word": starting,
	"/setup": entering,
	"/claim": entering, "/close": entering, "/ask": entering, "/proof": entering,
	"/do": Holding, "/roll": Holding, "/undo": Holding, "/pass": Holding, "/order": Holding, "/accept": Holding, "/resolve": Holding, "/name": Holding, "/lay": Holding, "/place": Holding, "/lift": Holding,
	"/tap": Holding, "/deal": Holding, "/tidy": Holding, "/scan": Holding, "/which": Holding, "/free": Holding, "/anew": Holding, "/consent": Holding, "/pause": Holding, "/emote": Holding,
	"/answer":            deciding,
	"/games/{id}/remark": playing,
	"/lobby":             Presiding, "/box": Presiding, "/clock": Presiding, "/emotes": Presiding,
	"/finish": hosting, "/reopen": hosting, "/renew": hosting,
	"/noise": Owning, "/learn": Owning, "/box/told": Owning, "/tags": Owning, "/rig": Owning, "/cards": Owning, "/settings": Owning, "/settings/restore": Owning, "/settings/mqtt": Owning, "/games/import": Owning, "/games/plays": Owning, "/games/players": Owning,
}

var errOwner = errors.New("only the owner of the device may do that")

// Act registers an action.
func (s *Server) Act(mux *Routes, path string, do Handler) {
	mux.HandleFunc("POST "+path, s.Handle(path, do))
}

// Handle returns the handler of an action, which checks the power that its path needs.
func (s *Server) Handle(path string, do Handler) http.HandlerFunc {
	need, ok := needs[path]
	if !ok {
		panic("web: nobody has said who may do " + path)
	}
	return s.post(func(w http.ResponseWriter, r *http.Request) (Outcome, error) {
		if err := s.allowed(r, need); err != nil {
			return Outcome{}, err
		}
		return do(w, r)
	})
}

// Private registers a page or a stream that needs a power.
func (s *Server) Private(mux *Routes, path string, need power, show http.HandlerFunc) {
	mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		switch err := s.allowed(r, need); {
		case err == nil:
			show(w, r)
		case errors.Is(err, errOwner):
			s.Ask(w, r, http.StatusForbidden)
		default:
			s.Refuse(w, r, err)
		}
	})
}

// allowed returns an error unless the browser has a power.
func (s *Server) allowed(r *http.Request, need power) error {
	t := session.Token(r)
	switch need {
	case looking:
		return nil
	case starting:
		if !s.Opts.Coded() || s.inside(t) {
			return nil
		}
		return errStranger
	case entering:
		if s.inside(t) {
			return nil
		}
		return errStranger
	case Holding:
		_, err := s.SeatOf(r)
		return err
	case deciding:
		if s.Seats.Holds(asked(r), t) && r.PostFormValue("seat") != "" {
			return nil
		}
		return ErrDenied
	case playing:
		return s.Plays(r)
	case Presiding:
		if s.Seats.Holds(session.Host, t) || s.Owners.Owns(t) {
			return nil
		}
		return errHost
	case hosting:
		return s.presides(r)
	}
	if s.Owners.Owns(t) {
		return nil
	}
	return errOwner
}

// Plays returns an error unless the browser plays in the game on the table, or in the last one that
// was there.
func (s *Server) Plays(r *http.Request) error {
	t := session.Token(r)
	if s.Owners.Owns(t) {
		return nil
	}
	snap, err := s.Table.Snapshot(r.Context(), "")
	switch {
	case err != nil:
		return err
	case t == "" || !s.Seats.Known(t) || r.PathValue("id") != snap.Latest():
		return errPlayer
	}
	return nil
}

// presides returns an error unless the browser is the host, confirmed by the code, or the owner.
func (s *Server) presides(r *http.Request) error {
	switch {
	case s.Owners.Owns(session.Token(r)):
		return nil
	case !s.Seats.Holds(session.Host, session.Token(r)):
		return errHost
	case !s.Opts.Coded():
		return nil
	}
	return s.Guess(r, true)
}
