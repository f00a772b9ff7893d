-- An entry touches one page: entries lie in the order in which they are written,
-- their game is part of their number, and what is known of a game besides is
-- written when it begins, ends or is left for another. What stands beside the
-- entries has a hash of its own. The program fills in what SQL cannot work out.

DROP TRIGGER entries_stay_as_they_are;
DROP TRIGGER entries_stay;
ALTER TABLE entries RENAME TO entries_before;

-- Entry 0 is the setup: "table start GAME SEATS..." and the facts as events.
CREATE TABLE entries (
	place   INTEGER PRIMARY KEY,  -- n of the game * 1048576 + number of the entry
	at      TEXT    NOT NULL,     -- a label: the clock may have been wrong
	by      TEXT    NOT NULL,
	command TEXT    NOT NULL,     -- one line, empty if undoes is set
	events  TEXT    NOT NULL,     -- one line each
	undoes  INTEGER NOT NULL,     -- the entry that is taken back, 0 if none is
	hash    BLOB    NOT NULL,     -- SHA-256 over the previous hash and this row
	game    INTEGER AS (place >> 20) VIRTUAL,
	seq     INTEGER AS (place & 1048575) VIRTUAL
) STRICT;

-- Entries is the number of the entry up to which the log is sealed, and seal the
-- hash of that entry: a log that is shorter has lost something.
ALTER TABLE games ADD COLUMN seats TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN seal BLOB NOT NULL DEFAULT x'';
ALTER TABLE games ADD COLUMN sum BLOB NOT NULL DEFAULT x''; -- SHA-256 over all that is known of the game

-- SHA-256 over what else is kept: "tags", "tokens", "learned GAME".
CREATE TABLE sums (
	what TEXT NOT NULL PRIMARY KEY,
	sum  BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- How often something other than an entry was written, and how many games there are.
CREATE TABLE head (
	one     INTEGER PRIMARY KEY CHECK (one = 1),
	changes INTEGER NOT NULL,
	games   INTEGER NOT NULL
) STRICT;
INSERT INTO head SELECT 1, 0, count(*) FROM games;
