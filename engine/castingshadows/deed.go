package castingshadows

import (
	"math"

	"arbiter/engine/castingshadows/printed"
)

// What lines do: each deed is one function.

// do carries out a line of a thing with the chosen option.
func (r *resolution) do(f *frame, o option) {
	e, i := &r.Facts.Effects(f.Of)[o.Line-1], f.Seat
	step := f.earlier()
	if o.Step > 0 {
		step = o.Step - 1
	}
	against := f.Against
	emit(r, Does{r.seat(i), f.Of, o.Line, o.Step})
	switch carry := deeds[e.Does]; {
	case span(e) != 0:
		emit(r, Lasts{r.seat(i), f.Of, o.Line})
	case carry != nil && e.Lasts == 0:
		carry(r, deed{*e, o, i, against, e.Amounts.At(int(step)), step})
	default:
		emit(r, Reads{r.seat(i), f.Of})
	}
}

// A deed is a line that a seat carries out, with its amount.
type deed struct {
	printed.Effect
	option
	seat    int8
	against int8
	n       uint8
	at      uint8 // the step, from 0
}

var deeds = [printed.Deeds]func(*resolution, deed){
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
	printed.Freeze:   (*resolution).freeze,
	printed.Stun:     (*resolution).stun,
}

func (r *resolution) deal(d deed) {
	var at [mostSeats]uint8
	all, n := r.targets(&d)
	for _, j := range all[:n] {
		if !r.returns(d, j, d.n) {
			at[j] = d.n
		}
	}
	r.strikeAll(d.seat, d.Of, d.When == printed.OnCast, at)
}

// targets returns the seats that a line affects.
func (s *State) targets(d *deed) (all [mostSeats]int8, n int) {
	to, _ := d.Aim()
	for j := range s.Count() {
		is := false
		switch to {
		case printed.Oneself:
			is = j == d.seat
		case printed.OneEnemy:
			is = int8(d.Enemy)-1 == j
		case printed.EachOnTile:
			is = j != d.seat && s.Players[j].At == d.Tile
		case printed.EachEnemy:
			is = s.enemy(d.seat, &d.Effect, j).Allowed()
		case printed.Attacker:
			is = j == d.against
		}
		if is && !s.Players[j].Out {
			all[n] = j
			n++
		}
	}
	return all, n
}

func (r *resolution) heal(d deed) {
	p := &r.Players[d.seat]
	if n := min(uint16(d.n), max(r.mostHealth(), p.Health)-p.Health); n > 0 {
		emit(r, Healed{r.seat(d.seat), uint8(n)})
	}
}

// mostHealth returns the most hit points a seat may have: the highest countable number if the table
// has no limit (ruling hp-cap).
func (s *State) mostHealth() uint16 {
	if s.Seating.Uncapped {
		return math.MaxUint16
	}
	return uint16(s.Facts.MostHealth())
}

func (r *resolution) gain(d deed) {
	got := d.Gets
	if got == zeroPool {
		got, _, _ = gained(&d.Effect, d.at)
	}
	emit(r, Gained{r.seat(d.seat), got})
}

func (r *resolution) energize(d deed) {
	p := &r.Players[d.seat]
	if n := min(d.n, p.limit()-p.Energy); n > 0 {
		emit(r, Energized{r.seat(d.seat), int8(n)})
	}
}

func (r *resolution) move(d deed) {
	emit(r, Moved{r.seat(d.seat), d.Tile})
	r.happens(d.seat, printed.OnEntered)
}

func (r *resolution) shift(d deed) {
	all, n := r.targets(&d)
	for _, j := range all[:n] {
		emit(r, Moved{r.seat(j), d.Tile})
	}
}

// act gives action points; a tile does so once a turn (ruling points-once).
func (r *resolution) act(d deed) {
	again := isThing(d.Of) && !r.asPrinted(d.Of) && r.Worked[thingKind(d.Of)]>>d.seat&1 != 0
	if d.seat == r.Turn && d.n > 0 && !again {
		emit(r, Acts{r.seat(d.seat), int8(d.n)})
	}
}

func (r *resolution) reroll(d deed) { emit(r, Rerolls{r.seat(d.seat), d.Dice}) }

