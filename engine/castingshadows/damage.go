package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Damage is announced, then changed by what protects, then dealt.

// strike announces damage to one seat.
func (r *resolution) strike(by int8, of printed.Name, to engine.Seat, n uint8) {
	var at [mostSeats]uint8
	at[r.Find(to)] = n
	r.strikeAll(by, of, false, at)
}

// strikeAll announces damage as it is before counterspells.
func (r *resolution) strikeAll(by int8, of printed.Name, spell bool, at [mostSeats]uint8) {
	if at == [mostSeats]uint8{} {
		return
	}
	emit(r, Strikes{r.seat(by), of, yes(spell)})
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

// protect lets effects that are always in force change the damage, first those that raise it.
func (r *resolution) protect(by, to int8, spell bool) {
	for e := range r.InForce(by, to) {
		if spell && by != to && e.Does == printed.Raise {
			r.adjust(to, e.Of, func(n uint8) uint8 { return more(n, e.Amounts.At(0)) })
		}
	}
	for e := range r.InForce(to, by) {
		if change := protects[e.Does]; change != nil && (spell || span(e) != thisSpell) {
			r.adjust(to, e.Of, func(n uint8) uint8 { return change(n, e.Amounts.At(0)) })
		}
	}
}

var protects = [printed.Deeds]func(n, by uint8) uint8{
	printed.Reduce: func(n, by uint8) uint8 { return max(n, by) - by },
	printed.Limit:  func(n, to uint8) uint8 { return min(n, to) },
	printed.Negate: func(uint8, uint8) uint8 { return 0 },
}

// land deals damage in turn order, starting with the seat after the active one. A seat without hit
// points is out, and the game ends when one is left (ruling last-two).
func (r *resolution) land(f *frame) {
	r.miss(f)
	by, of, harm := r.seat(f.Seat), f.Of, f.Harm
	emit(r, Landed{by})
	order, n := r.inOrder()
	for _, i := range order[:n] {
		if harm[i] == 0 {
			continue
		}
		emit(r, Harmed{r.seat(i), uint8(min(uint16(harm[i]), r.Players[i].Health)), by, of})
		if r.Players[i].Health == 0 {
			emit(r, Out{r.seat(i)})
		}
		if r.left() == 1 {
			return
		}
	}
}

// miss has a spell miss the seats that have left its reach, or the tile it was cast at (ruling
// escape).
func (r *resolution) miss(f *frame) {
	for i := range r.Count() {
		if f.Harm[i] > 0 && !r.Players[i].Out && r.escaped(r.Depth-1, i) {
			emit(r, Missed{r.seat(i), f.Of})
		}
	}
}

// escaped reports whether a seat has left the reach of the spell whose damage is frame n, or the
// tile it was cast at.
func (s *State) escaped(n uint8, i int8) bool {
	f := &s.Stack[n]
	if !f.Spell || n == 0 || i == f.Seat {
		return false
	}
	for n--; n > 0 && s.Stack[n].Kind == returning; n-- {
	}
	below := &s.Stack[n]
	e := &s.Facts.Effects(below.Of)[below.Chosen.Line-1]
	to, _ := e.Aim()
	away := to == printed.EachOnTile && s.Players[i].At != below.Chosen.Tile
	return away || !s.reaches(f.Seat, e, s.Players[i].At)
}

// Missed is a seat that the damage no longer reaches.
type Missed struct {
	Seat engine.Seat
	Of   printed.Name
}

func (e Missed) Apply(s *State) {
	if f, i := s.struck(), s.Find(e.Seat); f != nil && i >= 0 {
		f.Harm[i], f.Aimed[i] = 0, false
	}
}

func (e Missed) Tell() engine.Text { return engine.Say("%s misses %s", e.Of.Term(), e.Seat) }

func (Missed) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingEscape, Source: sourceRuling}
}

// Strikes announces damage by a thing of a seat, or by its cursed crystals if Of is empty.
type Strikes struct {
	Seat  engine.Seat
	Of    printed.Name
	Spell yes
}

func (e Strikes) Apply(s *State) {
	if f := s.upper(); f != nil && f.Kind == returning {
		f.Struck = true
	}
	s.push(frame{Kind: damage, Seat: s.Find(e.Seat), Of: e.Of, Spell: bool(e.Spell), Against: -1})
}

func (e Strikes) Tell() engine.Text {
	if e.Of == 0 {
		return engine.Say("The cursed crystals of %s do damage", e.Seat)
	}
	return engine.Say("%s is about to do damage with %s", e.Seat, e.Of.Term())
}

