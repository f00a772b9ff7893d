package page

import (
	"cmp"
	"slices"
	"strings"
)

// Rows is a list of what the seat may do one after the other, in any order: a tap on a row does it,
// and one button does all that are left, from top to bottom.
type Rows struct {
	Form
	List []Move
	All  string // the lines of all rows; "" if only one is left, or moves are only tried
	Gain int    // what they add together to the seat's progress
	Of   string // the symbol of that progress
}

// NewRows returns the list; nil if there is none.
func NewRows(c Context, m Moves) *Rows {
	r := &Rows{Form: m.Form, Of: c.progress()}
	for _, x := range m.own() {
		i := slices.IndexFunc(r.List, func(y Move) bool { return y.Row == x.Row })
		switch {
		case x.Row == "":
		case i < 0:
			r.List = append(r.List, x)
		case x.Usual:
			r.List[i] = x
		}
	}
	if len(r.List) == 0 {
		return nil
	}
	slices.SortStableFunc(r.List, func(a, b Move) int { return cmp.Or(chancy(a)-chancy(b), b.Gain-a.Gain) })
	var lines []string
	for _, x := range r.List {
		lines = append(lines, x.Line)
		r.Gain += x.Gain
	}
	if len(lines) > 1 && c.Copy == "" {
		r.All = strings.Join(lines, Next)
	}
	return r
}

// chancy sorts moves last that cannot be taken back alone, because chance may follow.
func chancy(m Move) int {
	if m.Free {
		return 0
	}
	return 1
}
