package castingshadows

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Wishes lists the commands that a seat may wish for at this moment: everything that is legal and,
// for everything else that people may touch, one command that is refused.
func (s *State) Wishes(seat engine.Seat) []engine.Command {
	i := s.Find(seat)
	if i < 0 {
		return nil
	}
	all := engine.BySeat(seat, s.Legal())
	if s.Over || s.Stage == 0 || s.Players[i].Out || s.Seating.Tracks {
		return all
	}
	for _, c := range s.candidates(i) {
		if !touched(all, engine.Aims(c)) && s.check(c) != nil {
			all = append(all, c)
		}
	}
	return all
}

// touched reports whether a command has the first of the aims.
func touched(commands []engine.Command, aims []string) bool {
	return slices.ContainsFunc(commands, func(c engine.Command) bool { return slices.Contains(engine.Aims(c), aims[0]) })
}

// candidates returns commands about the tiles, the cards beside them, and the seat's own cards.
func (s *State) candidates(i int8) (all []engine.Command) {
	seat := s.seat(i)
	for _, n := range s.laidOut() {
		all = append(all, Travel{Seat: seat, To: n})
		if c := s.beside(n); c != 0 {
			cost, _ := s.price(i, c.Name())
			all = append(all, Collect{Seat: seat, Card: c, Paid: plainly(cost)})
		}
	}
	for _, c := range s.Players[i].Opened() {
		if c.Name().IsSpell() {
			all = append(all, s.wishedCast(i, c))
		} else {
			all = append(all, UseCard{Seat: seat, Card: c})
		}
	}
	for t := s.Players[i].Counterspells; t != 0; t &= t - 1 {
		all = append(all, Answer{Seat: seat, Card: t.first()})
	}
	return append(all, CollectCounterspell{Seat: seat, Paid: plainly(s.counterspellPrice(i))})
}

// wishedCast casts a spell as cheaply as possible, at somebody in reach or else at the first other
// character.
func (s *State) wishedCast(i int8, card printed.Card) Cast {
	c := Cast{Seat: s.seat(i), Card: card}
	effects := s.Facts.Effects(card.Name())
	if len(effects) == 0 {
		return c
	}
	e := &effects[0]
	c.Line = 1
	if e.Times.Number() > 0 {
		c.Step, c.Paid = 1, plainly(costs(e, 1))
	}
	for n, o := range s.aimings(nil, i, e, option{Line: 1, Step: c.Step}, -1) {
		if n == 0 || s.Aims(i, e, o, -1).Allowed() {
			c.Enemy, c.Tile = s.enemySeat(o), o.Tile
		}
	}
	if fixed, gems, orbs := gained(e, 0); e.Does == printed.Gain && gems+orbs > 0 {
		fixed[printed.RedGem] += gems
		fixed[printed.RedOrb] += orbs
		c.Gets = fixed
	}
	return c
}

// plainly pays a cost, with red for symbols of any color.
func plainly(c printed.Cost) (p printed.Pool) {
	for _, r := range printed.Resources() {
		p[r] = c[r]
	}
	p[printed.RedGem] += c[printed.AnyGem]
	p[printed.RedOrb] += c[printed.AnyOrb]
	return p
}
