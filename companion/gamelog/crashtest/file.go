package crashtest

import (
	"bytes"
	"maps"
	"slices"
)

// sector is how many bytes a disk writes atomically.
const sector = 512

// A choice picks which of several requests, made at these times, reached the disk: its index, or -1
// for the safe state before them.
type choice func(asked []int) int

// A filler writes what is read where nothing was ever written.
type filler func([]byte)

// A file is what programs read, and what the disk has of it.
type file struct {
	now     []byte
	safe    []byte
	sectors map[int][]draft // by number: contents since the last sync
	lengths []length        // lengths since the last sync
	mapped  bool            // mapped into the program's memory, so it is not modeled
}

// A draft is the content of a sector from some time on.
type draft struct {
	asked int
	text  [sector]byte
}

type length struct{ asked, n int }

func (f *file) write(asked, at int, text []byte) {
	if end := at + len(text); end > len(f.now) {
		f.now = append(f.now, make([]byte, end-len(f.now))...)
		f.lengths = append(f.lengths, length{asked, end})
	}
	copy(f.now[at:], text)
	f.draw(asked, at, at+len(text))
}

func (f *file) cut(asked, n int) {
	if n == len(f.now) {
		return
	}
	was := len(f.now)
	if n < was {
		f.now = f.now[:n:n]
	} else {
		f.now = append(f.now, make([]byte, n-was)...)
	}
	f.lengths = append(f.lengths, length{asked, n})
	f.draw(asked, min(n, was), max(n, was))
}

// draw records the present content of the sectors in a range.
func (f *file) draw(asked, from, to int) {
	if f.sectors == nil {
		f.sectors = map[int][]draft{}
	}
	for s := from / sector; s*sector < to; s++ {
		d := draft{asked: asked}
		if s*sector < len(f.now) {
			copy(d.text[:], f.now[s*sector:])
		}
		f.sectors[s] = append(f.sectors[s], d)
	}
}

// sync makes safe what was asked for until then.
func (f *file) sync(until int) {
	old := 0
	for ; old < len(f.lengths) && f.lengths[old].asked <= until; old++ {
		n := f.lengths[old].n
		if n < len(f.safe) {
			f.safe = f.safe[:n:n]
		} else {
			f.safe = append(f.safe, make([]byte, n-len(f.safe))...)
		}
	}
	f.lengths = f.lengths[old:]
	for s, drafts := range f.sectors {
		old := 0
		for ; old < len(drafts) && drafts[old].asked <= until; old++ {
		}
		if old > 0 && s*sector < len(f.safe) {
			copy(f.safe[s*sector:], drafts[old-1].text[:])
		}
		if f.sectors[s] = drafts[old:]; old == len(drafts) {
			delete(f.sectors, s)
		}
	}
}

// left returns what a cut leaves.
func (f *file) left(choose choice, fill filler) []byte {
	n := len(f.safe)
	if i := choose(times(f.lengths, func(l length) int { return l.asked })); i >= 0 {
		n = f.lengths[i].n
	}
	text := make([]byte, n)
	if kept := copy(text, f.safe); kept < n {
		fill(text[kept:])
	}
	for _, s := range slices.Sorted(maps.Keys(f.sectors)) {
		drafts := f.sectors[s]
		if i := choose(times(drafts, func(d draft) int { return d.asked })); i >= 0 && s*sector < n {
			copy(text[s*sector:], drafts[i].text[:])
		}
	}
	return text
}

func times[T any](list []T, asked func(T) int) []int {
	all := make([]int, len(list))
	for i, x := range list {
		all[i] = asked(x)
	}
	return all
}

// A folder has names of files and folders.
type folder struct {
	names   map[string]node
	safe    map[string]node
	changes []change
}

// A node is a *file or a *folder.
type node any

// A change gives names to nodes, and removes those with a nil node.
type change struct {
	asked int
	names map[string]node
}

func newFolder() *folder { return &folder{names: map[string]node{}, safe: map[string]node{}} }

func (c change) into(names map[string]node) {
	for name, n := range c.names {
		if n == nil {
			delete(names, name)
		} else {
			names[name] = n
		}
	}
}

func (f *folder) change(asked int, names map[string]node) {
	c := change{asked, names}
	c.into(f.names)
	f.changes = append(f.changes, c)
}

func (f *folder) sync(until int) {
	for len(f.changes) > 0 && f.changes[0].asked <= until {
		f.changes[0].into(f.safe)
		f.changes = f.changes[1:]
	}
}

// left returns the names that a cut leaves.
func (f *folder) left(choose choice) map[string]node {
	names := maps.Clone(f.safe)
	for _, c := range f.changes {
		if choose([]int{c.asked}) == 0 {
			c.into(names)
		}
	}
	return names
}

// copyOf returns an independent copy of a folder, which must have nothing unsafe.
func copyOf(f *folder) *folder {
	c := newFolder()
	for name, n := range f.safe {
		switch n := n.(type) {
		case *file:
			c.safe[name] = &file{now: bytes.Clone(n.now), safe: bytes.Clone(n.safe)}
		case *folder:
			c.safe[name] = copyOf(n)
		}
	}
	c.names = maps.Clone(c.safe)
	return c
}
