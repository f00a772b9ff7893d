package web

import (
	"context"
	"log/slog"
	"net/http"
	"time"

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

// New returns a server. An error is a mistake in o or in the templates, or the
// seats cannot be read.
func New(o site.Opts) (*Server, error) {
	b, err := site.New(o)
	if err != nil {
		return nil, err
	}
	l := lobby.New(b)
	return &Server{base: b, lobby: l, table: table.New(l, o.Chance == nil), past: past.New(b), owner: owner.New(b), api: api.New(b)}, nil
}

// HTTP returns an http.Server for the handler, with limits for slow and large
// requests. Its Shutdown ends the event streams, for good.
func (s *Server) HTTP(addr string) *http.Server {
	h := &http.Server{
		Addr: addr, Handler: s.Handler(),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 15 * time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10, DisableGeneralOptionsHandler: true, // it would answer before guard does
		ConnContext: session.WithConn,
		ErrorLog:    slog.NewLogLogger(s.base.Logger.Handler(), slog.LevelDebug),
	}
	h.RegisterOnShutdown(s.base.Close)
	return h
}

// Handler answers every request, checks included.
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

// ShowPicture is what the panel shows now: a PNG, which is not changed afterward.
func (s *Server) ShowPicture(png []byte) { s.base.ShowPicture(png) }

// Invitation is what the panel shows so that phones find the table.
func (s *Server) Invitation() lobby.Invitation { return s.lobby.Invitation() }

// Taken reports whether somebody holds a seat.
func (s *Server) Taken(seat engine.Seat) bool {
	return seat != session.Host && s.base.Seats.Taken(seat)
}

// Proof is the code that panels in the room show, for somebody who wants to prove to own
// the device; "" if nobody does.
func (s *Server) Proof() string { return s.base.Owners.Shown() }

// Announce tells what a screen reader says of the public page, and nothing else,
// until ctx ends: lines in a language, each once for as long as it stands there.
// What stands there at the beginning is not told.
func (s *Server) Announce(ctx context.Context, lang string, tell func(lines []string)) error {
	return s.table.Announce(ctx, lang, tell)
}
