-- What a hub knows. A game is told by its table (tab) and id; where two of one id were
-- told, both are here, and the view fork names them.

-- How far the stream has been read. A stream that is made again has another date.
CREATE TABLE IF NOT EXISTS position (
	stream text PRIMARY KEY,
	made   timestamptz NOT NULL,
	seq    bigint NOT NULL
);

-- The logs, with their chains of hashes.
CREATE TABLE IF NOT EXISTS entry (
	tab     text NOT NULL,
	game    text NOT NULL,
	seq     integer NOT NULL,
	hash    bytea NOT NULL,
	at      text NOT NULL,
	by      text NOT NULL,
	command text NOT NULL,
	events  text[] NOT NULL,
	undoes  integer NOT NULL,
	start   jsonb,             -- of entry 0: what the chain begins with
	PRIMARY KEY (tab, game, seq, hash)
);

CREATE TABLE IF NOT EXISTS ending (
	tab      text NOT NULL,
	game     text NOT NULL,
	hash     bytea NOT NULL,
	name     text NOT NULL,
	seats    text[] NOT NULL,
	bots     jsonb,
	result   text NOT NULL,    -- the seats that won
	created  timestamptz NOT NULL,
	finished timestamptz NOT NULL,
	entries  integer NOT NULL,
	record   boolean NOT NULL, -- the entries are here, too
	PRIMARY KEY (tab, game, hash)
);
CREATE INDEX IF NOT EXISTS ending_by_day ON ending (finished);

-- Names of players who agree to that. Whoever takes that back is deleted here.
CREATE TABLE IF NOT EXISTS called (
	tab  text NOT NULL,
	game text NOT NULL,
	seat text NOT NULL,
	name text NOT NULL,
	PRIMARY KEY (tab, game, seat)
);

-- Messages that this program does not understand, such as those of newer tables.
CREATE TABLE IF NOT EXISTS odd (
	made    timestamptz NOT NULL,
	seq     bigint NOT NULL,
	subject text NOT NULL,
	why     text NOT NULL,
	raw     bytea NOT NULL,
	PRIMARY KEY (made, seq)
);

CREATE OR REPLACE VIEW fork AS
	SELECT tab, game, min(finished) AS finished, count(*) AS ends FROM ending GROUP BY tab, game HAVING count(*) > 1;
