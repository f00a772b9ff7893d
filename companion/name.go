package companion

import (
	"strings"
	"unicode"
)

const (
	longestName  = 40 // runes
	highestStack = 4  // marks above and below one letter; no name needs more
)

// PlayerName turns what somebody typed into a name: one line of at most 40 visible characters, with
// none that changes the direction of the text around it or covers other lines. It returns "" if
// nothing visible is left.
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

// stacked drops the marks that would cover the lines above and below.
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

// emoji is the variation selector that makes a character an emoji. The other selectors are
// invisible and dropped.
const emoji = '\ufe0f'

// unseen reports whether a rune is a control character, changes direction, or shows nothing, such
// as letters and signs that fonts leave blank.
func unseen(r rune) bool {
	const braille = '\u2800'
	return !unicode.IsPrint(r) || r == braille || r != emoji &&
		unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
