// Package web serves the running table to phones and browsers: a public page, a page for each seat,
// virtual readers, the picture of the panel, lessons that teach the cards of a box, and past games
// with their charts, replays, copies to play on in, and files to download. Pages go out as HTML and
// as server-sent events; one line of notation comes in.
//
// Anybody on the network may watch. To take a seat one has to be in the room, where the panel or a
// phone that already holds a seat shows a QR code and some digits; see Invitation. Streams that
// show the same thing form a group: a change is drawn and encoded once for all of them. A request
// has a name, so that sending it again does not carry it out twice.
//
// A seat's page is drawn from the companion.Snapshot of that seat and nothing else about the game;
// pages about a past game show what a spectator knew, or all cards once the game is over. The
// package knows no rules of any game, decides nothing, opens no hardware and no files, and its
// pages fetch nothing from outside the device: no third-party script, font or request.
package web
