package castingshadows

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// A Playout plays on from what a seat knows, in place and without a log. It plays by the same rules
// as Decide and Apply. In a window seats answer one after another, and the command that closes the
// window lets it pass for one seat alone.
type Playout struct {
	from   *State
	r      resolution
	passed uint8  // a bit for each seat that let the window pass
	window uint16 // the window that passed is about
	untold bool   // seats may turn up counterspells while another acts

	legal, moves []engine.Command // buffers
}

// Playout returns a playout that begins in s, which does not change. It needs a table that deals
// all cards: no card may be held by people.
func (s *State) Playout() *Playout {
	return &Playout{
		from: s, r: resolution{State: *s, Record: rule.Record{Silent: true}},
		untold: slices.ContainsFunc(s.Seating.Answers, func(n printed.Name) bool { return !s.Facts.Told(n) }),
	}
}

// Begin goes back to the start and deals the hidden cards at random.
func (p *Playout) Begin(d engine.Dice) {
	p.r.State, p.passed = *p.from, 0
	p.r.sample(d)
	p.chance(d)
}

// asked returns the place of the seat that answers next, -1 if there is none.
func (p *Playout) asked() int8 {
	if p.window != p.r.Windows {
		p.window, p.passed = p.r.Windows, 0
	}
	order, n := p.r.inOrder()
	for _, i := range order[:n] {
		if p.passed>>i&1 == 0 && p.r.asked(i).Allowed() {
			return i
		}
	}
	return -1
}

// Actor returns the place of the acting seat.
func (p *Playout) Actor() int {
	switch n := p.r.needs(); n.Kind {
	case needsAnswers:
		return int(max(p.asked(), 0))
	case needsChoice, needsHome:
		return int(n.Seat)
	}
	return int(p.r.Turn)
}

// Moves appends what the acting seat may do.
func (p *Playout) Moves(to []engine.Command) []engine.Command {
	if p.r.Over {
		return to
	}
	if !p.r.Asking && !p.untold {
		return p.r.appendLegal(to)
	}
	seat := p.r.seat(int8(p.Actor()))
	p.legal = p.r.appendLegal(p.legal[:0])
	for _, c := range p.legal {
		if by := c.By(); by == seat || by == engine.Table { // the table closes a window
			to = append(to, c)
		}
	}
	return to
}

// Turns returns how many turns have begun.
func (p *Playout) Turns() int { return int(p.r.Turns) }

// Play plays a move and the chance that follows, by the dice.
func (p *Playout) Play(c engine.Command, d engine.Dice) {
	if _, passes := c.(Close); passes {
		p.passed |= 1 << max(p.asked(), 0)
	} else {
		play(&p.r, c.(command))
	}
	p.chance(d)
}

// chance plays everything that no seat decides: dice, cards, the end of a window. What people would
// settle after it was read out has no effect here, and a stalled game is a draw.
func (p *Playout) chance(d engine.Dice) {
	for !p.r.Over {
		switch n := p.r.needs(); n.Kind {
		case needsRoll:
			play(&p.r, fall(p.r.Rolling, func(_, sides int) int { return d.IntN(sides) }))
		case needsDraw, needsDeal:
			p.legal = p.r.appendLegal(p.legal[:0])
			play(&p.r, p.legal[d.IntN(len(p.legal))].(command))
		case needsSettling:
			play(&p.r, Settle{Seat: engine.Table})
		case needsTable:
			play(&p.r, Adjourn{Seat: engine.Table})
		case needsAnswers:
			if p.asked() >= 0 {
				return
			}
			play(&p.r, Close{Seat: engine.Table, Number: p.r.Windows})
		default:
			return
		}
	}
}

// Roll plays a quickly chosen move: mostly a spell, if one can be cast.
func (p *Playout) Roll(d engine.Dice) bool {
	p.moves = p.Moves(p.moves[:0])
	if len(p.moves) == 0 {
		return false
	}
	c, step := p.moves[d.IntN(len(p.moves))], uint8(0)
	for _, m := range p.moves {
		if cast, ok := m.(Cast); ok && cast.Card.Kind() == printed.Attack && cast.Step > step && d.IntN(5) > 0 {
			c, step = m, cast.Step
		}
	}
	p.Play(c, d)
	return true
}

// Prospects appends what State.Prospects returns.
func (p *Playout) Prospects(to []float64) []float64 { return append(to, p.r.State.Prospects()...) }

// State returns a copy of the position.
func (p *Playout) State() *State { return new(p.r.State) }
