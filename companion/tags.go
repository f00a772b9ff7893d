package companion

import (
	"context"
	"fmt"

	"arbiter/engine"
	"arbiter/hw"
)

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
	delete(t.bench.tags, uid)
	for i := range t.bench.places {
		for j := range t.bench.places[i].lying {
			if k := &t.bench.places[i].lying[j]; k.uid == uid {
				k.words, k.mark = nil, fresh
			}
		}
	}
	t.refresh()
	return nil
}

// Suspect tells people, for as long as the card lies on a reader, why it may be a
// copy; no text ends that. The text may name tags: others than the seat that the
// reader belongs to only read that there is something.
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

// suspicions are the notices about cards that may be copies.
func (t *Table) suspicions() []notice {
	var all []notice
	for _, p := range t.bench.places {
		for _, k := range p.lying {
			if why := t.suspects[k.uid]; !why.IsZero() {
				all = append(all, notice{reader: p.Name, seat: p.Seat, own: why, public: engine.Say("reader %s: a card there may be a copy", engine.Term(p.Name))})
			}
		}
	}
	return all
}
