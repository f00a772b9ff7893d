package learning

import (
	"maps"
	"slices"

	"arbiter/engine"
)

// At returns the lesson that takes the cards of a reader, and whether it takes only those. For ""
// it is the lesson of all readers.
func (b *box) At(reader string) (*Lesson, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.at(reader)
}

// at is At for callers that hold the lock.
func (b *box) at(reader string) (*Lesson, bool) {
	for _, l := range b.lessons {
		if l.reader == reader {
			return l, true
		}
	}
	return b.lessons[0], false
}

// Separate starts a lesson for a single reader, for a second person, and gives it the cards that
// wait there. If there is one already nothing changes. A reader without a card is refused.
func (b *box) Separate(reader string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, found := b.at(reader); found {
		return nil
	}
	if !slices.Contains(slices.Collect(maps.Values(b.lying)), reader) {
		return engine.Refuse("lay a card on that reader first")
	}
	all := b.lessons[0]
	l := &Lesson{box: b, reader: reader, want: all.want, last: all.last}
	b.lessons = append(b.lessons, l)
	all.putBack(func(uid string) bool { return b.lying[uid] == reader })
	b.move(all, l, func(uid string) bool { return b.lying[uid] == reader })
	return nil
}

// Join ends the lesson of a single reader. The card being taught there is queued in the lesson of
// all readers.
func (b *box) Join(reader string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.lessons[0]
	l, _ := b.at(reader)
	if l == all {
		return
	}
	b.lessons = slices.DeleteFunc(b.lessons, func(other *Lesson) bool { return other == l })
	l.putBack(func(uid string) bool { return b.lying[uid] != "" })
	b.move(l, all, func(string) bool { return true })
}

// move moves waiting cards from one lesson to another. The caller holds the lock.
func (b *box) move(from, to *Lesson, which func(uid string) bool) {
	for _, uid := range from.queue {
		if which(uid) {
			to.queue = append(to.queue, uid)
		}
	}
	from.queue = slices.DeleteFunc(from.queue, which)
	from.settle()
	to.settle()
	b.changed()
}

// putBack queues the card that is being taught, if it lies in the right place.
func (l *Lesson) putBack(lies func(uid string) bool) {
	if lies(l.current.uid) {
		l.queue = append([]string{l.current.uid}, l.queue...)
		l.current = current{}
	}
}

// elsewhere returns the readers, other than that of the present card, on which cards wait.
func (l *Lesson) elsewhere() []string {
	var all []string
	for _, uid := range l.queue {
		if r := l.lying[uid]; r != l.lying[l.current.uid] && !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

// separate returns the readers that have lessons of their own.
func (b *box) separate() []string {
	var all []string
	for _, l := range b.lessons[1:] {
		all = append(all, l.reader)
	}
	return all
}
