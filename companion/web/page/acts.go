package page

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/notation"
)

// An Act is a kind of move that the seat may choose first; then only the things it is about are
// marked.
type Act struct {
	Icon, Title string
	Verbs       string // separated by spaces
	Why         string // why it cannot be done; "" if it can
}

// NewActs returns all kinds of moves of a turn if the seat may make one of them now, else nil.
func NewActs(c Context) (all []Act) {
	some := false
	for _, a := range c.Game.Acts {
		x := Act{Icon: a.Icon, Title: c.Say(a.Title), Verbs: strings.Join(a.Verbs, " ")}
		if slices.ContainsFunc(c.Snap.Legal, func(l companion.LegalCommand) bool {
			return l.By == c.Seat() && slices.Contains(a.Verbs, verbOf(l.Line))
		}) {
			some = true
		} else {
			x.Why = c.whyNot(a)
		}
		all = append(all, x)
	}
	if !some {
		return nil
	}
	return all
}

// verbOf returns the verb of a line, which follows the seat.
func verbOf(line string) string {
	_, rest, _ := strings.Cut(line, " ")
	verb, _, _ := strings.Cut(rest, " ")
	return verb
}

// whyNot returns why an act cannot be done: the refusal if there is just one command for it, else
// what the game says of it.
func (c Context) whyNot(a engine.Act) string {
	w, ok := c.Snap.State.(engine.Wisher)
	if !ok {
		return c.Say(a.None)
	}
	said := ""
	for _, x := range w.Wishes(c.Seat()) {
		if !slices.Contains(a.Verbs, verbOf(notation.Format(x))) {
			continue
		}
		var no engine.Refusal
		if _, err := c.Snap.State.Decide(x); !errors.As(err, &no) {
			continue
		}
		if text := c.Sentence(no.Text); said == "" || said == text {
			said = text
		} else {
			return c.Say(a.None) // each command is refused for a reason of its own
		}
	}
	return cmp.Or(said, c.Say(a.None))
}
