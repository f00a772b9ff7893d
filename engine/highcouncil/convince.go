package highcouncil

import (
	"cmp"
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Convincing: a piece wins over its neighbor's seat, as many times as one likes.

func exists(field uint8) refusal {
	if !onRing(field) {
		return refuse("the ring has the fields 1 to %d", Fields)
	}
	return allowed
}

func adjacent(to, from uint8) refusal {
	if to != Right(from) && to != Left(from) {
		return refuse("field %d is not next to field %d", rule.Number(to), rule.Number(from))
	}
	return allowed
}

// argues allows a piece of one's own side, including the partner's, to argue.
func (s *State) argues(from uint8) refusal {
	if side := s.side(s.turn); s.ring.On(from).Color.Faction() != side {
		return refuse("on field %d there is nobody of %s", rule.Number(from), side.word())
	}
	return allowed
}

func (s *State) opposes(to uint8) refusal {
	if s.ring.On(to).Color.Faction() != s.side(s.turn).other() {
		return refuse("there is nobody to convince on field %d", rule.Number(to))
	}
	return allowed
}

// argument requires arguments of the color of the arguing piece's field; on a black field they may
// have any one color.
func argument(from uint8, with Color) refusal {
	if color := fieldColor(from); !with.IsArgument() || color != Black && with != color {
		return refuse("from field %d nobody convinces with such arguments: %s", rule.Number(from), with.word())
	}
	return allowed
}

// affords requires that the seat has enough arguments of its own (ruling own-bars).
func (s *State) affords(cost uint8, with Color) refusal {
	if has := s.active().has(with); has < cost {
		return refuse("that takes %d arguments, %s has %d: %s", rule.Number(cost), seatWord(s.turn), rule.Number(has), with.word())
	}
	return allowed
}

func (s *State) playsColor(c Color) refusal {
	if !s.owns(s.turn, c) {
		return refuse("%s does not play this color: %s", seatWord(s.turn), c.word())
	}
	return allowed
}

// cost returns how many arguments it takes to convince the piece on field to.
func (s *State) cost(from, to uint8) uint8 {
	group := s.ring.group(to)
	switch {
	case s.voting && s.ring.group(from) > group:
		return 1
	case s.ring.On(to).Rank == Speaker:
		return 3
	}
	return min(3, group)
}

// An arguing is who may be convinced, from which field and with which arguments.
type arguing struct {
	from, to uint8
	side     int // the side of from where to is
	with     Color
}

// arguings yields what the acting seat may argue.
func (s *State) arguings(yield func(arguing) bool) {
	if s.active().args == (Arguments{}) {
		return
	}
	side := s.side(s.turn)
	for left := s.fieldsOf(side) & s.fieldsOf(side.other()).beside(); left != 0; left &= left - 1 {
		from := left.first()
		for side, to := range neighbors(from) {
			if s.opposes(to).Allowed() && !s.arguingsAt(arguing{from: from, to: to, side: side}, yield) {
				return
			}
		}
	}
}

func (s *State) arguingsAt(a arguing, yield func(arguing) bool) bool {
	first, last := White, argumentColors
	if color := fieldColor(a.from); color != Black {
		first, last = color, color
	}
	for a.with = first; a.with <= last; a.with++ {
		if s.active().args[a.with] == 0 {
			continue // convincing always costs something
		}
		if argument(a.from, a.with).Allowed() && s.affords(s.cost(a.from, a.to), a.with).Allowed() && !yield(a) {
			return false
		}
	}
	return true
}

func (s *State) convincings(all []engine.Command) []engine.Command {
	if !s.nothingOpen().Allowed() {
		return all
	}
	var from [2]uint32 // for each color that the seat plays
	for a := range s.arguings {
		for n, color := range s.seating.own[s.turn] {
			if from[n] == 0 {
				from[n] = s.origins(color)
			}
			for left := from[n]; left != 0; left &= left - 1 {
				all = append(all, s.convincing(a, n, uint8(bits.TrailingZeros32(left))))
			}
		}
	}
	return all
}

// origins returns where a new follower of a color may come from, one bit each: the supply, which is
// bit 0, or fields.
func (s *State) origins(color Color) (set uint32) {
	for from := range s.sources(Follower, color) {
		if s.newFollower(color, from).Allowed() {
			set |= 1 << from
		}
	}
	return set
}

// convincing returns the command for an arguing, with a follower of the seat's nth color.
func (s *State) convincing(a arguing, n int, moved uint8) engine.Command {
	if moved == 0 {
		return s.commands().convince[a.from][a.side][a.with][n]
	}
	color := s.seating.own[s.turn][n]
	return Convince{s.seat(s.turn), a.from, a.to, a.with, color, moved}
}

// convinces reports whether the acting seat can convince anybody.
func (s *State) convinces() bool {
	for range s.arguings {
		return true
	}
	return false
}

// Convince replaces the piece on the field To by a follower of the color Color, arguing from the
// neighboring field From with arguments of the color With. Moved is the field that the follower
// leaves if none is in supply.
type Convince struct {
	Seat  engine.Seat
	From  uint8
	To    uint8
	With  Color
	Color Color
	Moved uint8 `word:"optional"`
}

func (c Convince) By() engine.Seat { return c.Seat }

// Aims returns who is convinced, who argues, and the field that a follower leaves.
func (c Convince) Aims() []string { return fieldAims(c.To, c.From, c.Moved) }

func (c Convince) Check(s *State) refusal {
	return cmp.Or(s.acts(s.find(c.Seat)), s.nothingOpen(), exists(c.From), exists(c.To), adjacent(c.To, c.From),
		s.argues(c.From), s.opposes(c.To), argument(c.From, c.With), s.affords(s.cost(c.From, c.To), c.With),
		s.playsColor(c.Color), s.newFollower(c.Color, c.Moved))
}

func (c Convince) Play(r *resolution) {
	cost, on := r.cost(c.From, c.To), r.ring.On(c.To)
	emit(r, Convinced{c.Seat, c.From, c.To})
	emit(r, Argued{c.Seat, -Delta(cost), c.With})
	emit(r, Replaced{c.To, on.Color, on.Rank})
	r.place(c.To, Piece{c.Color, Follower}, c.Moved)
	if r.settle(c.To) {
		return
	}
	r.rest()
}

func (c Convince) Tell() engine.Text {
	if c.Moved != 0 {
		return engine.Say("Convince field %d from field %d with arguments in %s; the follower of field %d moves there", int(c.To), int(c.From), c.With.spoken(), int(c.Moved))
	}
	return engine.Say("Convince field %d from field %d with arguments in %s: %s", int(c.To), int(c.From), c.With.spoken(), Piece{c.Color, Follower}.term())
}

func (c Convince) Effect(*State) engine.Effect {
	if c.Moved != 0 {
		return rule.Asks(engine.Say("Convince"), "Convince field %d and move the follower from field %d there?", int(c.To), int(c.Moved))
	}
	return rule.Asks(engine.Say("Convince"), "Convince field %d?", int(c.To))
}

// Convinced says who was convinced, and from where.
type Convinced struct {
	Seat     engine.Seat
	From, To uint8
}

func (Convinced) Apply(*State) {}

func (e Convinced) Tell() engine.Text {
	return engine.Say("%s convinces field %d from field %d", e.Seat, int(e.To), int(e.From))
}

// Why compares the groups; the first is the convincing one.
func (e Convinced) Why(s *State) engine.Reason {
	if !onRing(e.From) || !onRing(e.To) {
		return engine.Reason{}
	}
	from, to := s.ring.group(e.From), s.ring.group(e.To)
	r := engine.Reason{Source: sourceConvince}
	r.Compares = []engine.Addend{{Name: engine.Say("group of field %d", int(e.From)), N: int(from)}, {Name: engine.Say("group of field %d", int(e.To)), N: int(to)}}
	switch {
	case s.voting:
		r.Rule, r.Source = rulingVoting, sourceVote
	case s.ring.On(e.To).Rank == Speaker:
		r.Rule = engine.Say("A speaker costs 3 arguments.")
	default:
		r.Rule = engine.Say("A follower alone costs 1 argument, in a group of two 2, in a larger group 3.")
	}
	return r
}

// Replaced is a piece that returns from a field to its owner.
type Replaced struct {
	Field uint8
	Color Color
	Rank  Rank
}

func (e Replaced) Apply(s *State) { s.put(e.Field, Piece{}) }

func (e Replaced) Tell() engine.Text {
	return engine.Say("Field %d: %s goes back to the supply", int(e.Field), Piece{e.Color, e.Rank}.term())
}

func (Replaced) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A replaced piece goes back to its owner's supply."), Source: sourceConvince}
}

// Moved is a follower that goes to another field, which must be free.
type Moved struct{ From, To uint8 }

func (e Moved) Apply(s *State) {
	if onRing(e.From) {
		s.put(e.To, s.ring.On(e.From))
		s.put(e.From, Piece{})
	}
}

func (e Moved) Tell() engine.Text {
	return engine.Say("The follower of field %d moves to field %d", int(e.From), int(e.To))
}

func (Moved) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingMoved, Source: sourceSupply}
}
