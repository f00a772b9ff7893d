package companion

import (
	"fmt"
	"slices"

	"arbiter/engine"
)

// An Offer is a game and how it may start. It is plain data: whoever wires the
// program reads it from the setups.
type Offer struct {
	Game    engine.Game   `json:"-"`
	Seats   []engine.Seat // in the order they sit
	Least   int           // how many seats people take, at least ...
	Most    int           // ... and at most
	Robot   engine.Seat   // joins when a single seat is taken; "" if none does
	Order   string        // the verb of a fact that gives a seat its place, such as "order"
	Boxes   []BoxLines    // in the order to read; later ones override
	Box     string        // the default for NewGame.Box
	Options []Option
}

// BoxLines are the facts of one box, as lines.
type BoxLines struct {
	Name  string
	Lines []string `json:"-"`
}

// An Option is a choice that the table makes when the game starts.
type Option struct {
	Name  string
	Title engine.Text
	Facts []string
}

// A NewGame says how a game starts.
type NewGame struct {
	Game    string
	Seats   []Sitting     // who plays; a robot seat may be named or joins by itself
	Box     string        // the last box to read; "" is the offer's default
	Options []string      // names of the chosen options
	Order   []engine.Seat // the start order; nil if the game needs none
}

// A Sitting is a seat and what its player is called.
type Sitting struct {
	Seat engine.Seat
	Name string
}

// setup checks g against the offer and puts the facts in their order: boxes,
// what the owner's box has told, options, start order. The error is a Refusal
// when people have chosen what cannot be.
func (o Offer) setup(g NewGame, learned []string) (engine.Setup, error) {
	seats, err := o.seats(g)
	if err != nil {
		return engine.Setup{}, err
	}
	lines, err := o.lines(g, learned)
	if err != nil {
		return engine.Setup{}, err
	}
	facts := make([]engine.Event, 0, len(lines))
	for _, line := range lines {
		fact, err := o.Game.Words.Parse(line)
		if err != nil {
			return engine.Setup{}, fmt.Errorf("setup of %s: %w", o.Game.Name, err)
		}
		facts = append(facts, fact)
	}
	return engine.Setup{Game: o.Game.Name, Seats: seats, Facts: facts}, nil
}

func (o Offer) seats(g NewGame) ([]engine.Seat, error) {
	var seats []engine.Seat
	people := 0
	for _, s := range g.Seats {
		if !slices.Contains(o.Seats, s.Seat) && (s.Seat != o.Robot || o.Robot == "") {
			return nil, engine.Refuse("%s is no seat of this game", s.Seat)
		}
		if s.Seat != o.Robot {
			people++
		}
		seats = append(seats, s.Seat)
	}
	switch {
	case people < o.Least:
		return nil, engine.Refuse("this game needs at least %d seats", o.Least)
	case people > o.Most:
		return nil, engine.Refuse("this game takes at most %d seats", o.Most)
	}
	if o.Robot != "" && people == 1 && !slices.Contains(seats, o.Robot) {
		seats = append(seats, o.Robot)
	}
	return seats, engine.CheckSeats(o.Game.Words, seats)
}

func (o Offer) lines(g NewGame, learned []string) ([]string, error) {
	boxes, err := o.boxes(g.Box)
	if err != nil {
		return nil, err
	}
	lines := append(boxes, learned...)
	for _, name := range g.Options {
		i := slices.IndexFunc(o.Options, func(p Option) bool { return p.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("option %q: %s has none of that name", name, o.Game.Name)
		}
		lines = append(lines, o.Options[i].Facts...)
	}
	for i, seat := range g.Order {
		lines = append(lines, fmt.Sprintf("%s %s %d", seat, o.Order, i+1))
	}
	return lines, nil
}

// boxes returns the lines up to and including the named box.
func (o Offer) boxes(name string) ([]string, error) {
	if name == "" {
		name = o.Box
	}
	var lines []string
	for _, b := range o.Boxes {
		lines = append(lines, b.Lines...)
		if b.Name == name {
			return lines, nil
		}
	}
	if name == "" {
		return lines, nil
	}
	return nil, fmt.Errorf("box %q: %s has none of that name", name, o.Game.Name)
}
