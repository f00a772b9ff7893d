// Package table is the pages of the running game, of everybody and of each seat: their
// streams, and what is done on them, with commands or with cards on virtual readers.
package table
