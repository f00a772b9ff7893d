-- The random numbers in the memory of tags, so that a copy of a tag is known: a
-- token belongs to one tag, a tag has one token.
CREATE TABLE tokens (
	token TEXT NOT NULL PRIMARY KEY,
	uid   TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
