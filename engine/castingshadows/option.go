package castingshadows

import (
	"cmp"
	"iter"
	"slices"

	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// What a seat may choose when it carries out a line: how many times it is paid, whom or which tile
// it is for, what it gets.

// InForce returns the effects in force for a seat: those of its companion, of its tile, and those
// that last. Other is the seat that conditions refer to, or -1.
func (s *State) InForce(i, other int8) iter.Seq[*printed.Effect] {
	return func(yield func(*printed.Effect) bool) {
		for _, n := range s.things(i) {
			all := s.Facts.Effects(n)
			for k := range all {
				if e := &all[k]; e.When == printed.Always && s.holds(e.If, i, other, n) && !yield(e) {
					return
				}
			}
		}
		for _, l := range s.Players[i].Lasting {
			if l.Of == 0 {
				return
			}
			if e := &s.Facts.Effects(l.Of)[l.Line-1]; s.holds(e.If, i, other, l.Of) && !yield(e) {
				return
			}
		}
	}
}

// things returns a seat's companion and its tile.
func (s *State) things(i int8) [2]printed.Name {
	if s.Seating.Tracks {
		return [2]printed.Name{} // people carry out what they say
	}
	return [2]printed.Name{s.Players[i].Companion.Name(), s.Players[i].At}
}

// holds reports whether a condition is met for a seat; other is the seat it refers to, or -1.
func (s *State) holds(c printed.Condition, i, other int8, of printed.Name) bool {
	p := &s.Players[i]
	switch c {
	case printed.InBaseForm:
		return !p.Shadow
	case printed.InShadowForm:
		return p.Shadow
	case printed.OnSameTile:
		return other >= 0 && s.Players[other].At == p.At
	case printed.OnOtherTile:
		return other >= 0 && s.Players[other].At != p.At
	case printed.AtHome:
		return p.At == s.Homes[i]
	case printed.AtOthersHome:
		return p.At != s.Homes[i] && slices.Contains(s.Homes[:s.Count()], p.At)
	case printed.OnRune:
		return p.At == printed.AncientRune
	case printed.WhenLow:
		return p.Health <= printed.Health/3
	case printed.WithEnergy:
		return p.Energy >= p.limit()
	case printed.WithoutCurse:
		return s.pool(i)[printed.CursedCrystal] == 0
	case printed.FirstInTurn:
		return s.Worked[thingKind(of)]>>i&1 == 0
	}
	return true
}

// isThing reports whether a name is a companion or a tile.
func isThing(n printed.Name) bool {
	k := n.Kind()
	return k == printed.Companion || k == printed.Tile
}

// thingKind returns 0 for companions and all cards, 1 for tiles.
func thingKind(n printed.Name) int {
	if n.Kind() == printed.Tile {
		return 1
	}
	return 0
}

// reaches reports whether an effect of a seat reaches a tile.
func (s *State) reaches(i int8, e *printed.Effect, to printed.Name) bool {
	_, reach := e.Aim()
	d := s.distance(s.Players[i].At, to)
	if reach.Covers(d) || reach == printed.Anywhere {
		return true
	}
	if _, most := reach.Steps(); e.When == printed.OnCast && d > most {
		return d-most <= s.farther(i)
	}
	return false
}

// farther returns how many steps the reach of a seat's spells is extended.
func (s *State) farther(i int8) (n uint8) {
	for e := range s.InForce(i, -1) {
		if e.Does == printed.Farther {
			n = more(n, e.Amounts.At(0))
		}
	}
	return n
}

// enemy allows another character that is in the game and in reach.
func (s *State) enemy(i int8, e *printed.Effect, other int8) refusal {
	switch {
	case other < 0 || other == i || s.Players[other].Out:
		return refuse("name another character that is in the game")
	case !s.reaches(i, e, s.Players[other].At):
		return refuse("%s is out of reach", seatWord(other))
	}
	return allowed
}

// anybody requires that an attack can hit somebody (ruling no-target).
func (s *State) anybody(i int8, e *printed.Effect) refusal {
	for j := range s.Count() {
		if s.enemy(i, e, j).Allowed() {
			return allowed
		}
	}
	if s.Seating.Untargeted && e.When == printed.OnCast {
		return allowed
	}
	return refuse("nobody is in reach")
}

// full allows a tile in reach with an enemy on it.
func (s *State) full(i int8, e *printed.Effect, tile printed.Name) refusal {
	if s.Place(tile) == 0 || !s.reaches(i, e, tile) {
		return refuse("%s is out of reach", nameWord(tile))
	}
	for j := range s.Count() {
		if s.Players[j].At == tile && s.enemy(i, e, j).Allowed() {
			return allowed
		}
	}
	if s.Seating.Untargeted && e.When == printed.OnCast {
		return allowed
	}
	return refuse("nobody else is on %s", nameWord(tile))
}

// Aims refuses an option that does not name exactly whom the effect is for.
func (s *State) Aims(i int8, e *printed.Effect, o option, against int8) refusal {
	enemy := int8(o.Enemy) - 1
	to, _ := e.Aim()
	switch {
	case !e.Does.IsForEnemies():
		to = printed.Oneself
	case to == printed.OneEnemy:
		if no := s.enemy(i, e, enemy); enemy >= 0 || !s.Seating.Untargeted || e.When != printed.OnCast {
			return cmp.Or(no, s.goes(i, enemy, e, o))
		}
		return s.anybodyElse(i, e)
	case to == printed.EachOnTile:
		return cmp.Or(noEnemy(o), s.full(i, e, o.Tile))
	case to == printed.EachEnemy:
		return cmp.Or(noEnemy(o), noTile(o), s.anybody(i, e))
	case to == printed.Attacker && (against < 0 || s.Players[against].Out):
		return refuse("there is no attacker")
	}
	return cmp.Or(noEnemy(o), s.goes(i, i, e, o))
}

// anybodyElse requires an enemy to be named if one is in reach.
func (s *State) anybodyElse(i int8, e *printed.Effect) refusal {
	for j := range s.Count() {
		if s.enemy(i, e, j).Allowed() {
			return refuse("name another character that is in the game")
		}
	}
	return allowed
}

func noEnemy(o option) refusal {
	if o.Enemy != 0 {
		return refuse("no character is named for that")
	}
	return allowed
}

func noTile(o option) refusal {
	if o.Tile != 0 {
		return refuse("no tile is named for that")
	}
	return allowed
}

// goes allows a figure to be moved at most as many steps as the line says.
func (s *State) goes(i, who int8, e *printed.Effect, o option) refusal {
	if e.Does != printed.Move && e.Does != printed.Push {
		return noTile(o)
	}
	if who < 0 || s.Place(o.Tile) == 0 {
		return refuse("name a tile of this game")
	}
	if d := s.distance(s.Players[who].At, o.Tile); d == 0 || d > e.Amounts.At(0) {
		return refuse("%s is not so many steps away", nameWord(o.Tile))
	}
	return allowed
}

// yields allows resources in the printed colors and, for grey symbols, in colors of one's choice.
func (s *State) yields(e *printed.Effect, o option, step uint8) refusal {
	var fixed printed.Pool
	var gems, orbs uint8
	if e.Does == printed.Gain {
		fixed, gems, orbs = gained(e, step)
	}
	if gems+orbs == 0 {
		if o.Gets != zeroPool {
			return refuse("there is no color to choose")
		}
		return allowed
	}
	rest := o.Gets
	if !rest.Has(fixed) {
		return refuse("that is not what it brings")
	}
	rest = rest.Minus(fixed)
	if rest[printed.RedGem]+rest[printed.BlueGem] != gems || rest[printed.RedOrb]+rest[printed.BlueOrb] != orbs || rest.Number() != int(gems+orbs) {
		return refuse("that is not what it brings")
	}
	return allowed
}

// gained returns what a line brings at a step, from 0: fixed resources, and the numbers of gems and
// orbs whose colors are chosen; each is capped at MostAmount.
func gained(e *printed.Effect, step uint8) (fixed printed.Pool, gems, orbs uint8) {
	all := e.What.Times(e.Amounts.At(int(step)))
	for r, n := range all {
		all[r] = min(n, printed.MostAmount)
	}
	for _, r := range printed.Resources() {
		fixed[r] = all[r]
	}
	return fixed, all[printed.AnyGem], all[printed.AnyOrb]
}

// diceOf allows the dice that an effect may reroll.
func (s *State) diceOf(i int8, e *printed.Effect, o option) refusal {
	if e.Does != printed.Reroll {
		if o.Dice != 0 {
			return refuse("no dice are named for that")
		}
		return allowed
	}
	if i != s.Turn {
		return refuse("only who has its turn has dice")
	}
	if no := s.rerollable(o.Dice); !no.Allowed() {
		return no
	}
	if most := e.Amounts.At(0); o.Dice.size() > int(most) {
		return refuse("no more than %d dice are rerolled", rule.Number(most))
	}
	return allowed
}

// stepped allows one of the numbers of payments that a line offers, or none if it is free.
func stepped(e *printed.Effect, step uint8) refusal {
	switch n := uint8(e.Times.Number()); {
	case n == 0 && step != 0:
		return refuse("nothing is paid for that")
	case n > 0 && (step == 0 || step > n):
		return refuse("it is paid in one of %d ways", rule.Number(n))
	}
	return allowed
}

// costs returns the cost of a line at a step.
func costs(e *printed.Effect, step uint8) printed.Cost {
	if step == 0 {
		return printed.Cost{}
	}
	return e.Pays.Times(e.Times.At(int(step - 1)))
}

// fits refuses an option that does not fit the line; earlier is the step, from 0, at which an
// earlier part was paid.
func (s *State) fits(i int8, e *printed.Effect, o option, against int8, earlier uint8) refusal {
	if no := stepped(e, o.Step); !no.Allowed() {
		return no
	}
	if o.Step > 0 {
		earlier = o.Step - 1
	}
	no := s.yields(e, o, earlier)
	done := *e
	done.Amounts = e.Amounts.Only(int(earlier))
	return cmp.Or(s.Aims(i, &done, o, against), no, s.diceOf(i, &done, o))
}

// casts refuses an option that cannot begin a spell. If the spell rerolls dice, they are chosen
// after it has been paid for.
func (s *State) casts(i int8, e *printed.Effect, o option) refusal {
	if e.Does != printed.Reroll || o.Dice != 0 {
		return s.fits(i, e, o, -1, 0)
	}
	if s.rerolls() == 0 {
		return refuse("only dice in the pool are rerolled")
	}
	return cmp.Or(stepped(e, o.Step), s.Aims(i, e, o, -1), s.yields(e, o, 0))
}
