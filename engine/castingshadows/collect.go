package castingshadows

import (
	"cmp"
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// COLLECT: move the card beside one's tile into the spell book.

// lies allows the card beside the seat's tile.
func (s *State) lies(i int8, c printed.Card) refusal {
	if c == 0 || s.beside(s.Players[i].At) != c {
		return refuse("%s does not lie beside the tile of %s", cardWord(c), seatWord(i))
	}
	return allowed
}

// price returns what a card costs a seat, and the level of the spell that is given up.
func (s *State) price(i int8, n printed.Name) (c printed.Cost, spell uint8) {
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
func (s *State) givesUp(i int8, level uint8, c printed.Card) refusal {
	switch {
	case level == 0 && c == 0:
		return allowed
	case level == 0:
		return refuse("no spell is given up for it")
	case c == 0 || !s.Players[i].has(c) || !c.Name().IsSpell() || s.Facts.Level(c.Name()) != level:
		return refuse("it costs a spell of level %d from the book", rule.Number(level))
	}
	return allowed
}

// gives is givesUp for the price of a card. While that price is unknown, people choose what they
// give up: any spell of a lower level than the card's, or none.
func (s *State) gives(i int8, of, c printed.Card) refusal {
	_, level := s.price(i, of.Name())
	if !s.priced(of) && c != 0 {
		level = min(s.Facts.Level(c.Name()), s.Facts.Level(of.Name())-1)
	}
	return s.givesUp(i, level, c)
}

// makesRoom requires one spell or resource card to be discarded from a full book, and none from any
// other (ruling room).
func (s *State) makesRoom(i int8, gives, drops printed.Card) refusal {
	p := &s.Players[i]
	full := p.cards() >= printed.BookSlots && gives == 0
	switch {
	case !full && drops == 0:
		return allowed
	case !full:
		return refuse("there is room in the book: no card is discarded")
	case drops == 0 && len(p.Opened()) == 0:
		return refuse("the book is full of counterspells, and these are not discarded")
	case drops == 0 || !p.has(drops):
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

func (c Collect) By() engine.Seat { return c.Seat }

// Aims returns the card.
func (c Collect) Aims() []string { return cardAims(c.Card) }

// Unpaid returns the command without how it is paid.
func (c Collect) Unpaid() engine.Command {
	c.Paid = zeroPool
	return c
}

func (c Collect) Check(s *State) refusal {
	i := s.Find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	if no := s.lies(i, c.Card); !no.Allowed() {
		return no
	}
	cost, _ := s.price(i, c.Card.Name())
	return cmp.Or(s.settles(i, cost, c.Paid), s.gives(i, c.Card, c.Gives), s.makesRoom(i, c.Gives, c.Drops))
}

func (c Collect) Play(r *resolution) {
	emit(r, Acts{Seat: c.Seat, N: -1})
	r.pay(c.Seat, c.Paid)
	r.drop(c.Seat, c.Gives)
	r.drop(c.Seat, c.Drops)
	emit(r, Collected{c.Seat, c.Card})
	r.happens(r.Find(c.Seat), printed.OnCollect)
	if !r.priced(c.Card) {
		emit(r, ReadsPrice{c.Seat, c.Card.Name()})
	}
}

func (r *resolution) pay(seat engine.Seat, paid printed.Pool) {
	if paid != zeroPool {
		emit(r, Spent{Seat: seat, Paid: paid})
	}
}

func (r *resolution) drop(seat engine.Seat, c printed.Card) {
	if c != 0 {
		emit(r, Dropped{seat, c})
	}
}

func (c Collect) Tell() engine.Text {
	t := engine.Say("Collect %s for %s", c.Card.Term(), poolText(c.Paid))
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
func (s *State) collects(all []engine.Command) []engine.Command {
	i := s.Turn
	card := s.beside(s.Players[i].At)
	if card == 0 {
		return all
	}
	cost, _ := s.price(i, card.Name())
	var ways [usualPayments]printed.Pool // on the stack
	for _, paid := range cost.AppendPayments(ways[:0], s.pool(i)) {
		for gives := range s.Players[i].orNone {
			if !s.gives(i, card, gives).Allowed() {
				continue
			}
			for drops := range s.Players[i].orNone {
				if s.makesRoom(i, gives, drops).Allowed() {
					all = append(all, rule.Listed(Collect{s.seat(i), card, paid, gives, drops}, uint64(card)<<24^uint64(gives)<<16^uint64(drops)<<8^paid.Key()))
				}
			}
		}
	}
	return all
}

// Collected is a card that came into a spell book from beside its seat's tile.
type Collected struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Collected) Apply(s *State) {
	for n, c := range s.Market {
		if c == e.Card {
			s.Market[n] = 0
		}
	}
	s.Deck.remove(e.Card)
	s.Discard.remove(e.Card)
	s.player(e.Seat).add(e.Card)
}

func (e Collected) Misfit(s *State) error {
	i := s.Find(e.Seat)
	if i < 0 || !(s.Deck.contains(e.Card)) || s.Players[i].cards() >= printed.BookSlots {
		return errors.New("a seat with room in its book, and a card of the main deck that lies nowhere else")
	}
	return nil
}

func (e Collected) Tell() engine.Text {
	return engine.Say("%s collects %s", e.Seat, e.Card.Term())
}

func (Collected) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A card beside one's tile is collected for an action point and its price."), Source: sourceActions}
}

// Dropped is a card that goes from a book to the discard pile.
type Dropped struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Dropped) Apply(s *State) {
	s.player(e.Seat).remove(e.Card)
	s.Discard.add(e.Card)
}

func (e Dropped) Tell() engine.Text { return engine.Say("%s discards %s", e.Seat, e.Card.Term()) }

func (Dropped) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingRoom, Source: sourceBook}
}
