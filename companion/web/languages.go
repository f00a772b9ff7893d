package web

import (
	"net/http"
	"slices"
	"strings"

	"arbiter/companion/web/session"
	"arbiter/engine"
)

const (
	english    = "en"
	langCookie = "lang"
)

// A language is one that pages are written in. Its name is in the language.
type language struct{ Code, Name string }

var languages = []language{{"de", "Deutsch"}, {"en", "English"}, {"es", "Español"}}

func speaks(code string) bool {
	return slices.ContainsFunc(languages, func(l language) bool { return l.Code == code })
}

func unnamed(engine.Seat) string { return "" }

// languageOf is the language that a browser has chosen, else the first of ours
// that it asks for.
func (s *Server) languageOf(r *http.Request) string {
	if c, err := session.CookieOf(r, langCookie); err == nil && speaks(c.Value) {
		return c.Value
	}
	for wish := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(wish), ";")
		code, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if speaks(code) {
			return code
		}
	}
	return s.opts.Lang
}

func (s *Server) chooseLanguage(w http.ResponseWriter, r *http.Request) {
	code := r.PostFormValue("lang")
	if !speaks(code) {
		http.Error(w, "there is no such language", http.StatusBadRequest)
		return
	}
	http.SetCookie(w, session.Cookie(r, langCookie, code))
	http.Redirect(w, r, inside(r.PostFormValue("back")), http.StatusSeeOther)
}

// inside returns path if it leads to a page of ours, else the home page.
func inside(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return "/"
	}
	return path
}
