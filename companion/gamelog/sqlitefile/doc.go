// Package sqlitefile knows the files of SQLite, such as a file of games, from outside: what
// one and its journal hold at one moment, whether both still lie where they are written
// to, and how a new one comes to its name. It knows no table of them.
package sqlitefile
