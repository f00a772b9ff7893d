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

// A Deck lists the cards of a game in the order of a sorted deck, and what is
// asked about each of them: what people need to teach Arbiter their own box.
type Deck struct {
	Game  string `toml:"-"` // of the file
	Piles []Pile `toml:"pile"`
	Asks  []Ask  `toml:"ask"`
	Facts []Fact `toml:"fact"`

	file string
	text []byte
}

// A Pile is cards that are asked the same.
type Pile struct {
	Name  string   `toml:"name"`
	Title string   `toml:"title"` // English, the key of its translations
	Seats []string `toml:"seats"` // whose tags say so: each of them has all cards
	Cards []string `toml:"cards"` // a word, or a range such as "ai-01..ai-25"
	Asks  []string `toml:"asks"`  // names, in order
}

// A Fact is a verb of a box.
type Fact struct {
	Verb  string   `toml:"verb"`
	Names int      `toml:"names"` // how many words behind the verb say what it is about
	Never []string `toml:"never"` // verbs that are not true of the same thing
}

// A DeckCard is a card of a deck.
type DeckCard struct {
	Words []string // as on its tag: the seat, if it is a seat's own, and the card
	Pile  *Pile
}

// Key is the words in one string.
func (c DeckCard) Key() string { return strings.Join(c.Words, " ") }

// Name is the card without the seat.
func (c DeckCard) Name() string { return c.Words[len(c.Words)-1] }

// DeckOf returns the deck of a game; one without a file has no cards.
func DeckOf(game string) (Deck, error) { return DeckIn(files, game) }

// DeckIn is DeckOf for other files than the embedded ones: decks/GAME.toml in f.
func DeckIn(f fs.FS, game string) (Deck, error) {
	if !slices.Contains(names(f, "decks", ".toml"), game) {
		return Deck{Game: game}, nil
	}
	text, file, err := open(f, "deck", "decks", game, ".toml")
	if err != nil {
		return Deck{}, err
	}
	d := Deck{Game: game, file: file, text: text}
	if err := decode(file, text, &d); err != nil {
		return Deck{}, err
	}
	return d, d.check()
}

// Cards lists the cards in their order.
func (d Deck) Cards() []DeckCard {
	var all []DeckCard
	for i := range d.Piles {
		p := &d.Piles[i]
		seats := p.Seats
		if len(seats) == 0 {
			seats = []string{""}
		}
		for _, seat := range seats {
			for _, name := range p.names() {
				all = append(all, DeckCard{strings.Fields(seat + " " + name), p})
			}
		}
	}
	return all
}

// names unfolds the ranges.
func (p *Pile) names() []string {
	var all []string
	for _, c := range p.Cards {
		first, last, ranged := strings.Cut(c, "..")
		list, err := []string{c}, error(nil)
		if ranged {
			list, err = between(first, last)
		}
		if err == nil { // check has told otherwise
			all = append(all, list...)
		}
	}
	return all
}

// between counts from ai-01 to ai-25.
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

// Ask finds a question by its name.
func (d Deck) Ask(name string) (Ask, bool) {
	i := slices.IndexFunc(d.Asks, func(a Ask) bool { return a.Name == name })
	if i < 0 {
		return Ask{}, false
	}
	return d.Asks[i], true
}

func (d Deck) check() error {
	var all []error
	wrong := func(table string, n int, key, format string, args ...any) {
		line, column := find(d.text, table, n, key)
		all = append(all, &Fault{d.file, line, column, fmt.Sprintf(format, args...)})
	}
	for n, p := range d.Piles {
		if !notation.Plain(p.Name) || p.Title == "" || len(p.Cards) == 0 {
			wrong("pile", n, "name", "a pile needs a name of one word, a title and cards")
		}
		for _, c := range p.Cards {
			if first, last, ranged := strings.Cut(c, ".."); ranged {
				if _, err := between(first, last); err != nil {
					wrong("pile", n, "cards", "%v", err)
				}
			}
		}
		for _, name := range p.Asks {
			if _, ok := d.Ask(name); !ok {
				wrong("pile", n, "asks", "there is no question %q", name)
			}
		}
	}
	for n, a := range d.Asks {
		if !notation.Plain(a.Name) || a.Title == "" || !strings.Contains(a.Line, " CARD ") || len(a.Blanks) == 0 {
			wrong("ask", n, "name", "a question needs a name of one word, a title, a line with CARD in it, and blanks")
		}
		for _, b := range a.Blanks {
			if !slices.Contains(strings.Fields(a.Line), b.Name) || b.Title == "" || len(b.Words) == 0 && b.Least >= b.Most {
				wrong("ask", n, "line", "blank %q needs a place in the line, a title, and words or a range of numbers", b.Name)
			}
		}
	}
	for n, f := range d.Facts {
		if !notation.Plain(f.Verb) || f.Names < 1 {
			wrong("fact", n, "verb", "a fact needs a verb and says how many words name what it is about")
		}
	}
	return errors.Join(all...)
}
