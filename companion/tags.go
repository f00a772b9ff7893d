package companion

import (
	"context"
	"fmt"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/hw"
)

// name says what a card is. If it lies on a reader, it counts as laid there now.
func (t *Table) name(uid string, words []string) error {
	u, err := hw.ParseUID(uid)
	switch {
	case err != nil || u.IsZero():
		return engine.Refuse("that is no number of a tag")
	case len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return !notation.Plain(w) }):
		return engine.Refuse("say in plain words which card it is")
	}
	if u != hw.VirtualUID(words) { // a virtual card is not one of the owner's
		if err := t.opts.Store.Name(u.String(), words); err != nil {
			t.failed(err, unwritable())
			return fmt.Errorf("name of a tag: %w", err)
		}
	}
	t.readers.Name(u.String(), words)
	t.refresh()
	return nil
}

// Unname forgets what the card with this UID is.
func (t *Table) Unname(ctx context.Context, uid string) error {
	_, err := ask(ctx, t, func() (Answer, error) { return Answer{}, t.unname(uid) })
	return err
}

func (t *Table) unname(uid string) error {
	if err := t.opts.Store.Name(uid, nil); err != nil {
		t.failed(err, unwritable())
		return fmt.Errorf("name of a tag: %w", err)
	}
	t.readers.Name(uid, nil)
	t.refresh()
	return nil
}

// NameAll says what many cards are, by UID; those without words have no name any more. write stores
// it. Nothing of that happens while a game is running.
func (t *Table) NameAll(ctx context.Context, names map[string][]string, write func() error) error {
	_, err := ask(ctx, t, func() (Answer, error) {
		if s := t.snapshot(viewer{}); s.GameID != "" && !s.View.Over {
			return Answer{}, engine.Refuse("a game is running; cards are learned when it is over")
		}
		if err := write(); err != nil {
			t.failed(err, unwritable())
			return Answer{}, fmt.Errorf("names of tags: %w", err)
		}
		for uid, words := range names {
			t.readers.Name(uid, words)
		}
		t.refresh()
		return Answer{}, nil
	})
	return err
}

// Suspect tells people why a card may be a copy, for as long as it lies on a reader; an empty text
// withdraws that. The text may name tags: only the seat that the reader belongs to reads it, others
// read that something is wrong.
func (t *Table) Suspect(ctx context.Context, card hw.UID, why engine.Text) error {
	_, err := ask(ctx, t, func() (Answer, error) {
		if why.IsZero() {
			delete(t.suspects, card.String())
		} else {
			t.suspects[card.String()] = why
		}
		t.refresh()
		return Answer{}, nil
	})
	return err
}
