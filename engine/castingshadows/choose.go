package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Choosing among the lines of a part, and what a line leaves open.

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
	if no := s.choosing(i); !no.Allowed() {
		return no
	}
	o := c.option(s)
	if no := s.isLine(c.Line); !no.Allowed() || o.enemy == noSeat {
		return cmp.Or(no, refuse("name another character that is in the game"))
	}
	f := s.upper()
	e := s.facts.Effects(f.of)[c.Line-1]
	if no := s.fits(i, e, o, f.against, f.earlier()); !no.Allowed() {
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
	if no := s.choosing(s.find(c.Seat)); !no.Allowed() {
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
