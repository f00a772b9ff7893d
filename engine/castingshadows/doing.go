package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Carrying out what is printed on a thing: part by part; of the lines of a part one.

// lines are those of the next part of what is being carried out whose conditions are met,
// as their numbers from 1; part is 0 when all parts are done.
func (s *State) lines(f *frame) (part uint8, all []uint8) {
	for n, e := range s.facts.Effects(f.of) {
		if e.When != f.when || e.Part <= f.part || part != 0 && e.Part != part {
			continue
		}
		part = e.Part
		if s.holds(e.If, f.seat, f.against, f.of) {
			all = append(all, uint8(n+1))
		}
	}
	return part, all
}

// choices are the options of the next part.
func (s *State) choices(f *frame) (all []option) {
	_, lines := s.lines(f)
	for _, n := range lines {
		e := s.facts.Effects(f.of)[n-1]
		all = append(all, s.optionsOf(f.seat, n, e, f.against, f.earlier())...)
	}
	return all
}

// earlier is the step at which an earlier part was paid, from 0.
func (f *frame) earlier() uint8 { return max(f.chosen.step, 1) - 1 }

// optional reports whether nothing has to be done of the next part: what is paid for,
// and what moves a figure or rolls dice.
func (s *State) optional(f *frame) bool {
	_, lines := s.lines(f)
	for _, n := range lines {
		switch e := s.facts.Effects(f.of)[n-1]; {
		case e.Times.Number() > 0, e.Does == printed.Move, e.Does == printed.Push, e.Does == printed.Reroll:
			return true
		}
	}
	return false
}

// does: something of a first part can be done.
func (s *State) does(i int8, of printed.Name, when printed.Trigger) refusal {
	f := frame{kind: doing, seat: i, of: of, when: when, against: -1}
	if part, _ := s.lines(&f); part != 0 && len(s.choices(&f)) == 0 {
		return refuse("nothing of %s is possible now", nameWord(of))
	}
	return allowed
}

// carryOut goes on with a thing; false if its seat has to choose.
func (r *resolution) carryOut(f *frame) bool {
	part, _ := r.lines(f)
	switch {
	case r.players[f.seat].out, part == 0:
		r.end(f)
		return true
	case f.part == 0 && f.when == printed.OnCast && f.chosen.line > 0:
		r.do(f, f.chosen)
		return true
	}
	all := r.choices(f)
	switch {
	case len(all) == 0:
		emit(r, Omits{r.seat(f.seat), part})
	case len(all) == 1 && !r.optional(f):
		r.do(f, all[0])
	default:
		return false
	}
	return true
}

// end ends a thing: a counterspell goes under its pile.
func (r *resolution) end(f *frame) {
	if f.card != 0 {
		emit(r, Returned{r.seat(f.seat), f.card})
		return
	}
	emit(r, Ends{r.seat(f.seat)})
}

// choosing: the seat has to choose something of what is being carried out.
func (s *State) choosing(i int8) refusal {
	if n := s.needs(); n.kind != needsChoice || n.seat != i || i < 0 {
		return refuse("%s has nothing to choose", seatWord(i))
	}
	return allowed
}

// isLine: the line belongs to the next part, and its condition is met.
func (s *State) isLine(line uint8) refusal {
	_, lines := s.lines(s.upper())
	for _, n := range lines {
		if n == line {
			return allowed
		}
	}
	return refuse("choose one of the lines that come next")
}

// Choose carries out a line: how often it is paid, for whom or which tile, what it gets,
// which dice.
type Choose struct {
	Seat  engine.Seat
	Line  uint8
	Step  uint8        `word:"optional"`
	Paid  printed.Pool `word:"optional"`
	Enemy engine.Seat  `word:"optional"`
	Tile  printed.Name `word:"optional"`
	Gets  printed.Pool `word:"optional"`
	Dice  DiceSet      `word:"optional"`
}

// By is the seat.
func (c Choose) By() engine.Seat { return c.Seat }

// Aims are whom or what it is for.
func (c Choose) Aims() []string {
	all := aimsAt(c.Enemy, c.Tile)
	for _, d := range c.Dice.Dice() {
		all = append(all, engine.ThingAim(d.Term()))
	}
	return all
}

// Unpaid is the command without how it is paid.
func (c Choose) Unpaid() engine.Command {
	c.Paid = zeroPool
	return c
}

