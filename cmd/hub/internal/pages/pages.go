// Package pages shows what a hub knows: boards of running games, evenings, players, a league, and who
// sits where next time. It answers GET alone and knows nobody, so whoever reaches it reads what tables
// have given away, and nothing else.
package pages

import (
	"bytes"
	"context"
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"arbiter/cmd/hub/internal/rating"
	"arbiter/companion/words"
	"arbiter/engine"
)

//go:embed *.html style.css live.js
var files embed.FS

// A Server has the pages.
type Server struct {
	db     *pgxpool.Pool
	boards *Boards
	filled map[string]*template.Template // by language
	say    func(lang string, t engine.Text) string
	now    func() time.Time
	logger *slog.Logger
	league cached[[]Standing]
}

// New returns the pages of a database and of boards.
func New(db *pgxpool.Pool, boards *Boards, catalogue *words.Catalogue, logger *slog.Logger) (*Server, error) {
	s := &Server{db: db, boards: boards, filled: map[string]*template.Template{}, say: catalogue.Say, now: time.Now, logger: logger}
	for _, lang := range words.Languages() {
		t, err := template.New("").Funcs(template.FuncMap{
			"say":  func(format string, args ...any) string { return catalogue.Say(lang, engine.Say(format, args...)) },
			"lang": func() string { return lang },
			"term": func(name string) string { return catalogue.Term(lang, engine.Term(name)) },
			"day":  func(t time.Time) string { return t.Local().Format(time.DateOnly) },
			"hour": func(t time.Time) string { return t.Local().Format("15:04") },
		}).ParseFS(files, "*.html")
		if err != nil {
			return nil, err
		}
		s.filled[lang] = t
	}
	return s, nil
}

// Handler returns all of them.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.live)
	mux.HandleFunc("GET /live", s.stream)
	mux.HandleFunc("GET /evening", s.evening)
	mux.HandleFunc("GET /league", s.standings)
	mux.HandleFunc("GET /player", s.player)
	mux.HandleFunc("GET /seating", s.seating)
	for path, kind := range map[string]string{"style.css": "text/css", "live.js": "text/javascript"} {
		text, err := files.ReadFile(path)
		if err != nil {
			panic(err) // it is embedded
		}
		mux.HandleFunc("GET /"+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind+"; charset=utf-8")
			w.Write(text)
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; form-action 'self'; frame-ancestors 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		mux.ServeHTTP(w, r)
	})
}

// language returns the language of a request: ?lang= comes before the browser's preferences.
func (s *Server) language(r *http.Request) string {
	for _, part := range append([]string{r.URL.Query().Get("lang")}, strings.Split(r.Header.Get("Accept-Language"), ",")...) {
		lang, _, _ := strings.Cut(strings.TrimSpace(part), "-")
		lang, _, _ = strings.Cut(lang, ";")
		if s.filled[lang] != nil {
			return lang
		}
	}
	return words.English
}

// A Page is what a template is filled with.
type Page struct {
	Name string // of the template
	Lang string // as asked for; "" is that of the browser
	With any
}

func (s *Server) show(w http.ResponseWriter, r *http.Request, name string, with any, err error) {
	if err != nil {
		s.logger.Error("a page cannot be shown", "path", r.URL.Path, "err", err)
		http.Error(w, s.say(s.language(r), engine.Say("The hub's database does not answer.")), http.StatusServiceUnavailable)
		return
	}
	var out bytes.Buffer
	asked := r.URL.Query().Get("lang")
	if s.filled[asked] == nil {
		asked = ""
	}
	if err := s.filled[s.language(r)].ExecuteTemplate(&out, "page", Page{name, asked, with}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Language")
	w.Write(out.Bytes())
}

func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	all, _ := s.boards.Since(0)
	s.show(w, r, "live", all, nil)
}

