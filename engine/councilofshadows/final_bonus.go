package councilofshadows

import (
	"cmp"
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Final scoring in the full book: the referee counts gems, AI cards, bonus cards and cubes itself;
// only cards that are still unknown have to be shown first.

// scoreFinally scores seat after seat until one has cards to show.
func (r *resolution) scoreFinally() {
	for {
		p := &r.players[r.turn]
		if p.counted == 0 {
			r.countGems(p.seat)
		}
		if p.blank > 0 {
			return
		}
		r.scoreBonuses()
		next := r.afterFinal()
		if next < 0 {
			r.countCubes()
			r.decideWinner()
			return
		}
		emit(r, Turn{r.players[next].seat})
	}
}

func (r *resolution) countGems(seat engine.Seat) {
	for _, gem := range gemColors {
		n := r.active().gems.of(gem)
		emit(r, Counted{seat, gem, n})
		r.finalEnergy(Delta(n)*Delta(r.value(gem)), gem)
	}
	r.finalEnergy(Delta(r.active().aiCards()*r.value(AICard)), AICard)
}

// scoreBonuses turns all cards of the seat up and then scores one after another. For the Automa
// only light ones count (rulebook, "Automa mode").
func (r *resolution) scoreBonuses() {
	i := r.turn
	seat := r.players[i].seat
	for left := r.players[i].bonuses; left != 0; left &= left - 1 {
		emit(r, Exposed{seat, firstLight + Item(bits.TrailingZeros32(left))})
	}
	counts := r.players[i].revealed
	if r.players[i].robot() {
		counts &= 1<<lightCards - 1
	}
	for left := counts; left != 0; left &= left - 1 {
		card := firstLight + Item(bits.TrailingZeros32(left))
		r.finalEnergy(Delta(r.worth(i, card)), card)
	}
}

// countCubes counts the cubes on the board, for the last tie-break.
func (r *resolution) countCubes() {
	for i := range int8(r.count) {
		emit(r, Counted{r.players[i].seat, Cubes, uint8(r.onBoard(i, true))})
	}
}

func bonusMask(i Item) uint32 {
	if !i.isBonus() {
		return 0
	}
	return bonusBit(i)
}

// showable returns the bonus cards that the active seat may have drawn without naming them, as far
// as everybody knows.
func (s *State) showable() uint32 {
	set := uint32(1<<lightCards-1) | s.darkCards()
	for i := range s.seats() {
		set &^= s.players[i].revealed
	}
	return set &^ s.active().bonuses
}

func (s *State) mayHave(card Item) refusal {
	if s.showable()&bonusMask(card) == 0 {
		return refuse("%s cannot have that bonus card", wordBy)
	}
	return allowed
}

func (s *State) shows(all []engine.Command) []engine.Command {
	for left := s.showable(); left != 0; left &= left - 1 {
		all = append(all, s.commands(s.turn).show[bits.TrailingZeros32(left)])
	}
	return all
}

// Show names a bonus card in final scoring that was unknown until then.
type Show struct {
	Seat engine.Seat
	Card Item
}

func (c Show) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Show) Aims() []string { return []string{c.Card.thingAim()} }

func (c Show) Check(s *State) refusal {
	return cmp.Or(s.keepsBoard(), s.mustAct(c.Seat, PhaseFinal), s.mayHave(c.Card))
}

func (c Show) Play(r *resolution) {
	emit(r, Exposed(c))
	r.scoreFinally()
}

func (c Show) Tell() engine.Text {
	return engine.Say("Show %s", c.Card.term())
}

func (c Show) Effect(s *State) engine.Effect {
	return rule.Asks(engine.Say("Show"), "Show %s?", s.quoted(c.Card))
}

// Exposed is a bonus card that everybody sees in final scoring.
type Exposed struct {
	Seat engine.Seat
	Card Item
}

// Reveals implements engine.Reveal: everybody has seen the card.
func (Exposed) Reveals() {}

func (e Exposed) Apply(s *State) {
	s.player(e.Seat).lose(e.Card)
	s.player(e.Seat).revealed |= bonusBit(e.Card)
}

func (e Exposed) fits(s *State) bool {
	return e.Card.isBonus()
}

func (e Exposed) Tell() engine.Text {
	return engine.Say("%s shows %s", e.Seat, e.Card.term())
}
