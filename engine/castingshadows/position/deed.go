package position

import (
	"math"

	"arbiter/engine/castingshadows/printed"
)

// What lines do: each deed is one function.

// Do carries out a line of a thing with the chosen option.
func (r *Resolution) Do(f *Frame, o Option) {
	e, i := r.Facts.Effects(f.Of)[o.Line-1], f.Seat
	step := f.Earlier()
	if o.Step > 0 {
		step = o.Step - 1
	}
	against := f.Against
	Emit(r, Does{r.Seat(i), f.Of, o.Line, o.Step})
	switch carry := deeds[e.Does]; {
	case span(e) != 0:
		Emit(r, Lasts{r.Seat(i), f.Of, o.Line})
	case carry != nil && e.Lasts == 0:
		carry(r, deed{e, o, i, against, e.Amounts.At(int(step)), step})
	default:
		Emit(r, Reads{r.Seat(i), f.Of})
	}
}

// A deed is a line that a seat carries out, with its amount.
type deed struct {
	printed.Effect
	Option
	seat    int8
	against int8
	n       uint8
	at      uint8 // the step, from 0
}

var deeds = map[printed.Deed]func(*Resolution, deed){
	printed.Deal:     (*Resolution).deal,
	printed.Heal:     (*Resolution).heal,
	printed.Gain:     (*Resolution).gain,
	printed.Energize: (*Resolution).energize,
	printed.Move:     (*Resolution).move,
	printed.Push:     (*Resolution).shift,
	printed.Reduce:   (*Resolution).reduce,
	printed.Limit:    (*Resolution).lower,
	printed.Negate:   (*Resolution).negate,
	printed.Reflect:  (*Resolution).reflect,
	printed.Raise:    (*Resolution).raise,
	printed.Act:      (*Resolution).act,
	printed.Reroll:   (*Resolution).reroll,
	printed.Cleanse:  (*Resolution).cleanse,
	printed.Draw:     (*Resolution).take,
	printed.Peek:     (*Resolution).peek,
	printed.Freeze:   (*Resolution).freeze,
	printed.Stun:     (*Resolution).stun,
}

func (r *Resolution) deal(d deed) {
	var at [MostSeats]uint8
	for _, j := range r.targets(d) {
		if !r.returns(d, j, d.n) {
			at[j] = d.n
		}
	}
	r.strikeAll(d.seat, d.Of, d.When == printed.OnCast, at)
}

// targets returns the seats that a line affects.
func (s *State) targets(d deed) (all []int8) {
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
			is = s.enemy(d.seat, d.Effect, j).Allowed()
		case printed.Attacker:
			is = j == d.against
		}
		if is && !s.Players[j].Out {
			all = append(all, j)
		}
	}
	return all
}

func (r *Resolution) heal(d deed) {
	p := &r.Players[d.seat]
	if n := min(uint16(d.n), max(r.MostHealth(), p.Health)-p.Health); n > 0 {
		Emit(r, Healed{r.Seat(d.seat), uint8(n)})
	}
}

// MostHealth returns the most hit points a seat may have: the highest countable number if the table
// has no limit (ruling hp-cap).
func (s *State) MostHealth() uint16 {
	if s.Seating.Uncapped {
		return math.MaxUint16
	}
	return uint16(s.Facts.MostHealth())
}

func (r *Resolution) gain(d deed) {
	got := d.Gets
	if got == ZeroPool {
		got, _, _ = Gains(d.Effect, d.at)
	}
	Emit(r, Gained{r.Seat(d.seat), got})
}

func (r *Resolution) energize(d deed) {
	p := &r.Players[d.seat]
	if n := min(d.n, p.Limit()-p.Energy); n > 0 {
		Emit(r, Energized{r.Seat(d.seat), int8(n)})
	}
}

func (r *Resolution) move(d deed) {
	Emit(r, Moved{r.Seat(d.seat), d.Tile})
	r.Happens(d.seat, printed.OnEntered)
}

func (r *Resolution) shift(d deed) {
	for _, j := range r.targets(d) {
		Emit(r, Moved{r.Seat(j), d.Tile})
	}
}

