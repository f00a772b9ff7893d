package web

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"arbiter/companion/spectator"
	"arbiter/companion/web/api"
	"arbiter/companion/web/lobby"
	"arbiter/companion/web/owner"
	"arbiter/companion/web/past"
	"arbiter/companion/web/session"
	"arbiter/companion/web/site"
	"arbiter/companion/web/table"
	"arbiter/engine"
)

// A Server answers browsers. Its methods may be called by any goroutine.
type Server struct {
	base  *site.Server
	lobby *lobby.Pages
	table *table.Pages
	past  *past.Pages
	owner *owner.Pages
	api   *api.Pages
}

// New returns a server. An error is a mistake in o or in the templates, or the stored seats cannot
// be read.
func New(o site.Opts) (*Server, error) {
	b, err := site.New(o)
	if err != nil {
		return nil, err
	}
	l := lobby.New(b)
	return &Server{base: b, lobby: l, table: table.New(l, o.Dealing.Chance == nil), past: past.New(b), owner: owner.New(b), api: api.New(b)}, nil
}

// HTTP returns an http.Server for the handler, with limits for slow and large requests. Its
// Shutdown ends event streams for good.
func (s *Server) HTTP(addr string) *http.Server {
	h := &http.Server{
		Addr: addr, Handler: s.Handler(),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 15 * time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10, DisableGeneralOptionsHandler: true, // it would answer before Guard does
		ConnContext: session.WithConn,
		ErrorLog:    slog.NewLogLogger(s.base.Logger.Handler(), slog.LevelDebug),
	}
	h.RegisterOnShutdown(s.base.Close)
	return h
}

// Handler returns the handler for all requests, with all checks.
func (s *Server) Handler() http.Handler { return s.base.Guard(s.routes()) }

func (s *Server) routes() *site.Routes {
	mux := s.base.NewRoutes()
	s.base.AddRoutes(mux)
	s.lobby.AddRoutes(mux)
	s.table.AddRoutes(mux)
	s.past.AddRoutes(mux)
	s.owner.AddRoutes(mux)
	s.api.AddRoutes(mux)
	return mux
}

// ShowPicture sets the picture of what the panel shows: a PNG, which must not be changed
// afterwards.
func (s *Server) ShowPicture(png []byte) { s.base.ShowPicture(png) }

// Invitation returns what the panel shows to bring phones to the table.
func (s *Server) Invitation() lobby.Invitation { return s.lobby.Invitation() }

// Taken reports whether somebody holds a seat.
func (s *Server) Taken(seat engine.Seat) bool {
	return seat != session.Host && s.base.Seats.Taken(seat)
}

// Proof returns the code that panels show while somebody wants to prove that they own the device;
// "" if nobody does.
func (s *Server) Proof() string { return s.base.Owners.Shown() }

// Abroad calls tell with what other programs may know of the table, in a language, at first and
// after each change, until ctx or the table ends. Nothing waits for tell.
func (s *Server) Abroad(ctx context.Context, lang string, tell func(spectator.Table)) error {
	return s.api.Abroad(ctx, lang, tell)
}

// Announce calls tell with what a screen reader would say of the public page in a language, until
// ctx ends: each line once for as long as it stands there. Lines that are there at the start are
// left out.
func (s *Server) Announce(ctx context.Context, lang string, tell func(lines []string)) error {
	return s.table.Announce(ctx, lang, tell)
}
