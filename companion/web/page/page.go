// Package page is what people see of a game in a browser: one file for each part of
// a page, with the type of the part, what makes it of a Context, and beside it the
// template, the style and the script of the same name. A template sees its own type
// and nothing else, so what a part can tell is read in one file.
//
// A part answers no request and knows no cookie; package web does. Pages that are not a
// seat's have their parts in packages below.
package page

import (
	"cmp"
	"embed"
	"html/template"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Look is what the parts of this package are drawn with: templates, styles and scripts.
//
//go:embed *.html *.css *.js assets
var Look embed.FS

// Templates are the sources of the parts in these files, each by the name of its file.
func Templates(all ...fs.FS) map[string]string {
	sources := map[string]string{}
	for _, f := range named(".html", all) {
		sources[f.name] = string(f.read())
	}
	return sources
}

// Asset is a file that pages fetch: look.css and look.js are all styles and all scripts
// in these files, those of base first; fonts lie as they are.
func Asset(name string, all ...fs.FS) ([]byte, error) {
	switch name {
	case "look.css":
		return joined(".css", all), nil
	case "look.js":
		return joined(".js", all), nil
	}
	return fs.ReadFile(Look, "assets/"+name)
}

func joined(ending string, all []fs.FS) (text []byte) {
	for _, f := range named(ending, all) {
		text = append(text, f.read()...)
	}
	return text
}

// A file is one of those that come with the program.
type file struct {
	fs.FS
	name string
}

func (f file) read() []byte {
	text, err := fs.ReadFile(f.FS, f.name)
	if err != nil {
		panic(err) // it comes with the program
	}
	return text
}

// named lists the files with an ending by their names, those of base first.
func named(ending string, all []fs.FS) (list []file) {
	for _, x := range all {
		names, err := fs.Glob(x, "*"+ending)
		if err != nil {
			panic(err) // the pattern is ours
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

// Funcs are what the templates of the parts call, besides say, and once, which fills in a
// template of what was drawn before only if its data are others.
func Funcs() template.FuncMap {
	return template.FuncMap{"icon": icon, "seatmark": mark, "colormark": colormark, "sign": amountSign, "seatshape": Seat.Sign, "hyphenated": hyphenated}
}

// A Link leads to a page; Here: it is this one.
type Link struct {
	Href, ID, Title, Words string
	Here                   bool
}

// A Part is a part of a page that changes while people look at it: the page has it in
// the element part-NAME, and the template NAME draws its data.
type Part struct {
	Name string
	Data any
}

// Layout is the part that tells the styles what there is to be laid out: those of the words
// that are true, as the attribute data-layout. Were the styles to look for it themselves, by
// :has, a browser would style the whole page anew whenever anything in it changes.
func Layout(words map[string]bool) Part {
	for word, is := range words {
		if !is {
			delete(words, word)
		}
	}
	return Part{"layout", strings.Join(slices.Sorted(maps.Keys(words)), " ")}
}

// Play are the parts of the page of a seat.
func Play(c Context) []Part {
	c = c.Keeping()
	moves := NewMoves(c)
	board := NewBoard(c)
	seats := NewSeats(c)
	if board.Race != nil {
		seats = Seats{} // the race says it all
	}
	ask := NewPrompt(c, moves)
	if board.End != nil {
		ask.Then, board.End.Result = board.End.Result, "" // below the names of who has won
	}
	offers, dock := NewOffers(c, moves), NewDock(c, moves)
	parts := []Part{
		Layout(map[string]bool{
			"phase-" + c.Snap.View.Phase: true, "over": board.Over != nil, "offers": offers.Open(), "shelf": len(c.displays()) > 0, "dice": dock.Dice != nil || len(dock.Faces) > 0,
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

// The letters that stay together where a word is divided, in German and Spanish.
var together = []string{"sch", "ch", "ck", "ph", "th", "qu", "ll", "rr", "bl", "br", "cl", "cr", "dr", "fl", "fr", "gl", "gr", "kl", "kr", "pl", "pr", "tr"}

// The later parts of German compounds, before which these are divided first: a syllable
// alone does not tell where they begin (Lebens-punkte, Höllen-angriff).
var parts = []string{
	"punkt", "stapel", "angriff", "aufstieg", "energie", "splitter", "schleier", "sphäre", "legen", "geben", "nehmen", "edelung", "einander", "schritten",
	"tauschen", "parent", "sturm", "stein", "station", "stachel", "spiel", "sparer", "ständig", "gelassen", "sprung", "stoff", "stieg", "änderbar",
}

const softHyphen = "\u00ad"

// hyphenated tells where long words may be divided, for narrow cards: before the last
// consonant of those between two vowels, if the word does not tell it itself. Browsers
// know it of few languages.
func hyphenated(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		if letters := []rune(word); len(letters) > 10 && !strings.Contains(word, softHyphen) {
			words[i] = compound(word)
		}
	}
	return strings.Join(words, " ")
}

// compound divides a word before a part, and what is on both sides of that.
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

// begins is where the syllable of a consonant begins.
func begins(word []rune, i int) int {
	for n := 2; n > 0; n-- {
		if i >= n && slices.Contains(together, strings.ToLower(string(word[i-n:i+1]))) {
			return i - n
		}
	}
	return i
}

func vowel(r rune) bool { return strings.ContainsRune("aeiouyäöüáéíóúü", unicode.ToLower(r)) }
