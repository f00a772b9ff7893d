// Package outbox tells a hub of clubs what a table gives away: pictures of the running game, made of
// what a spectator may know, and games that are over, once and whole. The entries of a game that is
// still on the table are never told.
//
// A hub is a NATS JetStream server. A finished game is one message an entry on a subject of its own.
// The first message of a batch says which message has to be the last of that subject, so that nothing
// comes twice, whatever answer was lost; the rest of the batch is stored with it or not at all.
package outbox

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"arbiter/companion/spectator"
)

// Version is the version of all messages. Fields may be added, and are never renamed or removed.
const Version = 1

// Names of streams.
const (
	Games = "GAMES" // what is never lost
	Live  = "LIVE"  // the latest picture of each table
)

// ValidTable matches the names that a hub may give to a table.
var ValidTable = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// ValidGame matches the ids of games that can be told.
var ValidGame = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Subject returns the subject of a table: live, have, names, or game.ID.
func Subject(table, rest string) string { return "arb.v1." + table + "." + rest }

// A Message is an entry of a game that is over, or its End.
type Message struct {
	V       int      `json:"v"`
	Seq     int      `json:"seq"`
	At      string   `json:"at,omitempty"`
	By      string   `json:"by,omitempty"`
	Command string   `json:"command,omitempty"`
	Events  []string `json:"events,omitempty"`
	Undoes  int      `json:"undoes,omitempty"`
	Hash    string   `json:"hash"`           // of the log, in hex
	Game    *Game    `json:"game,omitempty"` // with entry 0
	End     *End     `json:"end,omitempty"`  // after the last entry, whose Seq and Hash it has
}

// A Game is what the chain of hashes of a log begins with.
type Game struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Created string `json:"created"`
	Program string `json:"program"`
}

// An End is how a game ended.
type End struct {
	Game     string            `json:"game"`
	Name     string            `json:"name"`
	Seats    []string          `json:"seats"`
	Bots     map[string]string `json:"bots,omitempty"`
	Result   string            `json:"result"` // the seats that won, or nobody
	Created  string            `json:"created"`
	Finished string            `json:"finished"`
	Record   bool              `json:"record"` // the entries come before it
}

// Verify returns an error if the hashes of a whole log do not fit its entries.
func Verify(log []Message) error {
	if len(log) == 0 || log[0].Game == nil {
		return fmt.Errorf("entry 0 is missing")
	}
	last := log[0].Game.seed()
	for i, m := range log {
		if m.Seq != i {
			return fmt.Errorf("entry %d stands in the place of entry %d", m.Seq, i)
		}
		if last = m.After(last); last != m.Hash {
			return fmt.Errorf("entry %d does not fit its hash", i)
		}
	}
	return nil
}

func (g Game) seed() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "game\n%s\n%s\n%s\n%s", g.ID, g.Name, g.Created, g.Program))
	return hex.EncodeToString(sum[:])
}

// After returns the hash that an entry must have, given that of the entry before. Entry 0 begins the
// chain itself.
func (m Message) After(previous string) string {
	if m.Game != nil {
		previous = m.Game.seed()
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%s\n%s\n%s\n%d\n%s", previous, m.Seq, m.At, m.By, m.Command, m.Undoes, strings.Join(m.Events, "\n")))
	return hex.EncodeToString(sum[:])
}

// A Picture is what a spectator may know of a running game. Each is whole, so that any may be missed.
type Picture struct {
	V     int             `json:"v"`
	Boot  string          `json:"boot"` // the run of the program that tells it
	N     int             `json:"n"`    // of the picture in that run
	Table spectator.Table `json:"table"`
}

// An Asking is a question of a table: which of these games does the database have?
type Asking struct {
	V     int      `json:"v"`
	Games []string `json:"games"`
}

// Kept is the answer: the hashes of the ends that the database has, by games.
type Kept struct {
	V     int                 `json:"v"`
	Games map[string][]string `json:"games"`
}

// Names are the names of players of a game who agree to that; none withdraws what was told.
type Names struct {
	V     int               `json:"v"`
	Game  string            `json:"game"`
	Names map[string]string `json:"names"`
}

// A Level is what the owner of a table gives away. Each has what those before it have.
type Level string

// The levels.
const (
	Nothing Level = ""
	Results Level = "results" // who has won, once a game has left the table
	Records Level = "records" // its entries, too
	Running Level = "live"    // pictures of a running game, too
)

// ValidLevel reports whether there is such a level.
func ValidLevel(l Level) bool { return l == Nothing || l == Results || l == Records || l == Running }

// States of a Parcel.
const (
	Due    = ""
	Stored = "sent" // the hub's streams have it
	Safe   = "kept" // its database has it
)

// A Parcel is a game on its way.
type Parcel struct {
	Game    string
	State   string
	Fork    bool // the hub had another game of this id, which was told beside it
	Tries   int
	Trouble string            // why the last try failed
	Named   []string          // the seats that agree to their names being told
	Names   map[string]string // of all players
	Told    string            // the names that the hub has, as JSON
}

// A Log has the games of a table.
type Log interface {
	// Parcels returns the games that have left the table with a result, oldest first.
	Parcels() ([]Parcel, error)
	// Whole returns a game as messages, its End last. A game that is on the table is an error.
	Whole(game string) ([]Message, error)
	// Keep stores a parcel, but not who agrees.
	Keep(Parcel) error
	// Agree stores which seats of a game agree to their names being told.
	Agree(game string, seats []string) error
}
