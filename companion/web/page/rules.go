package page

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"arbiter/engine"
)

// Rules are the rules of a game, for people to look up.
type Rules struct {
	Game     string // as in addresses
	Title    string
	Asked    string // what was searched for
	Chapters []RulesChapter
	All      string // address of all chapters; "" if these are all
	Others   []Link // the rules of other games
	Back     string // address of the page before; "" if unknown
}

// A RulesChapter is a chapter with the sentences that were found.
type RulesChapter struct {
	Name, Title string
	Open        bool
	Sentences   []string
}

// RulesAddress is the address of the rules of a game.
func RulesAddress(game string) string { return "/rules/" + url.PathEscape(game) }

// Passages returns a function that returns the address of the chapter that a source means; "" if
// there is none.
func Passages(g engine.Game) func(engine.Text) string {
	return func(source engine.Text) string {
		for _, c := range g.Rules {
			if slices.ContainsFunc(c.Cited, source.Equal) {
				return RulesAddress(g.Name) + "?at=" + c.Name
			}
		}
		return ""
	}
}

// NewRules returns the rules of a game: the chapter at if there is one, else all; of those the
// sentences with all words that were asked for.
func NewRules(g engine.Game, say func(engine.Text) string, at, asked string) Rules {
	r := Rules{Game: g.Name, Title: say(g.Called()), Asked: asked}
	one := slices.ContainsFunc(g.Rules, func(c engine.Chapter) bool { return c.Name == at })
	if one {
		r.All = RulesAddress(g.Name)
	}
	words := strings.Fields(plain(asked))
	for _, c := range g.Rules {
		if one && c.Name != at {
			continue
		}
		x := RulesChapter{Name: c.Name, Title: say(c.Title), Open: one || len(words) > 0}
		titled := contains(x.Title, words)
		for _, s := range c.Sentences {
			if said := say(s); titled || contains(said, words) {
				x.Sentences = append(x.Sentences, said)
			}
		}
		if len(x.Sentences) > 0 {
			r.Chapters = append(r.Chapters, x)
		}
	}
	return r
}

func contains(text string, words []string) bool {
	text = plain(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// plain writes a text as it is typed in a hurry: in small letters, without accents.
func plain(text string) string { return unaccented.Replace(strings.Map(unicode.ToLower, text)) }

var unaccented = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u", "ñ", "n", "ä", "a", "ö", "o", "ß", "ss", "\u00ad", "")