func (c Choose) option(s *State) option {
	return option{c.Line, c.Step, s.enemyAt(c.Enemy), c.Tile, c.Gets, c.Dice}
}

func (c Choose) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := s.choosing(i); !no.allowed() {
		return no
	}
	o := c.option(s)
	if no := s.isLine(c.Line); !no.allowed() || o.enemy == noSeat {
		return cmp.Or(no, refuse("name another character that is in the game"))
	}
	f := s.upper()
	e := s.facts.Effects(f.of)[c.Line-1]
	if no := s.fits(i, e, o, f.against, f.earlier()); !no.allowed() {
		return no
	}
	return s.settles(i, costs(e, c.Step), c.Paid)
}

func (c Choose) play(r *resolution) {
	r.pay(c.Seat, c.Paid)
	r.do(r.upper(), c.option(&r.State))
}

func (c Choose) tell() engine.Text {
	t := engine.Say("Choose line %d", int(c.Line))
	switch {
	case c.Enemy != "" && c.Tile != 0:
		t = engine.Say("%s goes to %s", c.Enemy, c.Tile.Term())
	case c.Enemy != "":
		t = engine.Say("Choose %s", c.Enemy)
	case c.Tile != 0:
		t = engine.Say("Choose %s", c.Tile.Term())
	case c.Dice != 0:
		t = engine.Say("Reroll %s", c.Dice.text())
	case c.Gets != zeroPool:
		t = engine.Say("Get %s", poolText(c.Gets))
	}
	if c.Paid != zeroPool {
		t = engine.Say("%s for %s", t, poolText(c.Paid))
	}
	return t
}

// chooses lists what may be chosen.
func (s *State) chooses(all []engine.Command) []engine.Command {
	f := s.upper()
	seat := s.seat(f.seat)
	for _, o := range s.choices(f) {
		e := s.facts.Effects(f.of)[o.line-1]
		for _, paid := range costs(e, o.step).Payments(s.pool(f.seat)) {
			all = append(all, Choose{seat, o.line, o.step, paid, s.enemySeat(o), o.tile, o.gets, o.dice})
		}
	}
	if s.optional(f) {
		all = append(all, Skip{seat})
	}
	return all
}

// Skip leaves out what is optional.
type Skip struct{ Seat engine.Seat }

// By is the seat.
func (c Skip) By() engine.Seat { return c.Seat }

func (c Skip) check(s *State) refusal {
	if no := s.choosing(s.find(c.Seat)); !no.allowed() {
		return no
	}
	if !s.optional(s.upper()) {
		return refuse("that has to be done")
	}
	return allowed
}

func (c Skip) play(r *resolution) {
	part, _ := r.lines(r.upper())
	emit(r, Omits{c.Seat, part})
}

func (c Skip) tell() engine.Text { return engine.Say("Leave it out") }

// Does is a line that is carried out.
type Does struct {
	Seat engine.Seat
	Of   printed.Name
	Line uint8
	Step uint8 `word:"optional"`
}

func (e Does) apply(s *State) {
	f := s.upper()
	all := s.facts.Effects(e.Of)
	if f == nil || e.Line == 0 || int(e.Line) > len(all) {
		return
	}
	f.part = all[e.Line-1].Part
	f.chosen.line = e.Line
	if e.Step > 0 {
		f.chosen.step = e.Step
	}
}

func (e Does) tell() engine.Text { return engine.Say("%s: %s", e.Seat, e.Of.Term()) }

func (e Does) why(s *State) engine.Reason {
	if all := s.facts.Effects(e.Of); e.Line > 0 && int(e.Line) <= len(all) {
		return engine.Reason{Rule: all[e.Line-1].Text(), Source: sourcePrinted}
	}
	return engine.Reason{Source: sourcePrinted}
}

// Omits is a part of which nothing is done.
type Omits struct {
	Seat engine.Seat
	Part uint8
}

func (e Omits) apply(s *State) {
	if f := s.upper(); f != nil {
		f.part = e.Part
	}
}

func (e Omits) tell() engine.Text { return engine.Say("%s leaves that out", e.Seat) }

// Ends is something that was carried out, or a moment that is over.
type Ends struct{ Seat engine.Seat }

func (Ends) apply(s *State) { s.pop() }

func (e Ends) tell() engine.Text { return engine.Say("That is done (%s)", e.Seat) }
