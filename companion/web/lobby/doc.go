// Package lobby is all that comes before a game: the start page, how people come in and take
// their seats, what is chosen, and how a game begins and ends.
package lobby
