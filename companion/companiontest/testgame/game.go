// Package testgame is a small game with secrets, for tests of whatever plays games
// without knowing their rules. It is no game that anybody would buy.
//
// Each seat holds moon, sun and star and lays them secretly on its fields 1 and
// 2. When every seat is ready the cards are shown, values that nobody has told
// are asked for, then each seat in turn may gain and slides its cards: from 1 to
// 2, from 2 into the hand. In round 2 the empty field 1 comes first, then cards
// may be covered. After two rounds the highest score wins. A seat called robot
// is a robot that goes last.
package testgame

import (
	"errors"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Robot is the seat that nobody sits at.
const Robot engine.Seat = "robot"

// The commands.
type (
	Plan struct {
		Seat  engine.Seat
		Field int
		Card  string
	}
	TakeBack struct {
		Seat  engine.Seat
		Field int
		Card  string
	}
	Ready struct{ Seat engine.Seat }
	Gain  struct {
		Seat engine.Seat
		N    int
	}
	Slide struct{ Seat engine.Seat }
	Act   struct {
		Seat engine.Seat
		Side string
	}
	Tell struct {
		Seat engine.Seat
		Card string
		N    int
	}
)

// By returns the seat.
func (c Plan) By() engine.Seat     { return c.Seat }
func (c TakeBack) By() engine.Seat { return c.Seat }
func (c Ready) By() engine.Seat    { return c.Seat }
func (c Gain) By() engine.Seat     { return c.Seat }
func (c Slide) By() engine.Seat    { return c.Seat }
func (c Act) By() engine.Seat      { return c.Seat }
func (c Tell) By() engine.Seat     { return c.Seat }

// The events and facts.
type (
	Placed struct {
		Seat  engine.Seat
		Field int
		Card  string
	}
	Spilled struct { // Placed by a game that forgets to cover it
		Seat  engine.Seat
		Field int
		Card  string
	}
	Taken struct {
		Seat  engine.Seat
		Field int
		Card  string
	}
	Locked struct{ Seat engine.Seat }
	Shown  struct {
		Seat  engine.Seat
		Field int
		Card  string
	}
	Scored struct {
		Seat engine.Seat
		N    int
	}
	Slid  struct{ Seat engine.Seat }
	Value struct {
		Card   string
		N      int
		Origin Origin
	}
	Order struct {
		Seat engine.Seat
		N    int
	}
)

// Cover hides a card from everybody else.
func (e Placed) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		return nil
	}
	return e
}

// Cover hides a card from everybody else.
func (e Taken) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		return nil
	}
	return e
}

// Reveals marks cards that were shown.
func (Shown) Reveals() {}

// Game returns the rules. A leaky game forgets to cover the cards.
func Game(leaky bool) engine.Game {
	return engine.Game{
		Name: "hush", Title: "Hush",
		Words: notation.Of(Plan{}, TakeBack{}, Ready{}, Gain{}, Slide{}, Act{}, Tell{},
			Placed{}, Spilled{}, Taken{}, Locked{}, Shown{}, Scored{}, Slid{}, Value{}, Order{}),
		New: func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
			return start(leaky, seats, facts)
		},
		Tell: tell,
	}
}

func start(leaky bool, seats []engine.Seat, facts []engine.Event) (engine.State, error) {
	if len(seats) == 0 {
		return nil, errors.New("hush needs a seat")
	}
	s := state{leaky: leaky, round: 1, shown: -1}
	for _, seat := range seats {
		s.sides = append(s.sides, side{seat: seat, robot: seat == Robot, hand: cards()})
	}
	for _, f := range facts {
		switch f := f.(type) {
		case Value:
			s = s.Apply(f).(state)
		case Order:
			i := s.at(f.Seat)
			if i < 0 || f.N < 1 || f.N > len(s.sides) {
				return nil, errors.New("hush: order of whom?")
			}
			s.sides[i].order = f.N
		default:
			return nil, errors.New("hush: what fact is that?")
		}
	}
	slices.SortStableFunc(s.sides, func(a, b side) int { return a.order - b.order })
	return s, nil
}

func cards() []string { return []string{"moon", "sun", "star"} }

func tell(x any) engine.Text {
	switch x := x.(type) {
	case Gain:
		return engine.Text{Format: "%s gains %d", Args: []any{x.Seat, x.N}}
	case Tell:
		return engine.Text{Format: "%s is worth %d", Args: []any{engine.Term(x.Card), x.N}}
	}
	return engine.Text{Format: "%s", Args: []any{engine.Term(notation.Format(x))}}
}

// An Origin tells where a value was read.
type Origin string

// ByOwner reports whether people have told it.
func (o Origin) ByOwner() bool { return o == "owner" }

// Invented reports whether it was read nowhere.
func (o Origin) Invented() bool { return o == "stand-in" }
