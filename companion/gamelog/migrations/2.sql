-- The seats that a bot plays, and which: beside the log, as the labels are.
CREATE TABLE bots (
	game TEXT NOT NULL REFERENCES games (id),
	seat TEXT NOT NULL,
	bot  TEXT NOT NULL,
	PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
