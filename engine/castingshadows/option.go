package castingshadows

import (
	"cmp"
	"iter"

	"arbiter/engine/castingshadows/printed"
)

// What a seat may choose when it carries a line out: how often it is paid, whom or which
// tile it is for, what it gets.

// inForce are the effects that are in force for a seat: of its companion, of its tile, and
// those that last. Other is whom they are asked about, or -1.
func (s *State) inForce(i, other int8) iter.Seq[printed.Effect] {
	return func(yield func(printed.Effect) bool) {
		for _, n := range s.things(i) {
			for _, e := range s.facts.Effects(n) {
				if e.When == printed.Always && s.holds(e.If, i, other, n) && !yield(e) {
					return
				}
			}
		}
		for _, l := range s.players[i].lasting {
			if l.of == 0 {
				return
			}
			if e := s.facts.Effects(l.of)[l.line-1]; s.holds(e.If, i, other, l.of) && !yield(e) {
				return
			}
		}
	}
}

// things are the companion of a seat and its tile.
func (s *State) things(i int8) [2]printed.Name {
	if s.seating.tracks {
		return [2]printed.Name{} // people carry out what they say
	}
	return [2]printed.Name{s.players[i].mate.Name(), s.players[i].at}
}

// holds reports whether a condition is met for a seat; other is whom it is about, or -1.
func (s *State) holds(c printed.Condition, i, other int8, of printed.Name) bool {
	p := &s.players[i]
	switch c {
	case printed.InBaseForm:
		return !p.shadow
	case printed.InShadowForm:
		return p.shadow
	case printed.OnSameTile:
		return other >= 0 && s.players[other].at == p.at
	case printed.OnOtherTile:
		return other >= 0 && s.players[other].at != p.at
	case printed.AtHome:
		return p.at == s.character(i).Home()
	case printed.AtOthersHome:
		return p.at >= printed.HomeKit && p.at != s.character(i).Home()
	case printed.OnRune:
		return p.at == printed.AncientRune
	case printed.WhenLow:
		return p.health <= printed.Health/3
	case printed.WithEnergy:
		return p.energy >= p.limit()
	case printed.WithoutCurse:
		return s.pool(i)[printed.CursedCrystal] == 0
	case printed.FirstInTurn:
		return s.worked[thingKind(of)]>>i&1 == 0
	}
	return true
}

// isThing reports whether it is a companion or a tile.
func isThing(n printed.Name) bool {
	k := n.Kind()
	return k == printed.Companion || k == printed.Tile
}

// thingKind is 0 for companions and all cards, 1 for tiles.
func thingKind(n printed.Name) int {
	if n.Kind() == printed.Tile {
		return 1
	}
	return 0
}

// reaches reports whether an effect of a seat goes as far as a tile.
func (s *State) reaches(i int8, e printed.Effect, to printed.Name) bool {
	_, reach := e.Aim()
	d := s.distance(s.players[i].at, to)
	if reach.Covers(d) || reach == printed.Anywhere {
		return true
	}
	if _, most := reach.Steps(); e.When == printed.OnCast && d > most {
		return d <= most+s.farther(i)
	}
	return false
}

// farther is how many steps more the spells of a seat go.
func (s *State) farther(i int8) (n uint8) {
	for e := range s.inForce(i, -1) {
		if e.Does == printed.Farther {
			n += e.Amounts.At(0)
		}
	}
	return n
}

// enemy: another character that is in the game and in reach.
func (s *State) enemy(i int8, e printed.Effect, other int8) refusal {
	switch {
	case other < 0 || other == i || s.players[other].out:
		return refuse("name another character that is in the game")
	case !s.reaches(i, e, s.players[other].at):
		return refuse("%s is out of reach", seatWord(other))
	}
	return allowed
}

// anybody: an attack that hits nobody is refused (ruling no-target).
func (s *State) anybody(i int8, e printed.Effect) refusal {
	for j := range s.count() {
		if s.enemy(i, e, j).Allowed() {
			return allowed
		}
	}
	if s.seating.untargeted && e.When == printed.OnCast {
		return allowed
	}
	return refuse("nobody is in reach")
}

// full: a tile in reach with an enemy on it.
func (s *State) full(i int8, e printed.Effect, tile printed.Name) refusal {
	if s.place(tile) == 0 || !s.reaches(i, e, tile) {
		return refuse("%s is out of reach", nameWord(tile))
	}
	for j := range s.count() {
		if s.players[j].at == tile && s.enemy(i, e, j).Allowed() {
			return allowed
		}
	}
	if s.seating.untargeted && e.When == printed.OnCast {
		return allowed
	}
	return refuse("nobody else is on %s", nameWord(tile))
}

