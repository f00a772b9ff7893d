package castingshadows

import "arbiter/engine/castingshadows/printed"

// The options that seats may choose from, by the rules of option.go.

// usualOptions is room for the options of most lines.
const usualOptions = 16

// optionsOf appends the options of a line, without ways to pay.
func (s *State) optionsOf(all []option, i int8, line uint8, e *printed.Effect, against int8, earlier uint8) []option {
	var (
		aims [usualOptions]option // on the stack
		gets [usualOptions]printed.Pool
		dice [allDice]DiceSet
	)
	for step := range s.steps(i, e) {
		o := option{Line: line, Step: step}
		was := earlier
		if step > 0 {
			was = step - 1
		}
		for _, aimed := range s.aimings(aims[:0], i, e, o, against) {
			for _, got := range gains(gets[:0], e, was) {
				for _, d := range s.diceSets(dice[:0], i, e) {
					aimed.Gets, aimed.Dice = got, d
					if s.fits(i, e, aimed, against, earlier).Allowed() {
						all = append(all, aimed)
					}
				}
			}
		}
	}
	return all
}

// castings appends the options with which a spell may begin, without ways to pay.
func (s *State) castings(all []option, i int8, line uint8, e *printed.Effect) []option {
	if e.Does != printed.Reroll {
		return s.optionsOf(all, i, line, e, -1, 0)
	}
	for step := range s.steps(i, e) {
		if o := (option{Line: line, Step: step}); s.casts(i, e, o).Allowed() {
			all = append(all, o)
		}
	}
	return all
}

// steps yields the steps that the seat can pay; 0 for a free line.
func (s *State) steps(i int8, e *printed.Effect) func(func(uint8) bool) {
	return func(yield func(uint8) bool) {
		n := uint8(e.Times.Number())
		if n == 0 {
			yield(0)
			return
		}
		for step := uint8(1); step <= n; step++ {
			if costs(e, step).Payable(s.pool(i)) && !yield(step) {
				return
			}
		}
	}
}

// aimings appends the option with each target that the line may have.
func (s *State) aimings(all []option, i int8, e *printed.Effect, o option, against int8) []option {
	to, _ := e.Aim()
	switch {
	case e.Does.IsForEnemies() && to == printed.OneEnemy:
		for j := range s.Count() {
			if s.enemy(i, e, j).Allowed() {
				o.Enemy = uint8(j + 1)
				all = s.pushTargets(all, e, o)
			}
		}
		o.Enemy = 0
		return append(all, o) // refused, unless an attack may hit nobody
	case e.Does.IsForEnemies() && to == printed.EachOnTile, e.Does == printed.Move:
		for n := printed.AncientRune; n <= printed.LastTile; n++ {
			if s.Place(n) != 0 {
				o.Tile = n
				all = append(all, o)
			}
		}
		return all
	}
	return s.pushTargets(all, e, o)
}

// pushTargets appends the option with each tile that somebody may be pushed to.
func (s *State) pushTargets(all []option, e *printed.Effect, o option) []option {
	if e.Does != printed.Push {
		return append(all, o)
	}
	for n := printed.AncientRune; n <= printed.LastTile; n++ {
		if s.Place(n) != 0 {
			o.Tile = n
			all = append(all, o)
		}
	}
	return all
}

// gains appends the resources that a line may bring, one pool for each choice of colors.
func gains(all []printed.Pool, e *printed.Effect, step uint8) []printed.Pool {
	if e.Does != printed.Gain {
		return append(all, zeroPool)
	}
	fixed, gems, orbs := gained(e, step)
	if gems+orbs == 0 {
		return append(all, zeroPool)
	}
	for red := range gems + 1 {
		for orb := range orbs + 1 {
			p := fixed
			p[printed.RedGem] += red
			p[printed.BlueGem] += gems - red
			p[printed.RedOrb] += orb
			p[printed.BlueOrb] += orbs - orb
			all = append(all, p)
		}
	}
	return all
}

// diceSets appends the sets of dice that may be rerolled.
func (s *State) diceSets(all []DiceSet, i int8, e *printed.Effect) []DiceSet {
	if e.Does != printed.Reroll || i != s.Turn {
		return append(all, 0)
	}
	for d := DiceSet(1); d <= allDice; d++ {
		if s.rerollable(d).Allowed() {
			all = append(all, d)
		}
	}
	return all
}
