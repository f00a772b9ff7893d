package learning

import (
	"slices"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/setups"
)

// A View is what a screen shows of a Lesson.
type View struct {
	Version   int
	Turn      int           // changes when the question does
	Playing   bool          // a game is running, so nothing is learned
	Laid      bool          // the present card lies on a reader, or did
	Naming    bool          // the question is which card it is
	Card      engine.Text   // the present card, if somebody has said which it is
	Any       bool          // any unlearned card of the pile may be taken as Card, since nothing tells its number
	Question  *Question     // what is asked about it
	Next      string        // words of the proposed card; "" if all are learned
	NextCard  engine.Text   // the same for people
	About     []engine.Text // what is known of Card, or else of Next
	News      []engine.Text // latest last
	Said      int           // how many there have been, including dropped ones
	Piles     []Progress
	Waiting   int      // cards that wait
	Reader    string   // the only reader whose cards it takes; "": all others
	Elsewhere []string // readers on which cards wait: a second person may teach there
	Separate  []string // readers that have lessons of their own
	Back      bool     // there is something to take back
	Wanted    Wanted
	Options   []companion.Option // options that need more values
	Chip      bool               // the memory of tags can be read
	ByHand    bool               // see ByHand: no cards are laid, and Piles are those that lack something
	Left      int                // how much is still missing
	Later     bool               // some of it was put off
	Changing  bool               // the question is about something told before; see Correct
	Untold    []engine.Text      // what is missing and no question asks for
}

// A Question is what is asked about a card.
type Question struct {
	Title    engine.Text
	Blanks   []Blank
	Many     bool          // several answers, or none
	Told     []engine.Text // the answers so far
	Dispense bool          // "nothing" is an answer
	Usual    []Answer      // what many cards say
}

// An Answer has a word for each blank of a question.
type Answer struct {
	Words []string
	Text  engine.Text // what it says of the card
}

// A Blank is one word that is asked for.
type Blank struct {
	Title       engine.Text
	Words       []string // choices; empty for a number
	Several     int      // how many of the words, joined by +; 0 is one word
	Parts       int      // how many numbers, joined by slashes; 0 is one number
	Least, Most int
	Letters     int // length of a free text; 0: no text
	Proposed    string
}

// Progress is how much of a pile has been learned.
type Progress struct {
	Name           string
	Title          engine.Text
	Learned, Cards int
	Next           string // words of its first card that has not been learned
}

// View returns what can be seen now.
func (l *Lesson) View() View {
	playing := l.opts.Playing()
	l.mu.Lock()
	defer l.mu.Unlock()
	s := View{
		Version: l.version, Turn: l.turn, Playing: playing, Laid: l.current.uid != "", Naming: l.current.card == nil,
		News: append([]engine.Text(nil), l.news...), Said: l.said, Piles: l.progress(), Waiting: len(l.queue), Back: len(l.answers) > 0, Wanted: l.want,
		Options: l.options(), Chip: l.opts.Memory != nil, Reader: l.reader,
	}
	if l.byHand {
		s.ByHand, s.Left, s.Later, s.Chip, s.Options = true, len(l.lacks), len(l.later) > 0, false, nil
		s.Changing = l.current.anew != ""
		for _, x := range l.lacks {
			if x.Line == "" {
				s.Untold = append(s.Untold, x.What)
			}
		}
	} else if l.reader == "" {
		s.Elsewhere, s.Separate = l.elsewhere(), l.separate()
	}
	next := l.next()
	if next != nil {
		s.Next, s.NextCard = next.Key(), cardText(next.Words)
	}
	s.About = l.texts(l.about(next))
	if c := l.current.card; c != nil {
		words := c.Words
		if l.byHand {
			words = words[len(words)-1:] // all seats have the same
		}
		s.Card, s.About = cardText(words), l.texts(l.about(c))
		s.Any = c.Pile.Numbered && len(s.About) == 0
	}
	if a := l.question(); a != nil {
		s.Question = &Question{Title: engine.Text{Format: a.Title}, Many: a.Many, Told: l.texts(l.current.told), Dispense: a.None != ""}
		card := l.current.card.Printed()
		for _, words := range a.Usually(card, l.current.told) {
			line, _ := a.Fill(card, words) // which Usually has tried
			s.Question.Usual = append(s.Question.Usual, Answer{words, essence(l.factText(line))})
		}
		for i, word := range l.proposed(*a) {
			b := a.Blanks[i]
			s.Question.Blanks = append(s.Question.Blanks, Blank{engine.Text{Format: b.Title}, b.Words, b.Several, b.Parts, b.Least, b.Most, b.Letters, word})
		}
	}
	return s
}

func (l *Lesson) progress() []Progress {
	if l.byHand {
		return l.lackingPiles()
	}
	taken := l.namedCards()
	var all []Progress
	for i := range l.opts.Deck.Piles {
		p := &l.opts.Deck.Piles[i]
		if p.Untagged {
			continue
		}
		n := Progress{Name: p.Name, Title: engine.Text{Format: p.Title}}
		for j := range l.cards {
			if l.cards[j].Pile != p {
				continue
			}
			n.Cards++
			if key := l.cards[j].Key(); taken[key] {
				n.Learned++
			} else if n.Next == "" {
				n.Next = key
			}
		}
		all = append(all, n)
	}
	return all
}

// lackingPiles returns the piles with things that lack something.
func (l *Lesson) lackingPiles() []Progress {
	var all []Progress
	for i := range l.opts.Deck.Piles {
		p := &l.opts.Deck.Piles[i]
		n := Progress{Name: p.Name, Title: engine.Text{Format: p.Title}}
		done := map[string]bool{} // seats have the same cards
		for j := range l.cards {
			if c := &l.cards[j]; c.Pile == p && !done[c.Printed()] {
				done[c.Printed()] = true
				n.Cards++
				if l.lacksOf(c) == nil {
					n.Learned++
				}
			}
		}
		if n.Learned < n.Cards {
			n.Next = p.Name
			all = append(all, n)
		}
	}
	return all
}

// texts puts facts into words.
func (l *Lesson) texts(facts []string) []engine.Text {
	var all []engine.Text
	for _, f := range facts {
		all = append(all, l.factText(f))
	}
	return all
}

// essence returns what a sentence about a card says of it, without the card and where it was read.
func essence(t engine.Text) engine.Text {
	for _, a := range t.Args {
		if inner, is := a.(engine.Text); is {
			return inner
		}
	}
	return t
}

// factText puts a fact into the words of the game.
func (b *box) factText(fact string) engine.Text {
	event, err := b.opts.Offer.Game.Words.Parse(fact)
	if err != nil {
		return engine.Say("%s", engine.Term(fact)) // of other rules
	}
	return b.opts.Offer.Game.Tell(event)
}

// options returns the options of the table that need more values.
func (l *Lesson) options() []companion.Option {
	var all []companion.Option
	for _, o := range l.opts.Offer.Options {
		if slices.ContainsFunc(l.opts.Deck.Questions, func(a setups.Question) bool { return a.For == o.Name }) {
			all = append(all, o)
		}
	}
	return all
}

// Game returns the game whose box is learned.
func (l *Lesson) Game() engine.Game { return l.opts.Offer.Game }

// Cards returns the words of all cards of a pile, in order, as on their tags.
func (l *Lesson) Cards(pile string) [][]string {
	var all [][]string
	for _, c := range l.cards {
		if c.Pile.Name == pile {
			all = append(all, c.Words)
		}
	}
	return all
}
