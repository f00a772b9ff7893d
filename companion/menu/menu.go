// Package menu is what the buttons of a rig choose from: menus that everybody reads on a
// panel, so that nothing secret is in them. It keeps what was done with each button and
// says what a press asks the table for. It knows no rules, holds no table and starts no
// goroutine.
package menu

import (
	"math"
	"slices"

	"arbiter/engine"
)

// An Item is one line of a menu: something to do, or more items. Everybody may
// read its text.
type Item struct {
	Seat engine.Seat // whom it concerns; "" is everybody
	Text engine.Text
	Line string       // the command, which a seat gives
	Do   func() error // instead of a command
	more []Item
}

// Under is an item that opens others.
func Under(text engine.Text, items []Item) Item { return Item{Text: text, more: items} }

// A menu is what buttons choose from.
type menu struct {
	items []Item
	path  []int  // the items that were opened, and the marker
	since string // the moment that the items were made for
}

// at returns the list that is open, and the place of the marker in it.
func (m *menu) at() (list []Item, marker int) {
	list = m.items
	last := len(m.path) - 1
	for _, i := range m.path[:last] {
		list = list[i].more
	}
	return list, m.path[last]
}

// next moves the marker.
func (m *menu) next() {
	list, i := m.at()
	m.path[len(m.path)-1] = (i + 1) % len(list)
}

// text shows the item under the marker.
func (m *menu) text() engine.Text {
	list, i := m.at()
	x := list[i]
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

// How many items of a kind, and how many in all, are still a list of their own.
const (
	mostOfKind = 3
	mostItems  = 8
)

// Folded puts items together whose texts differ in numbers only, and divides what
// is still long, so that nothing is many presses away.
func Folded(items []Item) []Item {
	var list []Item
	for len(items) > 0 {
		n := 1
		for n < len(items) && kindred(items[0], items[n]) {
			n++
		}
		if n > mostOfKind {
			list = append(list, fold(divided(items[:n])))
		} else {
			list = append(list, items[:n]...)
		}
		items = items[n:]
	}
	return divided(list)
}

// divided makes a long list a short one of parts.
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

// fold is an item that holds others.
func fold(items []Item) Item {
	first, last := items[0].ends(), items[len(items)-1].ends()
	return Item{Seat: items[0].Seat, Text: engine.Say("%s … %s", first[0], last[1]), more: items}
}

// ends are the texts of the first and the last item that x holds.
func (x Item) ends() [2]engine.Text {
	if len(x.more) == 0 {
		return [2]engine.Text{x.Text, x.Text}
	}
	return [2]engine.Text{x.more[0].ends()[0], x.more[len(x.more)-1].ends()[1]}
}

// kindred reports whether the texts of two items differ in numbers at most.
func kindred(a, b Item) bool {
	return a.Seat == b.Seat && a.Text.Format == b.Text.Format && slices.EqualFunc(a.Text.Args, b.Text.Args, func(a, b any) bool {
		_, number := a.(int)
		_, number2 := b.(int)
		return number && number2 || equal(a, b)
	})
}

func equal(a, b any) bool { return engine.Say("%v", a).Equal(engine.Say("%v", b)) }
