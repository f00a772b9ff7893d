package highcouncil

import "arbiter/engine"

// Convincing: a piece wins its neighbor's seat over, as often as one likes.

func (s *State) checkConvince(c Convince) error {
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

func (t *round) convince(c Convince) {
	cost, on := t.cost(c.From, c.To), t.ring.on(c.To)
	t.emit(Convinced{c.Seat, c.From, c.To}, Argued{c.Seat, -Delta(cost), c.With}, Replaced{c.To, on.color, on.rank})
	t.place(c.To, piece{c.Color, Follower}, c.Moved)
	if t.settle(c.To) {
		return
	}
	t.rest()
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
