package companion_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/engine/councilofshadows"
	"arbiter/hw"
	"arbiter/setups"
)

// A lesson in a test: a book in memory, cards that the test lays.
type lesson struct {
	*companion.Lesson
	t     testing.TB
	book  *companiontest.Book
	chip  *chipMemory
	heard int
}

func learn(t testing.TB, book *companiontest.Book) *lesson {
	t.Helper()
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	deck, err := setups.DeckOf("council-of-shadows")
	if err != nil {
		t.Fatal(err)
	}
	l := &lesson{t: t, book: book, chip: &chipMemory{}}
	l.Lesson, err = companion.NewLesson(companion.LessonOpts{Offer: offers[0], Deck: deck, Book: book, Chip: l.chip})
	if err != nil {
		t.Fatal(err)
	}
	l.Want(companion.Wanted{Piles: []string{"ai"}})
	return l
}

func cardUID(n byte) hw.UID {
	u, err := hw.NewUID([]byte{4, 1, 2, 3, 4, 5, n})
	if err != nil {
		panic(err)
	}
	return u
}

func (l *lesson) lay(n byte) {
	l.Change(hw.Change{Kind: hw.Arrived, Reader: "desk", UID: cardUID(n)})
	l.Close() // the tag has been asked
}

func (l *lesson) lift(n byte) {
	l.Change(hw.Change{Kind: hw.Left, Reader: "desk", UID: cardUID(n)})
}

// ok fails the test on an error.
func (l *lesson) ok(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
	l.Close()
}

// tells checks what has been said since the last time.
func (l *lesson) tells(want ...string) {
	l.t.Helper()
	s := l.Slate()
	var got []string
	for _, text := range s.News[max(0, len(s.News)-(s.Said-l.heard)):] {
		got = append(got, text.String())
	}
	l.heard = s.Said
	if fmt.Sprint(got) != fmt.Sprint(want) {
		l.t.Errorf("said\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// asks checks what is asked now.
func (l *lesson) asks(want string) {
	l.t.Helper()
	s, got := l.Slate(), "nothing"
	switch {
	case s.Question != nil:
		got = s.Card.String() + ": " + s.Question.Title.String()
	case s.Laid:
		got = "which? " + s.Next
	}
	if got != want {
		l.t.Errorf("asked: %s, want %s", got, want)
	}
}

// chipMemory is the chips of all tags.
type chipMemory struct {
	mu     sync.Mutex
	tokens map[string]string
	maker  map[string]bool
	err    error
	marks  int
}

func (m *chipMemory) Token(_ context.Context, _ string, card hw.UID) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tokens[card.String()], m.err
}

func (m *chipMemory) Mark(ctx context.Context, reader string, card hw.UID) (string, error) {
	if t, err := m.Token(ctx, reader, card); t != "" || err != nil {
		return t, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.marks++
	m.put(card, fmt.Sprintf("T%d", m.marks))
	return m.tokens[card.String()], nil
}

func (m *chipMemory) put(card hw.UID, token string) {
	if m.tokens == nil {
		m.tokens = map[string]string{}
	}
	m.tokens[card.String()] = token
}

func (m *chipMemory) Genuine(_ context.Context, _ string, card hw.UID) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.maker[card.String()], m.err
}
