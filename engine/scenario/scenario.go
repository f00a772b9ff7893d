// Package scenario runs scripts that a board gamer can read.
//
//	game council-of-shadows           which rules
//	seats cecilia dario               who plays, in the order they sit
//	box stand-in                      whose printed values; else the rulebook's; none: those given
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
// The indented lines are answers; where two words of one have no order, either will
// do. Play returns the script with the answers that the rules give; a script passes
// if nothing differs.
package scenario

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Env is what scripts may refer to.
type Env struct {
	Games []engine.Game
	// Box returns the facts of a box of a game, one line of notation each.
	Box func(game, box string) ([]string, error)
}

// DefaultBox is read if a script names no box, and before the one that it names. With NoBox a
// script states every fact itself, as for a game that began under older rulings.
const (
	DefaultBox = "rulebook"
	NoBox      = "none"
)

// Play returns the script with what really happens below each line. A line that cannot be read
// keeps its answers, and the lines after it are played all the same; the error names each such line
// after the name of the script. If no game can begin, there are no answers.
func Play(name, script string, env Env) (string, error) {
	in := interpreter{env: env, box: DefaultBox}
	var mistakes []error
	for _, r := range requests(script) {
		in.number = r.number
		in.out.WriteString(r.line + "\n")
		text, _, _ := strings.Cut(r.line, "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		in.expected = r.answers
		err := in.line(words)
		if err == nil {
			continue
		}
		mistakes = append(mistakes, fmt.Errorf("%s, line %d: %w", name, r.number, err))
		if in.session == nil && words[0] != "given" {
			return "", errors.Join(mistakes...)
		}
		for _, old := range r.answers {
			in.out.WriteString(old + "\n")
		}
	}
	if len(mistakes) == 0 && !in.asked {
		if err := in.start(); err != nil {
			return "", fmt.Errorf("%s, line %d: %w", name, in.blamed(err), err)
		}
	}
	return in.out.String(), errors.Join(mistakes...)
}

// A request is a line of a script with the answers below it.
type request struct {
	number  int
	line    string
	answers []string
}

func requests(script string) (all []request) {
	n := 0
	for line := range strings.Lines(script) {
		n++
		line = strings.TrimRight(line, "\n")
		switch {
		case !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t"):
			all = append(all, request{number: n, line: line})
		case len(all) > 0:
			all[len(all)-1].answers = append(all[len(all)-1].answers, line)
		}
	}
	return all
}

// An interpreter plays one script. It collects the setup until the first command or question; then
// session is set.
type interpreter struct {
	env     Env
	out     strings.Builder
	game    engine.Game
	box     string
	seats   []engine.Seat
	given   []engine.Event
	session *engine.Session
	asked   bool // the script has a command or a question
	// number is the current line; lines are the line numbers of given, and named is that of the
	// box.
	number, named int
	lines         []int
	// expected are the answers that the script has for this line.
	expected []string
}

func (in *interpreter) line(words []string) error {
	switch words[0] {
	case "game":
		return in.choose(words[1:])
	case "box":
		in.named = in.number
		return in.oneWord(words, &in.box)
	case "seats":
		for _, w := range words[1:] {
			in.seats = append(in.seats, engine.Seat(w))
		}
		return nil
	case "given":
		return in.fact(strings.Join(words[1:], " "))
	}
	in.asked = true
	if err := in.start(); err != nil {
		return in.refused(err)
	}
	return in.play(words)
}

func (in *interpreter) oneWord(words []string, to *string) error {
	if len(words) != 2 {
		return fmt.Errorf("%s takes one word", words[0])
	}
	*to = words[1]
	return nil
}

func (in *interpreter) choose(words []string) error {
	for _, g := range in.env.Games {
		if len(words) == 1 && g.Name == words[0] {
			in.game = g
			return nil
		}
	}
	var names []string
	for _, g := range in.env.Games {
		names = append(names, g.Name)
	}
	return fmt.Errorf("no game %q; there is: %s", strings.Join(words, " "), strings.Join(names, ", "))
}

func (in *interpreter) fact(line string) error {
	e, err := in.game.Words.Parse(line)
	if err != nil {
		return err
	}
	if in.session == nil {
		in.given, in.lines = append(in.given, e), append(in.lines, in.number)
		return nil
	}
	return in.resume(in.session.State().Apply(e))
}

// start begins the game when the first line asks for it.
func (in *interpreter) start() error {
	if in.session != nil {
		return nil
	}
	facts, err := in.printed()
	if err != nil {
		return err
	}
	start, err := in.begun(append(facts, in.given...))
	if err != nil {
		return err
	}
	return in.resume(start)
}

// begun returns how the game begins with the facts, all of which must be about seats that play.
func (in *interpreter) begun(facts []engine.Event) (engine.State, error) {
	start, err := in.game.New(in.seats, facts)
	if err != nil {
		return nil, err
	}
	for _, fact := range facts {
		v := reflect.Indirect(reflect.ValueOf(fact))
		for i := range v.NumField() {
			seat, ok := v.Field(i).Interface().(engine.Seat)
			if ok && seat != "" && seat != engine.Table && !slices.Contains(in.seats, seat) {
				return nil, fmt.Errorf("fact %s: %s does not play", notation.Format(fact), seat)
			}
		}
	}
	return start, nil
}

// printed returns the facts of the boxes.
func (in *interpreter) printed() ([]engine.Event, error) {
	if in.game.New == nil {
		return nil, fmt.Errorf("a script begins with the line: game NAME")
	}
	var facts []engine.Event
	if in.box == NoBox {
		return nil, nil
	}
	for _, box := range []string{DefaultBox, in.box} {
		lines, err := in.env.Box(in.game.Name, box)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			e, err := in.game.Words.Parse(line)
			if err != nil {
				return nil, fmt.Errorf("box %s: %w", box, err)
			}
			facts = append(facts, e)
		}
		if in.box == DefaultBox {
			break
		}
	}
	return facts, nil
}

// blamed returns the line of the setup that causes the error: the first fact with which the game no
// longer begins, or else the box, or else the last line.
func (in *interpreter) blamed(err error) int {
	facts, unread := in.printed()
	if unread != nil {
		return max(in.named, 1)
	}
	lines := append([]int{in.number}, in.lines...)
	for n, line := range lines {
		if _, bad := in.begun(append(facts[:len(facts):len(facts)], in.given[:n]...)); bad != nil && bad.Error() == err.Error() {
			return line
		}
	}
	return in.number
}

func (in *interpreter) resume(from engine.State) error {
	session, err := engine.Resume(from, engine.NoLog{})
	if err == nil {
		in.session = session
	}
	return err
}
