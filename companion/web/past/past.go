package past

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/url"

	"arbiter/companion"
	"arbiter/companion/coach"
	"arbiter/companion/history"
	"arbiter/companion/review"
	"arbiter/companion/web/site"
	"arbiter/engine"
)

// A replay is a stored game that somebody looks back at.
type replay struct {
	history.Summary
	rules   engine.Game
	setup   engine.Setup
	entries []engine.Entry
	film    *review.Replay
	open    bool          // it was broken off and may go on
	all     bool          // hidden cards are shown, too
	report  *coach.Report // nil until somebody asks
}

// over reports whether the game's result is final: only then may everybody see what was hidden.
func (r *replay) over() bool { return r.Result != "" && !r.open }

// past returns a game by its id, with hidden cards if it is over and all is set.
func (s *Pages) past(ctx context.Context, id string, all bool) (*replay, error) {
	if s.Opts.Past.History == nil {
		return nil, fs.ErrNotExist
	}
	past, err := s.Opts.Past.History.Summary(id)
	if err != nil {
		return nil, err
	}
	o, ok := s.Offer(past.Game)
	if !ok {
		return nil, fs.ErrNotExist
	}
	snap, err := s.Table.Snapshot(ctx, "")
	if err != nil {
		return nil, err
	}
	r := &replay{Summary: past, rules: o.Game, open: snap.Ended.Open() && snap.Ended.ID == id}
	r.all = all && r.over()
	return r, nil
}

// kept returns a game with what was played in it, without replaying it.
func (s *Pages) kept(ctx context.Context, id string, all bool) (*replay, error) {
	r, err := s.past(ctx, id, all)
	if err != nil {
		return nil, err
	}
	saved, err := s.Opts.Past.History.Saved(id)
	r.setup, r.entries = saved.Setup, saved.Entries
	return r, err
}

// replayTo returns a game and replays it to its end. What was never shown stays hidden, unless the
// game is over and all is set.
func (s *Pages) replayTo(ctx context.Context, id string, all bool) (*replay, error) {
	r, err := s.kept(ctx, id, all)
	if err == nil {
		r.film, err = review.New(r.rules, r.setup, r.entries, review.Viewer(r.all))
	}
	return r, err
}

// A show answers a request with a game.
type show func(w http.ResponseWriter, r *http.Request, p site.Document, game *replay) error

// wound answers with show, after replaying the game that the request names.
func (s *Pages) wound(kind string, show show) http.HandlerFunc {
	return s.found(kind, (*Pages).replayTo, show)
}

// found answers with show, after find has loaded the game that the request names.
func (s *Pages) found(kind string, find func(s *Pages, ctx context.Context, id string, all bool) (*replay, error), show show) http.HandlerFunc {
	return s.queued(func(w http.ResponseWriter, r *http.Request) {
		p := site.Document{Viewer: s.Viewer(r, ""), Kind: kind, Path: "/games/" + r.PathValue("id"), Review: true}
		game, err := find(s, r.Context(), r.PathValue("id"), kind == "whatif" || r.URL.Query().Has("copy") || r.URL.Query().Get("all") != "")
		if r.Context().Err() != nil {
			return // the client has gone
		}
		if err == nil {
			p.Past.Summary = s.Summary(p.Lang, game.Summary)
			err = show(w, r, p, game)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			s.Missing(w, p)
		case err != nil:
			s.Refuse(w, r, err)
		}
	})
}

// snapshot returns a position of the game as a companion.Snapshot.
func (r *replay) snapshot(at engine.State) companion.Snapshot {
	return companion.Snapshot{
		GameID: r.ID, Game: r.rules.Name, Title: r.rules.Title, Labels: r.Labels, Bots: r.Bots,
		Version: r.film.Last(), View: at.View(), State: at,
	}
}

// AddRoutes registers the pages of past games.
func (s *Pages) AddRoutes(mux *site.Routes) {
	mux.HandleFunc("GET /loop/{game}", s.loop)
	mux.AtOnce("GET /games", s.queued(s.games))
	mux.AtOnce("GET /games/{id}", s.wound("past", s.gamePage))
	mux.AtOnce("GET /games/{id}/replay", s.wound("replay", s.replayPage))
	mux.AtOnce("GET /games/{id}/steps", s.wound("replay", s.replaySteps))
	mux.AtOnce("GET /games/{id}/sums", s.wound("sums", s.pastSums))
	mux.AtOnce("GET /games/{id}/panel.png", s.wound("replay", s.replayPicture))
	mux.AtOnce("GET /games/{id}/whatif", s.wound("whatif", s.whatIfPage))
	mux.AtOnce("POST /games/{id}/whatif", s.queued(s.Handle("/games/{id}/whatif", s.try)))
	s.Act(mux, "/games/{id}/remark", s.remark)
	mux.AtOnce("GET /games/statistics", s.queued(s.statisticsPage))
	s.Private(mux, "/games/players", site.Owning, s.playersPage)
	s.Act(mux, "/games/players", s.renamePlayer)
	s.Private(mux, "/games/plays", site.Owning, s.playsPage)
	s.Act(mux, "/games/plays", s.changePlays)
	mux.AtOnce("GET /games/{id}/play.xml", s.wound("past", s.playFile))
	mux.AtOnce("GET /games/{id}/play.csv", s.wound("past", s.playFile))
	mux.AtOnce("GET /b/{id}", s.wound("play", s.playPage))
	s.handOut(mux)
	mux.HandleFunc("GET /history/{id}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/games/"+url.PathEscape(r.PathValue("id")), http.StatusMovedPermanently)
	})
}
