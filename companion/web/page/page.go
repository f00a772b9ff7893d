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
	"slices"
	"strings"
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
