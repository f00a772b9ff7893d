package companion

import (
	"math"
	"slices"

	"arbiter/engine"
)

// An item is one line of a menu: something to do, or more items. Everybody may
// read its text.
type item struct {
	seat engine.Seat // whom it concerns; "" is everybody
	text engine.Text
	line string                 // the command, which seat wishes
	do   func() (Answer, error) // instead of a command
	more []item
}

// A menu is what buttons choose from.
type menu struct {
	items []item
	path  []int  // the items that were opened, and the marker
	since string // the moment that the items were made for
}

// at returns the list that is open, and the place of the marker in it.
func (m *menu) at() (list []item, marker int) {
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
	if x.seat == "" {
		return engine.Say("› %s (%d/%d)", x.text, i+1, len(list))
	}
	return engine.Say("%s › %s (%d/%d)", x.seat, x.text, i+1, len(list))
}

// same tells whether two lists offer the same.
func same(a, b []item) bool {
	return slices.EqualFunc(a, b, func(a, b item) bool {
		return a.line == b.line && a.seat == b.seat && a.text.Equal(b.text) && same(a.more, b.more)
	})
}

// How many items of a kind, and how many in all, are still a list of their own.
const (
	mostOfKind = 3
	mostItems  = 8
)

// folded puts items together whose texts differ in numbers only, and divides what
// is still long, so that nothing is many presses away.
func folded(items []item) []item {
	var list []item
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
func divided(items []item) []item {
	if len(items) <= mostItems {
		return items
	}
	size := int(math.Ceil(math.Sqrt(float64(len(items)))))
	var parts []item
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
func fold(items []item) item {
	first, last := items[0].ends(), items[len(items)-1].ends()
	return item{seat: items[0].seat, text: engine.Say("%s … %s", first[0], last[1]), more: items}
}

// ends are the texts of the first and the last item that x holds.
func (x item) ends() [2]engine.Text {
	if len(x.more) == 0 {
		return [2]engine.Text{x.text, x.text}
	}
	return [2]engine.Text{x.more[0].ends()[0], x.more[len(x.more)-1].ends()[1]}
}

// kindred tells whether the texts of two items differ in numbers at most.
func kindred(a, b item) bool {
	return a.seat == b.seat && a.text.Format == b.text.Format && slices.EqualFunc(a.text.Args, b.text.Args, func(a, b any) bool {
		_, number := a.(int)
		_, number2 := b.(int)
		return number && number2 || equal(a, b)
	})
}

func equal(a, b any) bool { return engine.Say("%v", a).Equal(engine.Say("%v", b)) }
