package companion

import (
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// guesses returns the facts of all boxes that are stand-ins or from an uncertain source, without
// the word for their source. A value that an owner reads off a card is likely near one of them.
func (o GameOffer) guesses() map[string]bool {
	all := map[string]bool{}
	for _, b := range o.Boxes {
		for _, line := range b.Lines {
			if fact, err := o.Game.Words.Parse(line); err == nil {
				if o := engine.OriginOf(fact); o != "" && !o.Certain() {
					all[sourceless(fact)] = true
				}
			}
		}
	}
	return all
}

// sourceless returns the line of a fact without its last word, which names its source.
func sourceless(fact engine.Event) string {
	words := notation.Words(fact)
	return strings.Join(words[:len(words)-1], " ")
}

// guess marks the commands that tell a printed value of the owner's box as Printed, and those that
// agree with a guess as Likely.
func (g *game) guess(known engine.State, choices []LegalCommand) {
	tells := map[string]bool{} // by sentence: whether its first command does
	for i, c := range choices {
		if told, asked := tells[c.Text.Format]; asked && !told || c.By != engine.Table {
			continue
		}
		likely, printed := g.printed[c.Line]
		if !printed {
			likely, printed = g.reads(known, c.Command)
		}
		if tells[c.Text.Format] = printed; printed {
			g.printed[c.Line] = likely // kept, as the same thousand commands come again until somebody answers
			choices[i].Printed, choices[i].Likely = true, likely
		}
	}
}

// reads reports whether a command tells a printed value of the owner's box, and whether that agrees
// with a guess.
func (g *game) reads(known engine.State, c engine.Command) (likely, printed bool) {
	events, err := known.Decide(c)
	if err != nil || len(events) == 0 {
		return false, false
	}
	fact := events[0] // further events follow from the first
	return g.guesses[sourceless(fact)], engine.OriginOf(fact).ByOwner()
}
