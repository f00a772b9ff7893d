-- Games, their entries, the labels of their seats, and what the owner's box has
-- taught: printed values and the names of tags.

CREATE TABLE games (
	n        INTEGER PRIMARY KEY, -- newest is highest, whatever the clock said
	id       TEXT    NOT NULL UNIQUE,
	name     TEXT    NOT NULL,    -- which game is played
	created  TEXT    NOT NULL,
	program  TEXT    NOT NULL,
	entries  INTEGER NOT NULL,    -- the number of the last entry
	finished TEXT    NOT NULL DEFAULT '',
	result   TEXT    NOT NULL DEFAULT ''
) STRICT;

-- Entry 0 is the setup: "table start GAME SEATS..." and the facts as events.
CREATE TABLE entries (
	game    TEXT    NOT NULL REFERENCES games (id),
	seq     INTEGER NOT NULL,     -- the only order there is
	at      TEXT    NOT NULL,     -- a label: the clock may have been wrong
	by      TEXT    NOT NULL,
	command TEXT    NOT NULL,     -- one line, empty if undoes is set
	events  TEXT    NOT NULL,     -- one line each
	undoes  INTEGER NOT NULL,     -- the entry that is taken back, 0 if none is
	hash    BLOB    NOT NULL,     -- SHA-256 over the previous hash and this row
	PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry of the log never changes'); END;

CREATE TRIGGER entries_stay BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry of the log is never deleted'); END;

-- What players are called: beside the log, so that it can change or go.
CREATE TABLE labels (
	game  TEXT NOT NULL REFERENCES games (id),
	seat  TEXT NOT NULL,
	label TEXT NOT NULL,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Facts that people read from their own cards, in the order they were told.
CREATE TABLE learned (
	n    INTEGER PRIMARY KEY,
	name TEXT NOT NULL,           -- of the game
	line TEXT NOT NULL,
	UNIQUE (name, line)
) STRICT;

CREATE TABLE tags (
	uid   TEXT NOT NULL PRIMARY KEY,
	words TEXT NOT NULL           -- separated by spaces
) STRICT, WITHOUT ROWID;
