package highcouncil

import (
	"iter"

	"arbiter/engine"
)

// Legal lists what Decide accepts, for the seat the game waits for.
func (s *State) Legal() []engine.Command {
	if s.over {
		return nil
	}
	m := menu{s, make([]engine.Command, 0, 24)}
	switch waits := s.short(); {
	case waits >= 0:
		m.deals(waits)
	case s.asked >= 0:
		m.returns()
	case s.open[0] != 0:
		m.cards()
	default:
		m.begins()
	}
	return m.list
}

// A menu gathers commands that the checks pass. Each list leaves out what the
// position rules out at a glance, so that few are checked in vain. Cards are not
// checked one by one: a set is all that their check asks for.
type menu struct {
	*State
	list []engine.Command
}

func (m *menu) add(c engine.Command) { m.list = append(m.list, c) }

func (m *menu) deals(i int8) {
	for d := m.drawable(m.side(i)); d != 0; d &= d - 1 {
		m.add(m.seating.phrases[i].deals[d.first()])
	}
}

func (m *menu) returns() {
	seat := m.seat(m.asked)
	for c := range m.given(m.asked) {
		if r := (Return{seat, c}); r.check(m.State) == nil {
			m.add(r)
		}
	}
}

// given lists the cards a seat may give: one that nobody names, or those it may have.
func (s *State) given(i int8) iter.Seq[Card] {
	if !s.seating.dealt {
		return func(yield func(Card) bool) { yield(0) }
	}
	return s.maybe(i).of(s.side(i))
}

// cards: some lie open and are to be used.
func (m *menu) cards() {
	m.plays()
	seat := m.seat(m.turn)
	for _, card := range m.opened() {
		if c := (TakeBack{seat, OnTable, card}); c.check(m.State) == nil {
			m.add(c)
		}
	}
	for color := White; color.isArgument(); color++ {
		if subject := m.subject(); subject != 0 && subject != color {
			continue
		}
		if c := (Discuss{seat, color}); c.check(m.State) == nil {
			m.add(c)
		}
	}
	if n := m.open[0].number(); n != 0 && m.open[1] == 0 {
		m.seats(n)
	}
}

// begins: an action may begin, somebody may be convinced.
func (m *menu) begins() {
	seat := m.seat(m.turn)
	if !m.acted {
		m.plays()
		m.add(Ponder{seat})
		m.confers()
	}
	m.convincings()
	if m.acted {
		m.add(Finish{seat})
	}
}

func (m *menu) plays() {
	for d := m.maybe(m.turn) & m.fitting(); d != 0; d &= d - 1 {
		m.add(m.seating.phrases[m.turn].plays[d.first()])
	}
}

func (m *menu) confers() {
	i := m.turn
	if m.partner(i) < 0 {
		return
	}
	for card := range m.given(i) {
		if c := (Confer{m.seat(i), card}); c.check(m.State) == nil {
			m.add(c)
		}
	}
}

// seats lists what the number card n brings to the ring.
func (m *menu) seats(n uint8) {
	for _, rank := range [2]Rank{Follower, Speaker} {
		m.arrivals(n, rank, 0)
	}
	for paid := White; paid.isArgument(); paid++ {
		if m.active().args[paid] < seatCost || fieldColor(n) != Black && fieldColor(n) != paid {
			continue
		}
		for field := uint8(1); field <= fields; field++ {
			if fieldColor(field) == fieldColor(n) && m.ring.on(field) == (piece{}) {
				m.arrivals(field, Follower, paid)
			}
		}
	}
}

func (m *menu) arrivals(field uint8, rank Rank, paid Color) {
	for _, color := range m.seating.own[m.turn] {
		for from := range m.sources(rank, color) {
			if c := (TakeSeat{m.seat(m.turn), field, color, rank, paid, from}); c.check(m.State) == nil {
				m.add(c)
			}
		}
	}
}

// sources lists where a piece comes from: the supply, which is 0, or, for
// followers when none is left, the fields of the ring.
func (m *menu) sources(rank Rank, color Color) iter.Seq[uint8] {
	return func(yield func(uint8) bool) {
		if rank == Speaker || !m.spent(m.turn) {
			yield(0)
			return
		}
		for field := uint8(1); field <= fields; field++ {
			if m.ring.on(field) == (piece{color, Follower}) && !yield(field) {
				return
			}
		}
	}
}

func (m *menu) convincings() {
	if m.active().args == [argumentColors + 1]uint8{} {
		return
	}
	side := m.side(m.turn)
	for from := uint8(1); from <= fields; from++ {
		if m.ring.on(from).color.Faction() != side {
			continue
		}
		for _, to := range [2]uint8{left(from), right(from)} {
			if m.ring.on(to).color.Faction() == side.other() && m.affords(from, to) {
				m.convincing(from, to)
			}
		}
	}
}

func (m *menu) convincing(from, to uint8) {
	cost := m.cost(from, to)
	for with := White; with.isArgument(); with++ {
		if m.active().args[with] < cost || fieldColor(from) != Black && fieldColor(from) != with {
			continue
		}
		for _, color := range m.seating.own[m.turn] {
			for moved := range m.sources(Follower, color) {
				if c := (Convince{m.seat(m.turn), from, to, with, color, moved}); c.check(m.State) == nil {
					m.add(c)
				}
			}
		}
	}
}
