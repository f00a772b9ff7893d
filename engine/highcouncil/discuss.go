package highcouncil

import (
	"cmp"
	"errors"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Discussing: the open cards bring arguments.

func (s *State) cardsOpen() refusal {
	if s.open[0] == 0 {
		return refuse("first play the cards to discuss with")
	}
	return allowed
}

// brings allows the color that the open cards bring: number cards bring arguments of their color;
// trilithons, and black cards alone, bring any.
func (s *State) brings(color Color) refusal {
	switch subject := s.subject(); {
	case !color.IsArgument():
		return refuse("there are no such arguments: %s", color.word())
	case subject != 0 && subject != color:
		return refuse("these cards bring arguments of this color: %s", subject.word())
	}
	return allowed
}

// takes allows arguments within the limits of the faction and the supply (ruling cap).
func (s *State) takes(color Color) refusal {
	if s.free(s.side(s.turn), color) == 0 {
		return refuse("no argument of this color can be taken: %s", color.word())
	}
	return allowed
}

func (s *State) discussions(all []engine.Command) []engine.Command {
	if !s.cardsOpen().Allowed() {
		return all
	}
	for color := White; color.IsArgument(); color++ {
		if cmp.Or(s.brings(color), s.takes(color)).Allowed() {
			all = append(all, s.commands().discuss[color])
		}
	}
	return all
}

// Discuss takes arguments of a color for the open cards: as many as there are cards, or one at a
// time for a trilithon card.
type Discuss struct {
	Seat  engine.Seat
	Color Color
}

func (c Discuss) By() engine.Seat { return c.Seat }

// Aims returns the arguments.
func (c Discuss) Aims() []string { return []string{engine.ThingAim(c.Color.term())} }

func (c Discuss) Check(s *State) refusal {
	return cmp.Or(s.hasAction(s.find(c.Seat)), s.cardsOpen(), s.brings(c.Color), s.takes(c.Color))
}

// Play takes as many arguments as there are open cards and as the faction may have (ruling cap). A
// trilithon card brings two, each of any color.
func (c Discuss) Play(r *resolution) {
	n := min(uint8(len(r.opened())), r.free(r.side(r.turn), c.Color))
	emit(r, Argued{c.Seat, Delta(n), c.Color})
	if r.open[0].Number() == 0 && r.owed == 0 && r.anyFree() {
		emit(r, Owed{c.Seat, 1})
		return
	}
	emit(r, Discussed{c.Seat})
	r.draw()
}

func (c Discuss) Tell() engine.Text {
	return engine.Say("Discuss: take arguments in %s", c.Color.spoken())
}

func (c Discuss) Effect(*State) engine.Effect {
	return rule.Asks(engine.Say("Discuss"), "Take arguments (%s)?", c.Color.term())
}

// subject returns the color that the open cards bring, none if the seat chooses.
func (s *State) subject() Color {
	for _, c := range s.opened() {
		if color := c.Color(); color != Black {
			return color
		}
	}
	return 0
}

// anyFree reports whether the acting faction may take any argument.
func (s *State) anyFree() bool {
	for c := White; c.IsArgument(); c++ {
		if s.takes(c).Allowed() {
			return true
		}
	}
	return false
}

// Discussed ends the action: the open cards are played.
type Discussed struct{ Seat engine.Seat }

func (e Discussed) Apply(s *State)    { s.putAway(e.Seat) }
func (e Discussed) Tell() engine.Text { return engine.Say("%s discusses", e.Seat) }

func (Discussed) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("After discussing the hand is filled up to three cards."), Source: sourceDiscuss}
}

// Argued gives arguments to a seat, or takes them if By is negative.
type Argued struct {
	Seat  engine.Seat
	By    Delta
	Color Color
}

func (e Argued) Apply(s *State) {
	if e.Color.IsArgument() {
		s.player(e.Seat).args[e.Color] += uint8(e.By)
	}
}

func (e Argued) Misfit(s *State) error {
	if i := s.find(e.Seat); i < 0 || !e.Color.IsArgument() || e.By < 0 || uint8(e.By) > s.free(s.side(i), e.Color) {
		return errors.New("a seat, and arguments that it may have")
	}
	return nil
}

// Price implements engine.Priced: arguments that are spent always pay for something.
func (e Argued) Price() bool { return e.By < 0 }

func (e Argued) Tell() engine.Text {
	if e.By < 0 {
		return engine.Say("%[1]s spends {one argument|%[2]d arguments} in %[3]s", e.Seat, int(-e.By), e.Color.spoken())
	}
	return engine.Say("%[1]s takes {one argument|%[2]d arguments} in %[3]s", e.Seat, int(e.By), e.Color.spoken())
}

func (e Argued) Why(s *State) engine.Reason {
	switch {
	case e.By >= 0 && s.open[0] != 0 && s.open[0].Number() == 0:
		return engine.Reason{Rule: rulingTrilithon, Source: sourceDiscuss}
	case e.By >= 0 && int(e.By) < len(s.opened()):
		return engine.Reason{Rule: rulingCap, Source: sourceDiscuss}
	case e.By >= 0:
		return engine.Reason{Rule: engine.Say("Each card that is played brings an argument of its color; black cards take the color of the others."), Source: sourceDiscuss}
	case s.open[0] != 0:
		return engine.Reason{Rule: engine.Say("Three arguments of the card's color bring a follower to another free field of that color; with a black card they have any one color."), Source: sourceSeat}
	}
	return engine.Reason{Rule: rulingOwn, Source: sourceConvince}
}

// Owed is arguments that a trilithon card has still to bring.
type Owed struct {
	Seat   engine.Seat
	Number uint8
}

func (e Owed) Apply(s *State)    { s.owed = e.Number }
func (e Owed) Tell() engine.Text { return engine.Say("%s may take one more argument", e.Seat) }

func (Owed) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingTrilithon, Source: sourceDiscuss}
}
