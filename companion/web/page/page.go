// Package page is what people see of a game in a browser: one file for each part of
// a page, with the type of the part, what makes it of a Context, and beside it the
// template, the style and the script of the same name. A template sees its own type
// and nothing else, so what a part can tell is read in one file.
//
// A part answers no request and knows no cookie; package web does.
package page

import (
	"embed"
	"html/template"
	"io/fs"
	"slices"
	"strings"
)

//go:embed *.html *.css *.js assets
var files embed.FS

// Templates are the sources of the parts, each by the name of its file.
func Templates() map[string]string {
	all := map[string]string{}
	for _, name := range named(".html") {
		all[name] = string(read(name))
	}
	return all
}

// Asset is a file that pages fetch: look.css and look.js are all styles and all
// scripts of the parts, those of base first; fonts lie as they are.
func Asset(name string) ([]byte, error) {
	switch name {
	case "look.css":
		return joined(".css"), nil
	case "look.js":
		return joined(".js"), nil
	}
	return fs.ReadFile(files, "assets/"+name)
}

func joined(ending string) []byte {
	var all []byte
	for _, name := range named(ending) {
		all = append(all, read(name)...)
	}
	return all
}

// named lists the files with an ending, those of base first.
func named(ending string) []string {
	all, err := fs.Glob(files, "*"+ending)
	if err != nil {
		panic(err) // the pattern is ours
	}
	slices.SortStableFunc(all, func(a, b string) int { return order(a) - order(b) })
	return all
}

func order(name string) int {
	if strings.HasPrefix(name, "base.") {
		return 0
	}
	return 1
}

func read(name string) []byte {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it comes with the program
	}
	return text
}

// Funcs are what the templates of the parts call, besides say, and once, which fills in a
// template of what was drawn before only if its data are others.
func Funcs() template.FuncMap {
	return template.FuncMap{"icon": icon, "seatmark": mark, "colormark": colormark, "sign": amountSign, "seatshape": Seat.Sign, "hyphenated": hyphenated, "stars": stars, "reelkey": reelKey, "arg": func(name string, p Pick) namedPick { return namedPick{name, p} }}
}
