package castingshadows_test

import (
	"strconv"
	"strings"
	"testing"
)

// counted reads "2*red-gem+orb" as one word for each piece.
func counted(text string) (all []string) {
	if text == "" || text == "-" {
		return nil
	}
	for word := range strings.SplitSeq(text, "+") {
		number, name, many := strings.Cut(word, "*")
		n := 1
		if many {
			n, _ = strconv.Atoi(number)
		} else {
			name = word
		}
		for range n {
			all = append(all, name)
		}
	}
	return all
}

// stands reports whether a resource may be spent for a symbol: purple ones as red or
// blue, each color for grey.
func stands(resource, symbol string) bool {
	color, kind, _ := strings.Cut(resource, "-")
	switch symbol {
	case "gem", "orb":
		return kind == symbol
	case "red-gem", "red-orb", "blue-gem", "blue-orb":
		return resource == symbol || color == "purple" && strings.HasSuffix(symbol, "-"+kind)
	}
	return resource == symbol
}

// settles tries every way to lay what is spent on the symbols of a cost, one on each.
func settles(spent, cost []string) bool {
	if len(spent) != len(cost) {
		return false
	}
	if len(cost) == 0 {
		return true
	}
	for i, resource := range spent {
		rest := append(append([]string{}, spent[:i]...), spent[i+1:]...)
		if stands(resource, cost[0]) && settles(rest, cost[1:]) {
			return true
		}
	}
	return false
}

// repeated is a cost so many times.
func repeated(cost []string, n int) (all []string) {
	for range n {
		all = append(all, cost...)
	}
	return all
}

// TestRefereePays: the examples of the rulebook, and what only a matching finds.
func TestRefereePays(t *testing.T) {
	for _, c := range []struct {
		spent, cost string
		want        bool
	}{
		{"red-gem", "red-gem", true},
		{"3*red-gem", "3*red-gem", true},
		{"purple-gem", "red-gem", true},
		{"purple-gem", "blue-gem", true},
		{"purple-orb", "blue-gem", false},
		{"blue-gem", "red-gem", false},
		{"blue-gem", "gem", true},
		{"blue-orb", "gem", false},
		{"red-gem+purple-gem", "red-gem+blue-gem", true},
		{"blue-gem+purple-gem", "red-gem+blue-gem", true},
		{"2*red-gem", "red-gem+blue-gem", false},
		{"red-gem+purple-gem", "blue-gem+gem", true},
		{"red-gem+blue-gem", "2*blue-gem", false},
		{"2*red-gem", "red-gem", false},
		{"", "red-gem", false},
		{"shadow-fragment", "shadow-fragment", true},
		{"cursed-crystal", "gem", false},
		{"purple-gem+purple-orb", "gem+orb", true},
	} {
		if got := settles(counted(c.spent), counted(c.cost)); got != c.want {
			t.Errorf("%q for %q: %t", c.spent, c.cost, got)
		}
	}
}
