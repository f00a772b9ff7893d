package learning

import (
	"slices"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/setups"
)

// ByHand returns the lesson in which people tell what games need of the box, one thing after
// the other, without laying a card. It asks for what is lacking alone, so nothing that is
// known is lost by it. For no needs it goes on with those of before, at first those of every
// game that may be played with cardboard.
func (b *box) ByHand(needs ...companion.Need) *Lesson {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.hand == nil {
		b.hand = &Lesson{box: b, byHand: true, later: map[string]bool{}, needs: b.opts.Offer.Needs()}
		b.hand.settle()
	}
	if len(needs) > 0 {
		_ = b.reread() // games may have told something meanwhile; what cannot be read is as it was
		b.hand.needs, b.hand.later = needs, map[string]bool{}
		b.hand.turn++
		if len(b.hand.current.told) == 0 {
			b.hand.current = current{}
		}
		b.hand.settle()
		b.changed()
	}
	return b.hand
}

// lacking lists what the games lack, each once, while the cards are not told otherwise.
func (l *Lesson) lacking() []engine.Lack {
	if l.opts.Offer.Game.Lacking == nil {
		return nil
	}
	known := l.parsed(l.known())
	var all []engine.Lack
	for _, n := range l.needs {
		for _, x := range l.opts.Offer.Game.Lacking(n.Seats, slices.Concat(known, l.parsed(n.Lines))) {
			if !slices.ContainsFunc(all, func(other engine.Lack) bool { return other.Line == x.Line && other.What.Equal(x.What) }) {
				all = append(all, x)
			}
		}
	}
	return all
}

// parsed reads lines; those of other rules tell nothing.
func (l *Lesson) parsed(lines []string) (facts []engine.Event) {
	for _, line := range lines {
		if fact, err := l.opts.Offer.Game.Words.Parse(line); err == nil {
			facts = append(facts, fact)
		}
	}
	return facts
}

// goOn takes up the next thing of which something is lacking.
func (l *Lesson) goOn() {
	l.lacks = l.lacking()
	if l.current.card != nil && l.question() != nil {
		return
	}
	if c := l.current.card; c != nil {
		l.last = c.Key()
	}
	l.current = current{card: l.next()}
}

// lacksOf returns the question that tells something that a thing lacks, nil if it lacks nothing,
// or nothing but what was put off.
func (l *Lesson) lacksOf(c *setups.CardEntry) *setups.Question {
	for _, name := range c.Pile.Questions {
		q, _ := l.opts.Deck.Question(name)
		about := q.About(c.Printed())
		if !l.later[about] && slices.ContainsFunc(l.lacks, func(x engine.Lack) bool { return x.Line == about }) {
			return &q
		}
	}
	return nil
}
