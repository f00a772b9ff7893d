// Package web shows the running table to phones and browsers: a public page, a
// page for each seat, the virtual readers, the picture of the panel, past games,
// and the lesson that teaches the cards of a box. Pages go out as HTML and as server-sent events; one line of notation
// comes in.
//
// A seat's page is drawn from companion.Snapshot of that seat and from nothing
// else that concerns the game. The package knows no rules of any game, decides
// nothing, opens no hardware and no files, and needs nothing from outside of the
// device: no third-party code, font or request.
package web
