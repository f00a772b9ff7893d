package learning

import (
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/setups"
)

// A ToldPile is a pile with what has been told of its things.
type ToldPile struct {
	Name   string
	Title  engine.Text
	Things []Told
}

// Told is the answer to one question about one thing.
type Told struct {
	Card, Question string // as Correct takes them
	Thing          engine.Text
	Facts          []engine.Text // several if the question takes several answers
}

// Told returns what has been told, in the order of the cards.
func (b *box) Told() []ToldPile {
	b.mu.Lock()
	defer b.mu.Unlock()
	// Boxes are large, so lines are found by how they begin.
	lines := map[string][]string{}
	for _, line := range b.learned {
		words := strings.Fields(line)
		for n := range words {
			begins := strings.Join(words[:n+1], " ")
			lines[begins] = append(lines[begins], line)
		}
	}
	var all []ToldPile
	listed := map[string]bool{} // seats have the same cards, and several questions may ask for the same
	for i := range b.cards {
		c := &b.cards[i]
		for _, name := range c.Pile.Questions {
			q, _ := b.opts.Deck.Question(name)
			told := Told{Card: c.Key(), Question: name, Thing: cardText([]string{c.Name()})}
			for _, line := range append(slices.Clone(lines[q.About(c.Printed())]), lines[q.Nothing(c.Printed())]...) {
				if !listed[line] {
					listed[line] = true
					told.Facts = append(told.Facts, b.factText(line))
				}
			}
			if len(told.Facts) == 0 {
				continue
			}
			if n := len(all); n == 0 || all[n-1].Name != c.Pile.Name {
				all = append(all, ToldPile{Name: c.Pile.Name, Title: engine.Text{Format: c.Pile.Title}})
			}
			pile := &all[len(all)-1]
			pile.Things = append(pile.Things, told)
		}
	}
	return all
}

// Correct asks once more what was told of a card. The answer stands until there is another one.
func (l *Lesson) Correct(card, question string) error {
	return l.answer(func() error {
		c := l.find(card)
		switch {
		case len(l.current.told) > 0:
			return engine.Refuse("finish this card first, or take it back")
		case c == nil || !slices.Contains(c.Pile.Questions, question):
			return engine.Refuse("there is no such card in the box")
		}
		q, _ := l.opts.Deck.Question(question)
		if len(l.toldOf(q, c)) == 0 {
			return engine.Refuse("nobody has told that yet, or somebody has withdrawn it")
		}
		l.current = current{card: c, anew: question}
		return nil
	})
}

// Withdraw forgets the answer that Correct asked for. Games that need it ask for it again.
func (l *Lesson) Withdraw() error {
	return l.answer(func() error {
		q := l.question()
		if q == nil || q.Name != l.current.anew || len(l.current.told) > 0 {
			return engine.Refuse("nothing is asked now that has an answer")
		}
		c := l.current.card
		d := answered{before: l.current, last: l.last, lost: l.toldOf(*q, c), text: engine.Say("%s: %s: withdrawn", cardText(c.Words), engine.Text{Format: q.Title})}
		if err := l.write(d.lost, nil); err != nil {
			return err
		}
		l.answers = append(l.answers, d)
		l.close(q.Name)
		return nil
	})
}

// toldOf returns the lines that answer a question about a card.
func (b *box) toldOf(q setups.Question, c *setups.CardEntry) []string {
	about, nothing := q.About(c.Printed()), q.Nothing(c.Printed())
	return slices.DeleteFunc(slices.Clone(b.learned), func(line string) bool { return !setups.Begins(line, about) && line != nothing })
}
