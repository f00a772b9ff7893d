package castingshadows

import "arbiter/engine/castingshadows/printed"

// What lines do. Each deed is one function.

// do carries out a line of a thing as it was chosen.
func (r *resolution) do(f *frame, o option) {
	e, i := r.facts.Effects(f.of)[o.line-1], f.seat
	step := f.earlier()
	if o.step > 0 {
		step = o.step - 1
	}
	against := f.against
	emit(r, Does{r.seat(i), f.of, o.line, o.step})
	switch carry := deeds[e.Does]; {
	case span(e) != 0:
		emit(r, Lasts{r.seat(i), f.of, o.line})
	case carry != nil && e.Lasts == 0:
		carry(r, deed{e, o, i, against, e.Amounts.At(int(step)), step})
	default:
		emit(r, Reads{r.seat(i), f.of})
	}
}

// A deed is a line that is carried out by a seat, with its number.
type deed struct {
	printed.Effect
	option
	seat    int8
	against int8
	n       uint8
	at      uint8 // the step, from 0
}

var deeds = map[printed.Deed]func(*resolution, deed){
	printed.Deal:     (*resolution).deal,
	printed.Heal:     (*resolution).heal,
	printed.Gain:     (*resolution).gain,
	printed.Energize: (*resolution).energize,
	printed.Move:     (*resolution).move,
	printed.Push:     (*resolution).shift,
	printed.Reduce:   (*resolution).reduce,
	printed.Limit:    (*resolution).lower,
	printed.Negate:   (*resolution).negate,
	printed.Reflect:  (*resolution).reflect,
	printed.Raise:    (*resolution).raise,
	printed.Act:      (*resolution).act,
	printed.Reroll:   (*resolution).reroll,
	printed.Cleanse:  (*resolution).cleanse,
	printed.Draw:     (*resolution).take,
	printed.Peek:     (*resolution).peek,
}

func (r *resolution) deal(d deed) {
	var at [mostSeats]uint8
	for _, j := range r.targets(d) {
		at[j] = d.n
	}
	r.strikeAll(d.seat, d.Of, d.When == printed.OnCast, at)
}

// targets are those whom a line is for.
func (s *State) targets(d deed) (all []int8) {
	to, _ := d.Aim()
	for j := range s.count() {
		is := false
		switch to {
		case printed.Oneself:
			is = j == d.seat
		case printed.OneEnemy:
			is = int8(d.enemy)-1 == j
		case printed.EachOnTile:
			is = j != d.seat && s.players[j].at == d.tile
		case printed.EachEnemy:
			is = s.enemy(d.seat, d.Effect, j).Allowed()
		case printed.Attacker:
			is = j == d.against
		}
		if is && !s.players[j].out {
			all = append(all, j)
		}
	}
	return all
}

func (r *resolution) heal(d deed) {
	p := &r.players[d.seat]
	if n := min(d.n, max(r.mostHealth(), p.health)-p.health); n > 0 {
		emit(r, Healed{r.seat(d.seat), n})
	}
}

// mostHealth is how far hit points go (ruling hp-cap).
func (s *State) mostHealth() uint8 {
	if s.seating.uncapped {
		return 99
	}
	return s.facts.MostHealth()
}

func (r *resolution) gain(d deed) {
	got := d.gets
	if got == zeroPool {
		got, _, _ = gains(d.Effect, d.at)
	}
	emit(r, Gained{r.seat(d.seat), got})
}

func (r *resolution) energize(d deed) {
	p := &r.players[d.seat]
	if n := min(d.n, p.limit()-p.energy); n > 0 {
		emit(r, Energized{r.seat(d.seat), int8(n)})
	}
}

func (r *resolution) move(d deed) {
	emit(r, Moved{r.seat(d.seat), d.tile})
	r.happens(d.seat, printed.OnEntered)
}

func (r *resolution) shift(d deed) {
	for _, j := range r.targets(d) {
		emit(r, Moved{r.seat(j), d.tile})
	}
}

// act gives action points; a companion or a tile does once in a turn.
func (r *resolution) act(d deed) {
	again := isThing(d.Of) && r.worked[thingKind(d.Of)]>>d.seat&1 != 0 // ruling points-once
	if d.seat == r.turn && d.n > 0 && !again {
		emit(r, Acts{r.seat(d.seat), int8(d.n)})
	}
}

func (r *resolution) reroll(d deed) { emit(r, Rerolls{r.seat(d.seat), d.dice}) }

func (r *resolution) cleanse(d deed) {
	if n := min(d.n, r.pool(d.seat)[printed.CursedCrystal]); n > 0 {
		emit(r, Cleansed{r.seat(d.seat), n})
	}
}

// take takes counterspells, as far as there are any and there is room.
func (r *resolution) take(d deed) {
	room := printed.BookSlots - r.players[d.seat].cards() - int(r.owed[d.seat])
	for n := min(int(d.n), room, int(r.traps.number())); n > 0; n-- {
		emit(r, Owed{r.seat(d.seat)})
	}
}

// struck is the damage that a line speaks of: that to which it is an answer; nil if it
// has been dealt, or if the line answers something else.
func (s *State) struck() *frame {
	if f := s.answered(); f != nil && !f.landed {
		return f
	}
	return nil
}

// answered is the damage that a line answers to, before or after it is dealt; nil if it
// answers something else.
func (s *State) answered() *frame {
	for n := int(s.depth) - 1; n >= 0; n-- {
		if f := &s.stack[n]; f.kind == blow {
			return f
		} else if f.kind != doing {
			return nil
		}
	}
	return nil
}

// adjust changes the damage to a seat, unless nobody can.
func (r *resolution) adjust(j int8, of printed.Name, to func(n uint8) uint8) {
	f := r.struck()
	if f == nil || !f.aimed[j] || r.secured(j) {
		return
	}
	if n := to(f.harm[j]); n != f.harm[j] {
		emit(r, Adjusted{r.seat(j), of, n})
	}
}

// secured reports whether nobody can change damage to a seat.
func (s *State) secured(j int8) bool {
	for e := range s.inForce(j, -1) {
		if e.Does == printed.Secure {
			return true
		}
	}
	return false
}

func (r *resolution) reduce(d deed) {
	r.adjust(d.seat, d.Of, func(n uint8) uint8 { return max(n, d.n) - d.n })
}

func (r *resolution) lower(d deed) {
	r.adjust(d.seat, d.Of, func(n uint8) uint8 { return min(n, d.n) })
}

func (r *resolution) negate(d deed) {
	r.adjust(d.seat, d.Of, func(uint8) uint8 { return 0 })
}

func (r *resolution) raise(d deed) {
	for j := range r.count() {
		r.adjust(j, d.Of, func(n uint8) uint8 { return n + d.n })
	}
}

// reflect deals so much of the damage to the attacker, too.
func (r *resolution) reflect(d deed) {
	f := r.answered()
	if f == nil || d.against < 0 || r.players[d.against].out {
		return
	}
	if n := min(d.n, f.harm[d.seat]); n > 0 {
		r.strike(d.seat, d.Of, r.seat(d.against), n)
	}
}

// peek shows face-down cards of others to a seat.
func (r *resolution) peek(d deed) {
	for _, j := range r.targets(d) {
		left := d.n
		for t := r.players[j].traps; t != 0 && left > 0; t, left = t&(t-1), left-1 {
			emit(r, Peeked{r.seat(d.seat), r.seat(j), t.first()})
		}
		if unseen := r.players[j].down - uint8(r.players[j].traps.size()); unseen > 0 && left > 0 {
			emit(r, Peeked{r.seat(d.seat), r.seat(j), 0})
		}
	}
}
