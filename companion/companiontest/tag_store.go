package companiontest

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"arbiter/companion/learning"
)

// A TagStore keeps in memory what a lesson teaches. It is safe for concurrent use. The zero
// TagStore is empty.
type TagStore struct {
	mu      sync.Mutex
	learned []string
	tags    map[string][]string
	tokens  map[string]string
	full    bool
	forgets bool
}

var _ learning.TagStore = (*TagStore)(nil)

// Fill makes the store refuse to be written, or accept it again.
func (b *TagStore) Fill(full bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.full = full
}

// Forgets makes the store lose whatever is written, or keep it again.
func (b *TagStore) Forgets(forgets bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forgets = forgets
}

func (b *TagStore) write(f func()) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.full:
		return ErrFull
	case !b.forgets:
		f()
	}
	return nil
}

// Learned returns the facts.
func (b *TagStore) Learned(string) ([]string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.learned), nil
}

// Teach removes and adds facts.
func (b *TagStore) Teach(_ string, forget, learn []string) error {
	return b.write(func() {
		gone := slices.Concat(forget, learn)
		b.learned = slices.DeleteFunc(b.learned, func(l string) bool { return slices.Contains(gone, l) })
		b.learned = append(b.learned, learn...)
	})
}

// Tags returns the names of tags.
func (b *TagStore) Tags() (map[string][]string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.tags), nil
}

// Name says what a tag is.
func (b *TagStore) Name(uid string, words []string) error {
	return b.write(func() {
		if b.tags == nil {
			b.tags = map[string][]string{}
		}
		delete(b.tags, uid)
		if len(words) > 0 {
			b.tags[uid] = slices.Clone(words)
		}
	})
}

// Tokens returns the UIDs of tags by token.
func (b *TagStore) Tokens() (map[string]string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.tokens), nil
}

// KeepToken stores the token of a tag.
func (b *TagStore) KeepToken(token, uid string) (owner string, err error) {
	err = b.write(func() {
		if b.tokens == nil {
			b.tokens = map[string]string{}
		}
		if owner = b.tokens[token]; owner == "" {
			b.tokens[token] = uid
		} else if owner == uid {
			owner = ""
		}
	})
	return owner, err
}

// Content returns what the store holds, a line for each thing, sorted.
func (b *TagStore) Content() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	lines := slices.Clone(b.learned)
	for uid, words := range b.tags {
		lines = append(lines, uid+" "+strings.Join(words, " "))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
