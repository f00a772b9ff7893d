package companion

import (
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// guesses are the values that boxes invent or have from elsewhere, each a fact without the word for where it was
// read. What an owner is asked to read off a card is likely near them.
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

// sourceless is the line of a fact without its last word, which says where it was read.
func sourceless(fact engine.Event) string {
	words := notation.Words(fact)
	return strings.Join(words[:len(words)-1], " ")
}

// guess marks the commands that tell what is printed in the owner's box, and of these what
// another box invents.
func (g *game) guess(known engine.State, choices []LegalCommand) {
	tells := map[string]bool{} // by sentence, as its first command does
	for i, c := range choices {
		if told, asked := tells[c.Text.Format]; asked && !told || c.By != engine.Table {
			continue
		}
		likely, printed := g.printed[c.Line]
		if !printed {
			likely, printed = g.reads(known, c.Command)
		}
		if tells[c.Text.Format] = printed; printed {
			g.printed[c.Line] = likely // as long as nobody has told the box, the same thousand come with each moment
			choices[i].Printed, choices[i].Likely = true, likely
		}
	}
}

// reads tells whether a command tells what is printed in the owner's box, and whether another
// box invents the same.
func (g *game) reads(known engine.State, c engine.Command) (likely, printed bool) {
	events, err := known.Decide(c)
	if err != nil || len(events) == 0 {
		return false, false
	}
	fact := events[0] // what else it tells goes without saying
	return g.guesses[sourceless(fact)], engine.OriginOf(fact).ByOwner()
}
