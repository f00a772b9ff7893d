package scenario

import (
	"fmt"
	"strings"
)

// Difference shows the lines of the script that are missing from the answers (-, with their line
// numbers), and what the answers have in their place (+).
func Difference(script, answers string) string {
	was, is := strings.Split(script, "\n"), strings.Split(answers, "\n")
	rest := common(was, is)
	var b strings.Builder
	i, j := 0, 0
	for i < len(was) || j < len(is) {
		switch {
		case i < len(was) && j < len(is) && was[i] == is[j]:
			i, j = i+1, j+1
		case j == len(is) || i < len(was) && rest[i+1][j] >= rest[i][j+1]:
			fmt.Fprintf(&b, "%5d - %s\n", i+1, was[i])
			i++
		default:
			fmt.Fprintf(&b, "      + %s\n", is[j])
			j++
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// common returns, for each pair of positions, the length of the longest common subsequence of the
// rests of a and b.
func common(a, b []string) [][]int {
	n := make([][]int, len(a)+1)
	for i := range n {
		n[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			n[i][j] = max(n[i+1][j], n[i][j+1])
			if a[i] == b[j] {
				n[i][j] = n[i+1][j+1] + 1
			}
		}
	}
	return n
}
