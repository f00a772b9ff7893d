package learning_test

import (
	"fmt"
	"testing"

	"arbiter/companion/companiontest"
	"arbiter/hw/virtual"
)

// Cards on virtual readers, which older programs stored like the owner's, no longer count as
// learned; what the owner taught does, and nothing is deleted.
func TestVirtualCardsAreNotLearned(t *testing.T) {
	store := &companiontest.TagStore{}
	for n, words := range [][]string{{"ai-01"}, {"ai-02"}, {"ai-03"}} {
		uid := virtual.UID(words)
		if n == 1 {
			uid = cardUID(1)
		}
		if err := store.Name(uid.String(), words); err != nil {
			t.Fatal(err)
		}
	}
	l := learn(t, store)
	count := func() string {
		for _, p := range l.View().Piles {
			if p.Name == "ai" {
				return fmt.Sprintf("%d, then %s", p.Learned, p.Next)
			}
		}
		return "there is no such pile"
	}
	if got, want := count(), "1, then ai-01"; got != want {
		t.Errorf("AI cards learned: %s, want %s", got, want)
	}
	before := store.Content()
	l.lay(2)
	l.asks("which? ai-01")
	l.ok(l.Name(""))
	if got, want := count(), "2, then ai-03"; got != want {
		t.Errorf("AI cards learned: %s, want %s", got, want)
	}
	l.ok(l.Back())
	if got := store.Content(); got != before {
		t.Errorf("the store holds\n%s\nwant\n%s", got, before)
	}
}
