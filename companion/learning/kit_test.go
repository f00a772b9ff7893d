package learning_test

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/learning"
	"arbiter/engine/councilofshadows"
	"arbiter/hw"
	"arbiter/setups"
)

// A lesson is a Lesson under test: a store in memory, and cards that the test lays.
type lesson struct {
	*learning.Lesson
	t      testing.TB
	store  *companiontest.TagStore
	memory *tagMemory
	heard  int
}

func learn(t testing.TB, tags *companiontest.TagStore, logger ...*slog.Logger) *lesson {
	t.Helper()
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	deck, err := setups.CardListOf("council-of-shadows")
	if err != nil {
		t.Fatal(err)
	}
	l := &lesson{t: t, store: tags, memory: &tagMemory{}}
	l.Lesson, err = learning.New(learning.Opts{Offer: offers[0], Deck: deck, Tags: tags, Memory: l.memory, Logger: cmp.Or(append(logger, nil)...)})
	if err != nil {
		t.Fatal(err)
	}
	l.Want(learning.Wanted{Piles: []string{"ai"}})
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

// tells checks the news since the last call.
func (l *lesson) tells(want ...string) {
	l.t.Helper()
	s := l.View()
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
	s, got := l.View(), "nothing"
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

// tagMemory is the memory of all tags.
type tagMemory struct {
	mu     sync.Mutex
	tokens map[string]string
	maker  map[string]bool
	err    error
	faulty bool
	marks  int
}

func (m *tagMemory) Token(_ context.Context, _ string, card hw.UID) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tokens[card.String()], m.err
}

func (m *tagMemory) Mark(ctx context.Context, reader string, card hw.UID) (string, error) {
	if t, err := m.Token(ctx, reader, card); t != "" || err != nil {
		return t, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.marks++
	m.put(card, fmt.Sprintf("T%d", m.marks))
	return m.tokens[card.String()], nil
}

func (m *tagMemory) put(card hw.UID, token string) {
	if m.tokens == nil {
		m.tokens = map[string]string{}
	}
	m.tokens[card.String()] = token
}

func (m *tagMemory) Genuine(_ context.Context, _ string, card hw.UID) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.faulty {
		panic(card)
	}
	return m.maker[card.String()], m.err
}
