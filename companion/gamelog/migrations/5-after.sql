DROP TABLE entries_before;

CREATE TRIGGER entries_stay_as_they_are BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry of the log never changes'); END;

CREATE TRIGGER entries_stay BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry of the log is never deleted'); END;
