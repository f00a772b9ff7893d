// Package table has the pages of the running game, the public one and one for each seat: their
// streams, and their actions, by commands or by cards on virtual readers.
package table
