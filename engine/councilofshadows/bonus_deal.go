package councilofshadows

import (
	"cmp"
	"math/bits"

	"arbiter/engine"
)

// Bonus cards: a dark one for each seat at the start, light ones from galaxies. A seat may have
// four; when it gets a fifth, it puts one under the pile.

// bonusNext returns the cards that may be dealt now: dark ones at the start, later those in the
// pile of light ones. A card that went under that pile without a name may be a dark one.
func (s *State) bonusNext() uint32 {
	pile := &s.table.bonus
	if s.phase != PhaseSetup && !pile.bottomNameless() {
		return pile.next()
	}
	dark := s.darkCards()
	for i := range s.seats() {
		dark &^= s.players[i].bonuses
	}
	if s.phase == PhaseSetup {
		return dark
	}
	return pile.next() | dark&^pile.known()
}

// darkCards returns the dark bonus cards in use (rulebook, setup; two players).
func (s *State) darkCards() (set uint32) {
	for n := lightCards; n < bonusCards; n++ {
		if !s.boxed(n) {
			set |= 1 << n
		}
	}
	return set
}

// boxed reports whether dark bonus card n stays in the box: the one for stations if module 1 is not
// used, cards for more players, and with two players those of galaxies that are not on their board.
func (s *State) boxed(n int) bool {
	card := s.facts.board.bonus[n]
	switch {
	case card.Kind == CountsStations && !s.modules.stations:
		return true
	case s.facts.board.marked[n] > max(s.count, 3):
		return true
	case card.Kind == CountsGalaxy && s.count <= 2:
		g, ok := galaxyIndex(GalaxyName(card.Of))
		return !ok || s.board().galaxy[g].sites == 0
	}
	return false
}

// bonusLeft reports whether the pile of light cards has any.
func (s *State) bonusLeft() bool { return s.table.bonus.size() > 0 }

// bonusCount returns how many bonus cards a seat has.
func (p *player) bonusCount() int { return bits.OnesCount32(p.bonuses) + int(p.blank) }

func bonusBit(i Item) uint32 { return 1 << (i - firstLight) }

// dealsBonus refuses anybody but the table, which deals bonus cards.
func dealsBonus(seat engine.Seat) refusal {
	if seat != engine.Table {
		return refuse("the table deals bonus cards, not %s", wordBy)
	}
	return allowed
}

// getsBonus refuses a player who is not owed a bonus card.
func (s *State) getsBonus(i int8) refusal {
	if s.pending() != needsDeal || i < 0 || s.players[i].owed == 0 {
		return refuse("%s gets no bonus card now", wordNamed)
	}
	return allowed
}

// bonusDrawn refuses a card that cannot be the next one in the pile.
func (s *State) bonusDrawn(card Item) refusal {
	switch {
	case card == None && s.device:
		return refuse("the device draws the cards, so it names them")
	case card == None || s.bonusNext()&bonusMask(card) != 0:
		return allowed
	case s.phase == PhaseSetup:
		return refuse("that card is not in the pile of bonus cards")
	}
	return refuse("that card is not the next one of the pile of bonus cards")
}

// deals lists the cards that may be dealt. If people draw, the first is the card that only the seat
// knows.
func (s *State) deals(all []engine.Command) []engine.Command {
	for _, i := range s.ordered() {
		if !s.getsBonus(i).Allowed() {
			continue
		}
		if s.bonusDrawn(None).Allowed() {
			all = append(all, s.commands(i).deal[0])
		}
		for left := s.bonusNext(); left != 0; left &= left - 1 {
			all = append(all, s.commands(i).deal[1+bits.TrailingZeros32(left)])
		}
	}
	return all
}

// Deal deals a bonus card to a seat; if it has no name, only the seat knows it.
type Deal struct {
	Seat engine.Seat
	To   engine.Seat
	Card Item
}

func (c Deal) By() engine.Seat { return c.Seat }

// Private implements engine.Private: not everybody may know the card.
func (Deal) Private() {}

// Aims returns the seat and the card.
func (c Deal) Aims() []string { return aimedCard(engine.SeatAim(c.To), c.Card) }

func (c Deal) named() any { return c.To }

func (c Deal) Check(s *State) refusal {
	return cmp.Or(dealsBonus(c.Seat), s.getsBonus(s.find(c.To)), s.bonusDrawn(c.Card))
}

func (c Deal) Play(r *resolution) {
	emit(r, Dealt{c.To, c.Card})
	r.proceed()
}

func (Deal) satisfies() pending { return needsDeal }

func (c Deal) Tell() engine.Text {
	if c.Card == None {
		return engine.Say("%s draws a bonus card", c.To)
	}
	return engine.Say("Deal %s to %s", c.Card.term(), c.To)
}

// Dealt is a bonus card that a seat got. Others do not see which one.
type Dealt struct {
	Seat engine.Seat
	Card Item
}

// Cover hides which card it is from the other seats.
func (e Dealt) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Card = None
	}
	return e
}

// Reveals implements engine.Reveal: the seat has seen the card.
func (Dealt) Reveals() {}

// MarshalJSON returns an error: the card may be hidden.
func (Dealt) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func (e Dealt) Apply(s *State) {
	p := s.player(e.Seat)
	p.owed = max(p.owed, 1) - 1
	dark := s.phase == PhaseSetup // dark cards at the start, light ones later
	switch {
	case e.Card == None && dark:
		p.blank++
	case e.Card == None:
		p.blank++
		s.table.bonus.takeNameless()
	default:
		p.bonuses |= bonusBit(e.Card)
		if !dark {
			s.table.bonus.take(uint8(e.Card - firstLight))
		}
	}
}

func (e Dealt) fits(s *State) bool {
	return e.Card == None || e.Card.isBonus()
}

func (e Dealt) Tell() engine.Text {
	if e.Card == None {
		return engine.Say("%s has drawn a bonus card", e.Seat)
	}
	return engine.Say("%s has drawn a bonus card: %s", e.Seat, e.Card.term())
}

// Owed is a bonus card that a seat draws now.
type Owed struct{ Seat engine.Seat }

func (e Owed) Apply(s *State) {
	s.player(e.Seat).owed++
}

func (e Owed) Tell() engine.Text {
	return engine.Say("%s gets a light bonus card", e.Seat)
}

func (Owed) Why(s *State) engine.Reason {
	if s.due.who >= 0 && s.due.what == InformationEdge {
		return engine.Reason{Rule: ruleTech, Source: sourceTech}
	}
	return engine.Reason{Rule: engine.Say("Some galaxies bring a light bonus card; a seat keeps at most four bonus cards."), Source: sourceScoring}
}
