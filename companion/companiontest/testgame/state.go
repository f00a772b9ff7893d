package testgame

import (
	"slices"

	"arbiter/engine"
)

type side struct {
	seat   engine.Seat
	robot  bool
	order  int
	hand   []string
	fields [2][]string
	fresh  [2]int // how many cards of each field were laid this round
	ready  bool
	acted  bool
	score  int
}

type state struct {
	leaky  bool
	round  int
	shown  int // round whose cards have been shown
	sides  []side
	values [3]int // of moon, sun and star; 0 is unknown
}

func (s state) at(seat engine.Seat) int {
	return slices.IndexFunc(s.sides, func(x side) bool { return x.seat == seat })
}

// with returns s with a copy of one side that f has changed.
func (s state) with(seat engine.Seat, f func(*side)) state {
	i := s.at(seat)
	if i < 0 {
		return s
	}
	s.sides = slices.Clone(s.sides)
	f(&s.sides[i])
	return s
}

func (s state) planning() bool { return s.round <= 2 && s.shown < s.round }

// asked is the shown card whose value nobody has told, if any.
func (s state) asked() string {
	for i, card := range cards() {
		for _, x := range s.sides {
			if s.values[i] == 0 && (slices.Contains(x.fields[0], card) || slices.Contains(x.fields[1], card)) {
				return card
			}
		}
	}
	return ""
}

// turn is the index of the side that acts.
func (s state) turn() int {
	i := slices.IndexFunc(s.sides, func(x side) bool { return !x.acted && !x.robot })
	if i < 0 {
		i = slices.IndexFunc(s.sides, func(x side) bool { return !x.acted })
	}
	return i
}

// Legal lists the commands.
func (s state) Legal() []engine.Command {
	var legal []engine.Command
	for _, x := range s.sides {
		for _, c := range wishes(x.seat) {
			if _, err := s.Decide(c); err == nil {
				legal = append(legal, c)
			}
		}
	}
	for _, card := range cards() {
		for n := 1; n <= 3; n++ {
			if c := (Tell{engine.Table, card, n}); s.round <= 2 && !s.planning() && s.asked() == card {
				legal = append(legal, c)
			}
		}
	}
	return legal
}

func wishes(seat engine.Seat) []engine.Command {
	var all []engine.Command
	for f := 1; f <= 2; f++ {
		for _, card := range cards() {
			all = append(all, Plan{seat, f, card}, TakeBack{seat, f, card})
		}
	}
	for n := range 4 {
		all = append(all, Gain{seat, n})
	}
	return append(all, Ready{seat}, Slide{seat}, Act{seat, "left"}, Act{seat, "right"})
}

// Decide applies the rules.
func (s state) Decide(c engine.Command) ([]engine.Event, error) {
	if t, ok := c.(Tell); ok {
		if s.round > 2 || s.planning() || s.asked() != t.Card || t.N < 1 || t.N > 3 || t.Seat != engine.Table {
			return nil, refuse("nobody has asked")
		}
		return []engine.Event{Value{t.Card, t.N, "owner"}}, nil
	}
	i := s.at(c.By())
	if i < 0 || s.round > 2 {
		return nil, refuse("not in this game")
	}
	if s.planning() {
		return s.plan(s.sides[i], c)
	}
	return s.act(i, c)
}

func (s state) plan(x side, c engine.Command) ([]engine.Event, error) {
	if x.ready || x.robot {
		return nil, refuse("you are ready")
	}
	switch c := c.(type) {
	case Plan:
		if c.Field < 1 || c.Field > 2 || !slices.Contains(x.hand, c.Card) || !s.room(x, c.Field) {
			return nil, refuse("there is no room")
		}
		if s.leaky {
			return []engine.Event{Spilled(c)}, nil
		}
		return []engine.Event{Placed(c)}, nil
	case TakeBack:
		if c.Field < 1 || c.Field > 2 || x.fresh[c.Field-1] == 0 || x.fields[c.Field-1][len(x.fields[c.Field-1])-1] != c.Card {
			return nil, refuse("it does not lie there")
		}
		return []engine.Event{Taken(c)}, nil
	case Ready:
		if len(x.fields[0]) == 0 || len(x.fields[1]) == 0 {
			return nil, refuse("fill your fields first")
		}
		return append([]engine.Event{Locked(c)}, s.reveal(x.seat)...), nil
	}
	return nil, refuse("cards are being laid")
}

