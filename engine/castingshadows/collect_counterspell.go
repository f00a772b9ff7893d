package castingshadows

import (
	"cmp"
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// COLLECT on the Dusty Desert: the top counterspell, face down.

// atPile allows collecting counterspells on the Dusty Desert alone.
func (s *State) atPile(i int8) refusal {
	if s.Players[i].At != printed.DustyDesert {
		return refuse("counterspells are collected on %s", nameWord(printed.DustyDesert))
	}
	return allowed
}

// pileLeft requires that a counterspell is left (ruling trap-empty).
func (s *State) pileLeft() refusal {
	if s.Counterspells.number() == 0 {
		return refuse("there is no counterspell left in the pile")
	}
	return allowed
}

// counterspellPrice returns what every counterspell costs.
func (s *State) counterspellPrice(i int8) printed.Cost {
	c, _ := s.price(i, printed.PointedShield)
	return c
}

// CollectCounterspell takes the top counterspell. Drops is the card that makes room.
type CollectCounterspell struct {
	Seat  engine.Seat
	Paid  printed.Pool
	Drops printed.Card `word:"optional"`
}

func (c CollectCounterspell) By() engine.Seat { return c.Seat }

// Aims returns the pile.
func (c CollectCounterspell) Aims() []string {
	return []string{engine.PileAim(engine.Table, "beside "+printed.DustyDesert.String())}
}

// Unpaid returns the command without how it is paid.
func (c CollectCounterspell) Unpaid() engine.Command {
	c.Paid = zeroPool
	return c
}

func (c CollectCounterspell) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	return cmp.Or(s.atPile(i), s.pileLeft(), s.settles(i, s.counterspellPrice(i), c.Paid), s.makesRoom(i, 0, c.Drops))
}

func (c CollectCounterspell) Play(r *resolution) {
	emit(r, Acts{Seat: c.Seat, N: -1})
	r.pay(c.Seat, c.Paid)
	r.drop(c.Seat, c.Drops)
	emit(r, Owed{Seat: c.Seat})
	r.happens(r.Find(c.Seat), printed.OnCollect)
}

func (c CollectCounterspell) Tell() engine.Text {
	t := engine.Say("Collect a counterspell for %s", poolText(c.Paid))
	if c.Drops != 0 {
		t = engine.Say("%s; discard %s", t, c.Drops.Term())
	}
	return t
}

func (CollectCounterspell) Verb() engine.Text { return engine.Say("Collect") }

func (s *State) collectsCounterspell(all []engine.Command) []engine.Command {
	i := s.Turn
	if !cmp.Or(s.atPile(i), s.pileLeft()).Allowed() {
		return all
	}
	var ways [usualPayments]printed.Pool // on the stack
	for _, paid := range s.counterspellPrice(i).AppendPayments(ways[:0], s.pool(i)) {
		for drops := range s.Players[i].orNone {
			if s.makesRoom(i, 0, drops).Allowed() {
				all = append(all, rule.Listed(CollectCounterspell{s.seat(i), paid, drops}, uint64(drops)<<8^paid.Key()))
			}
		}
	}
	return all
}

// dealByHand lets people take a counterspell themselves; false if the device deals.
func (r *resolution) dealByHand() bool {
	if r.Seating.Dealt {
		return false
	}
	emit(r, Trapped{Seat: r.seat(r.owing())})
	return true
}

// deals lets the device deal any counterspell that may be on top.
func (s *State) deals(by engine.Seat, to int8, c printed.Card) refusal {
	n := s.needs()
	switch {
	case by != engine.Table:
		return refuse("only the table deals")
	case n.Kind != needsDeal:
		return refuse("no counterspell is dealt now")
	case n.Seat != to:
		return refuse("the counterspell is for %s", seatWord(n.Seat))
	case !s.top().has(c):
		return refuse("%s does not lie on top of the pile", cardWord(c))
	}
	return allowed
}

func (s *State) dealings(all []engine.Command) []engine.Command {
	to := s.owing()
	for t := s.top(); t != 0; t &= t - 1 {
		all = append(all, rule.Listed(Deal{engine.Table, s.seat(to), t.first()}, uint64(to)<<8^uint64(t.first())))
	}
	return all
}

// Deal is how the table deals a counterspell to a seat if the device deals.
type Deal struct {
	Seat engine.Seat
	To   engine.Seat
	Card printed.Card
}

func (c Deal) By() engine.Seat { return c.Seat }

// Private implements engine.Private: not everybody may know the card.
func (Deal) Private() {}

// Aims returns the seat and the card.
func (c Deal) Aims() []string {
	return []string{engine.SeatAim(c.To), engine.ThingAim(engine.Term(c.Card.String()))}
}

func (c Deal) Check(s *State) refusal { return s.deals(c.Seat, s.Find(c.To), c.Card) }
func (c Deal) Play(r *resolution)     { emit(r, Trapped{c.To, c.Card}) }
func (c Deal) Tell() engine.Text      { return engine.Say("Deal %s to %s", c.Card.Term(), c.To) }

// Trapped is a counterspell that came face down into a book. At most its owner knows which one.
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

// MarshalJSON returns an error: the card is hidden.
func (Trapped) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Reveals implements engine.Reveal: the owner has seen the card.
func (Trapped) Reveals() {}

func (e Trapped) Apply(s *State) {
	i := s.Find(e.Seat)
	if i < 0 {
		return
	}
	s.Owed[i] = max(s.Owed[i], 1) - 1
	s.Counterspells.take(e.Card)
	s.Players[i].Down++
	s.Players[i].Counterspells |= oneCounterspell(e.Card)
}

func (e Trapped) Misfit(s *State) error {
	i := s.Find(e.Seat)
	if i < 0 || s.Counterspells.number() == 0 || s.Players[i].cards() >= printed.BookSlots || e.Card != 0 && !s.top().has(e.Card) {
		return errors.New("a seat with room in its book, and a counterspell that nobody has")
	}
	return nil
}

func (e Trapped) Tell() engine.Text {
	if e.Card != 0 {
		return engine.Say("%s lays %s face down", e.Seat, e.Card.Term())
	}
	return engine.Say("%s lays a counterspell face down", e.Seat)
}

func (Trapped) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("On the Dusty Desert a gem and an orb of any color bring the top counterspell; its owner alone looks at it."), Source: sourceCounterspells}
}