func (r *resolution) cleanse(d deed) {
	if n := min(d.n, r.pool(d.seat)[printed.CursedCrystal]); n > 0 {
		emit(r, Cleansed{r.seat(d.seat), n})
	}
}

// take takes counterspells while there are any and there is room.
func (r *resolution) take(d deed) {
	room := printed.BookSlots - r.Players[d.seat].cards() - int(r.Owed[d.seat])
	for n := min(int(d.n), room, int(r.Counterspells.number())); n > 0; n-- {
		emit(r, Owed{r.seat(d.seat)})
	}
}

// struck returns the damage that the line being carried out answers; nil if it has been dealt, or
// if the line answers something else.
func (s *State) struck() *frame {
	if f := s.answered(); f != nil && !f.Landed {
		return f
	}
	return nil
}

// answered returns the damage that the line being carried out answers, dealt or not; nil if it
// answers something else.
func (s *State) answered() *frame {
	if n := s.answeredAt(); n >= 0 {
		return &s.Stack[n]
	}
	return nil
}

// answeredAt returns the place in the stack of the damage that is answered; -1 if the line answers
// something else.
func (s *State) answeredAt() int {
	for n := int(s.Depth) - 1; n >= 0; n-- {
		switch s.Stack[n].Kind {
		case damage:
			return n
		case doing:
		default:
			return -1
		}
	}
	return -1
}

// adjust changes the damage to a seat, unless that is ruled out.
func (r *resolution) adjust(j int8, of printed.Name, to func(n uint8) uint8) {
	f := r.struck()
	if f == nil || !f.Aimed[j] {
		return
	}
	if n := to(f.Harm[j]); n != f.Harm[j] && !r.secured(j, n < f.Harm[j]) {
		emit(r, Adjusted{r.seat(j), of, n})
	}
}

// secured reports whether damage to a seat cannot be changed or, if less is set, cannot be reduced
// (ruling no-less).
func (s *State) secured(j int8, less bool) bool {
	for e := range s.InForce(j, -1) {
		if e.Does == printed.Secure || less && e.Does == printed.NoLess {
			return true
		}
	}
	return false
}

// more returns the sum of two numbers, capped at the largest uint8.
func more(n, by uint8) uint8 { return n + min(by, math.MaxUint8-n) }

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
	for j := range r.Count() {
		r.adjust(j, d.Of, func(n uint8) uint8 { return more(n, d.n) })
	}
}

// reflect deals part of the damage to the attacker as well.
func (r *resolution) reflect(d deed) {
	f := r.answered()
	if f == nil || d.against < 0 || r.Players[d.against].Out || r.returns(d, d.against, d.n) {
		return
	}
	if n := min(d.n, f.Harm[d.seat]); n > 0 {
		r.strike(d.seat, d.Of, r.seat(d.against), n)
	}
}

// peek shows face-down cards of others to a seat.
func (r *resolution) peek(d deed) {
	all, n := r.targets(&d)
	for _, j := range all[:n] {
		left := d.n
		for t := r.Players[j].Counterspells; t != 0 && left > 0; t, left = t&(t-1), left-1 {
			emit(r, Peeked{r.seat(d.seat), r.seat(j), t.first()})
		}
		if unseen := r.Players[j].Down - uint8(r.Players[j].Counterspells.size()); unseen > 0 && left > 0 {
			emit(r, Peeked{r.seat(d.seat), r.seat(j), 0})
		}
	}
}

func (r *resolution) freeze(d deed) {
	all, n := r.targets(&d)
	for _, j := range all[:n] {
		emit(r, Frozen{r.seat(j), d.Of})
	}
}

func (r *resolution) stun(d deed) {
	all, n := r.targets(&d)
	for _, j := range all[:n] {
		emit(r, Stunned{r.seat(j), d.n, d.Of})
	}
}

// mostDamage returns the most damage that a thing deals to one character.
func (s *State) mostDamage(n printed.Name) (most int) {
	for _, e := range s.Facts.Effects(n) {
		for _, k := range e.Amounts {
			if e.Does == printed.Deal {
				most = max(most, int(k))
			}
		}
	}
	return most
}
