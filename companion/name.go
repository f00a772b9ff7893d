package companion

import (
	"strings"
	"unicode"
)

const (
	longestName  = 40 // runes
	highestStack = 4  // marks above and below a letter: no name is written with more
)

// PlayerName makes what somebody typed a name: one line of at most 40 visible
// characters, none of which turns the direction of what stands around it or covers
// other lines. It is "" if nothing is left that can be seen.
func PlayerName(typed string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unseen(r):
			return -1
		}
		return r
	}, typed)
	runes := stacked([]rune(strings.Join(strings.Fields(name), " ")))
	name = strings.TrimSpace(string(runes[:min(len(runes), longestName)]))
	if !strings.ContainsFunc(name, func(r rune) bool { return r != ' ' && !unicode.IsMark(r) }) {
		return ""
	}
	return name
}

// stacked leaves out the marks that would cover the lines above and below.
func stacked(name []rune) []rune {
	var kept []rune
	height := 0
	for _, r := range name {
		if height++; !unicode.IsMark(r) {
			height = 0
		}
		if height <= highestStack {
			kept = append(kept, r)
		}
	}
	return kept
}

// The selector that makes a sign an emoji; others that choose between variants
// cannot be seen.
const emoji = '\ufe0f'

// unseen reports whether a rune is control, direction, or nothing at all to the eye:
// among them letters and signs that fonts leave blank.
func unseen(r rune) bool {
	const braille = '\u2800'
	return !unicode.IsPrint(r) || r == braille || r != emoji &&
		unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
