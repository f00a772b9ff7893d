package gamelog

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Rules finds the rules of a game by its name.
type Rules func(name string) (engine.Game, bool)

// A Row is an entry as lines of words, for readers without a vocabulary. Row 0 is the setup.
type Row struct {
	Seq     int
	At      time.Time // a label, zero if unreadable
	By      engine.Seat
	Command string
	Events  []string
	Undoes  int

	at   string // as stored
	hash []byte
}

// Rows returns the log of a game from entry 0, after checking every hash. If the log is damaged it
// returns the sound rows before the damage, with a *Damage.
func (db *DB) Rows(id string) (list []Row, err error) {
	m, _, err := db.lastProgress() // read before the rows, so it is never newer
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", id, err)
	}
	var l rowList
	for more := true; more && err == nil; {
		err = db.reading(func(ctx context.Context, a queryer) (err error) {
			more, err = l.next(ctx, a, db.path, id, rowsAtOnce)
			return err
		})
	}
	list = l.rows
	if errors.As(err, new(*Damage)) {
		return list, err // err names the game
	}
	if err != nil {
		return list, fmt.Errorf("game %q: %w", id, err)
	}
	if m.game == id {
		if at, why := m.fits(list); why != "" {
			return list[:at], &Damage{db.path, id, at, why}
		}
	}
	return list, nil
}

func (db *DB) rowsOf(ctx context.Context, a queryer, id string) ([]Row, error) {
	var l rowList
	_, err := l.next(ctx, a, db.path, id, longest+1)
	return l.rows, err
}

// rowsAtOnce is how many rows are read before a writer gets its turn: a log only grows, so it need
// not be read in one transaction.
const rowsAtOnce = 64

// A rowList is a log as far as it has been read.
type rowList struct {
	n    int64
	rows []Row
	hash []byte   // of the last row, or the seed
	end  progress // the sealed end
}

// next reads up to most further rows, and reports whether there may be more.
func (l *rowList) next(ctx context.Context, a queryer, path, id string, most int) (more bool, err error) {
	if l.hash == nil {
		var name, created, program string
		var seal []byte
		if err := a.QueryRowContext(ctx, `SELECT n, name, created, program, entries, seal FROM games WHERE id = ?`, id).
			Scan(&l.n, &name, &created, &program, &l.end.seq, &seal); err != nil {
			return false, missing(err)
		}
		l.hash, l.end.hash = seed(id, name, created, program), hex.EncodeToString(seal)
		var last int
		if err := a.QueryRowContext(ctx, `SELECT coalesce(max(place) & 1048575, 0) FROM entries WHERE place BETWEEN ? AND ?`, place(l.n, 0), place(l.n, longest)).Scan(&last); err != nil {
			return false, err
		}
		l.rows = make([]Row, 0, min(last+1, mostRows)) // a damaged count must not allocate much memory
	}
	first := len(l.rows)
	rows, err := a.QueryContext(ctx, `SELECT seq, at, by, command, events, undoes, hash FROM entries WHERE place BETWEEN ? AND ? ORDER BY place LIMIT ?`, place(l.n, first), place(l.n, longest), most)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	for rows.Next() {
		at := len(l.rows)
		r, err := scanRow(rows.Scan)
		if err != nil {
			return false, &Damage{path, id, at, "it cannot be read"}
		}
		if r.Seq != at {
			return false, &Damage{path, id, at, "it is missing"}
		}
		if l.hash = r.chain(l.hash); !bytes.Equal(l.hash, r.hash) {
			return false, &Damage{path, id, r.Seq, "it does not fit its hash"}
		}
		l.rows = append(l.rows, r)
	}
	if err := rows.Err(); err != nil {
		return false, err
	}
	if len(l.rows)-first == most {
		return true, nil
	}
	if at, why := l.end.fits(l.rows); why != "" {
		l.rows = l.rows[:at]
		return false, &Damage{path, id, at, why}
	}
	return false, nil
}

