// Package boxes checks what is known of printed values, and what somebody shares of it.
package boxes

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/engine/notation"
	"arbiter/setups"
)

// Columns are the origins that facts are counted by. Mixed are those whose values come from
// several places.
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

// Counts tells how many facts come from each origin.
func Counts(lines []setups.Line, separator string) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(count(lines)), "[]"), " ", separator)
}

// Origins counts lines by where their values come from; what there is none of is left out.
func Origins(lines []setups.Line) string {
	var b strings.Builder
	for i, n := range count(lines) {
		if n > 0 {
			fmt.Fprintf(&b, ", %d %s", n, Columns()[i])
		}
	}
	return b.String()
}
