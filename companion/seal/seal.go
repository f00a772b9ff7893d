// Package seal lets a table check that chance was fair. Before a game a secret is made, and its
// hash is shown, so it can no longer be changed without everybody noticing. Then each seat may add
// a word, so that not even somebody who knows the secret can choose what comes of it. All that
// Arbiter draws in the game follows from secret and words: each pile is sorted by the ranks of its
// cards, so what was taken back is drawn again. When the game is over the secret is shown, and
// anybody can work out hash and ranks again, even by hand.
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

// These begin a secret's text. The first two are of older programs and are followed by the name of
// the game that they were made for. With the first, a rank depends on the number that a draw gets
// in the log; with the third, also on the words of the seats.
const (
	byEntry = "arbiter seal 1"
	byPile  = "arbiter seal 2"
	byWords = "arbiter seal 3"
)

// A Secret decides all draws of one game. Printing it by accident reveals nothing.
type Secret struct {
	text  string
	words string // each preceded by a line feed
}

// New makes a secret from 256 random bits: half as many would keep anybody from guessing it by its
// hash.
func New() Secret {
	var key [32]byte
	rand.Read(key[:]) // never fails
	return Secret{text: fmt.Sprintf("%s %x", byWords, key)}
}

// Parse reads a secret as returned by Open.
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

// With returns the secret of a game in which words were added, each as a line of the seat and its
// text, in the order of the seats. Secrets of older programs ignore words.
func (s Secret) With(words ...string) Secret {
	s.words = ""
	for _, w := range words {
		s.words += "\n" + w
	}
	return s
}

// Open returns the secret as one line, to be shown when the game is over.
func (s Secret) Open() string { return s.text }

// Hash returns the SHA-256 of that line in hexadecimal, which is shown before the game.
func (s Secret) Hash() string { return digest(s.text) }

// A Draw is something that may be drawn: the number of the log entry, its command, and the thing
// and its pile; "" if the game names no pile.
type Draw struct {
	Entry       int
	Command     string
	Pile, Thing string
}

// Rank returns the rank of a draw in hexadecimal: the SHA-256 of several lines, without a line feed
// after the last. The first is the secret; one follows for each word, with its seat and its text;
// the last has the pile and the thing, or without a pile the number of the entry and the command,
// separated by a blank. In the older formats it is a single line, the secret and the last of these
// separated by a blank; in the first format the last always has number and command.
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

// Least returns the draw with the lowest rank; among equals the first. There must be at least one.
func (s Secret) Least(may []Draw) Draw {
	best := may[0]
	for _, d := range may[1:] {
		if s.Rank(d) < s.Rank(best) {
			best = d
		}
	}
	return best
}

// Short returns the beginning of a hash, in groups that people can compare.
func Short(hash string) string {
	var groups []string
	for i := 0; i+4 <= len(hash) && i < 16; i += 4 {
		groups = append(groups, hash[i:i+4])
	}
	return strings.Join(groups, " ")
}

// Format keeps the secret out of anything that is printed.
func (Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, "(sealed)") }

// MarshalText keeps it out of files and pages.
func (Secret) MarshalText() ([]byte, error) { return []byte("(sealed)"), nil }

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
