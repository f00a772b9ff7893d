package web

import (
	"errors"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"arbiter/companion"
	"arbiter/engine"
)

// History keeps games that were played.
type History interface {
	// Games lists them, newest first; the running one may be among them.
	Games() ([]Past, error)
	// Saved returns one of them; the error is fs.ErrNotExist if there is none.
	Saved(id string) (companion.Saved, error)
}

// A Past game as a list shows it.
type Past struct {
	ID      string
	Game    string // the name of its rules
	Created time.Time
	Seats   []engine.Seat
	Labels  map[engine.Seat]string
	Entries int
	Result  string // of the companion, or "" while it goes on
}

// A summary is a past game in words.
type summary struct {
	ID, Title, When string
	At              string // for machines
	Seats           string
	Result          string
	Goes            bool
}

// Past is one past game with its log.
type past struct {
	summary
	Scene scene
}

func (s *Server) summaries(lang string) ([]summary, error) {
	if s.opts.History == nil {
		return nil, nil
	}
	games, err := s.opts.History.Games()
	if err != nil {
		return nil, err
	}
	var all []summary
	for _, g := range games {
		all = append(all, s.summary(lang, g))
	}
	return all, nil
}

func (s *Server) summary(lang string, g Past) summary {
	say := s.speaker(lang, g.Labels)
	sum := summary{ID: g.ID, Title: g.Game, Goes: g.Result == "", When: day(lang, g.Created), At: g.Created.UTC().Format(time.RFC3339)}
	if o, ok := s.offer(g.Game); ok {
		sum.Title = o.Game.Title
	}
	sum.Seats = list(say, g.Seats)
	sum.Result = say(companion.Outcome(g.Result))
	return sum
}

func list(say func(engine.Text) string, seats []engine.Seat) string {
	var names []string
	for _, seat := range seats {
		names = append(names, say(engine.Say("%s", seat)))
	}
	return strings.Join(names, ", ")
}

// day writes a date as the language does.
func day(lang string, t time.Time) string {
	switch lang {
	case "de":
		return t.Local().Format("02.01.2006, 15:04")
	case "es":
		return t.Local().Format("02/01/2006, 15:04")
	}
	return t.Local().Format("2006-01-02 15:04")
}

func (s *Server) historyPage(w http.ResponseWriter, r *http.Request) {
	p := page{viewer: s.viewer(r, ""), Kind: "history", Path: "/"}
	snap, saved, err := s.review(r.PathValue("id"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.Kind, p.Refusal = "refused", s.speaker(p.lang, nil)(engine.Say("there is no such game"))
		s.write(w, http.StatusNotFound, p)
		return
	case err != nil:
		s.refuse(w, r, err)
		return
	}
	p.Past = past{summary: s.summary(p.lang, Past{
		ID: saved.ID, Game: saved.Setup.Game, Created: saved.Created, Seats: saved.Setup.Seats,
		Labels: saved.Labels, Result: s.result(saved.ID),
	})}
	p.Past.Scene = s.scene(p.viewer, snap)
	p.Past.Scene.Log, p.Past.Scene.Older = p.Past.Scene.lines(snap.Log, 0)
	p.Path = "/history/" + saved.ID
	s.write(w, http.StatusOK, p)
}

// result finds what became of a game; "" if it goes on or is not listed.
func (s *Server) result(id string) string {
	games, err := s.opts.History.Games()
	if err != nil {
		return ""
	}
	for _, g := range games {
		if g.ID == id {
			return g.Result
		}
	}
	return ""
}

// review shows a kept game as a spectator saw it at its end: what was never
// shown stays hidden, in games that go on and in those that are over.
func (s *Server) review(id string) (companion.Snapshot, companion.Saved, error) {
	if s.opts.History == nil {
		return companion.Snapshot{}, companion.Saved{}, fs.ErrNotExist
	}
	saved, err := s.opts.History.Saved(id)
	if err != nil {
		return companion.Snapshot{}, companion.Saved{}, err
	}
	o, ok := s.offer(saved.Setup.Game)
	if !ok {
		return companion.Snapshot{}, saved, fs.ErrNotExist
	}
	snap, err := review(o.Game, saved)
	return snap, saved, err
}
