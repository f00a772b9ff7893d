package highcouncil

import "arbiter/engine"

// What is printed on a card and what a piece does, for people who do not have them at hand; what
// the field of a card is worth, and which groups an argument is between.

// describe tells what is printed on a thing or what a command would do.
func describe(state engine.State, x any) engine.Text {
	if t, is := x.(engine.Term); is {
		return faces[t].Words
	}
	s, ok := state.(*State)
	if c, convinces := x.(Convince); ok && convinces && onRing(c.From) && onRing(c.To) {
		return s.describeGroups(c.From, c.To)
	}
	if c, plays := x.(Play); ok && plays {
		return s.describeField(c)
	}
	return engine.Text{}
}

// describeField says what the field of a number card would do at best for the block of its side;
// nothing if the card cannot be played.
func (s *State) describeField(c Play) engine.Text {
	n := c.Card.Number()
	next, _, err := s.Step(c)
	switch {
	case n == 0 || err != nil:
		return engine.Text{}
	case s.ring.On(n) != Piece{}:
		return engine.Say("Field %d is taken: it can bring an argument", int(n))
	}
	i, played := s.find(c.Seat), next.(*State)
	was, best := s.block(i), 0
	for _, x := range played.seats(nil) {
		if t, is := x.(TakeSeat); is && t.Field == n {
			if seated, _, err := played.Step(x); err == nil {
				best = max(best, seated.(*State).block(i))
			}
		}
	}
	switch {
	case best > was:
		return engine.Say("Field %d: your block grows from %d to %d", int(n), was, best)
	case best > 0:
		return engine.Say("Field %d: your block stays at %d", int(n), was)
	}
	return engine.Text{}
}

// describeGroups says which groups argue; nothing if one of the fields is empty.
func (s *State) describeGroups(from, to uint8) engine.Text {
	mine, theirs := s.ring.group(from), s.ring.group(to)
	if mine == 0 || theirs == 0 {
		return engine.Text{}
	}
	return engine.Say("a group of %d argues with a group of %d", int(mine), int(theirs))
}

// words says what a piece does.
func (r Rank) words() engine.Text {
	if r == Speaker {
		return engine.Say("counts as a piece of its group; it always takes 3 arguments to convince it, 1 while voting from a larger group.")
	}
	return engine.Say("takes 1 argument to convince alone, 2 in a group of two, 3 in a larger group, 1 while voting from a larger group.")
}
