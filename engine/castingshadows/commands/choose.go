package commands

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/castingshadows/printed"
)

// Choosing among the lines of a part, and what a line leaves to the seat.

// choosing allows a seat that has to make a choice in what is being carried out.
func choosing(s *position.State, i int8) refusal {
	if n := s.Needs(); n.Kind != position.NeedsChoice || n.Seat != i || i < 0 {
		return refuse("%s has nothing to choose", position.SeatWord(i))
	}
	return allowed
}

// isLine allows a line of the next part whose condition is met.
func isLine(s *position.State, line uint8) refusal {
	_, lines := s.Lines(s.Upper())
	for _, n := range lines {
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
	Step  uint8            `word:"optional"`
	Paid  printed.Pool     `word:"optional"`
	Enemy engine.Seat      `word:"optional"`
	Tile  printed.Name     `word:"optional"`
	Gets  printed.Pool     `word:"optional"`
	Dice  position.DiceSet `word:"optional"`
}

// By returns the seat.
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
	c.Paid = position.ZeroPool
	return c
}

func (c Choose) option(s *position.State) position.Option {
	return position.Option{Line: c.Line, Step: c.Step, Enemy: s.EnemyAt(c.Enemy), Tile: c.Tile, Gets: c.Gets, Dice: c.Dice}
}

func (c Choose) check(s *position.State) refusal {
	i := s.Find(c.Seat)
	if no := choosing(s, i); !no.Allowed() {
		return no
	}
	o := c.option(s)
	if no := isLine(s, c.Line); !no.Allowed() || o.Enemy == position.NoSeat {
		return cmp.Or(no, refuse("name another character that is in the game"))
	}
	f := s.Upper()
	e := s.Line(f, c.Line)
	if no := s.Fits(i, e, o, f.Against, f.Earlier()); !no.Allowed() {
		return no
	}
	return s.Settles(i, position.Costs(e, c.Step), c.Paid)
}

func (c Choose) play(r *position.Resolution) {
	pay(r, c.Seat, c.Paid)
	r.Do(r.Upper(), c.option(&r.State))
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
		t = engine.Say("Reroll %s", c.Dice.Text())
	case c.Gets != position.ZeroPool:
		t = engine.Say("Get %s", position.PoolText(c.Gets))
	}
	if c.Paid != position.ZeroPool {
		t = engine.Say("%s for %s", t, position.PoolText(c.Paid))
	}
	return t
}

func (Choose) Verb() engine.Text { return engine.Say("Choose") }

// chooses lists what may be chosen.
func chooses(s *position.State, all []engine.Command) []engine.Command {
	f := s.Upper()
	seat := s.Seat(f.Seat)
	for _, o := range s.Choices(f) {
		e := s.Line(f, o.Line)
		for _, paid := range position.Costs(e, o.Step).Payments(s.Pool(f.Seat)) {
			all = append(all, Choose{seat, o.Line, o.Step, paid, s.EnemySeat(o), o.Tile, o.Gets, o.Dice})
		}
	}
	if s.Optional(f) {
		all = append(all, Skip{seat})
	}
	return all
}

// Skip leaves out what is optional.
type Skip struct{ Seat engine.Seat }

// By returns the seat.
func (c Skip) By() engine.Seat { return c.Seat }

func (c Skip) check(s *position.State) refusal {
	if no := choosing(s, s.Find(c.Seat)); !no.Allowed() {
		return no
	}
	if !s.Optional(s.Upper()) {
		return refuse("that has to be done")
	}
	return allowed
}

func (c Skip) play(r *position.Resolution) {
	part, _ := r.Lines(r.Upper())
	position.Emit(r, position.Omits{Seat: c.Seat, Part: part})
}

func (c Skip) Tell() engine.Text { return engine.Say("Leave it out") }
func (Skip) Verb() engine.Text   { return engine.Say("Leave it out") }
