// Package web shows the running table to phones and browsers: a public page, a
// page for each seat, the virtual readers, the picture of the panel, the lesson
// that teaches the cards of a box, and past games: their list, each with its
// charts, replay, copies to play on in, and files to take along. Pages go out as
// HTML and as server-sent events; one line of notation comes in.
//
// Whoever is on the network may watch. To take a seat one has to be in the room,
// where the panel or a phone that is in shows a QR code and some digits; see
// Invitation. Streams that show the same are a group: what changes is drawn
// and encoded once for all of them. A request has a name, so that one which is sent
// again is done once.
//
// A seat's page is drawn from companion.Snapshot of that seat and from nothing
// else that concerns the game; pages about a past game see as a spectator, or all
// cards if it is over. The package knows no rules of any game, decides nothing,
// opens no hardware and no files, and its pages need nothing from outside of the
// device: no third-party script, font or request.
package web
