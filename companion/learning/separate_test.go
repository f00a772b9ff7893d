package learning_test

import (
	"strings"
	"testing"

	"arbiter/companion/companiontest"
	"arbiter/hw"
)

// layAt lays a card on a reader.
func (l *lesson) layAt(reader string, n byte) {
	l.Change(hw.Change{Kind: hw.Arrived, Reader: reader, UID: cardUID(n)})
	l.Close()
}

// beside returns the lesson of a single reader.
func (l *lesson) beside(reader string) *lesson {
	l.t.Helper()
	at, found := l.At(reader)
	if !found {
		l.t.Fatalf("nobody teaches at %s alone", reader)
	}
	return &lesson{Lesson: at, t: l.t, store: l.store, memory: l.memory}
}

// Two people teach at once: each sees the cards of their own reader, is not offered a card that the
// other has, and takes back only their own answers.
func TestTwoPeopleTeach(t *testing.T) {
	l := learn(t, &companiontest.TagStore{})
	l.layAt("desk", 1)
	l.layAt("shelf", 2)
	if s := l.View(); strings.Join(s.Elsewhere, " ") != "shelf" || s.Waiting != 1 {
		t.Fatalf("a card waits on %q, %d in all", s.Elsewhere, s.Waiting)
	}
	l.ok(l.Separate("shelf"))
	l.ok(l.Separate("shelf")) // a second tap
	b := l.beside("shelf")
	if s := l.View(); strings.Join(s.Separate, " ") != "shelf" || s.Waiting != 0 || len(s.Elsewhere) != 0 {
		t.Errorf("beside the other: %+v", s)
	}
	l.asks("which? ai-01")
	b.asks("which? ai-01")
	turn := b.View().Turn
	l.ok(l.Name(""))
	b.asks("which? ai-02")
	if b.View().Turn == turn {
		t.Error("the second person's page may still answer for the card that the first has")
	}
	if err := b.Name("ai-01"); err == nil || err.Error() != "somebody else is teaching that card" {
		t.Errorf("the same card: %v", err)
	}
	b.ok(b.Name(""))
	turn = b.View().Turn
	l.ok(l.Tell([]string{"4"}))
	if b.View().Turn != turn {
		t.Error("an answer of the first person takes the question away from the second")
	}
	b.ok(b.Tell([]string{"5"}))
	l.layAt("shelf", 3)
	l.asks("nothing")
	b.asks("which? ai-03")
	b.ok(b.Skip())
	l.ok(l.Back())
	l.asks("ai-01: Consumption")
	if got, want := l.store.Content(), "04010203040501 ai-01\n04010203040502 ai-02\nprinted ai-02 5 owner"; got != want {
		t.Errorf("learned\n%s\nwant\n%s", got, want)
	}
}

// What one person has changed since is not undone by the other.
func TestOthersAnswersStay(t *testing.T) {
	l := learn(t, &companiontest.TagStore{})
	l.layAt("desk", 1)
	l.ok(l.Name(""))
	l.ok(l.Tell([]string{"4"}))
	l.layAt("shelf", 2)
	l.ok(l.Skip())
	l.layAt("shelf", 1) // it was carried there
	l.ok(l.Separate("shelf"))
	b := l.beside("shelf")
	b.layAt("shelf", 1)
	b.ok(b.Again())
	b.ok(b.Tell([]string{"6"}))
	if err := l.Back(); err == nil || err.Error() != "somebody else has told that anew; it stays" {
		t.Errorf("taking back what was replaced: %v", err)
	}
	if got, want := l.store.Content(), "04010203040501 ai-01\nprinted ai-01 6 owner"; got != want {
		t.Errorf("learned\n%s\nwant\n%s", got, want)
	}
	b.ok(b.Back()) // her own answer
	if got, want := l.store.Content(), "04010203040501 ai-01\nprinted ai-01 4 owner"; got != want {
		t.Errorf("learned\n%s\nwant\n%s", got, want)
	}
}

// When the second person leaves, what lies on that reader waits for the first.
func TestTeachingTogetherAgain(t *testing.T) {
	l := learn(t, &companiontest.TagStore{})
	if err := l.Separate("shelf"); err == nil || err.Error() != "lay a card on that reader first" {
		t.Errorf("an empty reader: %v", err)
	}
	l.layAt("shelf", 1)
	l.ok(l.Separate("shelf"))
	l.asks("nothing")
	b := l.beside("shelf")
	b.asks("which? ai-01")
	l.layAt("shelf", 2)
	l.Join("shelf")
	if _, found := l.At("shelf"); found {
		t.Error("the reader still has a lesson of its own")
	}
	l.asks("which? ai-01")
	if n := l.View().Waiting; n != 1 {
		t.Errorf("%d cards wait, want the second", n)
	}
	l.Join("shelf") // a second tap
}
