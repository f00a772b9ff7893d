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

// A Seat is somebody who acts: a place at the table, or the Table itself. The engine does not know
// its player's name.
type Seat string

// Table acts for chance and for what people state about the cardboard.
const Table Seat = "table"

// A Game is one set of rules.
type Game struct {
	Name  string // as in scripts and logs, such as "council-of-shadows"
	Title string // as on the box, in English if there is an English edition
	Words notation.Vocabulary

	// New returns the start of a game: seats in the order they sit, and facts
	// about the box, the setup and the rulings in force.
	New func(seats []Seat, facts []Event) (State, error)

	// Terms lists the words of the game that screens show, besides its seats.
	Terms []Term

	// Tell puts a command or an event into words for people. Commands that
	// differ only in a number differ only in an int argument of the text.
	Tell func(x any) Text

	// Doubts compares all known facts of a box with what the rulebook says of every box: wrong is
	// what contradicts it, open what cannot be judged until more facts are known. Nil if the
	// rulebook says nothing.
	Doubts func(facts []Event) (wrong, open []Text)

	// Lacking takes the arguments of New and lists the facts of the box without which the game
	// cannot begin; New refuses while there are any. Nil if the game asks only when a value
	// matters.
	Lacking func(seats []Seat, facts []Event) []Lack

	// Checklist lists, in order, what people do with the cardboard before the first command. It
	// takes the arguments of New. Nil if the game has no such list.
	Checklist func(seats []Seat, facts []Event) []Text

	// Describe tells people who do not have the cardboard at hand what is printed on a thing, a
	// Term, or what a command is about; no text if there is nothing to say. Nil if the game
	// describes nothing.
	Describe func(s State, x any) Text

	// Face is what is printed on a thing, as data; false if nothing is known of it. Nil if the
	// game's things are not drawn.
	Face func(s State, t Term) (Face, bool)

	// Effect tells what a legal command would do; for other commands the result is unspecified. Nil
	// if screens show only the sentence from Tell.
	Effect func(s State, c Command) Effect

	// Acts are the kinds of moves that a player chooses from in a turn, in the order of the
	// rulebook, such as actions that cost a point; none if screens offer each move by itself.
	Acts []Act

	// Guide explains the game to first-time players during its first rounds; none if the game has
	// no guide.
	Guide       []GuideStep
	GuideRounds int // how many rounds the guide covers

	// Rules are the rules in our own words, for people to look up; none if the game has none.
	Rules []Chapter

	// Accounts shows how the numbers of a seat came about, those on tracks under the names of their
	// tracks. It is given the start of a game and the events since, as far as whoever asks may know
	// them and without those that were undone. Nil if the game keeps no accounts.
	Accounts func(start State, events []Event, seat Seat) []Account

	// Everybodys reports whether a command decides for all seats, so that all of them have to agree
	// to it first. Nil if no command does.
	Everybodys func(c Command) bool

	// PeopleOnly reports whether a command has seats say what lies on their cardboard, which a bot
	// cannot see: it is not offered while a bot plays. Nil if no command does.
	PeopleOnly func(c Command) bool

	// Orders are the standing orders that a seat may choose from, the one that asks most often
	// first. None if the game opens no windows.
	Orders []Order

	// Drawn names the pile from which a command of chance draws, and what it draws, each as one
	// word: "tiles-1", "tile-03". A reshuffled pile has a new name. The pile is "" if the command
	// draws nothing. Nil if nothing is drawn in the game.
	Drawn func(s State, c Command) (pile, thing string)

	// Review shows a game to people who look back at it.
	Review Review
}

// A Lack is something printed on the cardboard that the game needs and has not been told.
type Lack struct {
	Line string // the beginning of the line that would state it; "" if several facts together contradict the rulebook
	What Text
}

// TellIn is Tell in a state, which may be nil. A state that implements InWords has names where a
// command or event of the log has only numbers.
func (g Game) TellIn(s State, x any) Text {
	if t, ok := s.(InWords); ok {
		return t.Tell(x)
	}
	return g.Tell(x)
}

// InWords is implemented by a state that puts its commands and events into words itself, as
// Game.Tell does without a state.
type InWords interface{ Tell(x any) Text }

// Called returns the title as a term, so that it can be translated where the game is sold under
// another title.
func (g Game) Called() Text { return Say("%s", Term(g.Title)) }

// A State is a position in a game. It is an immutable value.
type State interface {
	// Legal lists every command that Decide accepts, for all seats, in a
	// fixed order. The game is over when there is none. Whoever asks does not
	// change the list.
	Legal() []Command

	// Decide applies the rules: it returns what happens if c is played, or a
	// Refusal that tells the players why it may not be.
	Decide(c Command) ([]Event, error)

	// Apply returns the state after e. It checks no rules and cannot fail.
	Apply(e Event) State

	// View shows the state to people, without any rules.
	View() View

	// Why explains e, which happened in this state: the sum behind it and the rule that requires
	// it.
	Why(e Event) Reason
}

// A Command is what a seat wants to do.
type Command interface{ By() Seat }

// An Unasked command may be given while the game waits for somebody else, and nobody waits for it.
// Bots never give it.
type Unasked interface{ Unasked() }

// A Private command contains words that not every seat may know, because what it brings about is a
// Secret. Arbiter's fault reports leave its words out.
type Private interface{ Private() }

// An Event is what happened. Facts of the box and of the setup are events too.
type Event any

// A Secret is an event that not every seat may know.
type Secret interface {
	// Cover returns the event as seat may know it; nil if that is nothing.
	// The empty seat is a spectator.
	Cover(seat Seat) Event
}

// ErrSecret is returned when a Secret is marshaled to JSON: it has no JSON form, so that nobody
// sends it uncovered by mistake.
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

// CheckSeats returns an error if seats cannot sit at one table: if a name is not a single word, is
// taken twice, or is a word of the game.
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
