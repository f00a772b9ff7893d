package record

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"arbiter/companion"
	"arbiter/companion/review"
	"arbiter/companion/seal"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// Read reads and checks a record. The error is a *Fault if something is wrong with it; rules finds
// a game by its name.
func Read(r io.Reader, rules func(name string) (engine.Game, bool)) (Game, error) {
	in := bufio.NewScanner(io.LimitReader(r, MostBytes+1))
	in.Buffer(make([]byte, 64<<10), mostLine)
	b := reading{in: in}
	game, err := b.game(rules)
	switch {
	case err == nil:
		return game, nil
	case errors.As(err, new(*Fault)):
		return Game{}, err
	case errors.Is(in.Err(), bufio.ErrTooLong):
		err = fmt.Errorf("it is longer than %d bytes", mostLine)
	case b.size > MostBytes:
		err = fmt.Errorf("a record has at most %d bytes", MostBytes)
	case in.Err() != nil:
		return Game{}, in.Err()
	}
	return Game{}, &Fault{max(b.line, 1), err.Error()}
}

// A reading is a record as far as it has been read.
type reading struct {
	in   *bufio.Scanner
	line int
	size int
	hash string
}

// next checks the hash of a line and reads the line into x.
func (b *reading) next(x any) error {
	b.line++
	if !b.in.Scan() || b.size+len(b.in.Bytes()) > MostBytes {
		b.size += len(b.in.Bytes()) + 1
		return errors.New("it is missing: the record was cut off")
	}
	text := b.in.Bytes()
	b.size += len(text) + 1
	if b.line == 1 {
		text = notation.Edited(text)
	}
	if !utf8.Valid(text) {
		return errors.New("it is no text in UTF-8")
	}
	body, ok := bytes.CutSuffix(text, []byte(after))
	at := len(body) - 64 - len(before)
	if !ok || at < 0 || string(body[at:at+len(before)]) != before {
		return errors.New("it does not end with a hash, so it is no line of a record")
	}
	b.hash = hash(b.hash, body[:at])
	if string(body[at+len(before):]) != b.hash {
		return errors.New("it does not fit its hash: it was altered, or a line before it is missing")
	}
	d := json.NewDecoder(bytes.NewReader(append(slices.Clone(body[:at]), '}')))
	d.DisallowUnknownFields()
	if err := d.Decode(x); err != nil {
		return fmt.Errorf("it cannot be read: %w", err)
	}
	return nil
}

func (b *reading) game(rules func(string) (engine.Game, bool)) (Game, error) {
	var h header
	err := b.next(&h)
	if h.Record == kind && h.Version > version { // whatever else it has
		return Game{}, fmt.Errorf("this program reads versions 1 to %d of records, not %d, and the game began with %.80q; update it", version, h.Version, h.Program)
	}
	if err != nil {
		return Game{}, err
	}
	game, known := rules(h.Game)
	switch {
	case h.Record != kind:
		return Game{}, errors.New("it is no Arbiter game record")
	case h.Version < 1:
		return Game{}, fmt.Errorf("this program reads versions 1 to %d of records, not %d; update it", version, h.Version)
	case !known:
		return Game{}, fmt.Errorf("this program does not know the game %q", h.Game)
	case h.Entries < 0 || h.Entries > mostEntries:
		return Game{}, fmt.Errorf("a record has at most %d entries", mostEntries)
	}
	g, err := h.begin(game)
	if err != nil {
		return Game{}, err
	}
	start, err := game.New(g.Setup.Seats, g.Setup.Facts)
	if err != nil {
		return Game{}, fmt.Errorf("the game cannot start like that: %w", err)
	}
	if err := b.replay(&g, game, start, h.Entries); err != nil {
		return g, err
	}
	b.line = 1 // from here on, errors are about the whole record
	return g, shown(game, g)
}

// reserved are addresses of pages beside those of games.
var reserved = []string{"statistics", "players", "import"}

// dated reports whether a game can have been played then, by a clock that is set or one that was
// never set.
func dated(t time.Time) bool { return t.Year() >= 1970 && t.Year() < 2100 }

// begin returns the game according to the header.
func (h *header) begin(game engine.Game) (Game, error) {
	g := Game{
		ID: h.ID, Created: h.Created, Names: h.Names, Bots: h.Bots, Program: h.Program, Result: h.Result, Secret: h.Secret,
		Setup: engine.Setup{Game: h.Game, Seats: h.Seats, Learners: h.Learns},
	}
	if !notation.Plain(h.ID) || len(h.ID) > longestID || strings.ContainsAny(h.ID, "/\\.?#%&") || slices.Contains(reserved, h.ID) {
		return g, fmt.Errorf("%q cannot be the id of a game", h.ID)
	}
	if !dated(h.Created) {
		return g, fmt.Errorf("%s cannot be when a game was played", h.Created.Format(time.DateOnly))
	}
	if err := engine.CheckSeats(game.Words, h.Seats); err != nil {
		return g, err
	}
	for _, seat := range h.Seats {
		if !visible(string(seat)) {
			return g, fmt.Errorf("%.40q cannot be the name of a seat", seat)
		}
	}
	for seat, name := range h.Names {
		if !slices.Contains(h.Seats, seat) || !visible(name) {
			return g, fmt.Errorf("%.40q cannot be what a player is called", name)
		}
	}
	for seat, bot := range h.Bots {
		if !slices.Contains(h.Seats, seat) || !notation.Plain(bot) || !visible(bot) {
			return g, fmt.Errorf("%.40q cannot be the name of a bot", bot)
		}
	}
	if len(h.Program) > 4*longestID || strings.ContainsFunc(h.Program, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return g, errors.New("the name of the program is too long, or not all of it can be seen")
	}
	var wrong, err error
	g.Setup.Sealed, wrong = h.sealed()
	g.Setup.Facts, err = parsed(game, h.Facts)
	return g, cmp.Or(h.learners(), wrong, err)
}

