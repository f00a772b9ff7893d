package site

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arbiter/companion"
	"arbiter/companion/web/fragment"
	"arbiter/companion/web/session"
)

// A Server is what all pages share: rights, templates, streams, and how requests are answered.
type Server struct {
	Opts        Opts
	Table       *companion.Table
	Logger      *slog.Logger
	Templates   map[string]func() pages // by language; parsed at first use
	Seats       *session.Seats
	Access      *session.Access
	Owners      *session.Owners
	Petitions   *session.Petitions // for seats that others hold
	Browsers    *session.Browsers
	renewals    session.Renewals
	considering sync.Mutex // of Consider, so that outcomes are told in order
	Links       *session.Links
	Names       Names
	lastQR      qrCache
	Changes     fragment.Broadcast // signals a change of pages that is in no Snapshot
	ticks       ticks
	Streams     *session.Admission
	Tabs        *session.Tabs
	replies     replies
	lines       lines
	shares      session.Shares
	moved       atomic.Pointer[time.Time] // when somebody last played
	refusing    sync.Mutex
	large       sync.Mutex // of Alone
	Closing     chan struct{}
	Close       func()

	mu      sync.Mutex
	picture []byte // PNG, nil before the first
	parsed  []pages
}

// New returns a Server. An error is a mistake in o, or the stored seats cannot be read.
func New(o Opts) (*Server, error) {
	if o.Table == nil || o.Words == nil {
		return nil, errors.New("web: a server needs a table and words")
	}
	o = o.withDefaults()
	s := &Server{
		Opts: o, Table: o.Table, Logger: o.Program.Logger, Templates: map[string]func() pages{},
		Streams: session.NewAdmission(o.Streams.Most, o.Streams.Each), Tabs: session.NewTabs(), Closing: make(chan struct{}),
		Access: session.NewAccess(o.Program.Now), Links: session.NewLinks(o.Program.Now), replies: replies{now: o.Program.Now},
		Petitions: session.NewPetitions(o.Program.Now), Browsers: session.NewBrowsers(), lines: newLines(),
	}
	s.Close = sync.OnceFunc(func() { close(s.Closing) })
	s.Changes.Init()
	s.recallTicks()
	for _, l := range Languages {
		s.Templates[l.Code] = sync.OnceValue(func() pages {
			p := mustParse(o.Words.With(l.Code, unnamed))
			s.mu.Lock()
			defer s.mu.Unlock()
			s.parsed = append(s.parsed, p)
			return p
		})
	}
	var err error
	if s.Owners, err = session.NewOwners(o.Owner.Proof, o.Program.Now); err != nil {
		return nil, err
	}
	s.Seats, err = session.NewSeats(o.Kept.Seats)
	return s, err
}

// Routes registers pages and actions, and records their patterns in order.
type Routes struct {
	*http.ServeMux
	Patterns []string
	inTurn   func(http.HandlerFunc) http.HandlerFunc
}

// NewRoutes returns empty Routes.
func (s *Server) NewRoutes() *Routes {
	return &Routes{ServeMux: http.NewServeMux(), inTurn: s.inTurn}
}

// HandleFunc registers a handler that waits for its turn. Event streams do not: they last, and have
// limits of their own.
func (m *Routes) HandleFunc(pattern string, f http.HandlerFunc) {
	if !strings.HasSuffix(pattern, "/events") {
		f = m.inTurn(f)
	}
	m.AtOnce(pattern, f)
}

// AtOnce registers a handler that needs no turn: it takes no memory, or waits in a queue of its
// own.
func (m *Routes) AtOnce(pattern string, f http.HandlerFunc) {
	m.Patterns = append(m.Patterns, pattern)
	m.ServeMux.HandleFunc(pattern, f)
}

// AddRoutes registers what all pages need.
func (s *Server) AddRoutes(mux *Routes) {
	s.trusted(mux)
	s.installable(mux)
	mux.AtOnce("GET /panel.png", s.panel)
	mux.AtOnce("GET /healthz", s.health)
	mux.AtOnce("GET /static/{file}", static)
	mux.HandleFunc("POST /lang", s.chooseLanguage)
	mux.HandleFunc("POST /here", here)
	s.Act(mux, "/consent", s.seen(s.consent))
	s.Act(mux, "/ask", s.seen(s.petition))
	s.Act(mux, "/answer", s.seen(s.answer))
}

// Acts registers actions that change what pages show besides the game.
func (s *Server) Acts(mux *Routes, all map[string]Handler) {
	for path, do := range all {
		s.Act(mux, path, s.seen(do))
	}
}

// Finish ends the game and clears the table. Its drawn parts are dropped, as the next game has
// other cards and moves.
func (s *Server) Finish(ctx context.Context) error {
	if err := s.Table.Finish(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.parsed {
		p.Drawn.Forget()
		p.Cards.Forget()
	}
	return nil
}

// ShowPicture sets the picture of what the panel shows: a PNG, which must not be changed
// afterwards.
func (s *Server) ShowPicture(png []byte) {
	s.moves() // also counts steps made with cards on readers
	s.mu.Lock()
	defer s.mu.Unlock()
	s.picture = png
}

func (s *Server) panel(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	png := s.picture
	s.mu.Unlock()
	if png == nil {
		http.Error(w, "no picture has been drawn yet", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(png)
}
