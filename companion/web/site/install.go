package site

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"arbiter/companion/web/session"
)

// Over HTTPS, the pages can be installed like an app. What a phone keeps of them is the shell:
// style, script, icon, and a page that says that the table does not answer. Nothing of a game is
// kept.

// A manifest describes a web app to a browser: https://www.w3.org/TR/appmanifest/.
type manifest struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	ShortName  string         `json:"short_name"`
	StartURL   string         `json:"start_url"`
	Scope      string         `json:"scope"`
	Display    string         `json:"display"`
	Background string         `json:"background_color"`
	Theme      string         `json:"theme_color"`
	Icons      []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// An iconSize is one of the icon's pictures in a manifest.
type iconSize struct {
	name     string
	size     int
	maskable bool
	png      func() []byte
}

var iconSizes = []iconSize{
	drawnIcon("icon-192.png", 192, false), drawnIcon("icon-512.png", 512, false), drawnIcon("icon-maskable.png", 512, true),
}

// drawnIcon returns an icon that is drawn at its first request.
func drawnIcon(name string, size int, maskable bool) iconSize {
	return iconSize{name, size, maskable, sync.OnceValue(func() []byte { return icon(size, maskable) })}
}

func (s *Server) installable(mux *Routes) {
	mux.HandleFunc("GET /manifest.webmanifest", showManifest)
	mux.HandleFunc("GET /worker.js", worker)
	mux.HandleFunc("GET /offline", s.offlinePage)
	for _, i := range iconSizes {
		mux.HandleFunc("GET /"+i.name, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			w.Header().Set("Cache-Control", "public, max-age=86400")
			w.Write(i.png())
		})
	}
}

func showManifest(w http.ResponseWriter, _ *http.Request) {
	m := manifest{
		ID: "/", Name: "Arbiter", ShortName: "Arbiter", StartURL: "/", Scope: "/", Display: "standalone", Background: "#14161c", Theme: "#14161c",
		Icons: []manifestIcon{{address("icon.svg"), "any", "image/svg+xml", "any"}},
	}
	for _, i := range iconSizes {
		side, purpose := strconv.Itoa(i.size), "any"
		if i.maskable {
			purpose = "maskable"
		}
		m.Icons = append(m.Icons, manifestIcon{"/" + i.name, side + "x" + side, "image/png", purpose})
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	json.NewEncoder(w).Encode(m)
}

// shell returns the addresses that a phone keeps. Each changes with its content, except for the
// page that says that the table does not answer.
func shell() []string {
	list := []string{"/offline", "/static/saira-500.woff2", "/static/saira-700.woff2"}
	for _, name := range []string{"look.css", "look.js", "icon.svg"} {
		list = append(list, address(name))
	}
	return list
}

// worker serves the service worker that keeps the shell. It changes with the shell, which makes the
// browser fetch the new one.
func worker(w http.ResponseWriter, _ *http.Request) {
	text, err := fs.ReadFile(files, "templates/worker.js")
	if err != nil {
		panic(err) // it is embedded
	}
	list, err := json.Marshal(shell())
	if err != nil {
		panic(err) // strings can always be encoded
	}
	h := fnv.New64a()
	h.Write(list)
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	fmt.Fprint(w, strings.NewReplacer("{{shell}}", string(list), "{{name}}", fmt.Sprintf("shell-%x", h.Sum64())).Replace(string(text)))
}

// offlinePage is what an installed page shows while the table does not answer.
func (s *Server) offlinePage(w http.ResponseWriter, r *http.Request) {
	s.Write(w, http.StatusOK, Document{Viewer: session.Viewer{Lang: s.LanguageOf(r)}, Kind: "offline", Look: true, Path: "/"})
}
