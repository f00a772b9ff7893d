package learning

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// known returns every fact that is certain: from the rulebook or from the owner.
func (l *Lesson) known() []string {
	var all []string
	for _, b := range l.opts.Offer.Boxes {
		if b.Own {
			all = append(all, b.Lines...)
		}
	}
	all = append(all, l.learned...)
	return slices.DeleteFunc(all, func(line string) bool { return !notation.OriginIn(line).Certain() })
}

// question returns the present question about the card, nil if there is none.
func (l *Lesson) question() *setups.Question {
	s := &l.current
	if s.card == nil {
		return nil
	}
	if l.byHand {
		if a, found := l.opts.Deck.Question(cmp.Or(s.many, s.anew)); found {
			return &a
		}
		return l.lacksOf(s.card)
	}
	facts := l.known()
	for _, name := range s.card.Pile.Questions {
		a, _ := l.opts.Deck.Question(name)
		switch {
		case a.Lacking:
			continue
		case slices.Contains(s.done, name), a.For != "" && !slices.Contains(l.want.With, a.For):
			continue
		case a.If != "" && !begins(facts, strings.ReplaceAll(a.If, "CARD", s.card.Printed())),
			a.Unless != "" && s.many != name && begins(facts, strings.ReplaceAll(a.Unless, "CARD", s.card.Printed())):
			continue
		case s.many == name, s.afresh && !l.printedInTheRulebook(a), !l.answered(a, facts):
			return &a
		}
	}
	return nil
}

// answered reports whether facts answer a question about the card.
func (l *Lesson) answered(a setups.Question, facts []string) bool {
	name := l.current.card.Printed()
	return begins(facts, a.About(name)) || a.None != "" && begins(facts, a.Nothing(name))
}

func (l *Lesson) printedInTheRulebook(a setups.Question) bool {
	return l.answered(a, slices.DeleteFunc(l.known(), func(f string) bool { return notation.OriginIn(f) != notation.Rulebook }))
}

func begins(facts []string, pattern string) bool {
	return slices.ContainsFunc(facts, func(f string) bool { return setups.Begins(f, pattern) })
}

// proposed returns a word for each blank; a number that counts answers is the next one.
func (l *Lesson) proposed(a setups.Question) []string {
	words := make([]string, len(a.Blanks))
	for i, b := range a.Blanks {
		switch {
		case len(b.Words) > 0:
			words[i] = b.Words[0]
		case b.Letters > 0:
		case b.Parts > 0:
			words[i] = strings.TrimSuffix(strings.Repeat(strconv.Itoa(b.Least)+"/", b.Parts), "/")
		case a.Many && i == 0:
			words[i] = strconv.Itoa(min(b.Most, b.Least+len(l.current.told)))
		default:
			words[i] = strconv.Itoa(max(b.Least, min(0, b.Most)))
		}
	}
	return words
}

// next returns the card to propose: the first one after the last that nobody has learned or is
// learning, in the wanted piles.
func (l *Lesson) next() *setups.CardEntry {
	if l.byHand {
		return l.nextLacking(func(*setups.CardEntry) bool { return true })
	}
	taken := l.namedCards()
	for _, other := range l.lessons {
		if c := other.current.card; c != nil {
			taken[c.Key()] = true
		}
	}
	begin := slices.IndexFunc(l.cards, func(c setups.CardEntry) bool { return c.Key() == l.last }) + 1
	for i := range l.cards {
		c := &l.cards[(begin+i)%len(l.cards)]
		if !taken[c.Key()] && l.inTurn(c) {
			return c
		}
	}
	return nil
}

// nextLacking returns the first thing after the last one that lacks something.
func (l *Lesson) nextLacking(fits func(*setups.CardEntry) bool) *setups.CardEntry {
	begin := slices.IndexFunc(l.cards, func(c setups.CardEntry) bool { return c.Key() == l.last }) + 1
	for i := range l.cards {
		if c := &l.cards[(begin+i)%len(l.cards)]; fits(c) && l.lacksOf(c) != nil {
			return c
		}
	}
	return nil
}

func (l *Lesson) inTurn(c *setups.CardEntry) bool {
	return !c.Pile.Untagged && (len(l.want.Piles) == 0 && !c.Pile.Expansion || slices.Contains(l.want.Piles, c.Pile.Name))
}

func (b *box) namedCards() map[string]bool {
	taken := map[string]bool{}
	for _, words := range b.tags {
		taken[strings.Join(words, " ")] = true
	}
	return taken
}

// meant returns the card that people mean: the proposed one for ""; a card by its words, or by its
// name alone if that is unique; a number in place of the proposed card's; or the first card of a
// pile that has not been learned.
func (l *Lesson) meant(text string) (*setups.CardEntry, error) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	next := l.next()
	if text == "" && next != nil {
		return next, nil
	}
	if c := l.find(text); c != nil {
		return c, nil
	}
	if _, err := strconv.Atoi(text); err == nil && next != nil {
		if c := l.find(renumbered(next.Key(), text)); c != nil {
			return c, nil
		}
	}
	var same []*setups.CardEntry
	for i := range l.cards {
		if l.cards[i].Name() == text {
			same = append(same, &l.cards[i])
		}
	}
	if len(same) == 1 {
		return same[0], nil
	}
	if len(same) > 1 {
		return nil, engine.Refuse("each seat has that card: say the seat, too")
	}
	return l.firstOf(text)
}

// renumbered replaces the number at the end of a key.
func renumbered(key, number string) string {
	stem := strings.TrimRight(key, "0123456789")
	return stem + strings.Repeat("0", max(0, len(key)-len(stem)-len(number))) + number
}

func (l *Lesson) firstOf(pile string) (*setups.CardEntry, error) {
	if l.byHand {
		if c := l.nextLacking(func(c *setups.CardEntry) bool { return c.Pile.Name == pile }); c != nil {
			return c, nil
		}
	}
	taken := l.namedCards()
	for i := range l.cards {
		if c := &l.cards[i]; c.Pile.Name == pile && !c.Pile.Untagged && !taken[c.Key()] {
			return c, nil
		}
	}
	return nil, engine.Refuse("there is no such card in the box")
}
