package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// Final scoring in the full book: the referee counts gems, AI cards, bonus cards
// and cubes itself; only cards that nobody has named are shown first.

// scoreFinally scores seat after seat until one has cards to show.
func (t *turn) scoreFinally() {
	for {
		p := &t.players[t.turn]
		if p.counted == 0 {
			t.countGems(p.seat)
		}
		if p.blank > 0 {
			return
		}
		t.scoreBonuses()
		next := t.afterFinal()
		if next < 0 {
			t.countCubes()
			t.decideWinner()
			return
		}
		emit(t, Turn{t.players[next].seat})
	}
}

func (t *turn) countGems(seat engine.Seat) {
	for _, gem := range gemColors {
		n := t.active().gems.of(gem)
		emit(t, Counted{seat, gem, n})
		t.finalEnergy(Delta(n)*Delta(t.value(gem)), gem)
	}
	t.finalEnergy(Delta(t.active().aiCards()*t.value(AICard)), AICard)
}

// scoreBonuses lays all cards of the seat open and then scores one after the
// other. Of the Automa's only the light ones count (rulebook, "Automa mode").
func (t *turn) scoreBonuses() {
	i := t.turn
	seat := t.players[i].seat
	for left := t.players[i].bonuses; left != 0; left &= left - 1 {
		emit(t, Exposed{seat, firstLight + Item(bits.TrailingZeros32(left))})
	}
	counts := t.players[i].revealed
	if t.players[i].robot() {
		counts &= 1<<lightCards - 1
	}
	for left := counts; left != 0; left &= left - 1 {
		card := firstLight + Item(bits.TrailingZeros32(left))
		t.finalEnergy(Delta(t.worth(i, card)), card)
	}
}

// countCubes tells how many cubes stand on the board, for the last tie-break.
func (t *turn) countCubes() {
	for i := range int8(t.count) {
		emit(t, Counted{t.players[i].seat, Cubes, uint8(t.onBoard(i, true))})
	}
}

func bonusMask(i Item) uint32 {
	if !i.isBonus() {
		return 0
	}
	return bonusBit(i)
}

// showable are the bonus cards that the acting seat can have drawn without a
// name, as far as everybody knows.
func (s *State) showable() uint32 {
	set := uint32(1<<lightCards-1) | s.darkCards()
	for i := range s.seats() {
		set &^= s.players[i].revealed
	}
	return set &^ s.active().bonuses
}

func (s *State) shows(all []engine.Command) []engine.Command {
	for left := s.showable(); left != 0; left &= left - 1 {
		all = append(all, s.say(s.turn).show[bits.TrailingZeros32(left)])
	}
	return all
}

// Show names a bonus card in final scoring that nobody has named before.
type Show struct {
	Seat engine.Seat
	Card Item
}

func (c Show) By() engine.Seat { return c.Seat }

func (c Show) check(s *State) refusal {
	if r := s.mustFull(); !r.allowed() {
		return r
	}
	if r := s.mustAct(c.Seat, PhaseFinal); !r.allowed() {
		return r
	}
	if s.showable()&bonusMask(c.Card) == 0 {
		return refuse("%s cannot have that bonus card", wordBy)
	}
	return allowed
}

func (c Show) play(t *turn) {
	emit(t, Exposed(c))
	t.scoreFinally()
}

func (c Show) tell() engine.Text {
	return engine.Say("Show %s", c.Card.term())
}

// Exposed is a bonus card that everybody sees in final scoring.
type Exposed struct {
	Seat engine.Seat
	Card Item
}

// Reveals tells that everybody has seen the card.
func (Exposed) Reveals() {}

func (e Exposed) apply(s *State) {
	s.player(e.Seat).lose(e.Card)
	s.player(e.Seat).revealed |= bonusBit(e.Card)
}

func (e Exposed) fits(s *State) bool {
	return e.Card.isBonus()
}

func (e Exposed) tell() engine.Text {
	return engine.Say("%s shows %s", e.Seat, e.Card.term())
}
