package testgame

import (
	"slices"

	"arbiter/engine"
)

const (
	rounds = 2
	fields = 2
)

// A state is a position. It is a value: events change a copy, and slices are cloned first.
type state struct {
	leaky  bool
	round  int
	shown  int // round whose cards have been shown
	sides  []side
	values [3]int // of moon, sun and star; 0 is unknown

	guards  bool // the game is played with guards
	window  window
	windows int // how many there were
	wait    int // how long one is open, in seconds

	dice  bool // the game is played with dice
	rolls int  // how many there were
}

// A side is the part of one seat.
type side struct {
	seat   engine.Seat
	robot  bool
	order  int
	hand   []string
	fields [fields][]string // cards from bottom to top
	fresh  [fields]int      // how many cards of each field were laid this round
	ready  bool
	acted  bool
	score  int
	guards []string // face down
	answer int      // the slot of the guard that it turns up; 0 if none
	out    bool

	owes  int       // bits of the dice to be rolled when it acts
	shows [2]string // what they show
	again bool      // it has had dice rolled again
}

func cards() []string { return []string{"moon", "sun", "star"} }

func (s *state) at(seat engine.Seat) int {
	return slices.IndexFunc(s.sides, func(x side) bool { return x.seat == seat })
}

// side returns the part of a seat; an empty one if it does not play.
func (s *state) side(seat engine.Seat) side {
	if i := s.at(seat); i >= 0 {
		return s.sides[i]
	}
	return side{}
}

// with changes one side.
func (s *state) with(seat engine.Seat, change func(*side)) {
	if i := s.at(seat); i >= 0 {
		s.sides = slices.Clone(s.sides)
		change(&s.sides[i])
	}
}

func (s *state) over() bool     { return s.round > rounds || s.left() == 1 && len(s.sides) > 1 }
func (s *state) planning() bool { return !s.over() && s.shown < s.round }

// left returns how many seats are still in the game.
func (s *state) left() (n int) {
	for _, x := range s.sides {
		if !x.out {
			n++
		}
	}
	return n
}

// sits: the seat plays in a game that goes on.
func (s *state) sits(seat engine.Seat) refusal {
	if s.at(seat) < 0 || s.side(seat).out || s.over() {
		return refuse("not in this game")
	}
	return allowed
}

// asked returns the card on a field whose value nobody has told, if any.
func (s *state) asked() string {
	for i, card := range cards() {
		if s.values[i] == 0 && s.lying(card) > 0 {
			return card
		}
	}
	return ""
}

// lying returns on how many fields a card lies, as far as this state knows.
func (s *state) lying(card string) (n int) {
	for _, x := range s.sides {
		for _, pile := range x.fields {
			if slices.Contains(pile, card) {
				n++
			}
		}
	}
	return n
}

// turn returns the index of the side that acts, -1 if all have; robots act last.
func (s *state) turn() int {
	i := slices.IndexFunc(s.sides, func(x side) bool { return !x.acted && !x.robot && !x.out })
	if i < 0 {
		i = slices.IndexFunc(s.sides, func(x side) bool { return !x.acted && !x.out })
	}
	return i
}

func (s *state) place(seat engine.Seat, field int, card string) {
	s.with(seat, func(x *side) {
		x.fields[field-1] = append(slices.Clone(x.fields[field-1]), card)
		x.fresh[field-1]++
		x.hand = slices.DeleteFunc(slices.Clone(x.hand), func(h string) bool { return h == card })
	})
}

// next begins the next round when everybody has acted.
func (s *state) next() {
	if s.turn() >= 0 {
		return
	}
	s.sides = slices.Clone(s.sides)
	for i := range s.sides {
		s.sides[i].acted, s.sides[i].ready, s.sides[i].fresh = false, false, [fields]int{}
		if s.sides[i].again = false; s.dice {
			s.sides[i].owes = both
		}
	}
	s.round++
}