func (e Strikes) Why(*State) engine.Reason {
	if e.Of == 0 {
		return engine.Reason{Rule: engine.Say("Each cursed crystal that is left in the pool does 1 damage."), Source: sourceEndTurn}
	}
	return engine.Reason{Source: sourceAttack}
}

// Aimed is N points of damage aimed at a seat.
type Aimed struct {
	Seat engine.Seat
	N    uint8
}

func (e Aimed) Apply(s *State) {
	if f, i := s.upper(), s.Find(e.Seat); f != nil && i >= 0 {
		f.Harm[i], f.Aimed[i] = e.N, true
	}
}

func (e Aimed) Tell() engine.Text { return engine.Say("%[2]d damage to %[1]s", e.Seat, int(e.N)) }

// Adjusted is damage to a seat that an effect has changed to N points.
type Adjusted struct {
	Seat engine.Seat
	Of   printed.Name
	N    uint8
}

func (e Adjusted) Apply(s *State) {
	if f, i := s.struck(), s.Find(e.Seat); f != nil && i >= 0 {
		f.Harm[i] = e.N
	}
}

func (e Adjusted) Tell() engine.Text {
	return engine.Say("%[2]s changes the damage to %[1]s: %[3]d", e.Seat, e.Of.Term(), int(e.N))
}

func (e Adjusted) Why(s *State) engine.Reason {
	r := engine.Reason{Source: sourcePrinted}
	if f, i := s.struck(), s.Find(e.Seat); f != nil && i >= 0 && e.Of != 0 { // a line that is typed may name nothing
		was := int(f.Harm[i])
		r.Addends = []engine.Addend{{Name: engine.Say("before"), N: was}, {Name: engine.Say("%s", e.Of.Term()), N: int(e.N) - was}}
	}
	return r
}

// Landed is the moment in which damage is dealt.
type Landed struct{ Seat engine.Seat }

func (Landed) Apply(s *State) {
	if f := s.upper(); f != nil {
		f.Landed, f.Asked, f.Worked = true, false, [2]uint8{}
		s.mirror(f)
	}
}

func (Landed) Why(s *State) engine.Reason {
	n := 0
	if f := s.upper(); f != nil {
		for _, h := range f.Harm {
			n += int(min(h, 1))
		}
	}
	if n > 1 {
		return engine.Reason{Rule: rulingLastTwo, Source: sourceRuling}
	}
	return engine.Reason{Source: sourceHealth}
}

// Minor implements engine.Minor: who is harmed says more.
func (Landed) Minor() bool { return true }

func (e Landed) Tell() engine.Text { return engine.Say("The damage of %s is dealt", e.Seat) }

// Harmed is N hit points that a seat loses to a thing of the seat From. Without a thing they are
// lost to cursed crystals, or as people report.
type Harmed struct {
	Seat engine.Seat
	N    uint8
	From engine.Seat
	Of   printed.Name
}

func (e Harmed) Apply(s *State) {
	p := s.player(e.Seat)
	p.Health -= min(p.Health, uint16(e.N))
	if e.From != e.Seat {
		s.Quiet = 0
	}
}

// Attacker implements engine.Blow.
func (e Harmed) Attacker() engine.Seat { return e.From }

func (e Harmed) Misfit(s *State) error {
	if i := s.Find(e.Seat); i < 0 || s.Players[i].Health <= uint16(e.N) {
		return engine.Refuse("a seat, and fewer hit points than it has")
	}
	return nil
}

func (e Harmed) Tell() engine.Text {
	if e.Of == 0 {
		return engine.Say("%s takes %d damage", e.Seat, int(e.N))
	}
	return engine.Say("%s takes %d damage (%s)", e.Seat, int(e.N), e.Of.Term())
}

func (e Harmed) Why(s *State) engine.Reason {
	r := engine.Reason{Source: sourceHealth}
	if i := s.Find(e.Seat); i >= 0 {
		r.Addends = []engine.Addend{{Name: engine.Say("before"), N: int(s.Players[i].Health)}, {Name: engine.Say("damage"), N: -int(e.N)}}
	}
	return r
}

// harmTo returns the damage about to be dealt to a seat, 0 if it has escaped.
func (s *State) harmTo(i int8) (n int) {
	for k := range s.Depth {
		if f := &s.Stack[k]; f.Kind == damage && !f.Landed && !s.escaped(k, i) {
			n += int(f.Harm[i])
		}
	}
	return n
}
