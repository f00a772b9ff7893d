package companion

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/hw"
)

// A bench is what is known of the readers: what lies where, and what each card
// has already asked for.
type bench struct {
	places []place
	tags   map[string][]string // UID -> words
}

// A place is one reader. The companion never counts an error as a departure.
type place struct {
	Reader
	lying      []card
	gone       []card // left the reader while the game still had them there
	asked      *card  // shown, and more than one command could be meant
	down       bool
	unreadable bool
	conflicts  []string // UIDs of cards that another reader has, too
	rivals     []string // parallel: the other reader
	covered    []hw.UID // what the readers were told to lie below other cards
}

// A card is a tag on a reader.
type card struct {
	uid   string
	words []string // nil: nobody has said what it is
	mark  mark
	since time.Time // when it arrived
	under string    // UID of the card that was laid upon it while it was heard
	quiet bool      // was not heard when another card came: it may be leaving
}

// A mark is what has become of a card since it arrived.
type mark uint8

const (
	fresh   mark = iota // may still ask for something
	spent               // has asked, or lies where the game had it: asks for nothing more
	refused             // was shown at a shared reader when nothing could be done with it
	rested              // lay there when the program started: must be laid again to ask for something
)

func newBench(readers []Reader, tags map[string][]string) bench {
	b := bench{tags: maps.Clone(tags)}
	if b.tags == nil {
		b.tags = map[string][]string{}
	}
	for _, r := range readers {
		b.places = append(b.places, place{Reader: r})
	}
	return b
}

// field is the zone of a reader that has exactly one.
func (p *place) field() (string, bool) {
	if len(p.Fields) == 1 && p.Seat != "" {
		return p.Fields[0], true
	}
	return "", false
}

// change takes one statement of the readers and acts on it. UIDs are not
// logged: they name cards.
func (t *Table) change(c hw.Change) {
	p := t.bench.at(c.Reader)
	if p == nil {
		t.logger.Warn("a reader that the rig does not have", "reader", c.Reader)
		return
	}
	level := slog.LevelDebug
	if c.Kind == hw.ReaderDown || c.Kind == hw.ReaderUp {
		level = slog.LevelInfo
	}
	t.logger.Log(context.Background(), level, c.Kind.String(), "reader", c.Reader)
	resting := c.At.Before(t.settled) || t.game != nil && t.game.doubt != nil
	t.bench.take(p, c, resting, t.opts.Stacks)
	t.refresh()
}

func (b *bench) at(reader string) *place {
	for i := range b.places {
		if b.places[i].Name == reader {
			return &b.places[i]
		}
	}
	return nil
}

// take keeps c. A card that was resting there since before the program started
// has been read already, or was never acknowledged: it asks for nothing.
func (b *bench) take(p *place, c hw.Change, resting bool, s Stacks) {
	uid := c.UID.String()
	switch c.Kind {
	case hw.Arrived:
		k := card{uid: uid, words: b.tags[uid], since: c.At}
		if resting {
			k.mark = rested
		}
		p.gone = without(p.gone, uid)
		p.arrive(k, s)
		p.asked = nil
	case hw.Left:
		if i := slices.IndexFunc(p.lying, func(k card) bool { return k.uid == uid }); i >= 0 {
			p.gone = append(p.gone, p.lying[i])
		}
		p.lying = without(p.lying, uid)
	case hw.Conflict:
		p.conflicts, p.rivals = append(p.conflicts, uid), append(p.rivals, c.Owner)
	case hw.Settled:
		if i := slices.Index(p.conflicts, uid); i >= 0 {
			p.conflicts, p.rivals = slices.Delete(p.conflicts, i, i+1), slices.Delete(p.rivals, i, i+1)
		}
	case hw.Unreadable, hw.Readable:
		p.unreadable = c.Kind == hw.Unreadable
	case hw.ReaderDown, hw.ReaderUp:
		p.down = c.Kind == hw.ReaderDown
	}
}

func without(cards []card, uid string) []card {
	return slices.DeleteFunc(cards, func(k card) bool { return k.uid == uid })
}

// look lets the readers and the game come to terms: it plays what the cards
// ask for, one command after the other, and keeps the notices about the rest.
func (t *Table) look() {
	if t.game == nil || t.game.doubt != nil {
		t.notices = reconcile(scene{places: t.bench.places}).notices
		return
	}
	t.laying()
	for range 1 + t.bench.cards() {
		s := t.game.session.State()
		a := reconcile(scene{
			places: t.bench.places, state: s, view: s.View(), legal: t.game.ofPeople(s.Legal()), bots: t.game.bots,
			pressing: t.pressing(), laying: t.game.laying, settling: t.opts.Now().Before(t.settled),
		})
		t.bench.keep(a)
		t.notices = a.notices
		if a.do == nil {
			return
		}
		if _, err := t.play(a.do); err != nil {
			t.logger.Warn("a card could not be played", "reader", a.by)
			return
		}
	}
}

// laying notes whose cards lie on readers. Who plays on a phone is not told to lay
// them there; who has laid them is, also when the device was off meanwhile.
func (t *Table) laying() {
	g := t.game
	known := len(g.laying)
	for i := range t.bench.places {
		p := &t.bench.places[i]
		if _, ok := p.field(); ok && len(p.lying) > 0 && slices.Contains(g.people, p.Seat) && !slices.Contains(g.laying, p.Seat) {
			g.laying = append(g.laying, p.Seat)
		}
	}
	if len(g.laying) == known {
		return
	}
	if err := t.opts.Store.Lay(g.id, g.laying); err != nil {
		t.logger.Warn("who lays cards on readers is not known after the next start", "err", cause(err))
	}
}

// cards bounds how many commands the readers can ask for at one time.
func (b *bench) cards() (n int) {
	for _, p := range b.places {
		n += len(p.lying) + len(p.gone)
	}
	return n
}

// keep puts the marks of a on the cards.
func (b *bench) keep(a advice) {
	for _, m := range a.marks {
		p := &b.places[m.place]
		for i := range p.lying {
			if p.lying[i].uid == m.uid {
				p.lying[i].mark = m.mark
			}
		}
	}
	for i, asked := range a.asked {
		b.places[i].asked = asked
	}
	for i, kept := range a.gone {
		b.places[i].gone = kept
	}
}

// name says what a card is. If it lies on a reader it counts as laid there now.
func (t *Table) name(uid string, words []string) error {
	u, err := hw.ParseUID(uid)
	switch {
	case err != nil || u.IsZero():
		return engine.Refuse("that is no number of a tag")
	case len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return !notation.Plain(w) }):
		return engine.Refuse("say in plain words which card it is")
	}
	if u != hw.VirtualUID(words) { // which is no card of the owner
		if err := t.opts.Store.Name(u.String(), words); err != nil {
			t.failed(err, unwritable())
			return fmt.Errorf("name of a tag: %w", err)
		}
	}
	t.bench.tags[u.String()] = slices.Clone(words)
	for i := range t.bench.places {
		for j := range t.bench.places[i].lying {
			if k := &t.bench.places[i].lying[j]; k.uid == u.String() {
				k.words, k.mark = t.bench.tags[k.uid], fresh
			}
		}
	}
	t.refresh()
	return nil
}