// act gives action points; a tile does so once a turn (ruling points-once).
func (r *Resolution) act(d deed) {
	again := isThing(d.Of) && !r.asPrinted(d.Of) && r.Worked[thingKind(d.Of)]>>d.seat&1 != 0
	if d.seat == r.Turn && d.n > 0 && !again {
		Emit(r, Acts{r.Seat(d.seat), int8(d.n)})
	}
}

func (r *Resolution) reroll(d deed) { Emit(r, Rerolls{r.Seat(d.seat), d.Dice}) }

func (r *Resolution) cleanse(d deed) {
	if n := min(d.n, r.Pool(d.seat)[printed.CursedCrystal]); n > 0 {
		Emit(r, Cleansed{r.Seat(d.seat), n})
	}
}

// take takes counterspells while there are any and there is room.
func (r *Resolution) take(d deed) {
	room := printed.BookSlots - r.Players[d.seat].Cards() - int(r.Owed[d.seat])
	for n := min(int(d.n), room, int(r.Counterspells.Number())); n > 0; n-- {
		Emit(r, Owed{r.Seat(d.seat)})
	}
}

// Struck returns the damage that the line being carried out answers; nil if it has been dealt, or
// if the line answers something else.
func (s *State) Struck() *Frame {
	if f := s.answered(); f != nil && !f.Landed {
		return f
	}
	return nil
}

// answered returns the damage that the line being carried out answers, dealt or not; nil if it
// answers something else.
func (s *State) answered() *Frame {
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
		case Damage:
			return n
		case Doing:
		default:
			return -1
		}
	}
	return -1
}

// adjust changes the damage to a seat, unless that is ruled out.
func (r *Resolution) adjust(j int8, of printed.Name, to func(n uint8) uint8) {
	f := r.Struck()
	if f == nil || !f.Aimed[j] {
		return
	}
	if n := to(f.Harm[j]); n != f.Harm[j] && !r.secured(j, n < f.Harm[j]) {
		Emit(r, Adjusted{r.Seat(j), of, n})
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

func (r *Resolution) reduce(d deed) {
	r.adjust(d.seat, d.Of, func(n uint8) uint8 { return max(n, d.n) - d.n })
}

func (r *Resolution) lower(d deed) {
	r.adjust(d.seat, d.Of, func(n uint8) uint8 { return min(n, d.n) })
}

func (r *Resolution) negate(d deed) {
	r.adjust(d.seat, d.Of, func(uint8) uint8 { return 0 })
}

func (r *Resolution) raise(d deed) {
	for j := range r.Count() {
		r.adjust(j, d.Of, func(n uint8) uint8 { return more(n, d.n) })
	}
}

// reflect deals part of the damage to the attacker as well.
func (r *Resolution) reflect(d deed) {
	f := r.answered()
	if f == nil || d.against < 0 || r.Players[d.against].Out || r.returns(d, d.against, d.n) {
		return
	}
	if n := min(d.n, f.Harm[d.seat]); n > 0 {
		r.Strike(d.seat, d.Of, r.Seat(d.against), n)
	}
}

// peek shows face-down cards of others to a seat.
func (r *Resolution) peek(d deed) {
	for _, j := range r.targets(d) {
		left := d.n
		for t := r.Players[j].Counterspells; t != 0 && left > 0; t, left = t&(t-1), left-1 {
			Emit(r, Peeked{r.Seat(d.seat), r.Seat(j), t.First()})
		}
		if unseen := r.Players[j].Down - uint8(r.Players[j].Counterspells.Size()); unseen > 0 && left > 0 {
			Emit(r, Peeked{r.Seat(d.seat), r.Seat(j), 0})
		}
	}
}

func (r *Resolution) freeze(d deed) {
	for _, j := range r.targets(d) {
		Emit(r, Frozen{r.Seat(j), d.Of})
	}
}

func (r *Resolution) stun(d deed) {
	for _, j := range r.targets(d) {
		Emit(r, Stunned{r.Seat(j), d.n, d.Of})
	}
}

// MostDamage returns the most damage that a thing deals to one character.
func (s *State) MostDamage(n printed.Name) (most int) {
	for _, e := range s.Facts.Effects(n) {
		for _, k := range e.Amounts {
			if e.Does == printed.Deal {
				most = max(most, int(k))
			}
		}
	}
	return most
}
