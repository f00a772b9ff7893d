package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Damage: announced, changed by what protects, dealt.

// strike announces damage to one seat.
func (r *resolution) strike(by int8, of printed.Name, to engine.Seat, n uint8) {
	var at [mostSeats]uint8
	at[r.find(to)] = n
	r.strikeAll(by, of, false, at)
}

// strikeAll announces damage, as it is before counterspells.
func (r *resolution) strikeAll(by int8, of printed.Name, spell bool, at [mostSeats]uint8) {
	if at == [mostSeats]uint8{} {
		return
	}
	emit(r, Strikes{r.seat(by), of, Yes(spell)})
	for i, n := range at {
		if n > 0 {
			emit(r, Aimed{r.seat(int8(i)), n})
		}
	}
	for i, n := range at {
		if n > 0 {
			r.protect(by, int8(i), spell)
		}
	}
}

// protect lets what is always in force change damage: first what raises it.
func (r *resolution) protect(by, to int8, spell bool) {
	for e := range r.inForce(by, to) {
		if spell && by != to && e.Does == printed.Raise {
			r.adjust(to, e.Of, func(n uint8) uint8 { return n + e.Amounts.At(0) })
		}
	}
	for e := range r.inForce(to, by) {
		if change := protects[e.Does]; change != nil && (spell || span(e) != thisSpell) {
			r.adjust(to, e.Of, func(n uint8) uint8 { return change(n, e.Amounts.At(0)) })
		}
	}
}

var protects = map[printed.Deed]func(n, by uint8) uint8{
	printed.Reduce: func(n, by uint8) uint8 { return max(n, by) - by },
	printed.Limit:  func(n, to uint8) uint8 { return min(n, to) },
	printed.Negate: func(uint8, uint8) uint8 { return 0 },
}

// land deals damage, from the seat that has the next turn; who has no hit points left is
// out, and the game ends when one is left (ruling last-two).
func (r *resolution) land(f *frame) {
	r.miss(f)
	by, of, harm := r.seat(f.seat), f.of, f.harm
	emit(r, Landed{by})
	order, n := r.inOrder()
	for _, i := range order[:n] {
		if harm[i] == 0 {
			continue
		}
		emit(r, Harmed{r.seat(i), min(harm[i], r.players[i].health), by, of})
		if r.players[i].health == 0 {
			emit(r, Out{r.seat(i)})
		}
		if r.left() == 1 {
			return
		}
	}
}

// miss lets a spell miss who has left its reach, or the tile that it is cast at (ruling
// escape).
func (r *resolution) miss(f *frame) {
	for i := range r.count() {
		if f.harm[i] > 0 && !r.players[i].out && r.escaped(r.depth-1, i) {
			emit(r, Missed{r.seat(i), f.of})
		}
	}
}

// escaped reports whether a seat has left the reach of the spell whose damage is the frame
// at n, or the tile that it was cast at.
func (s *State) escaped(n uint8, i int8) bool {
	f := &s.stack[n]
	if !f.spell || n == 0 || i == f.seat {
		return false
	}
	below := &s.stack[n-1]
	e := s.facts.Effects(below.of)[below.chosen.line-1]
	to, _ := e.Aim()
	away := to == printed.EachOnTile && s.players[i].at != below.chosen.tile
	return away || !s.reaches(f.seat, e, s.players[i].at)
}

// Missed is a seat that the damage does not reach any more.
type Missed struct {
	Seat engine.Seat
	Of   printed.Name
}

func (e Missed) apply(s *State) {
	if f, i := s.struck(), s.find(e.Seat); f != nil && i >= 0 {
		f.harm[i], f.aimed[i] = 0, false
	}
}

func (e Missed) tell() engine.Text { return engine.Say("%s misses %s", e.Of.Term(), e.Seat) }

func (Missed) why(*State) engine.Reason {
	return engine.Reason{Rule: rulingEscape, Source: sourceRuling}
}

// Strikes announces damage by something of a seat; nothing: by its cursed crystals.
type Strikes struct {
	Seat  engine.Seat
	Of    printed.Name
	Spell Yes
}

