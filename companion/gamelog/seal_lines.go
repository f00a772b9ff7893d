package gamelog

import (
	"errors"
	"slices"
	"strings"

	"arbiter/engine"
)

// How chance was sealed follows the facts of entry 0: "sealed HASH", and "word SEAT TEXT" for each
// word. Logs of older programs lack these lines.
const (
	sealedLine = "sealed "
	wordLine   = "word "
)

func sealedLines(s engine.Sealed) []string {
	if s.Hash == "" {
		return nil
	}
	list := []string{sealedLine + s.Hash}
	for _, w := range s.Words {
		list = append(list, wordLine+w.String())
	}
	return list
}

// sealedIn separates the facts from the lines about the seal.
func sealedIn(lines []string) (facts []string, s engine.Sealed, err error) {
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, sealedLine) })
	if at < 0 {
		return lines, s, nil
	}
	s.Hash = strings.TrimPrefix(lines[at], sealedLine)
	for _, l := range lines[at+1:] {
		rest, ok := strings.CutPrefix(l, wordLine)
		seat, text, found := strings.Cut(rest, " ")
		if !ok || !found {
			return nil, s, errors.New("what follows the hash of chance is no word of a seat")
		}
		s.Words = append(s.Words, engine.Word{Seat: engine.Seat(seat), Text: text})
	}
	return lines[:at], s, nil
}

// learnerLine begins a line for each seat that may ask for advice, "learner SEAT", after the facts of
// entry 0 and before the lines about the seal. Logs of older programs lack these lines.
const learnerLine = "learner "

func learnerLines(seats []engine.Seat) (list []string) {
	for _, seat := range seats {
		list = append(list, learnerLine+string(seat))
	}
	return list
}

// learnersIn separates the facts from the seats that may ask for advice.
func learnersIn(lines []string) (facts []string, seats []engine.Seat) {
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, learnerLine) })
	if at < 0 {
		return lines, nil
	}
	for _, l := range lines[at:] {
		seats = append(seats, engine.Seat(strings.TrimPrefix(l, learnerLine)))
	}
	return lines[:at], seats
}
