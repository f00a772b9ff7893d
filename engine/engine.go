// Package engine plays board games without knowing their rules.
//
// A game is a few pure functions over states that never change: Legal says what
// may be done, Decide turns a command into events or refuses it, Apply turns an
// event into the next state, View shows a state to people and Why explains an
// event. Everything else here is bookkeeping: a Session is the fold of its log.
//
// The engine knows no clock, no chance, no file and no network. What chance
// brings is a command of the seat Table.
package engine

import (
	"errors"
	"fmt"

	"arbiter/engine/notation"
)

// A Seat is somebody who acts: a place at the table, or the Table itself. What
// its player is called is no business of the engine.
type Seat string

// Table acts for chance and for what people state about the cardboard.
const Table Seat = "table"

// A Game is one set of rules.
type Game struct {
	Name  string // as in scripts and logs, such as "council-of-shadows"
	Title string // as on the box, in English if there is such a box
	Words notation.Vocabulary

	// New returns the start of a game: seats in the order they sit, and facts
	// about the box, the setup and the rulings in force.
	New func(seats []Seat, facts []Event) (State, error)

	// Terms lists the words of the game that screens show, besides its seats.
	Terms []Term

	// Tell puts a command or an event into words for people. Commands that
	// differ only in a number differ only in an int argument of the text.
	Tell func(x any) Text

	// Doubts compares the facts of a box, all that are known, with what the rulebook
	// tells of every box: what contradicts it, and what cannot be judged until more
	// is told. Nil if the rulebook tells nothing.
	Doubts func(facts []Event) (wrong, open []Text)

	// Lacking lists what a game needs of a box before it can begin and no fact tells, from
	// what New is given, which refuses it then. Nil if the game asks when it matters.
	Lacking func(seats []Seat, facts []Event) []Lack

	// Checklist lists what people do with the cardboard before the first command,
	// in order, from what New is given. Nil if the game has no such list.
	Checklist func(seats []Seat, facts []Event) []Text

	// Describe tells people who do not have the cardboard what is printed on a
	// thing, a Term, or what a command of the state is about; no text if there
	// is nothing to tell. Nil if the game never tells.
	Describe func(s State, x any) Text

	// Face is what is printed on a thing, as data; false if nothing is known of it. Nil
	// if the game draws no things.
	Face func(s State, t Term) (Face, bool)

	// Effect tells what a legal command would do; of others it may tell anything. Nil if
	// screens show the sentence of Tell alone.
	Effect func(s State, c Command) Effect

	// Acts are the kinds of moves of a turn of which a player chooses, in the order of the
	// rulebook, such as actions that cost a point; none if screens offer each move alone.
	Acts []Act

	// Guide explains the game to who plays it for the first time, in its first rounds;
	// none if the game has no guide.
	Guide       []GuideStep
	GuideRounds int // after so many rounds all has been seen

	// Accounts tells how the numbers of a seat came about, those on the tracks under
	// their names, from the start of a game and what has happened since, as far as
	// whoever asks may know it. What was taken back is not among it. Nil if the
	// game keeps no accounts.
	Accounts func(start State, events []Event, seat Seat) []Account

	// Everybodys tells whether a command decides for all seats, so that all have to agree
	// to it first. Nil if none does.
	Everybodys func(c Command) bool

	// PeopleOnly tells whether a command has seats tell what lies on their cardboard, which no
	// bot sees: where one sits it is not given. Nil if none does.
	PeopleOnly func(c Command) bool

	// Orders are what a seat may have the program do when a Window asks it, from the one
	// that asks most often. None if the game opens no windows.
	Orders []Order

	// Drawn names the pile from which a command of chance draws, and what it draws,
	// each as one word: "tiles-1", "tile-03". A pile that has been shuffled again has
	// another name. The pile is "" if the command draws nothing. Nil if nothing is
	// drawn in the game.
	Drawn func(s State, c Command) (pile, thing string)

	// Review is what the game tells people who look back at it.
	Review Review
}

