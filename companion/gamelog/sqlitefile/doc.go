// Package sqlitefile looks at SQLite files, such as a file of games, from outside: what the file
// and its journal hold at one moment, whether both are still where they are being written to, and
// how a new one gets its name. It knows nothing of the tables in them.
package sqlitefile
