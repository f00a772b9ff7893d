package castingshadows

import (
	"cmp"
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// COLLECT on the Dusty Desert: the top counterspell, face down.

// atPile: counterspells are collected on the Dusty Desert.
func (s *State) atPile(i int8) refusal {
	if s.players[i].at != printed.DustyDesert {
		return refuse("counterspells are collected on %s", nameWord(printed.DustyDesert))
	}
	return allowed
}

// pileLeft: one is left (ruling trap-empty).
func (s *State) pileLeft() refusal {
	if s.traps.number() == 0 {
		return refuse("there is no counterspell left in the pile")
	}
	return allowed
}

// trapPrice is what every counterspell costs.
func (s *State) trapPrice(i int8) printed.Cost {
	c, _ := s.price(i, printed.PointedShield)
	return c
}

// CollectCounterspell takes the top counterspell. Drops is the card that makes room.
type CollectCounterspell struct {
	Seat  engine.Seat
	Paid  printed.Pool
	Drops printed.Card `word:"optional"`
}

// By is the seat.
func (c CollectCounterspell) By() engine.Seat { return c.Seat }

// Aims are the pile.
func (c CollectCounterspell) Aims() []string {
	return []string{engine.PileAim(engine.Table, "beside "+printed.DustyDesert.String())}
}

// Unpaid is the command without how it is paid.
func (c CollectCounterspell) Unpaid() engine.Command {
	c.Paid = zeroPool
	return c
}

func (c CollectCounterspell) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	return cmp.Or(s.atPile(i), s.pileLeft(), s.settles(i, s.trapPrice(i), c.Paid), s.makesRoom(i, 0, c.Drops))
}

func (c CollectCounterspell) play(r *resolution) {
	emit(r, Acts{c.Seat, -1})
	r.pay(c.Seat, c.Paid)
	r.drop(c.Seat, c.Drops)
	emit(r, Owed{c.Seat})
	r.happens(r.find(c.Seat), printed.OnCollect)
}

func (c CollectCounterspell) tell() engine.Text {
	t := engine.Say("Collect a counterspell for %s", poolText(c.Paid))
	if c.Drops != 0 {
		t = engine.Say("%s; discard %s", t, c.Drops.Term())
	}
	return t
}

func (s *State) collectsCounterspell(all []engine.Command) []engine.Command {
	i := s.turn
	if !cmp.Or(s.atPile(i), s.pileLeft()).Allowed() {
		return all
	}
	for _, paid := range s.trapPrice(i).Payments(s.pool(i)) {
		for _, drops := range s.droppable(i, 0) {
			all = append(all, CollectCounterspell{s.seat(i), paid, drops})
		}
	}
	return all
}

// Owed is a counterspell that a seat takes from the pile.
type Owed struct{ Seat engine.Seat }

func (e Owed) apply(s *State) {
	if i := s.find(e.Seat); i >= 0 {
		s.owed[i]++
	}
}

func (e Owed) tell() engine.Text { return engine.Say("%s takes the top counterspell", e.Seat) }

func (Owed) why(s *State) engine.Reason {
	if s.traps.number() == 1 {
		return engine.Reason{Rule: rulingTrapEmpty, Source: sourceRuling}
	}
	return engine.Reason{Source: sourceTrap}
}

// owing is the seat that has to be dealt a counterspell, -1 if none has.
func (s *State) owing() int8 {
	for i := range s.count() {
		if s.owed[i] > 0 {
			return i
		}
	}
	return -1
}

// dealByHand lets people take a counterspell; false if the device deals.
func (r *resolution) dealByHand() bool {
	if r.seating.dealt {
		return false
	}
	emit(r, Trapped{Seat: r.seat(r.owing())})
	return true
}

// deals: the device deals one of the counterspells that may lie on top.
func (s *State) deals(by engine.Seat, to int8, c printed.Card) refusal {
	n := s.needs()
	switch {
	case by != engine.Table:
		return refuse("only the table deals")
	case n.kind != needsDeal:
		return refuse("no counterspell is dealt now")
	case n.seat != to:
		return refuse("the counterspell is for %s", seatWord(n.seat))
	case !s.top().has(c):
		return refuse("%s does not lie on top of the pile", cardWord(c))
	}
	return allowed
}

func (s *State) dealings(all []engine.Command) []engine.Command {
	to := s.owing()
	for t := s.top(); t != 0; t &= t - 1 {
		all = append(all, Deal{engine.Table, s.seat(to), t.first()})
	}
	return all
}

// Deal is what the table does if the device deals: a counterspell for a seat.
type Deal struct {
	Seat engine.Seat
	To   engine.Seat
	Card printed.Card
}

// By is the table.
func (c Deal) By() engine.Seat { return c.Seat }

// Aims are the seat and the card.
func (c Deal) Aims() []string {
	return []string{engine.SeatAim(c.To), engine.ThingAim(engine.Term(c.Card.String()))}
}

func (c Deal) check(s *State) refusal { return s.deals(c.Seat, s.find(c.To), c.Card) }
func (c Deal) play(r *resolution)     { emit(r, Trapped{c.To, c.Card}) }
func (c Deal) tell() engine.Text      { return engine.Say("Deal %s to %s", c.Card.Term(), c.To) }

// Trapped is a counterspell that came face down into a book. Only its owner, if anybody,
// knows which.
type Trapped struct {
	Seat engine.Seat
	Card printed.Card `word:"optional"`
}

// Cover hides from everybody but its owner which card it is.
func (e Trapped) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Card = 0
	}
	return e
}

// MarshalJSON is an error: the card is hidden.
func (Trapped) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Reveals tells that the owner has seen the card.
func (Trapped) Reveals() {}

func (e Trapped) apply(s *State) {
	i := s.find(e.Seat)
	if i < 0 {
		return
	}
	s.owed[i] = max(s.owed[i], 1) - 1
	s.traps.take(e.Card)
	s.players[i].down++
	s.players[i].traps |= trap(e.Card)
}

func (e Trapped) misfit(s *State) error {
	i := s.find(e.Seat)
	if i < 0 || s.traps.number() == 0 || s.players[i].cards() >= printed.BookSlots || e.Card != 0 && !s.top().has(e.Card) {
		return errors.New("a seat with room in its book, and a counterspell that nobody has")
	}
	return nil
}

func (e Trapped) tell() engine.Text {
	if e.Card != 0 {
		return engine.Say("%s lays %s face down", e.Seat, e.Card.Term())
	}
	return engine.Say("%s lays a counterspell face down", e.Seat)
}

func (Trapped) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("On the Dusty Desert a gem and an orb of any color bring the top counterspell; its owner alone looks at it."), Source: sourceTrap}
}
