// Package boxes checks what is known of printed values, and what somebody shares of it.
package boxes

import (
	"fmt"
	"strings"

	"arbiter/setups"
)

// Counts tells how many facts come from each origin.
func Counts(lines []setups.Line, separator string) string {
	list := make([]string, 0, len(setups.Origins()))
	for _, origin := range setups.Origins() {
		n := 0
		for _, l := range lines {
			if strings.HasSuffix(l.Text, " "+origin) {
				n++
			}
		}
		list = append(list, fmt.Sprint(n))
	}
	return strings.Join(list, separator)
}

// Origins counts lines by where their values come from; what there is none of is left out.
func Origins(lines []setups.Line) string {
	var b strings.Builder
	numbers := strings.Fields(Counts(lines, " "))
	for i, origin := range setups.Origins() {
		if numbers[i] != "0" {
			fmt.Fprintf(&b, ", %s %s", numbers[i], origin)
		}
	}
	return b.String()
}
