// Package taglist reads and writes lists of tags: which tag is on which card. It takes lists of its
// own, the two columns that phones export, and files of single tags by the Flipper Zero, the
// Proxmark3 and the MIFARE Classic Tool, and tells what a list would change before it is taken in.
package taglist

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// Limits of what is read.
const (
	MostBytes = 1 << 20 // all files of one list together
	MostTags  = 2000
)

// A Card is a card that may have a tag.
type Card struct {
	Game  string
	Pile  engine.Text
	Words []string
}

// Text returns how people read the card.
func (c Card) Text() engine.Text { return TextOf(c.Words) }

// TextOf returns how people read the words of a tag.
func TextOf(words []string) engine.Text {
	if len(words) == 2 {
		return engine.Say("%s: %s", engine.Seat(words[0]), engine.Term(words[1]))
	}
	return engine.Say("%s", engine.Term(strings.Join(words, " ")))
}

// Cards are the cards that may have tags, found by what people call them.
type Cards struct {
	List   []Card
	called map[string][]int
}

// CardsOf returns the cards of games. They are found by their words and by what they are called in
// each of the languages.
func CardsOf(games []string, languages ...func(engine.Text) string) (Cards, error) {
	c := Cards{called: map[string][]int{}}
	for _, game := range games {
		deck, err := setups.CardListOf(game)
		if err != nil {
			return Cards{}, err
		}
		for _, entry := range deck.Cards() {
			card := Card{game, engine.Text{Format: entry.Pile.Title}, entry.Words}
			c.call(entry.Key(), card)
			c.call(entry.Name(), card)
			for _, say := range languages {
				c.call(say(card.Text()), card)
			}
			c.List = append(c.List, card)
		}
	}
	return c, nil
}

// call lets the next card be found by a name.
func (c *Cards) call(name string, card Card) {
	name, i := plain(name), len(c.List)
	if !slices.ContainsFunc(c.called[name], func(j int) bool { return j == i || slices.Equal(c.List[j].Words, card.Words) }) {
		c.called[name] = append(c.called[name], i)
	}
}

// plain reduces a name to its letters and digits, in lower case, with single spaces between words.
func plain(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }), " ")
}

// Find returns the cards that have a name.
func (c Cards) Find(name string) (found []Card) {
	for _, i := range c.called[plain(name)] {
		found = append(found, c.List[i])
	}
	return found
}

// Place returns where the card with these words is in the list, or the length of the list if there
// is none.
func (c Cards) Place(words []string) int {
	if i := slices.IndexFunc(c.List, func(card Card) bool { return slices.Equal(card.Words, words) }); i >= 0 {
		return i
	}
	return len(c.List)
}

// Games returns the games that have a card with these words.
func (c Cards) Games(words []string) (games []string) {
	for _, card := range c.List {
		if slices.Equal(card.Words, words) {
			games = append(games, card.Game)
		}
	}
	return games
}

// ErrOpen refuses the list while a game can go on: anybody who holds a phone to a card that lies
// face down reads its number.
var ErrOpen = engine.Refuse("a game can still go on, and the list would tell which card lies face down where; it is shown when the game is over")

// Real leaves out cards of the browser, which older programs stored like the owner's.
func Real(tags []history.Tag) []history.Tag {
	return slices.DeleteFunc(tags, func(t history.Tag) bool { return t.UID == hw.VirtualUID(t.Words).String() })
}

// A Place is a line of a file; line 0 is the whole file.
type Place struct {
	File string
	Line int
}

// A Fault is something wrong with a file, and what to do.
type Fault struct {
	Place
	Why engine.Text
}

// Text returns the fault with its place.
func (f Fault) Text() engine.Text {
	if f.Line == 0 {
		return engine.Say("%s: %s", f.File, f.Why)
	}
	return engine.Say("%s, line %d: %s", f.File, f.Line, f.Why)
}

// Error returns the fault in English.
func (f Fault) Error() string { return f.Text().String() }

func fault(at Place, format string, args ...any) error {
	return Fault{at, engine.Say(format, args...)}
}

// A Row is what a file says of a tag.
type Row struct {
	Place
	UID    hw.UID
	Card   string // as the file writes it; "" if it does not say
	Chip   string // the kind of tag; "" if the file does not say
	Origin string // where the name came from; "" if the file does not say
	At     time.Time
	byName bool // only the name of the file says which card it is
}

// A Change is what a list changes about a tag.
type Change struct {
	Place
	UID   string
	Was   []string // what it was; nil: it had no name
	Is    []string // what it becomes; nil: it loses its name to another tag
	Chip  string
	given history.Tag
}

// Against reports whether the change contradicts what is known.
func (c Change) Against() bool { return len(c.Was) > 0 }