// aims: an option names exactly whom the effect is for.
func (s *State) aims(i int8, e printed.Effect, o option, against int8) refusal {
	enemy := int8(o.enemy) - 1
	to, _ := e.Aim()
	switch {
	case !forEnemies(e.Does):
		to = printed.Oneself
	case to == printed.OneEnemy:
		if no := s.enemy(i, e, enemy); enemy >= 0 || !s.seating.untargeted || e.When != printed.OnCast {
			return cmp.Or(no, s.goes(i, enemy, e, o))
		}
		return s.anybodyElse(i, e)
	case to == printed.EachOnTile:
		return cmp.Or(noEnemy(o), s.full(i, e, o.tile))
	case to == printed.EachEnemy:
		return cmp.Or(noEnemy(o), noTile(o), s.anybody(i, e))
	case to == printed.Attacker && (against < 0 || s.players[against].out):
		return refuse("there is no attacker")
	}
	return cmp.Or(noEnemy(o), s.goes(i, i, e, o))
}

// anybodyElse: one enemy is named as long as one is in reach.
func (s *State) anybodyElse(i int8, e printed.Effect) refusal {
	for j := range s.count() {
		if s.enemy(i, e, j).Allowed() {
			return refuse("name another character that is in the game")
		}
	}
	return allowed
}

func noEnemy(o option) refusal {
	if o.enemy != 0 {
		return refuse("no character is named for that")
	}
	return allowed
}

func noTile(o option) refusal {
	if o.tile != 0 {
		return refuse("no tile is named for that")
	}
	return allowed
}

func forEnemies(d printed.Deed) bool {
	return d == printed.Deal || d == printed.Push || d == printed.Peek
}

// goes: a figure that is moved goes so many steps at most.
func (s *State) goes(i, who int8, e printed.Effect, o option) refusal {
	if e.Does != printed.Move && e.Does != printed.Push {
		return noTile(o)
	}
	if who < 0 || s.place(o.tile) == 0 {
		return refuse("name a tile of this game")
	}
	if d := s.distance(s.players[who].at, o.tile); d == 0 || d > e.Amounts.At(0) {
		return refuse("%s is not so many steps away", nameWord(o.tile))
	}
	return allowed
}

// yields: what comes has the colors that are printed, or those that are chosen.
func (s *State) yields(e printed.Effect, o option, step uint8) refusal {
	fixed, gems, orbs := gains(e, step)
	if gems+orbs == 0 || e.Does != printed.Gain {
		if o.gets != zeroPool {
			return refuse("there is no color to choose")
		}
		return allowed
	}
	rest := o.gets
	if !rest.Has(fixed) {
		return refuse("that is not what it brings")
	}
	rest = rest.Minus(fixed)
	if rest[printed.RedGem]+rest[printed.BlueGem] != gems || rest[printed.RedOrb]+rest[printed.BlueOrb] != orbs || rest.Number() != int(gems+orbs) {
		return refuse("that is not what it brings")
	}
	return allowed
}

// gains is what a line brings at a step, from 0: fixed resources, and gems and orbs whose
// color is chosen.
func gains(e printed.Effect, step uint8) (fixed printed.Pool, gems, orbs uint8) {
	all := e.What.Times(e.Amounts.At(int(step)))
	for _, r := range printed.Resources() {
		fixed[r] = all[r]
	}
	return fixed, all[printed.AnyGem], all[printed.AnyOrb]
}

// dice: those that an effect rerolls.
func (s *State) diceOf(i int8, e printed.Effect, o option) refusal {
	if e.Does != printed.Reroll {
		if o.dice != 0 {
			return refuse("no dice are named for that")
		}
		return allowed
	}
	if i != s.turn {
		return refuse("only who has its turn has dice")
	}
	if no := s.rerollable(o.dice); !no.Allowed() {
		return no
	}
	if len(o.dice.Dice()) > int(e.Amounts.At(0)) {
		return refuse("no more than %d dice are rerolled", word(e.Amounts.At(0)))
	}
	return allowed
}

// stepped: a line is paid as often as it says, or not at all if it is free.
func stepped(e printed.Effect, step uint8) refusal {
	switch n := uint8(e.Times.Number()); {
	case n == 0 && step != 0:
		return refuse("nothing is paid for that")
	case n > 0 && (step == 0 || step > n):
		return refuse("it is paid in one of %d ways", word(n))
	}
	return allowed
}

// costs is what a step of a line takes.
func costs(e printed.Effect, step uint8) printed.Cost {
	if step == 0 {
		return printed.Cost{}
	}
	return e.Pays.Times(e.Times.At(int(step - 1)))
}

// fits: an option carries the line out; earlier is the step at which an earlier part was
// paid, from 0.
func (s *State) fits(i int8, e printed.Effect, o option, against int8, earlier uint8) refusal {
	if no := stepped(e, o.step); !no.Allowed() {
		return no
	}
	if o.step > 0 {
		earlier = o.step - 1
	}
	return cmp.Or(s.aims(i, e, o, against), s.yields(e, o, earlier), s.diceOf(i, e, o))
}
