package commands

import (
	"cmp"
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// COLLECT: move the card beside one's tile into the spell book.

// lies allows the card beside the seat's tile.
func lies(s *position.State, i int8, c printed.Card) refusal {
	if c == 0 || s.Beside(s.Players[i].At) != c {
		return refuse("%s does not lie beside the tile of %s", position.CardWord(c), position.SeatWord(i))
	}
	return allowed
}

// Price returns what a card costs a seat, and the level of the spell that is given up.
func Price(s *position.State, i int8, n printed.Name) (c printed.Cost, spell uint8) {
	c, spell, _ = s.Facts.Price(n)
	for e := range s.InForce(i, -1) {
		if e.Does == printed.Discount {
			c = less(c, e.What.Times(e.Amounts.At(0)))
		}
	}
	return c, spell
}

// less takes symbols off a cost: symbols of the same kind and, for grey ones, those of any color.
func less(c, off printed.Cost) printed.Cost {
	take := func(r printed.Resource, n uint8) uint8 {
		k := min(c[r], n)
		c[r] -= k
		return n - k
	}
	for r := range off {
		left := take(printed.Resource(r), off[r])
		switch printed.Resource(r) {
		case printed.AnyGem:
			left = take(printed.RedGem, left)
			take(printed.BlueGem, left)
		case printed.AnyOrb:
			left = take(printed.RedOrb, left)
			take(printed.BlueOrb, left)
		}
	}
	return c
}

// givesUp allows a spell of exactly the level that the card asks for, or none if it asks for none.
func givesUp(s *position.State, i int8, level uint8, c printed.Card) refusal {
	switch {
	case level == 0 && c == 0:
		return allowed
	case level == 0:
		return refuse("no spell is given up for it")
	case c == 0 || !s.Players[i].Has(c) || !c.Name().IsSpell() || c.Name().Level() != level:
		return refuse("it costs a spell of level %d from the book", rule.Number(level))
	}
	return allowed
}

// gives is givesUp for the price of a card. While that price is unknown, people choose what they
// give up: any spell of a lower level than the card's, or none.
func gives(s *position.State, i int8, of, c printed.Card) refusal {
	_, level := Price(s, i, of.Name())
	if !priced(s, of) && c != 0 {
		level = min(c.Name().Level(), of.Name().Level()-1)
	}
	return givesUp(s, i, level, c)
}

// makesRoom requires one spell or resource card to be discarded from a full book, and none from any
// other (ruling room).
func makesRoom(s *position.State, i int8, gives, drops printed.Card) refusal {
	p := &s.Players[i]
	full := p.Cards() >= printed.BookSlots && gives == 0
	switch {
	case !full && drops == 0:
		return allowed
	case !full:
		return refuse("there is room in the book: no card is discarded")
	case drops == 0 && len(p.Opened()) == 0:
		return refuse("the book is full of counterspells, and these are not discarded")
	case drops == 0 || !p.Has(drops):
		return refuse("the book is full: a spell or a resource card from it is discarded")
	}
	return allowed
}

// Collect takes the card beside one's tile. Gives is the spell that its price asks for,
// Drops the card that makes room.
type Collect struct {
	Seat  engine.Seat
	Card  printed.Card
	Paid  printed.Pool `word:"optional"`
	Gives printed.Card `word:"optional"`
	Drops printed.Card `word:"optional"`
}

// By returns the seat.
func (c Collect) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Collect) Aims() []string { return cardAims(c.Card) }

// Unpaid returns the command without how it is paid.
func (c Collect) Unpaid() engine.Command {
	c.Paid = position.ZeroPool
	return c
}

func (c Collect) check(s *position.State) refusal {
	i := s.Find(c.Seat)
	if no := cmp.Or(keepsAll(s), mayAct(s, i)); !no.Allowed() {
		return no
	}
	if no := lies(s, i, c.Card); !no.Allowed() {
		return no
	}
	cost, _ := Price(s, i, c.Card.Name())
	return cmp.Or(s.Settles(i, cost, c.Paid), gives(s, i, c.Card, c.Gives), makesRoom(s, i, c.Gives, c.Drops))
}