// A Plan is what a list would change.
type Plan struct {
	Changes []Change
	Known   int     // how many tags are known as the list has them
	Faults  []Fault // if there are any, nothing can be taken in
}

// Contradicts reports whether the list contradicts what is known.
func (p Plan) Contradicts() bool { return slices.ContainsFunc(p.Changes, Change.Against) }

// Tags returns what has to be stored.
func (p Plan) Tags() (tags []history.Tag) {
	for _, c := range p.Changes {
		tags = append(tags, c.given)
	}
	return tags
}

// Compare returns what rows would change of the tags that are known. Now is when the list is taken
// in, for rows that do not say when their tag was named.
func (c Cards) Compare(known []history.Tag, rows []Row, now time.Time) (p Plan) {
	x := comparison{cards: c, now: now, was: map[string][]string{}, first: map[string]Place{}, taken: map[string]string{}, is: map[string][]string{}}
	for _, t := range known {
		x.was[t.UID] = t.Words
	}
	for _, r := range rows {
		if len(x.Faults) >= mostFaults {
			break
		}
		x.row(r)
	}
	// A card has one tag: one that the list does not name loses it.
	for _, t := range known {
		uid := x.taken[key(t.Words)]
		if _, named := x.is[t.UID]; !named && uid != "" && uid != t.UID {
			x.Changes = append(x.Changes, Change{Place: x.first[uid], UID: t.UID, Was: t.Words, given: history.Tag{UID: t.UID}})
		}
	}
	return x.Plan
}

// mostFaults is how many faults are told at once.
const mostFaults = 20

type comparison struct {
	Plan
	cards Cards
	now   time.Time
	was   map[string][]string // known tags
	first map[string]Place    // of the tags in the list
	is    map[string][]string // what the list calls them
	taken map[string]string   // cards of the list, and their tags
}

func key(words []string) string { return strings.Join(words, " ") }

func (x *comparison) row(r Row) {
	uid := r.UID.String()
	words, err := x.words(r, x.was[uid])
	if err == nil {
		err = x.fits(r, words)
	}
	if f, bad := err.(Fault); bad {
		x.Faults = append(x.Faults, f)
		return
	}
	if _, again := x.is[uid]; again {
		return
	}
	x.first[uid], x.is[uid] = r.Place, words
	was := x.was[uid]
	if slices.Equal(was, words) {
		x.Known++
		x.taken[key(words)] = uid
		return
	}
	x.taken[key(words)] = uid
	given := history.Tag{UID: uid, Words: words, Origin: r.Origin, At: r.At}
	if given.Origin == "" {
		given.Origin = r.File
	}
	if given.At.IsZero() {
		given.At = x.now
	}
	x.Changes = append(x.Changes, Change{r.Place, uid, was, words, r.Chip, given})
}

// words returns the card that a row means.
func (x *comparison) words(r Row, was []string) ([]string, error) {
	switch found := x.cards.Find(r.Card); {
	case r.UID.Random():
		return nil, fault(r.Place, "%s is no number of its own: phones and some cards make up another one each time. Use a tag with seven bytes", r.UID.String())
	case was != nil && (r.Card == "" || r.byName && len(found) != 1), was != nil && plain(r.Card) == plain(key(was)):
		return was, nil
	case r.Card == "":
		return nil, fault(r.Place, "the tag %s is unknown, and which card it is on is not said: write the card beside it, or give a file of a single tag the name of the card", r.UID.String())
	case len(found) == 0 && r.byName:
		return nil, fault(r.Place, "the tag %s is unknown, and no card is called “%s”, as the file is: give it the name of the card, such as ai-07, or say which card it is", r.UID.String(), r.Card)
	case len(found) == 0:
		return nil, fault(r.Place, "no card is called “%s”: write it as the list of tags calls it, such as purple discover or ai-07", r.Card)
	case len(found) > 1:
		return nil, fault(r.Place, "“%s” may be several cards, such as %s and %s: write which", r.Card, key(found[0].Words), key(found[1].Words))
	default:
		if r.UID == hw.VirtualUID(found[0].Words) {
			return nil, fault(r.Place, "%s is the number of a card in the browser, and no tag's", r.UID.String())
		}
		return found[0].Words, nil
	}
}

// fits returns a fault if a row contradicts an earlier one.
func (x *comparison) fits(r Row, words []string) error {
	uid := r.UID.String()
	if before, again := x.is[uid]; again && !slices.Equal(before, words) {
		return fault(r.Place, "the tag %s is another card above, in line %d: leave one of them out", uid, x.first[uid].Line)
	}
	if other := x.taken[key(words)]; other != "" && other != uid && (!slices.Equal(x.was[uid], words) || !slices.Equal(x.was[other], words)) {
		return fault(r.Place, "%s has another tag above, in line %d: leave one of them out", TextOf(words), x.first[other].Line)
	}
	return nil
}
