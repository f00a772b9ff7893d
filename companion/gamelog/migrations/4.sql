-- What people look back with: notes and ratings of games, which stay beside the
-- log as the labels do, and what statistics count by, which is worked out of logs
-- and can be thrown away.

CREATE TABLE remarks (
	game   TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
	note   TEXT    NOT NULL,
	rating INTEGER NOT NULL       -- 1 to 5; 0 if nobody has rated the game
) STRICT, WITHOUT ROWID;

-- The games whose traits are known.
CREATE TABLE sorted (
	game TEXT NOT NULL PRIMARY KEY REFERENCES games (id)
) STRICT, WITHOUT ROWID;

-- What a seat had in a game, such as its leader.
CREATE TABLE traits (
	game  TEXT NOT NULL REFERENCES games (id),
	seat  TEXT NOT NULL,
	kind  TEXT NOT NULL,          -- such as "leader"
	value TEXT NOT NULL,
	PRIMARY KEY (game, seat, kind, value)
) STRICT, WITHOUT ROWID;

-- They are of the end of a game, which may change.
CREATE TRIGGER traits_follow_the_result AFTER UPDATE OF result ON games
BEGIN
	DELETE FROM traits WHERE game = old.id;
	DELETE FROM sorted WHERE game = old.id;
END;

CREATE INDEX games_by_day ON games (created);
CREATE INDEX labels_by_label ON labels (label);
