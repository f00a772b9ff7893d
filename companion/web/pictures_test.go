package web_test

import (
	"fmt"
	"html/template"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
)

// A sight is how somebody looks at a page: a window, a theme and a language.
type sight struct {
	device        string
	width, height int64
	theme, lang   string
}

func (s sight) String() string {
	return fmt.Sprintf("%s-%dx%d-%s-%s", s.device, s.width, s.height, s.theme, s.lang)
}

func phone(theme, lang string) sight      { return sight{"phone", 390, 844, theme, lang} }
func stubby(theme, lang string) sight     { return sight{"phone", 390, 664, theme, lang} }
func tablet(theme, lang string) sight     { return sight{"tablet", 1024, 768, theme, lang} }
func desktop(theme, lang string) sight    { return sight{"desktop", 1440, 900, theme, lang} }
func television(theme, lang string) sight { return sight{"television", 1920, 1080, theme, lang} }

// Each state is seen in one of these ways: not in every window, theme and language, but
// in each of them.
var (
	seated   = []sight{phone("dark", "de"), stubby("dark", "de"), phone("light", "es"), tablet("dark", "es"), desktop("light", "en"), desktop("dark", "de")}
	watched  = []sight{television("dark", "en"), television("light", "de"), tablet("dark", "es"), phone("light", "en")}
	readThen = []sight{phone("dark", "de"), phone("light", "es"), desktop("dark", "en"), desktop("light", "de")}
	glanced  = []sight{phone("dark", "en"), tablet("light", "de")}
)

// inReadme are the pictures that the README shows, by the part that they are of. They are
// kept beside the others as WebP, which is small.
var inReadme = map[string]string{"television": "table-four-act-television-1920x1080-dark-en", "council": "council-turn-tablet-1024x768-dark-en", "full": "full-act-desktop-1440x900-light-en"}

// A gallery is a folder of pictures with a page that shows them.
type gallery struct {
	*testing.T
	dir    string
	only   string // the one picture that is wanted; "" for all
	states []pictured
}

// A pictured state has a name, and the names of its pictures.
type pictured struct {
	Name  string
	Files []string
}

// TestPictures makes pictures of all states of the pages: make pictures; those of the
// README alone with ONLY=readme.
func TestPictures(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("nobody wants to look at pictures; make pictures makes them")
	}
	g := &gallery{T: t, dir: dir}
	check(t, os.MkdirAll(filepath.Join(dir, "readme"), 0o755))
	for _, part := range []struct {
		name string
		make func()
	}{{"before", g.beginnings}, {"guide", g.guide}, {"full", g.fullBook}, {"television", g.onTelevision}, {"tracks", g.tracksBook}, {"council", g.councils}, {"casting", g.castings}, {"clock", g.clocks}, {"past", g.pastGames}, {"owner", g.owners}} {
		g.only = inReadme[part.name]
		if os.Getenv("ONLY") != "readme" {
			g.only = ""
		} else if g.only == "" {
			continue
		}
		t.Run(part.name, func(t *testing.T) {
			g.T = t
			part.make()
		})
	}
	g.T = t
	g.index()
	for _, name := range inReadme {
		if _, err := os.Stat(filepath.Join(dir, "readme", name+".webp")); err != nil {
			t.Errorf("no state makes the picture %s of the README", name)
		}
	}
}

// device opens a page that keeps still: nothing travels on it.
func (g *gallery) device(h *house) *chromium.Page {
	p := browse(g.T, true).Page(g.T, h.url, "en", 390, 844)
	p.Prefer("reduced-motion", "reduce")
	return p
}

// take takes pictures of a page as all sights see it, after prepare has brought it to
// the state that is meant.
func (g *gallery) take(p *chromium.Page, name, path string, sights []sight, prepare ...func()) {
	g.Helper()
	for _, s := range sights {
		if g.only != "" && g.only != name+"-"+s.String() {
			continue
		}
		post(p, "/lang", "lang", s.lang)
		p.Resize(s.width, s.height)
		p.Prefer("color-scheme", s.theme)
		p.Open(path)
		for _, f := range prepare {
			f()
		}
		g.keep(p, name, s)
	}
}

// still takes pictures of a page that is open, in its own language.
func (g *gallery) still(p *chromium.Page, name string, sights []sight) {
	g.Helper()
	lang := chromium.Ask[string](p, `document.documentElement.lang`)
	for _, s := range sights {
		p.Resize(s.width, s.height)
		p.Prefer("color-scheme", s.theme)
		if s.lang = lang; g.only == "" {
			g.keep(p, name, s)
		}
	}
}

func (g *gallery) keep(p *chromium.Page, name string, s sight) {
	g.Helper()
	p.Until(`document.fonts.status === "loaded" && !("busy" in document.body.dataset) && document.getAnimations().every((a) => a.playState !== "running" || a.effect.getComputedTiming().endTime === Infinity)`)
	file := name + "-" + s.String()
	picture, err := p.Picture()
	check(g.T, err)
	check(g.T, os.WriteFile(filepath.Join(g.dir, file+".png"), picture, 0o644))
	if slices.Contains(slices.Collect(maps.Values(inReadme)), file) {
		small, err := p.WebP(75)
		check(g.T, err)
		check(g.T, os.WriteFile(filepath.Join(g.dir, "readme", file+".webp"), small, 0o644))
	}
	if n := len(g.states); n == 0 || g.states[n-1].Name != name {
		g.states = append(g.states, pictured{Name: name})
	}
	last := &g.states[len(g.states)-1]
	last.Files = append(last.Files, file+".png")
}

// index writes the page that shows all pictures.
func (g *gallery) index() {
	f, err := os.Create(filepath.Join(g.dir, "index.html"))
	check(g.T, err)
	check(g.T, galleryPage.Execute(f, g.states))
	check(g.T, f.Close())
	g.Logf("%d states are in %s", len(g.states), filepath.Join(g.dir, "index.html"))
}

var galleryPage = template.Must(template.New("").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures of Arbiter</title>
<style>body { font: 16px sans-serif; background: #222; color: #eee; } div { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; } figure { margin: 0; } img { height: 420px; width: auto; max-width: 94vw; object-fit: contain; } figcaption { font-size: 12px; }</style>
<h1>Pictures of Arbiter</h1>{{range .}}<h2 id="{{.Name}}">{{.Name}}</h2><div>{{range .Files}}<figure><a href="{{.}}"><img src="{{.}}" alt="" loading="lazy"></a><figcaption>{{.}}</figcaption></figure>{{end}}</div>{{end}}</html>
`))

// post sends a form from a page: names and values in turn.
func post(p *chromium.Page, path string, pairs ...string) {
	p.Helper()
	var body []string
	for i := 0; i < len(pairs); i += 2 {
		body = append(body, template.URLQueryEscaper(pairs[i])+"="+template.URLQueryEscaper(pairs[i+1]))
	}
	said := chromium.Ask[string](p, fmt.Sprintf(`((r) => { r.open("POST", %q, false); r.setRequestHeader("Content-Type", "application/x-www-form-urlencoded"); r.setRequestHeader("Accept", "application/json"); r.send(%q); return r.status < 400 ? "" : r.status + " " + r.responseText })(new XMLHttpRequest())`, path, strings.Join(body, "&")))
	if said != "" {
		p.Fatalf("POST %s %q: %s", path, pairs, said)
	}
}
