// Package pastpage is what people see of past games: the list, one game, its replay,
// statistics and the coach. As in package page, each part is a file with its type and
// what makes it, and beside it the template, the style and the script of its name.
package pastpage

import (
	"embed"
	"html/template"
)

// Look is what the parts of this package are drawn with.
//
//go:embed *.html *.css *.js
var Look embed.FS

// Funcs are what the templates of the parts call, besides those of package page.
func Funcs() template.FuncMap {
	return template.FuncMap{"stars": stars, "reelkey": reelKey}
}