// A Lack is something printed that nobody has told.
type Lack struct {
	Line string // how a line begins that would tell it; "" if several contradict the rulebook together
	What Text
}

// TellIn says what Tell says, by a state that may be nil: one that has InWords has names
// where the words of a log have numbers.
func (g Game) TellIn(s State, x any) Text {
	if t, ok := s.(InWords); ok {
		return t.Tell(x)
	}
	return g.Tell(x)
}

// InWords is for a state that puts commands and events into words, those that are decided
// or happen in it, as Game.Tell does without one.
type InWords interface{ Tell(x any) Text }

// Called is the title in the language of the people who read it: a term that has
// words where the game has another title in a language.
func (g Game) Called() Text { return Say("%s", Term(g.Title)) }

// A State is a position in a game. It is a value; it never changes.
type State interface {
	// Legal lists every command that Decide accepts, for all seats, in a
	// fixed order. The game is over when there is none.
	Legal() []Command

	// Decide applies the rules: it returns what happens if c is played, or a
	// Refusal that tells the players why it may not be.
	Decide(c Command) ([]Event, error)

	// Apply returns the state after e. It holds no rules and cannot fail.
	Apply(e Event) State

	// View shows the state to people, without any rules.
	View() View

	// Why explains e, which happened in this state, by what was added up and
	// by the rule that asks for it.
	Why(e Event) Reason
}

// A Command is what a seat wishes.
type Command interface{ By() Seat }

// An Unasked command may be given while the game waits for somebody else, and nobody waits
// for it. Bots leave it alone.
type Unasked interface{ Unasked() }

// A Private command has words that not every seat may know: what it brings about is a
// Secret. No report of the program tells them.
type Private interface{ Private() }

// An Event is what happened. Facts of the box and of the setup are events too.
type Event any

// A Secret is an event that not every seat may know.
type Secret interface {
	// Cover returns the event as seat may know it; nil if that is nothing.
	// The empty seat is a spectator.
	Cover(seat Seat) Event
}

// ErrSecret is what a Secret answers that is asked for its JSON form: it has none,
// so that nobody sends it uncovered by mistake.
var ErrSecret = errors.New("a secret has no JSON form; cover it, and write it in notation")

// A Reveal is an event that cannot be unseen.
type Reveal interface{ Reveals() }

// SeenBy returns e as seat may know it, or nil. The empty seat is a spectator.
func SeenBy(seat Seat, e Event) Event {
	if s, ok := e.(Secret); ok {
		return s.Cover(seat)
	}
	return e
}

// A Folder is a State that applies several events at once, for speed.
type Folder interface {
	// Fold returns what Apply, event by event, would return.
	Fold(events []Event) State
}

// Fold applies events to s in order.
func Fold(s State, events ...Event) State {
	if f, ok := s.(Folder); ok {
		return f.Fold(events)
	}
	for _, e := range events {
		s = s.Apply(e)
	}
	return s
}

// A Stepper is a State that decides and applies at once, for speed.
type Stepper interface {
	// Step returns the state after c and the events that Decide returns.
	Step(c Command) (State, []Event, error)
}

// Step plays c: it returns the state that follows and what happened, or a Refusal.
func Step(s State, c Command) (State, []Event, error) {
	if t, ok := s.(Stepper); ok {
		return t.Step(c)
	}
	events, err := s.Decide(c)
	if err != nil {
		return nil, nil, err
	}
	return Fold(s, events...), events, nil
}

// CheckSeats returns an error if seats cannot sit at one table: a name that is no
// single word, that is taken twice, or that is a word of the game.
func CheckSeats(words notation.Vocabulary, seats []Seat) error {
	seen := map[Seat]bool{Table: true}
	for _, s := range seats {
		switch {
		case !notation.Plain(string(s)):
			return fmt.Errorf("seat %q: the name must be one word", s)
		case words.Knows(string(s)):
			return fmt.Errorf("seat %q: the name is a word of the game; choose another", s)
		case seen[s]:
			return fmt.Errorf("seat %q is taken", s)
		}
		seen[s] = true
	}
	return nil
}
