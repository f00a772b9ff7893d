package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Where there is no room the oldest goes that nobody plays with: of the same address, of
// the same network, or of all.
func TestTheOldestGoes(t *testing.T) {
	for name, tt := range map[string]struct {
		most, each int
		come       []string // addresses; with * somebody plays there
		want       []int    // who is left
	}{
		"room for all":         {4, 4, []string{"10.0.0.1", "10.0.0.1", "10.0.0.2"}, []int{0, 1, 2}},
		"one address":          {9, 2, []string{"10.0.0.2", "10.0.0.1", "10.0.0.1", "10.0.0.1"}, []int{0, 2, 3}},
		"one who plays":        {9, 2, []string{"10.0.0.1*", "10.0.0.1", "10.0.0.1"}, []int{0, 2}},
		"all play":             {9, 2, []string{"10.0.0.1*", "10.0.0.1*", "10.0.0.1"}, []int{0, 1}},
		"a network":            {8, 2, []string{"10.0.0.1", "fd00::1", "fd00::2", "fd00::3", "fd00::4", "fd00::5"}, []int{0, 2, 3, 4, 5}},
		"in all":               {3, 3, []string{"10.0.0.1*", "10.0.0.2", "10.0.0.3", "10.0.0.4"}, []int{0, 2, 3}},
		"the device itself":    {2, 2, []string{"127.0.0.1", "10.0.0.2", "10.0.0.3"}, []int{0, 2}},
		"IPv4 written as IPv6": {9, 1, []string{"10.0.0.1", "::ffff:10.0.0.1"}, []int{1}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := stays(tt.most, tt.each, tt.come); fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("%v are left, want %v", got, tt.want)
			}
		})
	}
}

// stays tells who of those who come one after the other is left in a crowd.
func stays(most, each int, come []string) []int {
	c := NewAdmission(most, each)
	all := make([]*Admitted, len(come))
	for i, from := range come {
		address, plays := strings.CutSuffix(from, "*")
		if all[i] = c.Enter(AddressOf(address), func() {}); all[i] != nil && plays {
			all[i].Keep()
		}
	}
	var left []int
	for i, p := range all {
		if slices.Contains(c.all, p) {
			left = append(left, i)
		}
	}
	return left
}
