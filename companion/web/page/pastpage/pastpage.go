// Package pastpage has the pages of past games: the list, one game, its replay, statistics and the
// coach. As in package page, each part is a file with its type and constructor, beside a template,
// style and script of the same name.
package pastpage

import (
	"embed"
	"html/template"
)

// Look has the templates, styles and scripts of this package.
//
//go:embed *.html *.css *.js
var Look embed.FS

// Funcs returns the functions that these templates call, besides those of package page.
func Funcs() template.FuncMap {
	return template.FuncMap{"stars": stars, "reelkey": reelKey}
}