// stream sends each board that changes, as the page has it.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	c := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	fill := s.filled[s.language(r)]
	for seen := uint64(0); ; {
		wait := s.boards.Wait()
		list, last := s.boards.Since(seen)
		seen = last
		var out bytes.Buffer
		for _, b := range list {
			var part bytes.Buffer
			if fill.ExecuteTemplate(&part, "board", b) == nil {
				out.WriteString("data: " + strings.ReplaceAll(part.String(), "\n", "\ndata: ") + "\n\n")
			}
		}
		if out.Len() == 0 {
			out.WriteString(": beat\n\n")
		}
		if c.SetWriteDeadline(s.now().Add(patience)) != nil {
			return
		}
		if _, err := w.Write(out.Bytes()); err != nil || c.Flush() != nil {
			return
		}
		select {
		case <-wait:
		case <-time.After(beat):
		case <-r.Context().Done():
			return
		}
	}
}

// beat is how often a silent stream says that it is alive, patience how long a client may take.
const beat, patience = 15 * time.Second, 20 * time.Second

func (s *Server) evening(w http.ResponseWriter, r *http.Request) {
	day, err := time.ParseInLocation(time.DateOnly, r.URL.Query().Get("day"), time.Local)
	if err != nil {
		if day, err = s.lastDay(r.Context()); err != nil {
			s.show(w, r, "", nil, err)
			return
		}
	}
	games, err := s.games(r.Context(), `finished >= $1 AND finished < $2`, day, day.AddDate(0, 0, 1))
	s.show(w, r, "evening", map[string]any{"Day": day, "Before": day.AddDate(0, 0, -1), "After": day.AddDate(0, 0, 1), "Games": games}, err)
}

func (s *Server) standings(w http.ResponseWriter, r *http.Request) {
	list, err := s.league.get(s.now(), func() ([]Standing, error) { return s.ranked(r.Context()) })
	s.show(w, r, "league", list, err)
}

func (s *Server) player(w http.ResponseWriter, r *http.Request) {
	name := storable(r.URL.Query().Get("name"))
	games, err := s.games(r.Context(), `EXISTS (SELECT FROM called c WHERE c.tab = e.tab AND c.game = e.game AND c.name = $1)`, name)
	s.show(w, r, "player", map[string]any{"Name": name, "Games": games}, err)
}

// storable leaves out what PostgreSQL has in no text.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}

// mostSeated is how many people are seated at once.
const mostSeated = 200

// seating proposes who sits where: those of the last evening, or those who are named.
func (s *Server) seating(w http.ResponseWriter, r *http.Request) {
	size, err := strconv.Atoi(r.URL.Query().Get("size"))
	if err != nil || size < 2 || size > 12 {
		size = 4
	}
	var names []string
	for line := range strings.Lines(storable(r.URL.Query().Get("names"))) {
		if name := strings.TrimSpace(line); name != "" && !slices.Contains(names, name) && len(names) < mostSeated {
			names = append(names, name)
		}
	}
	if !r.URL.Query().Has("names") {
		if names, err = s.lastPlayers(r.Context()); err != nil {
			s.show(w, r, "", nil, err)
			return
		}
	}
	met, err := s.meetings(r.Context(), names)
	tables := rating.Tables(names, size, func(a, b string) int { return met[[2]string{min(a, b), max(a, b)}] })
	s.show(w, r, "seating", map[string]any{"Names": strings.Join(names, "\n"), "Size": size, "Tables": tables}, err)
}

// Serve answers until ctx ends.
func (s *Server) Serve(ctx context.Context, h *http.Server, serve func() error) error {
	h.Handler, h.ReadHeaderTimeout, h.IdleTimeout, h.MaxHeaderBytes = s.Handler(), 10*time.Second, time.Minute, 16<<10
	stop := context.AfterFunc(ctx, func() { _ = h.Close() })
	defer stop()
	if err := serve(); ctx.Err() == nil {
		return err
	}
	return nil
}
