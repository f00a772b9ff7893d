// Package scenario runs scripts that a board gamer can read.
//
//	game council-of-shadows           which rules
//	seats cecilia dario               who plays, in the order they sit
//	box stand-in                      whose printed values; else the rulebook's
//	given cecilia at consumption 33   a fact, taken as true
//	cecilia ready                     a command, and below it what must happen:
//	    cecilia consumption +12
//	dario slide                       a command the rules refuse, and why:
//	    no: it is not dario's turn but cecilia's
//	undo dario                        takes the last step back; further seats consent
//	    dario: Energy from 8 to 0
//	tracks                            the score board:
//	    seat      order   level   energy  consumption
//	    cecilia   1       0       0       45
//	why                               the reasons for the last step
//	prompts                           what the game waits for, and reminders
//	board                             what lies on the game board
//	notes                             what lies open before the seats
//	zones cecilia                     what lies where, as that seat knows it
//	zones cecilia bonus               only those of that name, with ? for a card it does not know
//
// The indented lines are answers. Play returns the script with the answers that
// the rules give; a script passes if nothing differs.
package scenario

import (
	"fmt"
	"strings"

	"arbiter/engine"
)

// Env is what scripts may name.
type Env struct {
	Games []engine.Game
	// Box returns the facts of a box of a game, one line of notation each.
	Box func(game, box string) ([]string, error)
}

// DefaultBox is read when a script names no box.
const DefaultBox = "rulebook"

// Play returns the script with what really happens below each line. The error
// names the line of the script that cannot be played.
func Play(script string, env Env) (string, error) {
	p := player{env: env, box: DefaultBox}
	n := 0
	for line := range strings.Lines(script) {
		n++
		if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
			continue // an old answer
		}
		p.out.WriteString(strings.TrimRight(line, "\n") + "\n")
		text, _, _ := strings.Cut(line, "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if err := p.line(words); err != nil {
			return "", fmt.Errorf("line %d: %w", n, err)
		}
	}
	return p.out.String(), nil
}

// A player plays one script. Until the first command or question it gathers the
// setup; then session is set.
type player struct {
	env     Env
	out     strings.Builder
	game    engine.Game
	box     string
	seats   []engine.Seat
	given   []engine.Event
	session *engine.Session
}

func (p *player) line(words []string) error {
	switch words[0] {
	case "game":
		return p.choose(words[1:])
	case "box":
		return p.oneWord(words, &p.box)
	case "seats":
		for _, w := range words[1:] {
			p.seats = append(p.seats, engine.Seat(w))
		}
		return nil
	case "given":
		return p.fact(strings.Join(words[1:], " "))
	}
	if err := p.start(); err != nil {
		return p.refused(err)
	}
	return p.play(words)
}

func (p *player) oneWord(words []string, to *string) error {
	if len(words) != 2 {
		return fmt.Errorf("%s takes one word", words[0])
	}
	*to = words[1]
	return nil
}

func (p *player) choose(words []string) error {
	for _, g := range p.env.Games {
		if len(words) == 1 && g.Name == words[0] {
			p.game = g
			return nil
		}
	}
	var names []string
	for _, g := range p.env.Games {
		names = append(names, g.Name)
	}
	return fmt.Errorf("no game %q; there is: %s", strings.Join(words, " "), strings.Join(names, ", "))
}

func (p *player) fact(line string) error {
	e, err := p.game.Words.Parse(line)
	if err != nil {
		return err
	}
	if p.session == nil {
		p.given = append(p.given, e)
		return nil
	}
	p.session, err = engine.Resume(p.session.State().Apply(e), &memory{})
	return err
}

// start begins the game when the first line asks for it.
func (p *player) start() error {
	if p.session != nil {
		return nil
	}
	if p.game.New == nil {
		return fmt.Errorf("a script begins with the line: game NAME")
	}
	var facts []engine.Event
	for _, box := range []string{DefaultBox, p.box} {
		lines, err := p.env.Box(p.game.Name, box)
		if err != nil {
			return err
		}
		for _, line := range lines {
			e, err := p.game.Words.Parse(line)
			if err != nil {
				return fmt.Errorf("box %s: %w", box, err)
			}
			facts = append(facts, e)
		}
		if p.box == DefaultBox {
			break
		}
	}
	start, err := p.game.New(p.seats, append(facts, p.given...))
	if err != nil {
		return err
	}
	p.session, err = engine.Resume(start, &memory{})
	return err
}

// memory keeps no log: a script is one.
type memory struct{}

func (memory) Append(engine.Entry) error { return nil }