func scanRow(scan func(...any) error) (Row, error) {
	var r Row
	var events string
	if err := scan(&r.Seq, &r.at, &r.By, &r.Command, &events, &r.Undoes, &r.hash); err != nil {
		return Row{}, err
	}
	r.At = read(r.at)
	if events != "" {
		r.Events = strings.Split(events, "\n")
	}
	return r, nil
}

// Entries returns the setup of a game and its entries, for engine.Resume. The rules give the
// vocabulary. An error names the entry that cannot be read but quotes nothing of it: it may hold a
// hidden card.
func (db *DB) Entries(id string, rules Rules) (engine.Setup, []engine.Entry, error) {
	rows, err := db.Rows(id)
	if err != nil {
		return engine.Setup{}, nil, err
	}
	setup, words, err := setupOf(rows[0], rules)
	if err != nil {
		return engine.Setup{}, nil, db.unknown(id, 0, err)
	}
	entries := make([]engine.Entry, 0, len(rows)-1)
	for _, r := range rows[1:] {
		e, err := entryOf(r, words)
		if err != nil {
			return engine.Setup{}, nil, db.unknown(id, r.Seq, err)
		}
		entries = append(entries, e)
	}
	return setup, entries, nil
}

// unknown returns the error of an entry that this program cannot read, naming the program that
// wrote it.
func (db *DB) unknown(id string, seq int, err error) error {
	by, wrote := "", ""
	_ = db.reading(func(ctx context.Context, a queryer) error { // on an error, no program is named
		by = newest(ctx, a)
		wrote, _ = writerOf(ctx, a, id)
		return nil
	})
	switch {
	case wrote != "":
		return unknownError{fmt.Errorf("game %q: log entry %d: %w; %w", id, seq, err, engine.Refuse("a newer program may know it: this game was last played with %s", engine.Term(wrote)))}
	case by == "":
		return unknownError{fmt.Errorf("game %q: log entry %d: %w", id, seq, err)}
	}
	return unknownError{fmt.Errorf("game %q: log entry %d: %w; %w", id, seq, err, engine.Refuse("a newer program may know it: the newest game here began with %s", engine.Term(by)))}
}

type unknownError struct{ error }

func (e unknownError) Unwrap() error { return e.error }

// Unknown reports whether an error says that a sound log holds something that this program does not
// know.
func Unknown(err error) bool { return errors.As(err, &unknownError{}) }

func setupOf(r Row, rules Rules) (engine.Setup, notation.Vocabulary, error) {
	words := strings.Fields(r.Command)
	if len(words) < 3 || words[0] != string(engine.Table) || words[1] != "start" {
		return engine.Setup{}, notation.Vocabulary{}, errors.New("it is no start of a game")
	}
	s := engine.Setup{Game: words[2]}
	for _, w := range words[3:] {
		s.Seats = append(s.Seats, engine.Seat(w))
	}
	game, ok := rules(s.Game)
	if !ok {
		return s, notation.Vocabulary{}, fmt.Errorf("this program does not know the game %q", s.Game)
	}
	var err error
	if r.Events, s.Sealed, err = sealedIn(r.Events); err != nil {
		return s, game.Words, err
	}
	r.Events, s.Learners = learnersIn(r.Events)
	s.Facts, err = events(r, game.Words)
	return s, game.Words, err
}

func entryOf(r Row, words notation.Vocabulary) (engine.Entry, error) {
	e := engine.Entry{Seq: r.Seq, By: r.By, Undoes: r.Undoes}
	if r.Command != "" {
		x, err := words.Parse(r.Command)
		c, ok := x.(engine.Command)
		if err != nil || !ok {
			return e, errors.New("its command is none that this program knows")
		}
		e.Command = c
	}
	list, err := events(r, words)
	e.Events = list
	return e, err
}

func events(r Row, words notation.Vocabulary) ([]engine.Event, error) {
	var list []engine.Event
	for n, line := range r.Events {
		x, err := words.Parse(line)
		if err != nil {
			return nil, fmt.Errorf("its event %d is none that this program knows", n+1)
		}
		list = append(list, x)
	}
	return list, nil
}
