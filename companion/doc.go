// Package companion is the running table: it holds the game in progress, says
// who may do what, and plays what the cards on the readers ask for (package presence).
//
// Buttons choose from menus that
// everybody reads, so that nothing secret is in them.
//
// One goroutine (Run) owns everything; every call is a request to it with a
// deadline. What leaves the package is drawn from what the viewer may know,
// never from the true state. The package knows no rules of any game, draws no
// pictures, opens no hardware and no files, and speaks no language but the
// English keys of engine.Text.
package companion
