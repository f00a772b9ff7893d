-- A file as format 5 left it. Never changes.
PRAGMA foreign_keys=OFF;
CREATE TABLE bots (
	game TEXT NOT NULL REFERENCES games (id),
	seat TEXT NOT NULL,
	bot  TEXT NOT NULL,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO bots VALUES('g1','blue','greedy');
CREATE TABLE games (
	n        INTEGER PRIMARY KEY, -- newest is highest, whatever the clock said
	id       TEXT    NOT NULL UNIQUE,
	name     TEXT    NOT NULL,    -- which game is played
	created  TEXT    NOT NULL,
	program  TEXT    NOT NULL,
	entries  INTEGER NOT NULL,    -- the number of the last entry
	finished TEXT    NOT NULL DEFAULT '',
	result   TEXT    NOT NULL DEFAULT ''
, seats TEXT NOT NULL DEFAULT '', seal BLOB NOT NULL DEFAULT x'', sum BLOB NOT NULL DEFAULT x'') STRICT;
INSERT INTO games VALUES(1,'g1','stones','2026-05-04T12:00:00.000Z','arbiter test',6,'','','red blue',X'0b05426ff970560b91bd0920e0a6efd1e05c7066fadff1adab5b4a4760ac0685',X'26565a9dce661d74c7f31f5ef0aa7f91469134ba551af00fa213008400cfabe8');
CREATE TABLE labels (
	game  TEXT NOT NULL REFERENCES games (id),
	seat  TEXT NOT NULL,
	label TEXT NOT NULL,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO labels VALUES('g1','blue',replace('"J	ö\nrg"','\n',char(10)));
INSERT INTO labels VALUES('g1','red','Ana María');
CREATE TABLE learned (
	n    INTEGER PRIMARY KEY,
	name TEXT NOT NULL,           -- of the game
	line TEXT NOT NULL,
	UNIQUE (name, line)
) STRICT;
INSERT INTO learned VALUES(1,'stones','printed bag 5 owner');
CREATE TABLE remarks (
	game   TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
	note   TEXT    NOT NULL,
	rating INTEGER NOT NULL       -- 1 to 5; 0 if nobody has rated the game
) STRICT, WITHOUT ROWID;
INSERT INTO remarks VALUES('g1','a long evening',4);
CREATE TABLE sorted (
	game TEXT NOT NULL PRIMARY KEY REFERENCES games (id)
) STRICT, WITHOUT ROWID;
INSERT INTO sorted VALUES('g1');
CREATE TABLE tags (
	uid   TEXT NOT NULL PRIMARY KEY,
	words TEXT NOT NULL           -- separated by spaces
) STRICT, WITHOUT ROWID;
INSERT INTO tags VALUES('04A2','red put');
CREATE TABLE tokens (
	token TEXT NOT NULL PRIMARY KEY,
	uid   TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
INSERT INTO tokens VALUES('00112233445566778899AABBCCDDEEFF','04A2');
CREATE TABLE traits (
	game  TEXT NOT NULL REFERENCES games (id),
	seat  TEXT NOT NULL,
	kind  TEXT NOT NULL,          -- such as "leader"
	value TEXT NOT NULL,
	PRIMARY KEY (game, seat, kind, value)
) STRICT, WITHOUT ROWID;
INSERT INTO traits VALUES('g1','red','leader','zoe');
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
INSERT INTO entries VALUES(1048576,'2026-05-04T12:00:00.000Z','table','table start stones red blue',replace('printed bag 4 rulebook\nprinted box -2 owner','\n',char(10)),0,X'8ea4aed0f471f9788bffe939e44e755445462613dacc679613b3e1eeb86b8148');
INSERT INTO entries VALUES(1048577,'2026-05-04T12:00:00.000Z','red','red put 1',replace('red stone 1\nred heap 0','\n',char(10)),0,X'28d77175ee7fdb1598e1a11c2273c675f323f4bb7a85b84e42dcc0ea8106f23b');
INSERT INTO entries VALUES(1048578,'2026-05-04T12:00:00.000Z','red','red put 2',replace('red stone 2\nred heap 0\nred stone 3\nred heap -1','\n',char(10)),0,X'e86dbaeaed8c241a959df6cfcd7f992ef6870ba042c66ac09f21ecc67afc0190');
INSERT INTO entries VALUES(1048579,'2026-05-04T12:00:00.000Z','red','red put 3','',0,X'bc6bc022fea2dddbb3f99ad93ec087ad6ce0c82cbf1a63781467d12432796b3b');
INSERT INTO entries VALUES(1048580,'2026-05-04T12:00:00.000Z','red','red put 4',replace('red stone 4\nred heap 0','\n',char(10)),0,X'f247e302eb12edd9aafdca93d412e51416e6b906af4d883f574fc54a00a99943');
INSERT INTO entries VALUES(1048581,'2026-05-04T12:00:00.000Z','blue','','',4,X'552d2c33dbc5f5f72a24efe18700634dc7b611f7ad1b240b0f54b412aebd0475');
INSERT INTO entries VALUES(1048582,'2026-05-04T12:00:00.000Z','red','red put 6','',0,X'0b05426ff970560b91bd0920e0a6efd1e05c7066fadff1adab5b4a4760ac0685');
CREATE TABLE sums (
	what TEXT NOT NULL PRIMARY KEY,
	sum  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sums VALUES('learned stones',X'375454d0c6603c78f6e35344c503ce0cc4205a67c3a64a32a62f0932a940c8de');
INSERT INTO sums VALUES('tags',X'5839048706118c01fbcb7e17d5f0101fe7c24f715aaf82d8a0391c5e748a627a');
INSERT INTO sums VALUES('tokens',X'eacc80db8fae4db46076a219c65426ec4b6e09bcb2a719163d43b054b5694ad9');
CREATE TABLE head (
	one     INTEGER PRIMARY KEY CHECK (one = 1),
	changes INTEGER NOT NULL,
	games   INTEGER NOT NULL
) STRICT;
INSERT INTO head VALUES(1,0,1);
CREATE INDEX games_by_day ON games (created);
CREATE INDEX labels_by_label ON labels (label);
CREATE TRIGGER traits_follow_the_result AFTER UPDATE OF result ON games
BEGIN
	DELETE FROM traits WHERE game = old.id;
	DELETE FROM sorted WHERE game = old.id;
END;
CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry of the log never changes'); END;
CREATE TRIGGER entries_stay BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry of the log is never deleted'); END;
PRAGMA user_version = 5;
