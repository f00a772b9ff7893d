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

// A Server is what all pages share: who asks, what they may do, and how they are answered.
type Server struct {
	Opts        Opts
	Table       *companion.Table
	Logger      *slog.Logger
	Templates   map[string]func() pages // by language; parsed when somebody first asks for it
	Seats       *session.Seats
	Access      *session.Access
	Owners      *session.Owners
	Petitions   *session.Petitions // for seats that others hold
	Browsers    *session.Browsers
	renewals    session.Renewals
	considering sync.Mutex // of consider: what is told comes in its order
	Links       *session.Links
	Names       Names
	lastQR      qrCache
	Changes     fragment.Broadcast // rings when something on pages has changed that is in no Snapshot
	ticks       ticks
	Streams     *session.Admission
	Tabs        *session.Tabs
	replies     replies
	lines       lines
	moved       atomic.Pointer[time.Time] // when somebody played last
	refusing    sync.Mutex
	large       sync.Mutex // of Alone
	Closing     chan struct{}
	Close       func()

	mu      sync.Mutex
	picture []byte // PNG, nil before the first
	parsed  []pages
}

// New returns it. An error is a mistake in o, or the seats cannot be read.
func New(o Opts) (*Server, error) {
	if o.Table == nil || o.Words == nil {
		return nil, errors.New("web: a server needs a table and words")
	}
	o = o.withDefaults()
	s := &Server{
		Opts: o, Table: o.Table, Logger: o.Logger, Templates: map[string]func() pages{},
		Streams: session.NewAdmission(o.Streams, o.StreamsEach), Tabs: session.NewTabs(), Closing: make(chan struct{}),
		Access: session.NewAccess(o.Now), Links: session.NewLinks(o.Now), replies: replies{now: o.Now},
		Petitions: session.NewPetitions(o.Now), Browsers: session.NewBrowsers(), lines: newLines(),
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
	if s.Owners, err = session.NewOwners(o.Owner, o.Now); err != nil {
		return nil, err
	}
	s.Seats, err = session.NewSeats(o.Seats)
	return s, err
}

// Routes are the pages and what can be done on them, with the patterns in their
// order.
type Routes struct {
	*http.ServeMux
	Patterns []string
	inTurn   func(http.HandlerFunc) http.HandlerFunc
}

// NewRoutes returns none yet.
func (s *Server) NewRoutes() *Routes {
	return &Routes{ServeMux: http.NewServeMux(), inTurn: s.inTurn}
}

// HandleFunc adds what is answered when it is the turn of whoever asks. Streams of events
// last, and have limits of their own.
func (m *Routes) HandleFunc(pattern string, f http.HandlerFunc) {
	if !strings.HasSuffix(pattern, "/events") {
		f = m.inTurn(f)
	}
	m.AtOnce(pattern, f)
}

// AtOnce adds what nobody waits for: it takes no memory, or waits in another line.
func (m *Routes) AtOnce(pattern string, f http.HandlerFunc) {
	m.Patterns = append(m.Patterns, pattern)
	m.ServeMux.HandleFunc(pattern, f)
}

// AddRoutes adds what all pages need.
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

// Acts adds what can be done and changes what pages show besides the game.
func (s *Server) Acts(mux *Routes, all map[string]Handler) {
	for path, do := range all {
		s.Act(mux, path, s.seen(do))
	}
}

// Finish ends the game, if it is not over, and puts it away. What was drawn of it goes with it:
// the next one has other cards and moves.
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

// ShowPicture is what the panel shows now: a PNG, which is not changed afterward.
func (s *Server) ShowPicture(png []byte) {
	s.moves() // with cards on readers, too
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
