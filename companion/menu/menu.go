// Package menu is what the buttons of a rig choose from: menus that everybody reads on a panel, so
// nothing secret is in them. It keeps the state of each button and says what a press asks of the
// table. It knows no rules, holds no table and starts no goroutine.
package menu

import (
	"math"
	"slices"

	"arbiter/engine"
)

// An Item is one line of a menu: something to do, or a submenu. Everybody may read its text.
type Item struct {
	Seat engine.Seat // whom it concerns; "" is everybody
	Text engine.Text
	Line string       // the command to give
	Do   func() error // called instead of a command
	more []Item

	Likely bool // the one to offer first of items that differ in a number
}

// Under returns an item that opens a submenu.
func Under(text engine.Text, items []Item) Item { return Item{Text: text, more: items} }

// A menu is an open menu.
type menu struct {
	items []Item
	path  []int  // indexes of the opened items and, last, of the marker, which is -1 before the first item
	since string // Input.Moment for which the items were made
}

// at returns the open list and the index of its marker.
func (m *menu) at() (list []Item, marker int) {
	list = m.items
	last := len(m.path) - 1
	for _, i := range m.path[:last] {
		list = list[i].more
	}
	return list, m.path[last]
}

// open opens a list. Its marker is at the first item; before the first amount, so that confirm
// alone chooses none.
func (m *menu) open(list []Item) {
	at := 0
	if list[0].Do == nil && run(list, kindred) > 1 {
		at = -1
	}
	m.path = append(m.path, at)
}

// next moves the marker.
func (m *menu) next() {
	list, i := m.at()
	m.path[len(m.path)-1] = (i + 1) % len(list)
}

// text returns the item under the marker, or the next one while the marker is before the first.
func (m *menu) text() engine.Text {
	list, i := m.at()
	x := list[max(i, 0)]
	if i < 0 {
		x.Text = engine.Say("next: %s", x.Text)
	}
	if x.Seat == "" {
		return engine.Say("› %s (%d/%d)", x.Text, i+1, len(list))
	}
	return engine.Say("%s › %s (%d/%d)", x.Seat, x.Text, i+1, len(list))
}

// same reports whether two lists offer the same.
func same(a, b []Item) bool {
	return slices.EqualFunc(a, b, func(a, b Item) bool {
		return a.Line == b.Line && a.Seat == b.Seat && a.Text.Equal(b.Text) && same(a.more, b.more)
	})
}

// Limits beyond which items of a kind, or a whole list, are folded into submenus; and beyond which
// submenus would be too many to find anything in.
const (
	mostOfKind  = 3
	mostItems   = 8
	mostNear    = 5 // a likely number and those next to it
	mostDivided = mostItems * mostItems
)

// Folded puts items whose texts differ only in numbers into submenus, and divides what is still
// long, so that nothing is many presses away.
func Folded(items []Item) []Item {
	var list []Item
	for len(items) > 0 {
		n := run(items, kindred)
		if many := run(items, alike); many > mostDivided && n < many {
			n = many
			list = append(list, chosenByParts(items[:n], 0)...)
		} else if n > mostOfKind {
			list = append(list, numbers(items[:n])...)
		} else {
			list = append(list, items[:n]...)
		}
		items = items[n:]
	}
	return divided(list)
}

// run returns how many items at the beginning are of the same kind.
func run(items []Item, same func(a, b Item) bool) int {
	n := 1
	for n < len(items) && same(items[0], items[n]) {
		n++
	}
	return n
}

// alike reports whether two items have the same sentence.
func alike(a, b Item) bool { return a.Seat == b.Seat && a.Text.Format == b.Text.Format }

// chosenByParts makes submenus for one part of a long sentence after the other, starting with
// argument part, with the whole sentence at the end: a small panel shows only its beginning. Likely
// items come first.
func chosenByParts(items []Item, part int) (list []Item) {
	if len(items) == 1 || part >= len(items[0].Text.Parts()) {
		return items
	}
	var parts []engine.Text
	by := map[int][]Item{}
	for _, x := range items {
		p := x.Text.Parts()[part]
		i := slices.IndexFunc(parts, p.Equal)
		if i < 0 {
			i, parts = len(parts), append(parts, p)
		}
		by[i] = append(by[i], x)
	}
	if len(parts) == 1 {
		return chosenByParts(items, part+1)
	}
	for i, p := range parts {
		x := Item{Seat: items[0].Seat, Text: p, more: chosenByParts(by[i], part+1), Likely: slices.ContainsFunc(by[i], func(x Item) bool { return x.Likely })}
		list = append(list, x)
	}
	if parts[0].Format == "%d" && len(parts) > mostItems {
		return numbers(list)
	}
	slices.SortStableFunc(list, func(a, b Item) int {
		switch {
		case a.Likely == b.Likely:
			return 0
		case a.Likely:
			return -1
		}
		return 1
	})
	return list
}

// numbers arranges items that differ in a number: the likely one and those next to it, nearest
// first, before the others; all of them in a submenu if none is likely.
func numbers(items []Item) []Item {
	at := slices.IndexFunc(items, func(x Item) bool { return x.Likely })
	if at < 0 {
		return []Item{fold(divided(items))}
	}
	list, low, high := []Item{items[at]}, at, at+1
	for step := 1; step < mostNear; step++ {
		if up := high < len(items); up && (step%2 == 1 || low == 0) {
			list, high = append(list, items[high]), high+1
		} else if low > 0 {
			low--
			list = append(list, items[low])
		}
	}
	for _, rest := range [][]Item{items[:low], items[high:]} {
		if len(rest) > 0 {
			list = append(list, fold(divided(rest)))
		}
	}
	return list
}

// divided turns a long list into a short one of submenus.
func divided(items []Item) []Item {
	if len(items) <= mostItems {
		return items
	}
	size := int(math.Ceil(math.Sqrt(float64(len(items)))))
	var parts []Item
	for part := range slices.Chunk(items, size) {
		if len(part) == 1 {
			parts = append(parts, part[0])
			continue
		}
		parts = append(parts, fold(slices.Clone(part)))
	}
	return parts
}

// fold returns an item that holds others.
func fold(items []Item) Item {
	first, last := items[0].ends(), items[len(items)-1].ends()
	return Item{Seat: items[0].Seat, Text: engine.Say("%s … %s", first[0], last[1]), more: items}
}

// ends returns the texts of the first and the last item in x.
func (x Item) ends() [2]engine.Text {
	if len(x.more) == 0 {
		return [2]engine.Text{x.Text, x.Text}
	}
	return [2]engine.Text{x.more[0].ends()[0], x.more[len(x.more)-1].ends()[1]}
}

// kindred reports whether the texts of two items differ only in numbers.
func kindred(a, b Item) bool {
	return a.Seat == b.Seat && a.Text.Format == b.Text.Format && slices.EqualFunc(a.Text.Args, b.Text.Args, func(a, b any) bool {
		_, number := a.(int)
		_, number2 := b.(int)
		return number && number2 || equal(a, b)
	})
}

func equal(a, b any) bool { return engine.Say("%v", a).Equal(engine.Say("%v", b)) }
