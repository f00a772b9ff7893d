package content

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A MenuSection is what may be done as one seat, the Table or a robot in a copy of a
// game.
type MenuSection struct {
	Who  SeatBadge
	Acts []Action
}

// An Action is one or more commands that a single control offers. Where commands
// differ, Line has {} in place of the word, and people choose it.
type Action struct {
	ID            string
	Kind          string // "button", "number", "select", "parts", "lines" or "rows"
	To            string // where it is sent
	Line          string
	Before, After string // the sentence around what is chosen
	Whole         string // the sentence of a button that shows a part of it; "" if it shows all
	About         string // what the game tells of it; may be none
	Min, Max      int
	Parts         [][]Option
	Rows          []row
}

type Option struct{ Value, Label string }

// How many commands of a kind are still buttons of their own, and how many a list
// holds that names each.
const (
	mostButtons = 4
	mostLines   = 150
)

// Acts turns a group into controls.
func (sc *Content) Acts(g []companion.LegalCommand) []Action {
	numbers, words := varying(g)
	switch {
	case len(g) == 1:
		return []Action{sc.button(g[0])}
	case page.Draws(g[0]) && len(words) == 1:
		return []Action{sc.choice(g, words[0])}
	case page.Draws(g[0]) && len(numbers) == 0:
		return []Action{sc.listing(g)}
	case len(g) <= mostLines && sc.listed(g, numbers, words):
		return []Action{sc.rows(g, words[0])}
	case len(numbers) == 1 && len(words) == 0 && sc.aboutChoice(g[0]) == "":
		return []Action{sc.numbers(g, numbers[0])}
	case len(words) == 0 && len(g) <= mostLines:
		return sc.sentences(g)
	case len(numbers) == 0 && len(g) <= mostButtons:
		return sc.buttons(g)
	case len(numbers) == 0 && len(words) == 1:
		return []Action{sc.choice(g, words[0])}
	case len(numbers) == 1:
		if kinds := split(g, words); len(kinds) <= mostButtons {
			var all []Action
			for _, k := range kinds {
				all = append(all, sc.Acts(k)...)
			}
			return all
		}
	}
	if len(g) <= mostLines {
		return sc.sentences(g)
	}
	return []Action{sc.parts(g)}
}

// varying returns the places of the arguments that differ within a group:
// numbers, and everything else.
func varying(g []companion.LegalCommand) (numbers, words []int) {
	for _, i := range page.Varying(g) {
		if _, ok := g[0].Text.Args[i].(int); ok {
			numbers = append(numbers, i)
		} else {
			words = append(words, i)
		}
	}
	return numbers, words
}

// split divides a group by the arguments at these places.
func split(g []companion.LegalCommand, at []int) [][]companion.LegalCommand {
	var all [][]companion.LegalCommand
next:
	for _, c := range g {
		for i, kind := range all {
			if !slices.ContainsFunc(at, func(n int) bool { return !page.Alike(kind[0].Text.Args[n], c.Text.Args[n]) }) {
				all[i] = append(all[i], c)
				continue next
			}
		}
		all = append(all, []companion.LegalCommand{c})
	}
	return all
}

func (sc *Content) button(c companion.LegalCommand) Action {
	return Action{ID: id(c.Line), Kind: "button", To: "/do", Line: c.Line, Before: sc.Say(c.Text), About: sc.aboutChoice(c)}
}

func (sc *Content) buttons(g []companion.LegalCommand) []Action {
	var all []Action
	for _, c := range g {
		all = append(all, sc.button(c))
	}
	return all
}

// numbers is one control for commands that differ in a number. If they leave
// numbers out between the least and the most it is a list.
func (sc *Content) numbers(g []companion.LegalCommand, arg int) Action {
	least, most := g[0].Text.Args[arg].(int), g[0].Text.Args[arg].(int)
	for _, c := range g {
		n := c.Text.Args[arg].(int)
		least, most = min(least, n), max(most, n)
	}
	words := page.Differing(g)
	if most-least+1 != len(g) || len(words) != 1 {
		return sc.choice(g, arg)
	}
	a := Action{Kind: "number", To: "/do", Line: page.Pattern(g[0].Line, words), Min: least, Max: most}
	a.ID = id(a.Line)
	a.Before, a.After = sc.around(g[0], arg)
	return a
}

// choice is a list of the commands that differ in one argument.
func (sc *Content) choice(g []companion.LegalCommand, arg int) Action {
	words := page.Differing(g)
	if len(words) != 1 {
		return sc.parts(g)
	}
	a := Action{Kind: "select", To: "/do", Line: page.Pattern(g[0].Line, words), Parts: make([][]Option, 1)}
	a.ID = id(a.Line)
	a.Before, a.After = sc.around(g[0], arg)
	for _, c := range g {
		o := Option{strings.Fields(c.Line)[words[0]], dashed(sc.Say(engine.Say("%v", c.Text.Args[arg])), sc.aboutChoice(c))}
		a.Parts[0] = append(a.Parts[0], o)
	}
	return a
}

// parts is one list for each word in which the lines differ. It can say what
// may not be done; that is refused with a reason.
func (sc *Content) parts(g []companion.LegalCommand) Action {
	words := page.Differing(g)
	a := Action{Kind: "parts", To: "/do", Line: page.Pattern(g[0].Line, words), Before: sc.Say(g[0].Text)}
	a.ID = id(a.Line)
	for _, at := range words {
		var options []Option
		for _, c := range g {
			w := strings.Fields(c.Line)[at]
			if !slices.ContainsFunc(options, func(o Option) bool { return o.Value == w }) {
				options = append(options, Option{w, sc.term(engine.Term(w))})
			}
		}
		a.Parts = append(a.Parts, options)
	}
	return a
}

// id makes a line the id of an element.
func id(line string) string {
	return "do-" + strings.NewReplacer(" ", "-", "{", "", "}", "x", "/", "-").Replace(line)
}

// around says a command and returns what stands before and after one argument.
func (sc *Content) around(c companion.LegalCommand, arg int) (before, after string) {
	before, after, _ = strings.Cut(page.Gapped(sc.Say, c, []int{arg}), "…")
	return strings.TrimSpace(before), strings.TrimSpace(after)
}
