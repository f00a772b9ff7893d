package companion

import (
	"strings"
	"unicode"
)

const longestName = 40 // runes

// PlayerName makes what somebody typed a name: one line of at most 40 visible
// characters, none of which turns the direction of what stands around it. It is ""
// if nothing is left that can be seen.
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
	runes := []rune(strings.Join(strings.Fields(name), " "))
	name = strings.TrimSpace(string(runes[:min(len(runes), longestName)]))
	if !strings.ContainsFunc(name, func(r rune) bool { return r != ' ' && !unicode.IsMark(r) }) {
		return ""
	}
	return name
}

// The selector that makes a sign an emoji; others that choose between variants
// cannot be seen.
const emoji = '\ufe0f'

// unseen tells whether a rune is control, direction, or nothing at all to the eye:
// among them letters and signs that fonts leave blank.
func unseen(r rune) bool {
	const braille = '\u2800'
	return !unicode.IsPrint(r) || r == braille || r != emoji &&
		unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
