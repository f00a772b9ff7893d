// Package seal lets a table check that chance was fair. Before a game a secret is
// made, and its hash is shown: that cannot be changed any more without everybody
// seeing it. Then each seat may add a word, so that nobody who knows the secret has
// chosen what comes of it. All that Arbiter draws in the game follows from secret and
// words: each pile is sorted by the ranks of its cards, so that what was taken back is
// drawn again. When the game is over the secret is shown, and anybody can work out hash
// and ranks again, by hand, too.
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

// What begins the text of a secret. The first two are of older programs and name the
// game, for they were made when it began. By the first a rank depends on the number
// that a draw gets in the log; by the third it depends on the words of the seats, too.
const (
	byEntry = "arbiter seal 1"
	byPile  = "arbiter seal 2"
	byWords = "arbiter seal 3"
)

// A Secret decides all draws of one game. Printed by accident it tells nothing.
type Secret struct {
	text  string
	words string // a line for each, what ends a line before it
}

// New makes a secret from 256 bits that nobody can foresee: half of them would keep
// anybody from guessing it by its hash.
func New() Secret {
	var key [32]byte
	rand.Read(key[:]) // never fails
	return Secret{text: fmt.Sprintf("%s %x", byWords, key)}
}

// Parse reads a secret as Open shows it.
func Parse(text string) (Secret, error) {
	words := strings.Split(text, " ")
	more := 1
	if strings.HasPrefix(text, byEntry+" ") || strings.HasPrefix(text, byPile+" ") {
		more = 2
	} else if !strings.HasPrefix(text, byWords+" ") {
		return Secret{}, errors.New("this is no secret of a game")
	}
	if len(words) != 3+more || words[3] == "" {
		return Secret{}, errors.New("this is no secret of a game")
	}
	if key, err := hex.DecodeString(words[2+more]); err != nil || len(key) != 32 {
		return Secret{}, errors.New("this is no secret of a game: its number is damaged")
	}
	return Secret{text: text}, nil
}

// With is the secret of a game in which words were added, each as a line of the seat
// and its text, in the order of the seats. Secrets of older programs know no words.
func (s Secret) With(words ...string) Secret {
	s.words = ""
	for _, w := range words {
		s.words += "\n" + w
	}
	return s
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

// Rank is what a draw is judged by, in hexadecimal digits: the SHA-256 of lines with
// nothing after the last one. The first is the secret; one follows for each word, its
// seat and its text; the last is the pile and the thing, or the number of the entry and
// the command where there is no pile, with blanks between them. By the older ways it is
// one line, the secret and then the last with a blank between them; by the first the
// last is always of number and command.
func (s Secret) Rank(d Draw) string {
	last := d.Pile + " " + d.Thing
	if d.Pile == "" || strings.HasPrefix(s.text, byEntry+" ") {
		last = fmt.Sprintf("%d %s", d.Entry, d.Command)
	}
	if !strings.HasPrefix(s.text, byWords+" ") {
		return digest(s.text + " " + last)
	}
	return digest(s.text + s.words + "\n" + last)
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
