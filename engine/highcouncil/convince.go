package highcouncil

import "arbiter/engine"

// Convincing: a piece wins its neighbor's seat over, as often as one likes.

// Convince replaces the piece on the field To, arguing from the neighboring
// field From with arguments of the color With, by a follower of the color
// Color. Moved is the field it leaves if none is in supply.
type Convince struct {
	Seat  engine.Seat
	From  uint8
	To    uint8
	With  Color
	Color Color
	Moved uint8 `word:"optional"`
}

func (c Convince) By() engine.Seat { return c.Seat }

func (c Convince) check(s *State) error {
	if err := s.mustAct(c.Seat); err != nil {
		return err
	}
	if err := s.mustBeClear(); err != nil {
		return err
	}
	side := s.side(s.turn)
	switch {
	case !onRing(c.From) || !onRing(c.To):
		return engine.Refuse("the ring has the fields 1 to %d", fields)
	case c.To != right(c.From) && c.To != left(c.From):
		return engine.Refuse("field %d is not next to field %d", int(c.To), int(c.From))
	case s.ring.on(c.From).color.Faction() != side:
		return engine.Refuse("on field %d there is nobody of %s", int(c.From), side.term())
	case s.ring.on(c.To).color.Faction() != side.other():
		return engine.Refuse("there is nobody to convince on field %d", int(c.To))
	case !c.With.isArgument() || fieldColor(c.From) != Black && c.With != fieldColor(c.From):
		return engine.Refuse("from field %d nobody convinces with such arguments: %s", int(c.From), c.With.term())
	}
	return s.checkConvincing(c)
}

func (c Convince) play(r *resolution) {
	cost, on := r.cost(c.From, c.To), r.ring.on(c.To)
	emit(r, Convinced{c.Seat, c.From, c.To})
	emit(r, Argued{c.Seat, -Delta(cost), c.With})
	emit(r, Replaced{c.To, on.color, on.rank})
	r.place(c.To, piece{c.Color, Follower}, c.Moved)
	if r.settle(c.To) {
		return
	}
	r.rest()
}

func (c Convince) tell() engine.Text {
	if c.Moved != 0 {
		return engine.Say("Convince field %d from field %d with arguments (%s); the follower of field %d moves there", int(c.To), int(c.From), c.With.term(), int(c.Moved))
	}
	return engine.Say("Convince field %d from field %d with arguments (%s): %s", int(c.To), int(c.From), c.With.term(), piece{c.Color, Follower}.term())
}

// checkConvincing: enough arguments of one's own (ruling own-bars), and a follower.
func (s *State) checkConvincing(c Convince) error {
	cost, has := s.cost(c.From, c.To), s.active().args[c.With]
	switch {
	case has < cost:
		return engine.Refuse("that takes %d arguments, %s has %d: %s", int(cost), c.Seat, int(has), c.With.term())
	case !s.owns(s.turn, c.Color):
		return engine.Refuse("%s does not play this color: %s", c.Seat, c.Color.term())
	}
	return s.checkFollower(c.Color, c.Moved)
}

// cost returns how many arguments it takes to convince the piece on field to.
func (s *State) cost(from, to uint8) uint8 {
	group := s.ring.group(to)
	switch {
	case s.voting && s.ring.group(from) > group:
		return 1
	case s.ring.on(to).rank == Speaker:
		return 3
	}
	return min(3, group)
}

// convinces tells whether the acting seat can convince anybody.
func (s *State) convinces() bool {
	if s.active().args == [argumentColors + 1]uint8{} {
		return false
	}
	for from := uint8(1); from <= fields; from++ {
		if s.ring.on(from).color.Faction() != s.side(s.turn) {
			continue
		}
		for _, to := range [2]uint8{left(from), right(from)} {
			if s.ring.on(to).color.Faction() == s.side(s.turn).other() && s.affords(from, to) {
				return true
			}
		}
	}
	return false
}

// affords tells whether the acting seat has the arguments to convince to from from.
func (s *State) affords(from, to uint8) bool {
	cost, color := s.cost(from, to), fieldColor(from)
	if color != Black {
		return s.active().args[color] >= cost
	}
	for _, n := range s.active().args {
		if n >= cost {
			return true
		}
	}
	return false
}

// Convinced tells who was convinced from where.
type Convinced struct {
	Seat     engine.Seat
	From, To uint8
}

func (Convinced) apply(*State) {}

func (e Convinced) tell() engine.Text {
	return engine.Say("%s convinces field %d from field %d", e.Seat, int(e.To), int(e.From))
}

// why compares the groups; the first is the one that convinces.
func (e Convinced) why(s *State) engine.Reason {
	if !onRing(e.From) || !onRing(e.To) {
		return engine.Reason{}
	}
	from, to := s.ring.group(e.From), s.ring.group(e.To)
	r := engine.Reason{Source: sourceConvince}
	r.Compares = []engine.Addend{{Name: engine.Say("group of field %d", int(e.From)), N: int(from)}, {Name: engine.Say("group of field %d", int(e.To)), N: int(to)}}
	switch {
	case s.voting:
		r.Rule, r.Source = rulingVoting, sourceVote
	case s.ring.on(e.To).rank == Speaker:
		r.Rule = engine.Say("A speaker costs 3 arguments.")
	default:
		r.Rule = engine.Say("A follower alone costs 1 argument, in a group of two 2, in a larger group 3.")
	}
	return r
}

// Replaced is a piece that goes from a field back to its owner.
type Replaced struct {
	Field uint8
	Color Color
	Rank  Rank
}

func (e Replaced) apply(s *State) {
	s.put(e.Field, piece{})
}

func (e Replaced) tell() engine.Text {
	return engine.Say("Field %d: %s goes back to the supply", int(e.Field), piece{e.Color, e.Rank}.term())
}

func (Replaced) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A replaced piece goes back to its owner's supply."), Source: sourceConvince}
}

// Moved is a follower that goes to another field, which is free.
type Moved struct{ From, To uint8 }

func (e Moved) apply(s *State) {
	if onRing(e.From) {
		s.put(e.To, s.ring.on(e.From))
		s.put(e.From, piece{})
	}
}

func (e Moved) tell() engine.Text {
	return engine.Say("The follower of field %d moves to field %d", int(e.From), int(e.To))
}

func (Moved) why(*State) engine.Reason {
	return engine.Reason{Rule: rulingMoved, Source: sourceSupply}
}
