package site

import (
	"net/http"
	"slices"
	"strings"

	"arbiter/companion/web/session"
	"arbiter/engine"
)

const (
	English    = "en"
	langCookie = "lang"
)

// A language is one that pages are written in, with its name in that language.
type language struct{ Code, Name string }

// Languages are the languages of pages.
var Languages = []language{{"de", "Deutsch"}, {"en", "English"}, {"es", "Español"}}

// Speaks reports whether pages are written in a language.
func Speaks(code string) bool {
	return slices.ContainsFunc(Languages, func(l language) bool { return l.Code == code })
}

func unnamed(engine.Seat) string { return "" }

// LanguageOf returns the language that was chosen in the browser, or else the first of its
// preferences that we have.
func (s *Server) LanguageOf(r *http.Request) string {
	if code := session.Liking(r, langCookie); Speaks(code) {
		return code
	}
	for wish := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(wish), ";")
		code, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if Speaks(code) {
			return code
		}
	}
	return s.Opts.Program.Lang
}

func (s *Server) chooseLanguage(w http.ResponseWriter, r *http.Request) {
	code := r.PostFormValue("lang")
	if !Speaks(code) {
		http.Error(w, "there is no such language", http.StatusBadRequest)
		return
	}
	http.SetCookie(w, session.Cookie(r, langCookie, code))
	http.Redirect(w, r, Inside(r.PostFormValue("back")), http.StatusSeeOther)
}

// Inside returns path if it leads to a page of ours, else the home page.
func Inside(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return "/"
	}
	return path
}