func (s state) room(x side, field int) bool {
	return len(x.fields[field-1]) == 0 && (s.round == 1 || field == 1 || len(x.fields[0]) > 0) ||
		s.round > 1 && len(x.fields[0]) > 0
}

// reveal shows every fresh card if seat is the last one to be ready.
func (s state) reveal(seat engine.Seat) []engine.Event {
	var events []engine.Event
	for _, x := range s.sides {
		if !x.ready && !x.robot && x.seat != seat {
			return nil
		}
		for f := range x.fields {
			for _, card := range x.fields[f][len(x.fields[f])-x.fresh[f]:] {
				events = append(events, Shown{x.seat, f + 1, card})
			}
		}
	}
	return events
}

func (s state) act(i int, c engine.Command) ([]engine.Event, error) {
	x := s.sides[i]
	if s.asked() != "" || s.turn() != i {
		return nil, refuse("wait")
	}
	switch c := c.(type) {
	case Gain:
		if !x.robot && c.N >= 0 && c.N < 4 {
			return []engine.Event{Scored(c)}, nil
		}
	case Slide:
		if !x.robot {
			return []engine.Event{Slid(c)}, nil
		}
	case Act:
		if x.robot && (c.Side == "left" || c.Side == "right") {
			return []engine.Event{Scored{c.Seat, 1}, Slid{c.Seat}}, nil
		}
	}
	return nil, refuse("not now")
}

func refuse(format string) error { return engine.Refusal{Text: engine.Text{Format: format}} }

// Apply changes what e says.
func (s state) Apply(e engine.Event) engine.State {
	switch e := e.(type) {
	case Placed:
		return s.place(e.Seat, e.Field, e.Card)
	case Spilled:
		return s.place(e.Seat, e.Field, e.Card)
	case Taken:
		return s.with(e.Seat, func(x *side) {
			f := &x.fields[e.Field-1]
			*f = slices.Clone((*f)[:len(*f)-1])
			x.fresh[e.Field-1]--
			x.hand = append(slices.Clone(x.hand), e.Card)
		})
	case Locked:
		return s.with(e.Seat, func(x *side) { x.ready = true })
	case Shown:
		return s.show(e)
	case Scored:
		return s.with(e.Seat, func(x *side) { x.score += e.N })
	case Slid:
		return s.with(e.Seat, slide).next()
	case Value:
		s.values[slices.Index(cards(), e.Card)] = e.N
	}
	return s
}

func (s state) place(seat engine.Seat, field int, card string) state {
	return s.with(seat, func(x *side) {
		x.fields[field-1] = append(slices.Clone(x.fields[field-1]), card)
		x.fresh[field-1]++
		x.hand = slices.DeleteFunc(slices.Clone(x.hand), func(h string) bool { return h == card })
	})
}

func (s state) show(e Shown) state {
	s.shown = s.round
	if i := s.at(e.Seat); slices.Contains(s.sides[i].hand, e.Card) {
		return s.place(e.Seat, e.Field, e.Card) // for those who did not know it
	}
	return s
}

func slide(x *side) {
	x.hand = append(slices.Clone(x.hand), x.fields[1]...)
	x.fields = [2][]string{nil, x.fields[0]}
	x.acted = true
}

// next begins the next round when everybody has acted.
func (s state) next() state {
	if s.turn() >= 0 {
		return s
	}
	s.sides = slices.Clone(s.sides)
	for i := range s.sides {
		s.sides[i].acted, s.sides[i].ready, s.sides[i].fresh = false, false, [2]int{}
	}
	s.round++
	return s
}
