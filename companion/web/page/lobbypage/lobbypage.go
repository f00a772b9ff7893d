// Package lobbypage is what people see before a game: the first page and the lobby. As in
// package page, each part is a file with its type and what makes it, and beside it the
// template, the style and the script of its name.
package lobbypage

import "embed"

// Look is what the parts of this package are drawn with.
//
//go:embed *.html *.css *.js
var Look embed.FS
