// Package boxes checks what is known of printed values, and boxes that people share.
package boxes

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/engine/notation"
	"arbiter/setups"
)

// Columns returns the origins by which facts are counted. Mixed facts have values from several.
func Columns() []string { return []string{"rulebook", "public", "owner", "stand-in", "mixed"} }

func column(l setups.Line) string {
	switch origin := notation.OriginIn(l.Text); {
	case len(origin.Parts()) > 1:
		return "mixed"
	case origin.Kind() == notation.Public:
		return "public"
	default:
		return string(origin)
	}
}

func count(lines []setups.Line) []int {
	all := make([]int, len(Columns()))
	for _, l := range lines {
		if i := slices.Index(Columns(), column(l)); i >= 0 {
			all[i]++
		}
	}
	return all
}

// Counts returns how many facts come from each origin.
func Counts(lines []setups.Line, separator string) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(count(lines)), "[]"), " ", separator)
}

// Origins counts lines by the origin of their values, leaving out zeros.
func Origins(lines []setups.Line) string {
	var b strings.Builder
	for i, n := range count(lines) {
		if n > 0 {
			fmt.Fprintf(&b, ", %d %s", n, Columns()[i])
		}
	}
	return b.String()
}
