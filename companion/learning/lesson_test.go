package learning_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"arbiter/companion/companiontest"
	"arbiter/companion/learning"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
)

func TestLessonResumes(t *testing.T) {
	tags := &companiontest.TagStore{}
	l := learn(t, tags)
	l.asks("nothing")
	l.lay(1)
	l.asks("which? ai-01")
	l.ok(l.Name(""))
	l.asks("ai-01: Consumption")
	l.lay(2) // too early: it waits
	l.tells("this is ai-01", "one more card has come; it waits until this one is done")
	l.ok(l.Tell([]string{"4"}))
	l.tells("ai-01 is done: lay the next card")
	l.asks("which? ai-02")

	l = learn(t, tags)
	l.lay(2)
	l.asks("which? ai-02")
	l.lay(1)
	l.lift(1) // removed before its turn: nothing is asked about it
	l.ok(l.Name("7"))
	l.ok(l.Tell([]string{"-2"}))
	l.asks("nothing")
	l.lay(3)
	l.asks("which? ai-08") // behind the last one
	l.ok(l.Name("purple tower"))
	l.asks("purple: tower: Consumption")
}

func TestWrongAnswersAreTakenBack(t *testing.T) {
	l := learn(t, &companiontest.TagStore{})
	l.lay(1)
	l.ok(l.Name("ai-02"))
	l.ok(l.Tell([]string{"4"}))
	l.ok(l.Again())
	l.ok(l.Tell([]string{"5"})) // in place of the 4
	if got, want := l.store.Content(), "04010203040501 ai-02\nprinted ai-02 5 owner"; got != want {
		t.Errorf("learned %q, want %q", got, want)
	}
	l.lay(2)
	l.asks("which? ai-03")
	l.ok(l.Back())
	l.asks("ai-02: Consumption")
	if got, want := l.store.Content(), "04010203040501 ai-02\nprinted ai-02 4 owner"; got != want {
		t.Errorf("after a step back %q, want %q", got, want)
	}
	l.ok(l.Back())
	l.ok(l.Back())
	l.asks("which? ai-01")
	if got := l.store.Content(); got != "" {
		t.Errorf("after three steps back %q", got)
	}
	if err := l.Back(); err == nil || err.Error() != "there is nothing to take back" {
		t.Errorf("a fourth step back: %v", err)
	}
	l.ok(l.Skip())
	l.asks("which? ai-01") // the card that has waited
}

// A card has one tag: the last answer counts, and can be taken back.
func TestTwoTagsForOneCard(t *testing.T) {
	l := learn(t, &companiontest.TagStore{})
	l.lay(1)
	l.ok(l.Name("ai-06"))
	l.lift(1)
	l.lay(2)
	l.ok(l.Name("ai-06"))
	l.tells("this is ai-06", "ai-06 is done: lay the next card", "another tag was ai-06 before; it counts no more", "this is ai-06", "ai-06 is done: lay the next card")
	if got, want := l.store.Content(), "04010203040502 ai-06"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	l.ok(l.Back())
	if got, want := l.store.Content(), "04010203040501 ai-06"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAnswersThatAreRefused(t *testing.T) {
	l := learn(t, &companiontest.TagStore{})
	l.Want(learning.Wanted{With: []string{"full-book"}})
	refused := func(err error, want string) {
		t.Helper()
		refusal := engine.Refusal{}
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want a refusal: %s", err, want)
		}
	}
	refused(l.Tell([]string{"4"}), "nothing is asked now")
	refused(l.Skip(), "nothing is asked now")
	refused(l.Again(), "no card has been learned yet")
	l.lay(1)
	refused(l.Tell([]string{"4"}), "nothing is asked now")
	refused(l.Name("ai-99"), "there is no such card")
	refused(l.Name("discover"), "say the seat, too")
	l.ok(l.Name("ai-12"))
	refused(l.Name("ai-13"), "finish this card first")
	refused(l.Tell(nil), "this has to be told")
	refused(l.Tell([]string{"1", "2"}), "say one word for each of these: 1 in all")
	l.ok(l.Tell([]string{"4"}))
	l.ok(l.Tell([]string{"1/0/0"}))
	refused(l.Tell([]string{"1", "1", "fly", "0", "-", "-"}), "Action: choose one of the words")
	l.ok(l.Tell([]string{"1", "1", "harvest", "2", "in-range", "-"}))
	refused(l.Tell([]string{"1", "1", "harvest", "2", "in-range", "-"}), "that has been told already")
	l.ok(l.Tell(nil))
	l.asks("nothing")

	// The rules have the last word: an Automa card has five actions.
	l.lay(2)
	l.ok(l.Name("automa-01"))
	l.asks("automa-01: Pile of the Automa card")
	l.ok(l.Tell([]string{"1"}))
	l.asks("nothing")
}

