package content

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A row is one thing of many and what may be done with it: an AI card, say, and
// the ways to pay for it.
type row struct {
	Head  string // above the first row of a place, such as a display; else none
	ID    string // of that place
	Label string
	About string
	Acts  []Action
}

// listed reports whether a group is shown as rows: the commands differ in a thing
// that the game tells something of, or in a word and in more besides.
func (sc *Content) listed(g []companion.LegalCommand, numbers, words []int) bool {
	if len(words) == 0 || page.Draws(g[0]) {
		return false
	}
	term, ok := g[0].Text.Args[words[0]].(engine.Term)
	return ok && (sc.tells(term) != "" || len(words) > 1 || len(numbers) > 1)
}

// rows sorts a group by one of the words in which its commands differ.
func (sc *Content) rows(g []companion.LegalCommand, at int) Action {
	numbers, words := varying(g)
	rest := slices.DeleteFunc(append(words, numbers...), func(i int) bool { return i == at })
	a := Action{ID: id(page.Pattern(g[0].Line, page.Differing(g))), Kind: "rows", Before: page.Gapped(sc.Say, g[0], append(rest, at))}
	inside := *sc
	inside.inRow = true
	last := ""
	for i, one := range split(g, []int{at}) {
		term, _ := one[0].Text.Args[at].(engine.Term)
		r := row{Label: sc.term(term), About: sc.tells(term), Acts: inside.within(one, rest)}
		if where := sc.lies(term); i == 0 || where != last {
			r.Head, last = where, where
		}
		a.Rows = append(a.Rows, r)
	}
	return a
}

// within are the controls of one row: rest are the arguments in which commands
// still differ. A button shows only what is still to be chosen.
func (sc *Content) within(g []companion.LegalCommand, rest []int) []Action {
	switch {
	case len(rest) == 0:
		return []Action{sc.button(g[0])}
	case len(rest) > 1:
		return sc.sentences(g)
	case len(g) > mostButtons:
		return []Action{sc.choice(g, rest[0])}
	}
	if _, number := g[0].Text.Args[rest[0]].(int); number {
		return sc.buttons(g)
	}
	var all []Action
	for _, c := range g {
		a := sc.button(c)
		a.Before, a.Whole = sc.Say(engine.Say("%v", c.Text.Args[rest[0]])), a.Before
		all = append(all, a)
	}
	return all
}

// sentences offers commands that have little in common: a few as buttons, more as
// a list of sentences.
func (sc *Content) sentences(g []companion.LegalCommand) []Action {
	if len(g) <= mostButtons {
		return sc.buttons(g)
	}
	return []Action{sc.listing(g)}
}

// listing is a list of commands, each as a sentence of its own.
func (sc *Content) listing(g []companion.LegalCommand) Action {
	numbers, words := varying(g)
	a := Action{Kind: "lines", To: "/do", ID: id(page.Pattern(g[0].Line, page.Differing(g))), Parts: make([][]Option, 1)}
	a.Before = page.Gapped(sc.Say, g[0], append(words, numbers...))
	for _, c := range g {
		a.Parts[0] = append(a.Parts[0], Option{c.Line, dashed(sc.Say(c.Text), sc.aboutChoice(c))})
	}
	return a
}

// dashed adds what the game tells of something to its name.
func dashed(name, about string) string {
	if about == "" {
		return name
	}
	return name + " – " + about
}

// Among reports whether a line with {} stands for a command.
func Among(c companion.LegalCommand, line string) bool {
	words, holes := strings.Fields(c.Line), strings.Fields(line)
	if len(words) != len(holes) {
		return false
	}
	for i, w := range holes {
		if w != page.Hole && w != words[i] {
			return false
		}
	}
	return true
}
