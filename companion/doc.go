// Package companion is the running table: it holds the game in progress, decides who may do what,
// and plays what the cards on the readers mean (package presence) and what is chosen with buttons.
// Button menus are shown to everybody, so nothing secret is in them.
//
// One goroutine (Run) owns all state; every call is a request to it, with a deadline. Whatever
// leaves the package is drawn from what the viewer may know, never from the true state. The package
// knows no rules of any game, draws no pictures, opens no hardware and no files, and speaks no
// language but the English keys of engine.Text.
package companion
