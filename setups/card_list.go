package setups

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"arbiter/engine/notation"
)

// A CardList lists the cards of a game in the order of a sorted deck, and the questions about each
// of them: everything that people need to teach Arbiter their own box.
type CardList struct {
	Game      string     `toml:"-"` // the name of the file
	Piles     []Pile     `toml:"pile"`
	Questions []Question `toml:"ask"`
	Facts     []Fact     `toml:"fact"`

	file string
	text []byte
}

// A Pile is a group of cards with the same questions.
type Pile struct {
	Name      string   `toml:"name"`
	Title     string   `toml:"title"`     // English, the key of its translations
	Seats     []string `toml:"seats"`     // seats that have all of these cards; their tags name the seat
	Cards     []string `toml:"cards"`     // a word, or a range such as "ai-01..ai-25"
	Untagged  bool     `toml:"untagged"`  // things without tags that are not cards, such as a board
	Expansion bool     `toml:"expansion"` // not in every box: learned only if somebody asks for it
	Copies    bool     `toml:"copies"`    // cards that differ only in the number at the end are printed alike
	Numbered  bool     `toml:"numbered"`  // nothing printed on them says which number is which
	Questions []string `toml:"asks"`      // names of questions, in order
}

// A Fact is a kind of line of a box, given by its verb.
type Fact struct {
	Verb  string   `toml:"verb"`
	Names int      `toml:"names"` // how many words after the verb say what the fact is about
	Never []string `toml:"never"` // verbs of facts that cannot be true of the same thing
}

// A CardEntry is a card of a list.
type CardEntry struct {
	Words []string // as on its tag: the seat, if the card belongs to one, and the card
	Pile  *Pile
}

// Key returns the words as one string.
func (c CardEntry) Key() string { return strings.Join(c.Words, " ") }

// Name returns the card without the seat.
func (c CardEntry) Name() string { return c.Words[len(c.Words)-1] }

// Printed returns the name of the card in facts, which is the same for all copies.
func (c CardEntry) Printed() string {
	name := c.Name()
	if stem, digits := number(name); c.Pile.Copies && digits != "" {
		return strings.TrimSuffix(stem, "-")
	}
	return name
}

// CardListOf returns the cards of a game; a game without a file has none.
func CardListOf(game string) (CardList, error) { return CardListIn(files, game) }

// CardListIn is CardListOf for files other than the embedded ones: decks/GAME.toml in f.
func CardListIn(f fs.FS, game string) (CardList, error) {
	if !slices.Contains(names(f, "decks", ".toml"), game) {
		return CardList{Game: game}, nil
	}
	text, file, err := open(f, "deck", "decks", game, ".toml")
	if err != nil {
		return CardList{}, err
	}
	d := CardList{Game: game, file: file, text: text}
	if err := decode(file, text, &d); err != nil {
		return CardList{}, err
	}
	return d, d.check()
}

// Cards lists the cards of the base game in order.
func (d CardList) Cards() []CardEntry {
	return slices.DeleteFunc(d.All(), func(c CardEntry) bool { return c.Pile.Untagged || c.Pile.Expansion })
}

// All lists the cards and everything else with something printed on it. A thing that facts name by
// two words has a single word with a space in it.
func (d CardList) All() []CardEntry {
	var all []CardEntry
	for i := range d.Piles {
		p := &d.Piles[i]
		seats := p.Seats
		if len(seats) == 0 {
			seats = []string{""}
		}
		for _, seat := range seats {
			for _, name := range p.names() {
				words := strings.Fields(seat + " " + name)
				if p.Untagged {
					words = []string{name}
				}
				all = append(all, CardEntry{words, p})
			}
		}
	}
	return all
}

// names expands the ranges.
func (p *Pile) names() []string {
	var all []string
	for _, c := range p.Cards {
		first, last, ranged := strings.Cut(c, "..")
		list, err := []string{c}, error(nil)
		if ranged {
			list, err = between(first, last)
		}
		if err == nil { // check has reported the error
			all = append(all, list...)
		}
	}
	return all
}

// between lists the names from first to last, such as ai-01 to ai-25.
func between(first, last string) ([]string, error) {
	stem, digits := number(first)
	other, ends := number(last)
	from, err := strconv.Atoi(digits)
	to, err2 := strconv.Atoi(ends)
	if err != nil || err2 != nil || stem != other || len(digits) != len(ends) || from > to {
		return nil, fmt.Errorf("%s..%s is no range; write ai-01..ai-25", first, last)
	}
	var all []string
	for n := from; n <= to; n++ {
		all = append(all, fmt.Sprintf("%s%0*d", stem, len(digits), n))
	}
	return all, nil
}

func number(word string) (stem, digits string) {
	stem = strings.TrimRight(word, "0123456789")
	return stem, word[len(stem):]
}

// Question finds a question by name.
func (d CardList) Question(name string) (Question, bool) {
	i := slices.IndexFunc(d.Questions, func(a Question) bool { return a.Name == name })
	if i < 0 {
		return Question{}, false
	}
	return d.Questions[i], true
}

func (d CardList) check() error {
	c := listCheck{list: d}
	for n, p := range d.Piles {
		c.pile(n, p)
	}
	for n, q := range d.Questions {
		c.question(n, q)
	}
	for n, f := range d.Facts {
		if !notation.Plain(f.Verb) || f.Names < 1 {
			c.fault("fact", n, "verb", "a fact needs a verb and says how many words name what it is about")
		}
	}
	return errors.Join(c.faults...)
}

// A listCheck collects what is wrong with a list of cards.
type listCheck struct {
	list   CardList
	faults []error
}

func (c *listCheck) fault(table string, n int, key, format string, args ...any) {
	line, column := find(c.list.text, table, n, key)
	c.faults = append(c.faults, &Fault{c.list.file, line, column, fmt.Sprintf(format, args...)})
}

func (c *listCheck) pile(n int, p Pile) {
	if !notation.Plain(p.Name) || p.Title == "" || len(p.Cards) == 0 {
		c.fault("pile", n, "name", "a pile needs a name of one word, a title and cards")
	}
	for _, card := range p.Cards {
		if first, last, ranged := strings.Cut(card, ".."); ranged {
			if _, err := between(first, last); err != nil {
				c.fault("pile", n, "cards", "%v", err)
			}
		}
	}
	for _, name := range p.Questions {
		if _, ok := c.list.Question(name); !ok {
			c.fault("pile", n, "asks", "there is no question %q", name)
		}
	}
}

func (c *listCheck) question(n int, q Question) {
	if !notation.Plain(q.Name) || q.Title == "" || !slices.Contains(strings.Fields(q.Line), "CARD") || len(q.Blanks) == 0 {
		c.fault("ask", n, "name", "a question needs a name of one word, a title, a line with CARD in it, and blanks")
	}
	for _, b := range q.Blanks {
		if !slices.Contains(strings.Fields(q.Line), b.Name) || b.Title == "" || len(b.Words) == 0 && b.Letters == 0 && b.Least >= b.Most {
			c.fault("ask", n, "line", "blank %q needs a place in the line, a title, and words, letters or a range of numbers", b.Name)
		}
	}
	if len(q.Usually("x", nil)) < len(q.Usual) {
		c.fault("ask", n, "usual", "a usual answer needs a word for each blank, or +1 for a number")
	}
}
