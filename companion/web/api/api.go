// Package api tells other programs what a spectator sees: as JSON, as a stream of it, and as an
// overlay for videos.
package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/companion/spectator"
	"arbiter/companion/web/site"
)

// Description is the OpenAPI 3.1 document of the API.
//
//go:embed openapi.json
var Description []byte

// overlay is a page for a browser source in OBS that uses only the API.
//
//go:embed overlay.html overlay.css overlay.js
var overlay embed.FS

// Pages are the addresses for other programs.
type Pages struct {
	*site.Server
	feed func() *spectator.Feed // begins it at the first call
}

// New returns the pages of a server.
func New(b *site.Server) *Pages {
	s := &Pages{b, sync.OnceValue(func() *spectator.Feed { return spectator.NewFeed(b.Table, b.Opts.API.Delay, time.Now) })}
	if b.Opts.API.On {
		s.feed() // what is delayed has to be seen when it happens
	}
	return s
}

// AddRoutes registers the pages.
func (s *Pages) AddRoutes(mux *site.Routes) {
	mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, Description) })
	mux.HandleFunc("GET /api/table", s.open(s.table))
	mux.HandleFunc("GET /api/events", s.open(s.events))
	if !s.Opts.API.On {
		return // there would be nothing to show
	}
	for path, file := range map[string][2]string{"/overlay": {"overlay.html", "text/html"}, "/overlay/overlay.css": {"overlay.css", "text/css"}, "/overlay/overlay.js": {"overlay.js", "text/javascript"}} {
		text, err := overlay.ReadFile(file[0])
		if err != nil {
			panic(err) // it is embedded
		}
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", file[1]+"; charset=utf-8")
			w.Write(text)
		})
	}
}

// open answers clients that may ask, and tells others why not.
func (s *Pages) open(show http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if token == "" {
			token = r.URL.Query().Get("token")
		}
		switch want := s.Opts.API.Token; {
		case !s.Opts.API.On:
			refuse(w, http.StatusNotFound, "other programs are told nothing; the owner of the device can change that at /settings")
		case want != "" && subtle.ConstantTimeCompare([]byte(token), []byte(want)) != 1:
			w.Header().Set("WWW-Authenticate", "Bearer")
			refuse(w, http.StatusUnauthorized, "send the token that the owner of the device finds at /settings, as Authorization: Bearer TOKEN or as ?token=TOKEN")
		default:
			show(w, r)
		}
	}
}

func refuse(w http.ResponseWriter, status int, why string) {
	text, _ := json.Marshal(map[string]string{"error": why})
	answer(w, status, text)
}

func answer(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	w.Write(body) // #nosec G705 -- JSON, sent as JSON
}

// table returns the present game, or 304 if the client has it already.
func (s *Pages) table(w http.ResponseWriter, r *http.Request) {
	snap, err := s.feed().Snapshot(r.Context())
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, "the table does not answer")
		return
	}
	text, tag := s.told(s.language(r), snap)
	w.Header().Set("ETag", `"`+tag+`"`)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Vary", "Accept-Language, Authorization")
	if strings.Contains(r.Header.Get("If-None-Match"), `"`+tag+`"`) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	answer(w, http.StatusOK, text)
}

// language returns the language of the request: ?lang= comes before the browser's preferences.
func (s *Pages) language(r *http.Request) string {
	if lang := r.URL.Query().Get("lang"); site.Speaks(lang) {
		return lang
	}
	return s.LanguageOf(r)
}

// told returns a snapshot as others get it, and an entity tag for it.
func (s *Pages) told(lang string, snap companion.Snapshot) (text []byte, tag string) {
	say, named := s.SpeakerAbroad(lang, snap)
	text, err := json.Marshal(spectator.Of(snap, say, named))
	if err != nil {
		panic(err) // it consists of numbers and words
	}
	sum := sha256.Sum256(text)
	return text, hex.EncodeToString(sum[:12])
}

// events sends the game whenever it has changed, and at first unless the last event that the client
// got, by Last-Event-ID, had the same content.
func (s *Pages) events(w http.ResponseWriter, r *http.Request) {
	st, ctx, leave := s.OpenStream(w, r, s.Viewer(r, ""))
	if st == nil {
		return
	}
	defer leave()
	shots, err := s.feed().Watch(ctx)
	if err != nil {
		http.Error(w, "the table does not answer", http.StatusServiceUnavailable)
		return
	}
	if err := s.follow(r, st, shots); err != nil {
		s.Logger.Debug("event stream ends", "page", "api", "err", err)
	}
}

func (s *Pages) follow(r *http.Request, st *site.Stream, shots <-chan companion.Snapshot) error {
	if err := st.Begin(); err != nil {
		return err
	}
	beat := time.NewTicker(s.Opts.Streams.Heartbeat)
	defer beat.Stop()
	lang, have := s.language(r), r.Header.Get("Last-Event-ID")
	snap, known := companion.Snapshot{}, false
	for {
		rung := s.Changes.Wait() // somebody agrees to a name being told
		if known {
			text, tag := s.told(lang, snap)
			if tag != have {
				if err := st.Send(fmt.Appendf(nil, "id: %s\nevent: table\ndata: %s\n\n", tag, text)); err != nil {
					return err
				}
			}
			have = tag
		}
		select {
		case next, ok := <-shots:
			if !ok {
				return nil
			}
			snap, known = next, true
		case <-rung:
		case <-beat.C:
			if err := st.Beat(); err != nil {
				return err
			}
		case <-s.Closing:
			return nil
		case <-r.Context().Done():
			return nil
		}
	}
}

// Abroad calls tell with what /api/table has, in a language, at first and after each change, until
// ctx or the table ends. It skips what changes while tell is at work, but never the last.
func (s *Pages) Abroad(ctx context.Context, lang string, tell func(spectator.Table)) error {
	shots, err := s.feed().Watch(ctx)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	if !site.Speaks(lang) {
		lang = s.Opts.Program.Lang
	}
	snap, known := companion.Snapshot{}, false
	for {
		rung := s.Changes.Wait() // somebody agrees to a name being told
		if known {
			say, named := s.SpeakerAbroad(lang, snap)
			tell(spectator.Of(snap, say, named))
		}
		select {
		case next, ok := <-shots:
			if !ok {
				return nil
			}
			snap, known = next, true
		case <-rung:
		case <-ctx.Done():
			return nil
		}
	}
}
