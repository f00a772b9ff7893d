// Package seal lets a table check that chance was fair. Before a game a secret is
// made, and its hash is shown: that cannot be changed any more without everybody
// seeing it. All that Arbiter draws in the game follows from the secret: each pile is
// sorted by the ranks of its cards, so that what was taken back is drawn again. When
// the game is over the secret is shown, and anybody can work out hash and ranks again,
// by hand, too.
//
// The package knows no game. Where people shuffle cards there is nothing to seal.
package seal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// What begins the text of a secret. By the first way, of older programs, a
// rank depends on the number that a draw gets in the log.
const (
	byEntry = "arbiter seal 1"
	byPile  = "arbiter seal 2"
)

// A Secret decides all draws of one game. Printed by accident it tells nothing.
type Secret struct{ text string }

// New makes the secret of a game, from 256 bits that nobody can foresee: half of
// them would keep anybody from guessing it by its hash.
func New(game string) Secret {
	var key [32]byte
	rand.Read(key[:]) // never fails
	return Secret{fmt.Sprintf("%s %s %x", byPile, game, key)}
}

// Parse reads a secret as Open shows it.
func Parse(text string) (Secret, error) {
	rest, ok := strings.CutPrefix(text, byPile+" ")
	if !ok {
		rest, ok = strings.CutPrefix(text, byEntry+" ")
	}
	words := strings.Split(rest, " ")
	if !ok || len(words) != 2 || words[0] == "" {
		return Secret{}, errors.New("this is no secret of a game")
	}
	if key, err := hex.DecodeString(words[1]); err != nil || len(key) != 32 {
		return Secret{}, errors.New("this is no secret of a game: its number is damaged")
	}
	return Secret{text}, nil
}

// Open returns the secret as one line, to be shown when the game is over.
func (s Secret) Open() string { return s.text }

// Hash is the SHA-256 of the line, in hexadecimal digits: what is shown before the
// game.
func (s Secret) Hash() string { return digest(s.text) }

// A Draw is what may be drawn: the number that the entry gets in the log, its command,
// and what of which pile that draws; "" where the game names no pile.
type Draw struct {
	Entry       int
	Command     string
	Pile, Thing string
}

// Rank is what a draw is judged by, in hexadecimal digits: the SHA-256 of the line of
// the secret, the pile and the thing, with blanks between them. Without a pile, and by
// the first way, these are the number of the entry and the command.
func (s Secret) Rank(d Draw) string {
	if d.Pile == "" || strings.HasPrefix(s.text, byEntry+" ") {
		return digest(fmt.Sprintf("%s %d %s", s.text, d.Entry, d.Command))
	}
	return digest(fmt.Sprintf("%s %s %s", s.text, d.Pile, d.Thing))
}

// Least is what comes of what may: that of least rank, of equal ones the first. There
// is one at least.
func (s Secret) Least(may []Draw) Draw {
	best := may[0]
	for _, d := range may[1:] {
		if s.Rank(d) < s.Rank(best) {
			best = d
		}
	}
	return best
}

// Short is the beginning of a hash, in groups that people can compare.
func Short(hash string) string {
	var groups []string
	for i := 0; i+4 <= len(hash) && i < 16; i += 4 {
		groups = append(groups, hash[i:i+4])
	}
	return strings.Join(groups, " ")
}

// Format keeps the secret out of whatever is printed.
func (Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, "(sealed)") }

// MarshalText keeps it out of files and pages.
func (Secret) MarshalText() ([]byte, error) { return []byte("(sealed)"), nil }

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
