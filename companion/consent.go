package companion

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Some things are done only when every seat that somebody sits at has agreed: taking back a step
// that showed cards or was somebody else's, a command that the game says belongs to everybody, and
// what becomes of a game in doubt. The buttons of the whole table need no consent: everybody sees
// them pressed.

// A Proposal is what somebody asks everybody to agree to.
type Proposal struct {
	LegalCommand               // the command; zero means taking back the last step
	Shown        bool          // the last step showed cards, so taking it back is more than a courtesy
	Agreed       []engine.Seat // who asked, and who has agreed
	Waiting      []engine.Seat // who has not agreed yet; never empty
}

// agree counts seat's wish for line, where "" is taking back the last step, and returns who has not
// agreed yet. A wish for another line starts the count again.
func (g *game) agree(line string, seat engine.Seat) []engine.Seat {
	if g.wanted != line {
		g.wanted, g.consent = line, nil
	}
	if !slices.Contains(g.consent, seat) {
		g.consent = append(g.consent[:len(g.consent):len(g.consent)], seat)
	}
	return g.waiting()
}

// waiting returns who has not agreed yet to what was asked for, if anything was.
func (g *game) waiting() []engine.Seat {
	if len(g.consent) == 0 {
		return nil
	}
	return besides(g.acting, g.consent)
}

// besides returns the seats that are not among others.
func besides(seats, others []engine.Seat) []engine.Seat {
	return slices.DeleteFunc(slices.Clone(seats), func(s engine.Seat) bool { return slices.Contains(others, s) })
}

// proposal returns what everybody is being asked, or nil.
func (g *game) proposal() *Proposal {
	waiting := g.waiting()
	if len(waiting) == 0 {
		return nil
	}
	p := &Proposal{Agreed: g.consent, Waiting: waiting, Shown: slices.ContainsFunc(g.span(), engine.Revealing)}
	if c, ok := g.command(g.wanted); ok {
		p.LegalCommand = LegalCommand{By: c.By(), Line: g.wanted, Text: g.rules.TellIn(g.seen(""), c), Command: c}
	}
	return p
}

// command parses a line.
func (g *game) command(line string) (engine.Command, bool) {
	x, err := g.rules.Words.Parse(line)
	c, ok := x.(engine.Command)
	return c, err == nil && ok
}

// asked reports whether everybody must agree before seat takes back an entry: because it showed
// cards, or is somebody else's. An entry that seat may not know of is refused by the rules, and
// nobody is asked.
func (g *game) asked(e engine.Entry, seat engine.Seat) bool {
	if engine.Revealing(e) {
		return true
	}
	by := e.Command.By()
	return seat != engine.Table && by != seat && slices.Contains(g.people, by) && !engine.Hidden(e, seat)
}

// together counts a wish for a command that belongs to everybody, or another seat's agreement to
// it, which is the same line. It returns for whom the command is given, and who has not agreed yet.
func (g *game) together(a viewer, w Request) (viewer, []engine.Seat) {
	c, ok := g.command(w.Line)
	if !ok || g.rules.Everybodys == nil || !g.rules.Everybodys(c) || a.seat == engine.Table || w.Version != g.session.Version() {
		return a, nil
	}
	line, agrees := notation.Format(c), slices.Contains(g.acting, a.seat)
	switch _, err := g.allowed(viewer{seat: c.By()}, Request{Seat: c.By(), Line: line, Version: w.Version}); {
	case err != nil || !agrees:
		return a, nil // it is refused
	case a.seat != c.By() && g.wanted != line:
		return a, nil // nobody has asked
	}
	return viewer{seat: c.By()}, g.agree(line, a.seat)
}

// A player who is out of the game looks on with what the seat knows; nobody waits for that seat or
// asks it to agree. If only bots play on, everybody who is out looks after the table.

// stay works out who is still in the game.
func (g *game) stay() {
	var out []engine.Seat
	for _, p := range engine.Plain(g.session.Seen("")).Seats {
		if p.Out {
			out = append(out, p.Seat)
		}
	}
	if g.acting = besides(g.people, out); len(g.acting) == 0 {
		g.acting = g.people
	}
}

// left reports whether a person who is out of the game sits there.
func (g *game) left(a viewer) bool {
	return !a.bot && slices.Contains(g.people, a.seat) && !slices.Contains(g.acting, a.seat)
}

func leftTheGame(seat engine.Seat) error {
	return engine.Refuse("%s is out of the game and only watches", seat)
}