// If the store fails people are told, and nothing is believed that was not stored.
func TestStoreThatForgets(t *testing.T) {
	l := learn(t, &companiontest.TagStore{})
	l.lay(1)
	l.store.Fill(true)
	if err := l.Name("ai-02"); !errors.Is(err, companiontest.ErrFull) {
		t.Errorf("a full store: %v", err)
	}
	l.asks("which? ai-01")
	l.store.Fill(false)
	l.store.Forgets(true)
	if err := l.Name("ai-02"); err == nil || !strings.Contains(err.Error(), "reads back differently") {
		t.Errorf("a store that forgets: %v", err)
	}
	l.asks("which? ai-01")
	l.store.Forgets(false)
	l.ok(l.Name("ai-02"))
	l.store.Forgets(true)
	if err := l.Tell([]string{"4"}); err == nil || !strings.Contains(err.Error(), "reads back differently") {
		t.Errorf("a store that forgets facts: %v", err)
	}
	l.asks("ai-02: Consumption")
	l.store.Forgets(false)
	l.ok(l.Tell([]string{"4"}))
}

func TestTokensOfCards(t *testing.T) {
	l := learn(t, &companiontest.TagStore{})
	l.Want(learning.Wanted{Piles: []string{"ai"}, Mark: true})
	l.lay(1)
	l.ok(l.Name("ai-06"))
	l.tells("this is ai-06", "ai-06 is done: lay the next card", "ai-06 has a token")
	l.lay(1) // it has one, and gets no other
	l.tells("ai-06 was learned before", "ai-06 is done: lay the next card")
	if l.memory.marks != 1 {
		t.Errorf("%d tokens were written, want 1", l.memory.marks)
	}

	l.memory.put(cardUID(2), "T1")
	l.lay(2) // a copy
	l.tells("the tag 04010203040502 is a copy: it holds the token of the tag 04010203040501")
	l.ok(l.Name("ai-08"))
	l.tells("this is ai-08", "ai-08 is done: lay the next card", "the tag 04010203040502 is a copy: it holds the token of the tag 04010203040501")

	l.memory.put(cardUID(1), "")
	l.lay(1) // the number is that of ai-06, but not the token
	l.tells("ai-06 was learned before", "ai-06 is done: lay the next card", "the tag 04010203040501 does not hold its token: it may be a copy with the same number")

	l.lay(3)
	l.memory.err = hw.ErrNoCard
	l.ok(l.Name("ai-10"))
	l.tells("this is ai-10", "ai-10 is done: lay the next card", "ai-10 got no token: the card was lifted too early; lay it there again")
	if kept, _ := l.store.Tokens(); len(kept) != 1 || kept["T1"] != "04010203040501" {
		t.Errorf("tokens %v", kept)
	}
	l.memory.err = nil
	l.lay(3)
	l.tells("ai-10 was learned before", "ai-10 is done: lay the next card", "ai-10 has a token")

	for why, err := range map[string]error{
		"the tag refuses; it may be locked":     hw.ErrRefused,
		"it holds a text":                       engine.Refuse("it holds a text"),
		"this reader reaches no memory of tags": learning.ErrNoMemory,
	} {
		l.memory.err = err
		l.memory.put(cardUID(3), "")
		l.lay(3)
		l.tells("ai-10 was learned before", "ai-10 is done: lay the next card", "ai-10 got no token: "+why) // laying it there again does not help
	}
	l.memory.err = nil

	l.lay(4)
	l.lift(4)
	l.ok(l.Name("buteo"))
	l.tells("this is buteo", "buteo is done: lay the next card", "buteo got no token: the card was lifted too early; lay it there again")
}