func (c Collect) play(r *position.Resolution) {
	position.Emit(r, position.Acts{Seat: c.Seat, N: -1})
	pay(r, c.Seat, c.Paid)
	drop(r, c.Seat, c.Gives)
	drop(r, c.Seat, c.Drops)
	position.Emit(r, Collected{c.Seat, c.Card})
	r.Happens(r.Find(c.Seat), printed.OnCollect)
	if !priced(&r.State, c.Card) {
		position.Emit(r, ReadsPrice{c.Seat, c.Card.Name()})
	}
}

func pay(r *position.Resolution, seat engine.Seat, paid printed.Pool) {
	if paid != position.ZeroPool {
		position.Emit(r, position.Spent{Seat: seat, Paid: paid})
	}
}

func drop(r *position.Resolution, seat engine.Seat, c printed.Card) {
	if c != 0 {
		position.Emit(r, Dropped{seat, c})
	}
}

func (c Collect) Tell() engine.Text {
	t := engine.Say("Collect %s for %s", c.Card.Term(), position.PoolText(c.Paid))
	if c.Gives != 0 {
		t = engine.Say("%s, and %s", t, c.Gives.Term())
	}
	if c.Drops != 0 {
		t = engine.Say("%s; discard %s", t, c.Drops.Term())
	}
	return t
}

func (Collect) Verb() engine.Text { return engine.Say("Collect") }

// collects lists what the acting seat may collect.
func collects(s *position.State, all []engine.Command) []engine.Command {
	i := s.Turn
	card := s.Beside(s.Players[i].At)
	if card == 0 {
		return all
	}
	cost, _ := Price(s, i, card.Name())
	for _, paid := range cost.Payments(s.Pool(i)) {
		for _, gives := range givable(s, i, card) {
			for _, drops := range droppable(s, i, gives) {
				all = append(all, Collect{s.Seat(i), card, paid, gives, drops})
			}
		}
	}
	return all
}

// givable lists the spells that may be given up for a card; 0 for none.
func givable(s *position.State, i int8, of printed.Card) (all []printed.Card) {
	for _, c := range s.Players[i].OrNone() {
		if gives(s, i, of, c).Allowed() {
			all = append(all, c)
		}
	}
	return all
}

// droppable lists the cards that makesRoom allows; 0 for none.
func droppable(s *position.State, i int8, gives printed.Card) (all []printed.Card) {
	for _, c := range s.Players[i].OrNone() {
		if makesRoom(s, i, gives, c).Allowed() {
			all = append(all, c)
		}
	}
	return all
}

// Collected is a card that came into a spell book from beside its seat's tile.
type Collected struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Collected) Apply(s *position.State) {
	for n, c := range s.Market {
		if c == e.Card {
			s.Market[n] = 0
		}
	}
	s.Deck &^= position.Only(e.Card)
	s.Discard &^= position.Only(e.Card)
	s.Player(e.Seat).Add(e.Card)
}

func (e Collected) Misfit(s *position.State) error {
	i := s.Find(e.Seat)
	if i < 0 || !(s.Deck.Contains(e.Card)) || s.Players[i].Cards() >= printed.BookSlots {
		return errors.New("a seat with room in its book, and a card of the main deck that lies nowhere else")
	}
	return nil
}

func (e Collected) Tell() engine.Text {
	return engine.Say("%s collects %s", e.Seat, e.Card.Term())
}

func (Collected) Why(*position.State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A card beside one's tile is collected for an action point and its price."), Source: position.SourceActions}
}

// Dropped is a card that goes from a book to the discard pile.
type Dropped struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Dropped) Apply(s *position.State) {
	s.Player(e.Seat).Remove(e.Card)
	s.Discard |= position.Only(e.Card)
}

func (e Dropped) Tell() engine.Text { return engine.Say("%s discards %s", e.Seat, e.Card.Term()) }

func (Dropped) Why(*position.State) engine.Reason {
	return engine.Reason{Rule: position.RulingRoom, Source: position.SourceBook}
}

func cardAims(cards ...printed.Card) (all []string) {
	for _, c := range cards {
		if c != 0 {
			all = append(all, engine.CardAim(engine.Term(c.String())))
		}
	}
	return all
}