func (e Strikes) apply(s *State) {
	s.push(frame{kind: blow, seat: s.find(e.Seat), of: e.Of, spell: bool(e.Spell), against: -1})
}

func (e Strikes) tell() engine.Text {
	if e.Of == 0 {
		return engine.Say("The cursed crystals of %s do damage", e.Seat)
	}
	return engine.Say("%s is about to do damage with %s", e.Seat, e.Of.Term())
}

func (e Strikes) why(*State) engine.Reason {
	if e.Of == 0 {
		return engine.Reason{Rule: engine.Say("Each cursed crystal that is left in the pool does 1 damage."), Source: sourceEndTurn}
	}
	return engine.Reason{Source: sourceAttack}
}

// Aimed is damage that is meant for a seat.
type Aimed struct {
	Seat engine.Seat
	N    uint8
}

func (e Aimed) apply(s *State) {
	if f, i := s.upper(), s.find(e.Seat); f != nil && i >= 0 {
		f.harm[i], f.aimed[i] = e.N, true
	}
}

func (e Aimed) tell() engine.Text { return engine.Say("%[2]d damage to %[1]s", e.Seat, int(e.N)) }

// Adjusted is damage to a seat that something has changed.
type Adjusted struct {
	Seat engine.Seat
	Of   printed.Name
	N    uint8
}

func (e Adjusted) apply(s *State) {
	if f, i := s.struck(), s.find(e.Seat); f != nil && i >= 0 {
		f.harm[i] = e.N
	}
}

func (e Adjusted) tell() engine.Text {
	return engine.Say("%[2]s changes the damage to %[1]s: %[3]d", e.Seat, e.Of.Term(), int(e.N))
}

func (e Adjusted) why(s *State) engine.Reason {
	r := engine.Reason{Source: sourcePrinted}
	if f, i := s.struck(), s.find(e.Seat); f != nil && i >= 0 {
		was := int(f.harm[i])
		r.Addends = []engine.Addend{{Name: engine.Say("before"), N: was}, {Name: engine.Say("%s", e.Of.Term()), N: int(e.N) - was}}
	}
	return r
}

// Landed is the moment in which damage is dealt.
type Landed struct{ Seat engine.Seat }

func (Landed) apply(s *State) {
	if f := s.upper(); f != nil {
		f.landed, f.asked, f.worked = true, false, [2]uint8{}
	}
}

func (Landed) why(s *State) engine.Reason {
	n := 0
	if f := s.upper(); f != nil {
		for _, h := range f.harm {
			n += int(min(h, 1))
		}
	}
	if n > 1 {
		return engine.Reason{Rule: rulingLastTwo, Source: sourceRuling}
	}
	return engine.Reason{Source: sourceHealth}
}

func (e Landed) tell() engine.Text { return engine.Say("The damage of %s is dealt", e.Seat) }

// Harmed is hit points that a seat loses.
type Harmed struct {
	Seat engine.Seat
	N    uint8
	From engine.Seat
	Of   printed.Name
}

func (e Harmed) apply(s *State) {
	p := s.player(e.Seat)
	p.health = max(p.health, e.N) - e.N
	if e.From != e.Seat {
		s.quiet = 0
	}
}

func (e Harmed) misfit(s *State) error {
	if i := s.find(e.Seat); i < 0 || s.players[i].health <= e.N {
		return engine.Refuse("a seat, and fewer hit points than it has")
	}
	return nil
}

func (e Harmed) tell() engine.Text {
	if e.Of == 0 {
		return engine.Say("%s takes %d damage", e.Seat, int(e.N))
	}
	return engine.Say("%s takes %d damage (%s)", e.Seat, int(e.N), e.Of.Term())
}

func (e Harmed) why(s *State) engine.Reason {
	r := engine.Reason{Source: sourceHealth}
	if i := s.find(e.Seat); i >= 0 {
		r.Addends = []engine.Addend{{Name: engine.Say("before"), N: int(s.players[i].health)}, {Name: engine.Say("damage"), N: -int(e.N)}}
	}
	return r
}
