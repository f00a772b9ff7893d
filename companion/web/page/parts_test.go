package page_test

import (
	"bytes"
	"fmt"
	"html/template"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web/page"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/highcouncil"
	"arbiter/setups"
)

func TestMain(m *testing.M) {
	code := m.Run()
	chromium.End()
	os.Exit(code)
}

// A table is a game that chance has played for some steps, as one seat sees it.
type table struct {
	game  engine.Game
	seats string
	steps int
	seed  uint64
	extra []string
}

func council(seats string, steps int, extra ...string) table {
	return table{councilofshadows.Game, seats, steps, 1, append([]string{"book full", "module stations"}, extra...)}
}

func ring(seats string, steps int) table { return table{highcouncil.Game, seats, steps, 1, nil} }

// state plays the game: mostly what changes the board.
func (x table) state(t testing.TB) engine.State {
	t.Helper()
	var lines []string
	for _, box := range setups.Boxes(x.game.Name) {
		more, err := setups.BoxLines(x.game.Name, box)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, more...)
	}
	s, err := x.game.New(enginetest.Seats(x.seats), enginetest.Facts(t, x.game, append(lines, x.extra...)...))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(x.seed, 0))
	for range x.steps {
		legal := s.Legal()
		if len(legal) == 0 {
			break
		}
		c := legal[r.IntN(len(legal))]
		if last := legal[len(legal)-1]; c == last {
			c = legal[r.IntN(len(legal))]
		}
		events, err := s.Decide(c)
		if err != nil {
			t.Fatal(err)
		}
		s = engine.Fold(s, events...)
	}
	return s
}

// context is what parts are made of, for one viewer in one language.
func (x table) context(t testing.TB, seat engine.Seat, lang string) page.Context {
	t.Helper()
	s := x.state(t)
	say := speak(t, lang)
	return page.Context{
		Lang: lang, Game: x.game, Say: say, Virtual: true,
		Snap: companion.Snapshot{GameID: "1", Game: x.game.Name, Seat: seat, View: s.View(), State: s},
	}
}

func speak(t testing.TB, lang string) func(engine.Text) string {
	t.Helper()
	c, err := words.Load(setups.Words())
	if err != nil {
		t.Fatal(err)
	}
	names := map[engine.Seat]string{"purple": "Ana", "red": "Ben", "green": "Cleo", "blue": "Dan", "white": "Ana", "yellow": "Cleo"}
	return c.With(lang, func(s engine.Seat) string { return names[s] })
}

// templates are all parts in a language.
func templates(t testing.TB, c page.Context) *template.Template {
	t.Helper()
	all := template.New("")
	all.Funcs(page.Funcs()).Funcs(template.FuncMap{
		"once": func(name string, data any) (template.HTML, error) {
			var b strings.Builder
			err := all.ExecuteTemplate(&b, name, data)
			return template.HTML(b.String()), err
		},
		"say": func(format string, args ...any) string { return c.Say(engine.Text{Format: format, Args: args}) },
	})
	for name, text := range page.Templates(page.Look) {
		if _, err := all.New(name).Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// draw is the part as it is sent: a template with its data.
func draw(t testing.TB, c page.Context, part string, data any) string {
	t.Helper()
	var b bytes.Buffer
	if err := templates(t, c).ExecuteTemplate(&b, part, data); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// serve shows parts, each at an address of its own, alone on a page that they fill.
func serve(t testing.TB, parts map[string]string) string {
	t.Helper()
	symbols := draw(t, page.Context{Say: func(x engine.Text) string { return x.String() }}, "symbols", nil)
	mux := http.NewServeMux()
	mux.HandleFunc("/static/{name}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		file, err := page.Asset(name, page.Look)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		switch {
		case strings.HasSuffix(name, ".css"):
			w.Header().Set("Content-Type", "text/css; charset=utf-8")
		case strings.HasSuffix(name, ".js"):
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		}
		_, _ = w.Write(file)
	})
	mux.HandleFunc("/{name...}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Parts</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/static/look.css"><style>.stage{height:100dvh}</style><body>%s<main class="stage" id="part-board">%s</main><script src="/static/look.js"></script>`, symbols, parts[r.PathValue("name")])
	})
	return chromium.Serve(t, mux)
}

func TestIndentedLinesAreJoined(t *testing.T) {
	source := "{{define \"x\"}}\n\t<p class=\"a\"\n\t\tid=\"b\">\n\t\tone\n\t\ttwo\n\t</p>\n\n\t{{if .}}<i></i>{{end}}\n<b>{{end}}"
	const want = "{{define \"x\"}}<p class=\"a\" id=\"b\"> one two</p>\n{{if .}}<i></i>{{end}}\n<b>{{end}}"
	got := page.Templates(fstest.MapFS{"x.html": {Data: []byte(source)}})["x.html"]
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
