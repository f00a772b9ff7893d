package line

import (
	"fmt"
	"strconv"
	"strings"

	"arbiter/hw"
)

// A kind of message. README.md has the protocol.
type kind uint8

const (
	hello kind = iota + 1
	all
	beat
	ready
	in
	out
	collision
	failure
)

// message is one line of a hub.
type message struct {
	kind   kind
	reader string // ready, in, out, collision, failure
	uid    hw.UID // in, out
	words  string // hello: the hub's name; failure: what is wrong
	cards  int    // beat: how many lie there
	summed bool   // it had a checksum, and the right one
}

const (
	version    = "1"
	maxLine    = 100
	maxAddress = 20
)

// parse reads a line without its line ending.
func parse(text string) (m message, err error) {
	if len(text) > maxLine {
		return m, fmt.Errorf("a line of %d bytes", len(text))
	}
	for _, b := range []byte(text) {
		if b < ' ' || b > '~' {
			return m, fmt.Errorf("a byte %02Xh", b)
		}
	}
	text, summed, err := checked(text)
	if err != nil {
		return m, err
	}
	m, ok := meaning(strings.Fields(text))
	if !ok {
		return m, fmt.Errorf("line %q", text)
	}
	m.summed = summed
	return m, nil
}

// checked removes a checksum after checking it.
func checked(text string) (rest string, summed bool, err error) {
	i := strings.LastIndex(text, " *")
	if i < 0 || len(text) != i+4 {
		return text, false, nil
	}
	want, err := strconv.ParseUint(text[i+2:], 16, 8)
	if err != nil || byte(want) != exclusiveOr(text[:i]) {
		return "", false, fmt.Errorf("the checksum of %q", text)
	}
	return text[:i], true, nil
}

func exclusiveOr(s string) (x byte) {
	for i := range len(s) {
		x ^= s[i]
	}
	return x
}

func meaning(words []string) (m message, ok bool) {
	if len(words) == 0 {
		return m, false
	}
	switch first, rest := words[0], words[1:]; first {
	case "hello":
		return message{kind: hello, words: strings.Join(rest[min(1, len(rest)):], " ")}, len(rest) >= 1 && rest[0] == version
	case "all":
		return message{kind: all}, len(rest) == 0
	case "beat":
		if len(rest) != 1 {
			return m, false
		}
		n, err := strconv.ParseUint(rest[0], 10, 16)
		return message{kind: beat, cards: int(n)}, err == nil
	default:
		return ofReader(first, rest)
	}
}

func ofReader(reader string, words []string) (m message, ok bool) {
	if !Address(reader) || len(words) == 0 {
		return m, false
	}
	m.reader = reader
	switch {
	case words[0] == "ready":
		m.kind, ok = ready, len(words) == 1
	case words[0] == "collision":
		m.kind, ok = collision, len(words) == 1
	case words[0] == "error":
		m.kind, m.words, ok = failure, strings.Join(words[1:], " "), true
	case len(words) == 2 && (words[1] == "in" || words[1] == "out"):
		if m.kind = in; words[1] == "out" {
			m.kind = out
		}
		u, err := hw.ParseUID(words[0])
		m.uid, ok = u, err == nil && !strings.Contains(words[0], ":")
	}
	return m, ok
}

// Address reports whether a word may be a hub's name for a reader.
func Address(word string) bool {
	if word == "" || len(word) > maxAddress || word == "hello" || word == "all" || word == "beat" {
		return false
	}
	for _, b := range []byte(word) {
		switch {
		case b >= '0' && b <= '9', b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b == '-', b == '_':
		default:
			return false
		}
	}
	return true
}
