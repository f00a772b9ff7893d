package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// Choosing among the lines of a part, and what a line leaves to the seat.

// choosing allows a seat that has to make a choice in what is being carried out.
func (s *State) choosing(i int8) refusal {
	if n := s.needs(); n.Kind != needsChoice || n.Seat != i || i < 0 {
		return refuse("%s has nothing to choose", seatWord(i))
	}
	return allowed
}

// isLine allows a line of the next part whose condition is met.
func (s *State) isLine(line uint8) refusal {
	for n := range s.lines(s.upper()) {
		if n == line {
			return allowed
		}
	}
	return refuse("choose one of the lines that come next")
}

// Choose carries out a line (from 1): how many times it is paid, whom or which tile it is for, what
// the seat gets, and which dice it uses.
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

func (c Choose) By() engine.Seat { return c.Seat }

// Aims returns whom or what the line is for.
func (c Choose) Aims() []string {
	all := aimsAt(c.Enemy, c.Tile)
	for _, d := range c.Dice.Dice() {
		all = append(all, engine.ThingAim(d.Term()))
	}
	return all
}

// Unpaid returns the command without how it is paid.
func (c Choose) Unpaid() engine.Command {
	c.Paid = zeroPool
	return c
}

func (c Choose) option(s *State) option {
	return option{Line: c.Line, Step: c.Step, Enemy: s.enemyAt(c.Enemy), Tile: c.Tile, Gets: c.Gets, Dice: c.Dice}
}

func (c Choose) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := s.choosing(i); !no.Allowed() {
		return no
	}
	o := c.option(s)
	if no := s.isLine(c.Line); !no.Allowed() || o.Enemy == noSeat {
		return cmp.Or(no, refuse("name another character that is in the game"))
	}
	f := s.upper()
	e := s.line(f, c.Line)
	if no := s.fits(i, &e, o, f.Against, f.earlier()); !no.Allowed() {
		return no
	}
	return s.settles(i, costs(&e, c.Step), c.Paid)
}

func (c Choose) Play(r *resolution) {
	r.pay(c.Seat, c.Paid)
	r.do(r.upper(), c.option(&r.State))
}

func (c Choose) Tell() engine.Text {
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

func (Choose) Verb() engine.Text { return engine.Say("Choose") }

// chooses lists what may be chosen.
func (s *State) chooses(all []engine.Command) []engine.Command {
	f := s.upper()
	seat := s.seat(f.Seat)
	var room [usualOptions]option // on the stack
	var ways [usualPayments]printed.Pool
	for _, o := range s.choices(room[:0], f) {
		e := s.line(f, o.Line)
		for _, paid := range costs(&e, o.Step).AppendPayments(ways[:0], s.pool(f.Seat)) {
			all = append(all, rule.Listed(Choose{seat, o.Line, o.Step, paid, s.enemySeat(o), o.Tile, o.Gets, o.Dice}, o.key()^paid.Key()))
		}
	}
	if s.optional(f) {
		all = append(all, rule.Listed(Skip{seat}, uint64(f.Seat)))
	}
	return all
}

// Skip leaves out what is optional.
type Skip struct{ Seat engine.Seat }

func (c Skip) By() engine.Seat { return c.Seat }

func (c Skip) Check(s *State) refusal {
	if no := s.choosing(s.Find(c.Seat)); !no.Allowed() {
		return no
	}
	if !s.optional(s.upper()) {
		return refuse("that has to be done")
	}
	return allowed
}

func (c Skip) Play(r *resolution) {
	emit(r, Omits{Seat: c.Seat, Part: r.nextPart(r.upper())})
}

func (c Skip) Tell() engine.Text { return engine.Say("Leave it out") }

func (c Skip) Effect(s *State) engine.Effect {
	e := rule.Asks(engine.Say("Leave it out"), "%s?", c.Tell())
	if f := s.upper(); f != nil && s.begun(f) {
		e.Lapses = engine.Say("Reroll nothing: what was paid lapses")
	}
	return e
}
