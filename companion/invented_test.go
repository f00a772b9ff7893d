package companion_test

import (
	"fmt"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/hw/virtual"
)

// What people say in a game of invented values is not of their cards: it is neither
// learned nor, when it is taken back, forgotten, also after a restart. In a game with
// the owner's box (control) it is.
func TestInventedGamesTeachNothing(t *testing.T) {
	for box, want := range map[string][2]string{
		"invented": {"[value moon 1 owner]", "[value moon 1 owner]"},
		"plain":    {"[value moon 1 owner value sun 2 owner]", "[value moon 1 owner]"},
	} {
		store := memory()
		check := func(what, want string) {
			t.Helper()
			lines, err := store.Learned("hush")
			if got := fmt.Sprint(lines); got != want || err != nil {
				t.Errorf("%s, %s: learned %s, %v, want %s", box, what, got, err, want)
			}
		}
		boxes := func(o *companion.Opts) {
			o.Offers[0].Box = box
			o.Offers[0].Boxes = append(o.Offers[0].Boxes, companion.Box{Name: "invented", Lines: []string{"value moon 1 stand-in", "value star 3 stand-in"}})
		}
		if err := store.Learn("hush", "value moon 1 owner"); err != nil {
			t.Fatal(err)
		}
		s := open(t, store, boxes).seats("purple", "green")
		s.leave()
		s = open(t, store, boxes)
		s.round("table tell sun 2")
		check("told", want[0])
		if _, err := s.undo("green"); err != nil {
			t.Fatal(err)
		}
		check("taken back", want[1])
	}
}

// Cards on virtual readers, which older programs kept like those of the owner, count
// as learned no more; what the owner taught does, and nothing is deleted.
func TestVirtualCardsAreNotLearned(t *testing.T) {
	book := &companiontest.Book{}
	for n, words := range [][]string{{"ai-01"}, {"ai-02"}, {"ai-03"}} {
		uid := virtual.UID(words)
		if n == 1 {
			uid = cardUID(1)
		}
		if err := book.Name(uid.String(), words); err != nil {
			t.Fatal(err)
		}
	}
	l := learn(t, book)
	count := func() string {
		for _, p := range l.Slate().Piles {
			if p.Name == "ai" {
				return fmt.Sprintf("%d, then %s", p.Learned, p.Next)
			}
		}
		return "there is no such pile"
	}
	if got, want := count(), "1, then ai-01"; got != want {
		t.Errorf("AI cards learned: %s, want %s", got, want)
	}
	before := book.Content()
	l.lay(2)
	l.asks("which? ai-01")
	l.ok(l.Name(""))
	if got, want := count(), "2, then ai-03"; got != want {
		t.Errorf("AI cards learned: %s, want %s", got, want)
	}
	l.ok(l.Back())
	if got := book.Content(); got != before {
		t.Errorf("the book holds\n%s\nwant\n%s", got, before)
	}
}

// The name of a virtual card is not kept: it follows from its tag. That of any other
// card is (control).
func TestVirtualCardsAreNotKept(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	moon := []string{"purple", "moon"}
	for _, uid := range []string{virtual.UID(moon).String(), cardUID(1).String()} {
		if err := s.Table.Name(t.Context(), uid, moon); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := fmt.Sprint(store.Tags()), fmt.Sprint(map[string][]string{cardUID(1).String(): moon}); got != want {
		t.Errorf("kept: %s, want %s", got, want)
	}
}
