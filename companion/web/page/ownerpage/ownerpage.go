// Package ownerpage has the pages of the device's owner: settings, the way from parts to a rig,
// faces of cards. As in package page, each part is a file with its type and constructor, beside a
// template and style of the same name.
package ownerpage

import (
	"embed"
	"html/template"
)

// Look has the templates and styles of this package.
//
//go:embed *.html *.css
var Look embed.FS

// Funcs returns the functions that these templates call, besides those of package page.
func Funcs() template.FuncMap {
	return template.FuncMap{"arg": func(name string, p Pick) namedPick { return namedPick{name, p} }}
}
