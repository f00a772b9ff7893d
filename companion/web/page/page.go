// Package page is what people see of a game in a browser. Each part of a page is a file with its
// type and constructor, beside a template, style and script of the same name. A template sees only
// its own type, so one file shows everything that a part can tell.
//
// A part answers no request and knows no cookie; package web does. Pages that are not a seat's have
// their parts in packages below this one.
package page

import (
	"cmp"
	"embed"
	"encoding/base64"
	"html/template"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Look has the templates, styles and scripts of this package.
//
//go:embed *.html *.css *.js assets
var Look embed.FS

// Templates returns the sources of the templates in these file systems, by file name. Lines that
// begin with a tab are joined to the line before them: a line break and its tabs are nothing before
// a tag or an action, else a space, so that pages have no spaces that only make templates readable.
func Templates(all ...fs.FS) map[string]string {
	sources := map[string]string{}
	for _, f := range named(".html", all) {
		sources[f.name] = unindented(string(f.read()))
	}
	return sources
}

var indented = regexp.MustCompile(`\n\t+(<|{{)?`)

func unindented(text string) string {
	return indented.ReplaceAllStringFunc(text, func(s string) string {
		return cmp.Or(strings.TrimLeft(s, "\n\t"), " ")
	})
}

// Asset returns a file for browsers: look.css and look.js join all styles and all scripts in these
// file systems, those of base first; fonts are returned as they are.
func Asset(name string, all ...fs.FS) ([]byte, error) {
	switch name {
	case "look.css":
		return joined(".css", all), nil
	case "look.js":
		return joined(".js", all), nil
	}
	return fs.ReadFile(Look, "assets/"+name)
}

// FontFaces returns styles with our fonts in them, for pictures that leave the device.
var FontFaces = sync.OnceValue(func() string {
	var faces string
	for _, weight := range []string{"500", "700"} {
		font, err := Asset("saira-" + weight + ".woff2")
		if err != nil {
			panic(err) // it is embedded
		}
		faces += `@font-face{font-family:Saira;font-weight:` + weight + `;src:url("data:font/woff2;base64,` + base64.StdEncoding.EncodeToString(font) + `")}`
	}
	return faces
})

func joined(ending string, all []fs.FS) (text []byte) {
	for _, f := range named(ending, all) {
		text = append(text, f.read()...)
	}
	return text
}

// A file is an embedded file.
type file struct {
	fs.FS
	name string
}

func (f file) read() []byte {
	text, err := fs.ReadFile(f.FS, f.name)
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}

// named returns the files with an extension in order of their names, those of base first.
func named(ending string, all []fs.FS) (list []file) {
	for _, x := range all {
		names, err := fs.Glob(x, "*"+ending)
		if err != nil {
			panic(err) // the pattern is valid
		}
		for _, name := range names {
			list = append(list, file{x, name})
		}
	}
	slices.SortFunc(list, func(a, b file) int { return cmp.Or(order(a.name)-order(b.name), cmp.Compare(a.name, b.name)) })
	return list
}

func order(name string) int {
	if strings.HasPrefix(name, "base.") {
		return 0
	}
	return 1
}

// Funcs returns the functions that the templates of parts call, besides say and once, which
// executes a template only if its data have changed.
func Funcs() template.FuncMap {
	return template.FuncMap{"icon": icon, "seatmark": mark, "colormark": colormark, "sign": amountSign, "seatshape": Seat.Sign, "hyphenated": hyphenated}
}

// A Link leads to a page; Here marks the present one.
type Link struct {
	Href, ID, Title, Words string
	Here                   bool
}

// A Part is a part of a page that changes while people look at it: it is in the element part-NAME
// and drawn by the template NAME.
type Part struct {
	Name string
	Data any
}

// Layout returns the part that tells the styles what there is to lay out: the true words, as the
// attribute data-layout. If the styles used :has instead, a browser would restyle the whole page at
// every change.
func Layout(words map[string]bool) Part {
	for word, is := range words {
		if !is {
			delete(words, word)
		}
	}
	return Part{"layout", strings.Join(slices.Sorted(maps.Keys(words)), " ")}
}

// Play returns the parts of a seat's page.
func Play(c Context) []Part {
	c = c.Keeping()
	moves := NewMoves(c)
	board, seats := boardAndSeats(c)
	ask := NewPrompt(c, moves)
	if board.End != nil {
		ask.Then, board.End.Result = board.End.Result, "" // shown below the names of the winners
	}
	offers, dock := NewOffers(c, moves), NewDock(c, moves)
	parts := []Part{
		Layout(map[string]bool{
			"phase-" + c.Snap.View.Phase: true, "over": board.Over != nil, "offers": offers.Open(), "shelf": len(c.displays()) > 0, "rows": dock.Rows != nil, "dice": dock.Dice != nil || len(dock.Faces) > 0,
			"rise": board.Rise != nil, "own-rise": board.Rise != nil && board.Rise.Who.Me,
		}),
		{"seats", seats}, {"lately", NewLately(c)}, {"where", NewWhere(c)}, {"board", board}, {"ask", ask},
		{"offers", offers}, {"dock", dock}, {"purse", NewPurse(c)}, {"moves", moves}, {"piles", NewCards(c)}, {"told", NewTold(c)},
	}
	if c.Guided {
		parts = append(parts, Part{"guide", NewGuide(c)})
	}
	return parts
}

// Scene returns those parts of a seat's page that show what has happened.
func Scene(c Context) []Part {
	c = c.Keeping()
	board, seats := boardAndSeats(c)
	return []Part{{"seats", seats}, {"lately", NewLately(c)}, {"where", NewWhere(c)}, {"board", board}, {"purse", NewPurse(c)}, {"told", NewTold(c)}}
}

func boardAndSeats(c Context) (Board, Seats) {
	board := NewBoard(c)
	if board.Race != nil {
		return board, Seats{} // the race shows the same
	}
	return board, NewSeats(c)
}

// together are letters that are not separated by hyphenation in German and Spanish.
var together = []string{"sch", "ch", "ck", "ph", "th", "qu", "ll", "rr", "bl", "br", "cl", "cr", "dr", "fl", "fr", "gl", "gr", "kl", "kr", "pl", "pr", "tr"}

// parts are later parts of German compounds. These are divided before them first, because syllables
// alone do not tell where they begin (Lebens-punkte, Höllen-angriff).
var parts = []string{
	"punkt", "stapel", "angriff", "aufstieg", "energie", "splitter", "schleier", "sphäre", "legen", "geben", "nehmen", "edelung", "einander", "schritten",
	"tauschen", "parent", "sturm", "stein", "station", "stachel", "spiel", "sparer", "ständig", "gelassen", "sprung", "stoff", "stieg", "änderbar",
}

const softHyphen = "\u00ad"

// hyphenated adds soft hyphens to long words, for narrow cards: before the last consonant between
// two vowels, unless the word has some already. Browsers hyphenate few languages.
func hyphenated(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		if letters := []rune(word); len(letters) > 10 && !strings.Contains(word, softHyphen) {
			words[i] = compound(word)
		}
	}
	return strings.Join(words, " ")
}

// compound divides a word before one of parts, and then both halves.
func compound(word string) string {
	for _, part := range parts {
		if i := strings.LastIndex(strings.ToLower(word), part); i > 2 {
			return compound(word[:i]) + softHyphen + compound(word[i:])
		}
	}
	return divided([]rune(word))
}

func divided(word []rune) string {
	var b strings.Builder
	from := 0
	for i := 3; i < len(word)-2; i++ {
		if vowel(word[i]) || !vowel(word[i+1]) || !slices.ContainsFunc(word[from:i], vowel) {
			continue
		}
		if at := begins(word, i); at-from > 2 {
			b.WriteString(string(word[from:at]) + softHyphen)
			from = at
		}
	}
	return b.String() + string(word[from:])
}

// begins returns where the syllable of a consonant begins.
func begins(word []rune, i int) int {
	for n := 2; n > 0; n-- {
		if i >= n && slices.Contains(together, strings.ToLower(string(word[i-n:i+1]))) {
			return i - n
		}
	}
	return i
}

func vowel(r rune) bool { return strings.ContainsRune("aeiouyäöüáéíóúü", unicode.ToLower(r)) }