func TestWhoMadeTheTag(t *testing.T) {
	l := learn(t, &companiontest.TagStore{})
	l.Want(learning.Wanted{Genuine: true})
	l.memory.maker = map[string]bool{"04010203040501": true}
	l.lay(1)
	l.tells("NXP signed the tag 04010203040501")
	l.ok(l.Name("ai-06"))
	l.lay(2)
	l.ok(l.Name("ai-08"))
	l.tells("this is ai-06", "ai-06 is done: lay the next card", "NXP did not sign the tag 04010203040502: it may be a clone, and works all the same", "this is ai-08", "ai-08 is done: lay the next card")
	for _, c := range []struct {
		err  error
		want string
	}{
		{learning.ErrNoMemory, "this reader reaches no memory of tags"},
		{hw.ErrRefused, "the tag refuses; it may be locked"},
		{hw.ErrUnreadable, "the tag cannot be read well; lay the card flat on the reader"},
		{engine.Refuse("the tag is full"), "the tag is full"},
	} {
		l.memory.err = c.err
		l.lay(9)
		l.tells("nobody knows who made the tag 04010203040509: " + c.want)
		l.ok(l.Skip())
	}
}

// If an owner tells what each card needs told, that is enough for the rules. The values are those
// of the invented box, as if they were printed. Without the cards (control) the full book refuses
// to start.
func TestWholeDeckIsEnoughForTheFullBook(t *testing.T) {
	tier.Unraced(t, "one goroutine learns")
	printed := printedBox(t)
	l := learn(t, &companiontest.TagStore{})
	l.Want(learning.Wanted{With: []string{"full-book"}})
	asked := 0
	for n := 0; ; n++ {
		l.lay(byte(n))
		if l.View().Next == "" {
			break
		}
		l.ok(l.Name(""))
		for q := l.View().Question; q != nil; q = l.View().Question {
			answer := printed.answer(t, l.View())
			l.ok(l.Tell(answer))
			asked++
		}
		l.lift(byte(n))
		if n > 200 {
			t.Fatal("the deck has no end")
		}
	}
	learned, _ := l.store.Learned("")
	if err := printed.play(learned); err != nil {
		t.Errorf("%d answers are not enough: %v", asked, err)
	}
	if err := printed.play(nil); err == nil || !strings.Contains(err.Error(), "the consumption of") {
		t.Errorf("without the cards: %v", err)
	}
	t.Logf("%d questions, %d facts", asked, len(learned))
}

// If a driver panics while a tag is read, only that reading fails: people are told, the journal
// says where it was but no value, and the lesson goes on.
func TestATagThatPanics(t *testing.T) {
	var journal bytes.Buffer
	l := learn(t, &companiontest.TagStore{}, slog.New(slog.NewTextHandler(&journal, nil)))
	l.Want(learning.Wanted{Genuine: true})
	l.memory.faulty = true
	l.lay(1)
	l.tells("a fault in the program: the tag was not asked what it says, and the lesson goes on; the device's log says more")
	if got := journal.String(); !strings.Contains(got, "kit_test.go:") || strings.Contains(got, cardUID(1).String()) {
		t.Errorf("the journal has %s", got)
	}
	l.ok(l.Name("ai-06"))
	l.tells("this is ai-06", "ai-06 is done: lay the next card")
}
