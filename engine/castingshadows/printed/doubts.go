package printed

import "arbiter/engine"

// Tokens is the number of tokens in the box (rulebook, components).
const Tokens = 13

// Doubts compares the known facts of a box with what the rulebook says of every box: wrong is what
// contradicts it, open what cannot be judged until more facts are known.
func (f *Facts) Doubts() (wrong, open []engine.Text) {
	wrong = f.homes()
	sum, kinds := 0, len(f.tokens)
	for _, n := range f.tokens {
		sum += int(n)
	}
	switch {
	case sum > Tokens, kinds == 3 && sum != Tokens:
		wrong = append(wrong, engine.Say("The box has %d tokens, not %d: count gems, orbs and fragments again", Tokens, sum))
	case kinds < 3:
		open = append(open, engine.Say("How many of the %d tokens are of which kind has not been told", Tokens))
	}
	return wrong, append(open, f.untold()...)
}

// homes lists homes that would share a place: each has a corner of the map.
func (f *Facts) homes() (wrong []engine.Text) {
	for players := 2; players <= maxPlayers; players++ {
		for a := 1; a <= players; a++ {
			for b := 1; b < a; b++ {
				if p := f.Home(players, a); p != 0 && p == f.Home(players, b) {
					wrong = append(wrong, engine.Say("With %d players persons %d and %d have the same corner: look at the picture of the setup again", players, b, a))
				}
			}
		}
	}
	return wrong
}

// untold lists the facts that a game needs and that are unknown.
func (f *Facts) untold() (open []engine.Text) {
	effects, prices := 0, 0
	for _, n := range Names() {
		if !f.Has(n) {
			continue
		}
		if !f.Told(n) {
			effects++
		}
		if _, _, told := f.Price(n); n.IsSpell() && !told {
			prices++
		}
	}
	if effects > 0 {
		open = append(open, engine.Say("What {%d thing of the box does|%d things of the box do} has not been told", effects))
	}
	if prices > 0 {
		open = append(open, engine.Say("What {%d spell costs|%d spells cost} has not been told", prices))
	}
	return open
}
