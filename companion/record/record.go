// Package record writes games as Arbiter game records, a line of JSON for each step, and reads them
// back. The format is in README.md. A record is read only if its chain of hashes is intact and
// everything in it can be shown. Today's rules may decide its commands differently: engine.Redecide
// tells which.
//
// The package opens no files and knows no game: callers supply the rules.
package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// The first words of every record, and the version that this package writes. Version 1 did not have
// the seal.
const (
	kind    = "arbiter game record"
	version = 2
)

// Limits of a record.
const (
	MostBytes   = 16 << 20
	mostLine    = 1 << 20
	mostEntries = 10000
	longestID   = 64
)

// A Game is a game that is over, with everything that a record has of it.
type Game struct {
	ID      string
	Created time.Time
	Setup   engine.Setup
	Names   map[engine.Seat]string // names of players; nil leaves them out
	Bots    map[engine.Seat]string
	Program string
	Result  string // as companion stores it
	Entries []engine.Entry
	Times   []time.Time // of the entries; may be missing
	Secret  string      // of the seal, as seal.Secret.Open returns it; "" if unknown
}

// A header is the first line.
type header struct {
	Record  string                 `json:"record"`
	Version int                    `json:"version"`
	ID      string                 `json:"id"`
	Game    string                 `json:"game"`
	Seats   []engine.Seat          `json:"seats"`
	Names   map[engine.Seat]string `json:"names,omitempty"`
	Bots    map[engine.Seat]string `json:"bots,omitempty"`
	Created time.Time              `json:"created"`
	Program string                 `json:"program"`
	Result  string                 `json:"result"`
	Entries int                    `json:"entries"`
	Facts   []string               `json:"facts"`
	Learns  []engine.Seat          `json:"learners,omitempty"`
	Sealed  string                 `json:"sealed,omitempty"`
	Words   map[engine.Seat]string `json:"words,omitempty"`
	Secret  string                 `json:"secret,omitempty"`
}

// learners checks who may ask for advice.
func (h *header) learners() error {
	for _, seat := range h.Learns {
		if !slices.Contains(h.Seats, seat) {
			return fmt.Errorf("%.40q cannot be a seat that gets hints", seat)
		}
	}
	return nil
}

// An entry is each further line.
type entry struct {
	Seq     int         `json:"seq"`
	At      time.Time   `json:"at,omitzero"`
	By      engine.Seat `json:"by"`
	Command string      `json:"command,omitempty"`
	Events  []string    `json:"events,omitempty"`
	Undoes  int         `json:"undoes,omitempty"`
}

// Write writes a game. The error is that of w, or says that the game is not over: its secrets are
// not written.
func Write(w io.Writer, g Game) error {
	if g.Result == "" {
		return fmt.Errorf("game %s goes on, and its record would tell its secrets", g.ID)
	}
	c := chain{w: w}
	c.write(header{
		kind, version, g.ID, g.Setup.Game, g.Setup.Seats, g.Names, g.Bots, g.Created.UTC(), g.Program, g.Result, len(g.Entries), formatted(g.Setup.Facts), g.Setup.Learners,
		g.Setup.Sealed.Hash, spoken(g.Setup.Sealed.Words), g.Secret,
	})
	for i, e := range g.Entries {
		line := entry{Seq: e.Seq, By: e.By, Events: formatted(e.Events), Undoes: e.Undoes}
		if e.Command != nil {
			line.Command = notation.Format(e.Command)
		}
		if i < len(g.Times) {
			line.At = g.Times[i].UTC()
		}
		c.write(line)
	}
	return c.err
}

func spoken(words []engine.Word) map[engine.Seat]string {
	by := map[engine.Seat]string{}
	for _, w := range words {
		by[w.Seat] = w.Text
	}
	return by
}

func formatted(events []engine.Event) []string {
	lines := make([]string, len(events))
	for i, e := range events {
		lines[i] = notation.Format(e)
	}
	return lines
}

// A chain writes lines, each with a hash that also covers the lines before.
type chain struct {
	w    io.Writer
	hash string
	err  error
}

// before precedes the hash at the end of a line, and after follows it.
const before, after = `,"hash":"`, `"}`

func (c *chain) write(line any) {
	if c.err != nil {
		return
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if c.err = e.Encode(line); c.err != nil {
		return
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("}\n"))
	c.hash = hash(c.hash, text)
	_, c.err = fmt.Fprintf(c.w, "%s%s%s%s\n", text, before, c.hash, after)
}

func hash(previous string, text []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", previous)
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// A Fault says what is wrong with a record, and in which line.
type Fault struct {
	Line int // from 1
	Why  string
}

// Error names the line.
func (f *Fault) Error() string { return fmt.Sprintf("line %d: %s", f.Line, f.Why) }
