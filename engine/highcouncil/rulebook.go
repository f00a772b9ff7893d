package highcouncil

import (
	_ "embed"

	"arbiter/engine"
)

//go:embed RULES.md
var rules string

// rulebook is what people can look up; the rulings are those of a game in which the table chose
// nothing else.
var rulebook = append(engine.ReadChapters(rules), open())

func open() engine.Chapter {
	c := engine.NewChapter(engine.Say("What the rules leave open"),
		rulingCap, rulingOwn, rulingVoting, rulingStays, rulingBlock(winningBlock), rulingStart, rulingColor, rulingMoved,
		rulingNoAction, rulingHidden, rulingShuffle, rulingEndless, rulingTrilithon)
	c.Cited = []engine.Text{sourceRuling}
	return c
}
