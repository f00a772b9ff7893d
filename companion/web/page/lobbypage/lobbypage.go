// Package lobbypage has the parts of pages before a game: the first page and the lobby. As in
// package page, each part is a file with its type and constructor, beside a template, style and
// script of the same name.
package lobbypage

import "embed"

// Look has the templates, styles and scripts of this package.
//
//go:embed *.html *.css *.js
var Look embed.FS
