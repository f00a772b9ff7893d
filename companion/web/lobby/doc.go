// Package lobby has everything before a game: the start page, how people come in and take seats,
// what is chosen, and how a game begins and ends.
package lobby
