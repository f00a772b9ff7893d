// Package ownerpage is what the owner of the device sees: settings, the way from parts to
// a rig, faces of cards. As in package page, each part is a file with its type and what
// makes it, and beside it the template and the style of its name.
package ownerpage

import (
	"embed"
	"html/template"
)

// Look is what the parts of this package are drawn with.
//
//go:embed *.html *.css
var Look embed.FS

// Funcs are what the templates of the parts call, besides those of package page.
func Funcs() template.FuncMap {
	return template.FuncMap{"arg": func(name string, p Pick) namedPick { return namedPick{name, p} }}
}
