package page

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// Brings says what a command would bring, the most important first: what would change, what the
// command is about, and what is printed on the cards that it names.
func (c Context) Brings(x engine.Command, most int) (all []string) {
	add := func(said string) {
		if said != "" && !slices.Contains(all, said) && len(all) < most {
			all = append(all, said)
		}
	}
	if c.Game.Effect != nil {
		for _, then := range c.Game.Effect(c.Snap.State, x).Then {
			add(c.Sentence(then))
		}
	}
	if c.Game.Describe != nil {
		add(c.Sentence(c.Game.Describe(c.Snap.State, x)))
	}
	for _, a := range c.Game.TellIn(c.Snap.State, x).Args {
		if t, is := a.(engine.Term); is {
			if face, ok := c.printed(t); ok && !face.Words.IsZero() {
				add(c.Term(t) + ": " + c.Say(face.Words))
			}
		}
	}
	return all
}

// Meant is where a page can show a command: the things it is about and the buttons that give it.
type Meant struct {
	Line   string
	Verb   string // of the line, for what gives several commands
	Things string // joined by strokes
}

// Meant returns where a page can show a command.
func (c Context) Meant(x companion.LegalCommand) Meant {
	verb, _, _ := strings.Cut(strings.TrimPrefix(x.Line, string(x.By)+" "), " ")
	return Meant{Line: x.Line, Verb: verb, Things: strings.Join(c.things(x), "|")}
}
