-- A file as format 3 left it. Never changes.
PRAGMA foreign_keys = OFF;
CREATE TABLE bots (
	game TEXT NOT NULL REFERENCES games (id),
	seat TEXT NOT NULL,
	bot  TEXT NOT NULL,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "bots" VALUES('g1','blue','greedy');
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
INSERT INTO "entries" VALUES('g1',0,'2026-05-04T12:00:00.000Z','table','table start stones red blue','printed bag 4 rulebook
printed box -2 owner',0,X'B67664217D9C7BB43353172F29F666CC339C6F0BA9C1DA4D4E979FC6CF03F369');
INSERT INTO "entries" VALUES('g1',1,'2026-05-04T12:00:00.000Z','red','red put 1','red stone 1
red heap 0',0,X'EE47A620911B2F698F0195DEDE2BBE006E716E11C5A4E3AB09D1FF15520C325F');
INSERT INTO "entries" VALUES('g1',2,'2026-05-04T12:00:00.000Z','red','red put 2','red stone 2
red heap 0
red stone 3
red heap -1',0,X'8A9CA3C47E92EB0C73BE622DB65C54CA0D8929BAFF10C16A1D506D61869F4965');
INSERT INTO "entries" VALUES('g1',3,'2026-05-04T12:00:00.000Z','red','red put 3','',0,X'4ADFA5D41F656AB9D6D0288431D9666FAEBD602CBCC1743D02D4E55F6E5766C8');
INSERT INTO "entries" VALUES('g1',4,'2026-05-04T12:00:00.000Z','red','red put 4','red stone 4
red heap 0',0,X'4510E4206BDA9B008357D7C772ED051EE5FA0E6A5E89C0D44EF5368698A4F2DC');
INSERT INTO "entries" VALUES('g1',5,'2026-05-04T12:00:00.000Z','blue','','',4,X'BB0C8D13FE3BE406E61C562C160EC1775CFE3A71FB0C36414961D08E9DAC3429');
INSERT INTO "entries" VALUES('g1',6,'2026-05-04T12:00:00.000Z','red','red put 6','',0,X'E47FB1433D1CB50E3EC85FCFA8E38F7265DA41C17A18464514E3380F59D6870C');
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
INSERT INTO "games" VALUES(1,'g1','stones','2026-05-04T12:00:00.000Z','arbiter test',6,'','');
CREATE TABLE labels (
	game  TEXT NOT NULL REFERENCES games (id),
	seat  TEXT NOT NULL,
	label TEXT NOT NULL,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "labels" VALUES('g1','blue','"J	ö
rg"');
INSERT INTO "labels" VALUES('g1','red','Ana María');
CREATE TABLE learned (
	n    INTEGER PRIMARY KEY,
	name TEXT NOT NULL,           -- of the game
	line TEXT NOT NULL,
	UNIQUE (name, line)
) STRICT;
INSERT INTO "learned" VALUES(1,'stones','printed bag 5 owner');
CREATE TABLE tags (
	uid   TEXT NOT NULL PRIMARY KEY,
	words TEXT NOT NULL           -- separated by spaces
) STRICT, WITHOUT ROWID;
INSERT INTO "tags" VALUES('04A2','red put');
CREATE TABLE tokens (
	token TEXT NOT NULL PRIMARY KEY,
	uid   TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('00112233445566778899AABBCCDDEEFF','04A2');
CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry of the log never changes'); END;
CREATE TRIGGER entries_stay BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry of the log is never deleted'); END;
PRAGMA user_version = 3;
