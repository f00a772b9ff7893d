package castingshadows_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
)

// A referee plays a recorded game again: a second reading of the rulebook and the rulings.
// It shares nothing with the rules but the notation of commands and what is printed. From
// the commands alone, which tell what people chose and what chance brought, it works out
// what everybody has, and compares that with what screens were shown before each command.
// It reads the game as one sequence: whatever has to be chosen next is the next command.
type referee struct {
	box    *printed.Facts
	record []moment
	at     int // the next command

	seats         []*sheet
	turn          int
	points        int
	dice          map[string]string // the faces of those in the pool
	cast          map[string]bool   // cards, in this turn
	first         map[string]bool   // what has worked for the first time in this turn
	reacted       map[string]bool   // what has answered the spell that is being cast
	laid          map[string]bool   // places
	tiles         map[string]string // of a place
	beside        map[string]string // of a place, the card
	discard       []string
	deck          map[string]bool
	portal        []string
	companions    map[string]bool // companions in their pile
	counterspells int             // counterspells in their pile
	pile          [][]string      // which they are, from the top: those of one place in any order
	quiet         int             // turns without damage from one character to another
	over          bool
	winner        string
	rulings       map[string]string
	windows       int
}

// A sheet is what lies before a seat.
type sheet struct {
	seat, character, place string
	home                   string // the place where it started
	health, energy         int
	shadow, out            bool
	book                   []string // cards that lie open
	counterspells          int      // face down
	traps                  []string // which they are, where the table deals them
	companion              string
	tokens                 []string
}

// A moment is a command, and what was seen before it.
type moment struct {
	command engine.Command
	window  engine.Window
	view    engine.View
	events  []string // what it brought, for people who read a fault
	laid    string   // the tile beside which a card came by it
}

// A fault is what the referee does not agree with.
type fault struct{ text string }

func (r *referee) fault(format string, args ...any) {
	line := "the end"
	if !r.ended() {
		line = notation.Format(r.record[r.at].command)
	}
	panic(fault{fmt.Sprintf("before command %d, %q: %s", r.at+1, line, fmt.Sprintf(format, args...))})
}

// judge plays the record again. The error is the first thing in which referee and rules
// differ.
func (r *referee) judge() (err error) {
	defer func() {
		if p := recover(); p != nil {
			f, ok := p.(fault)
			if !ok {
				panic(p)
			}
			err = fmt.Errorf("%s", f.text)
		}
	}()
	r.layOut()
	for !r.over {
		r.takeTurn()
		r.pass()
	}
	if !r.ended() {
		r.fault("the game is over")
	}
	r.compare()
	return nil
}

// ended reports whether there is no further command; the last moment has none.
func (r *referee) ended() bool { return r.at >= len(r.record)-1 }

// verb is the next command's, with its seat; "" at the end of the record.
func (r *referee) verb() string {
	if r.ended() {
		return ""
	}
	words := notation.Words(r.record[r.at].command)
	return words[0] + " " + words[1]
}

func (r *referee) is(seat string, verbs ...string) bool {
	return slices.ContainsFunc(verbs, func(v string) bool { return r.verb() == seat+" "+v })
}

// next takes the next command, which has to be one of the seat's with one of the verbs.
func (r *referee) next(seat string, verbs ...string) said {
	if !r.is(seat, verbs...) {
		r.fault("expected of %s: %s", seat, strings.Join(verbs, ", "))
	}
	r.at++
	return said{r.record[r.at-1].command}
}

// said is a command or a fact, of which fields are asked by name.
type said struct{ x any }

func (c said) verb() string { return notation.Words(c.x)[1] }

func (c said) fact() string {
	words := notation.Words(c.x)
	if _, ok := reflect.TypeOf(c.x).FieldByName("Seat"); ok {
		return words[1]
	}
	return words[0]
}

// word is a field as it is written; "" if the command has none of the name, or an empty
// one.
func (c said) word(name string) string {
	v := reflect.ValueOf(c.x)
	f, ok := v.Type().FieldByName(name)
	if !ok {
		return ""
	}
	switch x := v.FieldByIndex(f.Index).Interface().(type) {
	case interface{ MarshalText() ([]byte, error) }:
		text, err := x.MarshalText()
		if err != nil {
			return ""
		}
		return string(text)
	default:
		return fmt.Sprint(x)
	}
}

func (c said) number(name string) (n int) {
	fmt.Sscan(c.word(name), &n)
	return n
}

func (r *referee) me() *sheet { return r.seats[r.turn] }

// inOrder are who is in the game, from the seat that has the next turn; whose turn it is
// comes last.
func (r *referee) inOrder() (all []*sheet) {
	for i := range r.seats {
		if p := r.seats[(r.turn+1+i)%len(r.seats)]; !p.out {
			all = append(all, p)
		}
	}
	return all
}

// pass gives the turn to the next who is in the game.
func (r *referee) pass() {
	if !r.over {
		r.turn = slices.Index(r.seats, r.inOrder()[0])
	}
}