// sealed returns how chance was sealed according to the header. The secret must match the seal.
func (h *header) sealed() (engine.Sealed, error) {
	s := engine.Sealed{Hash: h.Sealed}
	if h.Version == 1 && h.Sealed+h.Secret != "" || h.Sealed == "" && len(h.Words) > 0 {
		return s, errors.New("it tells of chance what such a record does not have")
	}
	if b, err := hex.DecodeString(h.Sealed); h.Sealed != "" && (err != nil || len(b) != sha256.Size || hex.EncodeToString(b) != h.Sealed) {
		return s, fmt.Errorf("%.80q is no SHA-256", h.Sealed)
	}
	for _, seat := range h.Seats {
		if text := h.Words[seat]; text != "" {
			s.Words = append(s.Words, engine.Word{Seat: seat, Text: text})
		}
	}
	for seat, text := range h.Words {
		if !slices.Contains(h.Seats, seat) || !visible(text) {
			return s, fmt.Errorf("%.40q cannot be the word of a seat", text)
		}
	}
	if h.Secret == "" {
		return s, nil
	}
	secret, err := seal.Parse(h.Secret)
	if err == nil && h.Sealed != "" && secret.Hash() != h.Sealed {
		err = errors.New("its secret is not the one that was fixed before the game: the SHA-256 is another one")
	}
	return s, err
}

// visible reports whether a name is one that people could have typed, since pages show it.
func visible(name string) bool { return name != "" && companion.PlayerName(name) == name }

func parsed(game engine.Game, lines []string) ([]engine.Event, error) {
	events := make([]engine.Event, len(lines))
	for i, line := range lines {
		x, err := game.Words.Parse(line)
		if err != nil {
			return nil, err
		}
		events[i] = x
	}
	return events, nil
}

// replay plays the entries as they happened, even if today's rules would decide them differently.
func (b *reading) replay(g *Game, game engine.Game, start engine.State, entries int) (err error) {
	defer impossible(&err)
	past := []engine.State{start}
	standing := []int{}
	for seq := 1; seq <= entries; seq++ {
		var line entry
		if err := b.next(&line); err != nil {
			return err
		}
		e, err := line.entry(game, seq)
		if err != nil {
			return err
		}
		if !line.At.IsZero() && !dated(line.At) {
			return fmt.Errorf("%s cannot be when it was played", line.At.Format(time.DateOnly))
		}
		state := past[len(past)-1]
		switch n := len(standing); {
		case e.Undoes != 0 && (n == 0 || standing[n-1] != e.Undoes):
			return fmt.Errorf("it takes back entry %d, which is not the last one standing", e.Undoes)
		case e.Undoes != 0:
			past, standing = past[:n], standing[:n-1]
		default:
			past, standing = append(past, engine.Fold(state, e.Events...)), append(standing, seq)
		}
		g.Entries, g.Times = append(g.Entries, e), append(g.Times, line.At)
	}
	if b.line++; b.in.Scan() {
		return errors.New("there is more than the header says")
	}
	if want := companion.ResultOf(past[len(past)-1].View()); g.Result != want {
		return &Fault{1, fmt.Sprintf("the result is told as %q, but the game ends with %q", g.Result, want)}
	}
	return b.in.Err()
}

func (l *entry) entry(game engine.Game, seq int) (engine.Entry, error) {
	e := engine.Entry{Seq: l.Seq, By: l.By, Undoes: l.Undoes}
	switch {
	case l.Seq != seq:
		return e, fmt.Errorf("it is entry %d where entry %d belongs", l.Seq, seq)
	case l.Undoes != 0 && (l.Command != "" || len(l.Events) > 0):
		return e, errors.New("it takes an entry back and cannot do more")
	case l.Undoes != 0:
		if !notation.Plain(string(l.By)) {
			return e, fmt.Errorf("%q is no seat", l.By)
		}
		return e, nil
	}
	x, err := game.Words.Parse(l.Command)
	c, ok := x.(engine.Command)
	if err != nil || !ok || c.By() != l.By {
		return e, fmt.Errorf("%q is no command of %s", l.Command, l.By)
	}
	e.Command = c
	e.Events, err = parsed(game, l.Events)
	return e, err
}

// shown returns an error unless lists and pages can show this game like any other past game.
func shown(rules engine.Game, g Game) (err error) {
	defer impossible(&err)
	for _, eye := range []review.Viewer{review.Spectator, review.Everything} {
		film, err := review.New(rules, g.Setup, g.Entries, eye)
		if err != nil {
			return err
		}
		film.Charts()
		film.Ranks()
		film.Traits()
	}
	start, err := rules.New(g.Setup.Seats, g.Setup.Facts)
	if err == nil {
		engine.Redecide(start, g.Entries)
	}
	return err
}

// impossible turns a panic of the rules into an error.
func impossible(err *error) {
	if recover() != nil {
		*err = errors.New("it tells what cannot happen in this game")
	}
}
