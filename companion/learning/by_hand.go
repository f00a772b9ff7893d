package learning

import (
	"slices"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/setups"
)

// ByHand returns the lesson in which people enter what games need of the box, one thing after the
// other, without laying cards. It asks only for what is missing, so nothing known gets lost.
// Without needs it keeps those of the last call; the first time, they are those of every game that
// can be played with cardboard.
func (b *box) ByHand(needs ...companion.Need) *Lesson {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.hand == nil {
		b.hand = &Lesson{box: b, byHand: true, later: map[string]bool{}, needs: b.opts.Offer.Needs()}
		b.hand.settle()
	}
	if len(needs) > 0 {
		_ = b.reread() // games may have learned something meanwhile; on an error it stays as it was
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

// lacking returns what the games lack, each once.
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

// parsed parses lines; those of other rules are dropped.
func (l *Lesson) parsed(lines []string) (facts []engine.Event) {
	for _, line := range lines {
		if fact, err := l.opts.Offer.Game.Words.Parse(line); err == nil {
			facts = append(facts, fact)
		}
	}
	return facts
}

// goOn moves on to the next thing that lacks something.
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

// lacksOf returns the question for something that a thing lacks; nil if it lacks nothing, or only
// what was put off.
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
