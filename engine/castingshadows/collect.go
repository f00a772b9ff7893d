package castingshadows

import (
	"cmp"
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// COLLECT: the card beside one's tile comes into the spell book.

// lies: the card lies beside the tile of the seat.
func (s *State) lies(i int8, c printed.Card) refusal {
	if c == 0 || s.beside(s.players[i].at) != c {
		return refuse("%s does not lie beside the tile of %s", cardWord(c), seatWord(i))
	}
	return allowed
}

// price is what a card costs a seat, and the level of the spell that is given up.
func (s *State) price(i int8, n printed.Name) (c printed.Cost, spell uint8) {
	c, spell, _ = s.facts.Price(n)
	for e := range s.inForce(i, -1) {
		if e.Does == printed.Discount {
			c = less(c, e.What.Times(e.Amounts.At(0)))
		}
	}
	return c, spell
}

// less takes symbols off a cost: those of the same kind, and for grey ones those of any
// color.
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

// givesUp: a spell of exactly the level that the card asks for, or none.
func (s *State) givesUp(i int8, level uint8, c printed.Card) refusal {
	switch {
	case level == 0 && c == 0:
		return allowed
	case level == 0:
		return refuse("no spell is given up for it")
	case c == 0 || !s.players[i].has(c) || !c.Name().IsSpell() || c.Name().Level() != level:
		return refuse("it costs a spell of level %d from the book", word(level))
	}
	return allowed
}

// gives: givesUp for the price of a card; as long as nobody has told it, people say so with
// any spell of a lower level than the card's, or with none.
func (s *State) gives(i int8, of, c printed.Card) refusal {
	_, level := s.price(i, of.Name())
	if !s.priced(of) && c != 0 {
		level = min(c.Name().Level(), of.Name().Level()-1)
	}
	return s.givesUp(i, level, c)
}

// makesRoom: in a full book exactly one spell or resource card makes room (ruling room).
func (s *State) makesRoom(i int8, gives, drops printed.Card) refusal {
	p := &s.players[i]
	full := p.cards() >= printed.BookSlots && gives == 0
	switch {
	case !full && drops == 0:
		return allowed
	case !full:
		return refuse("there is room in the book: no card is discarded")
	case drops == 0 && len(p.opened()) == 0:
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

// By is the seat.
func (c Collect) By() engine.Seat { return c.Seat }

// Aims are the card.
func (c Collect) Aims() []string { return cardAims(c.Card) }

// Unpaid is the command without how it is paid.
func (c Collect) Unpaid() engine.Command {
	c.Paid = zeroPool
	return c
}

func (c Collect) check(s *State) refusal {
	i := s.find(c.Seat)
	if no := cmp.Or(s.keepsAll(), s.mayAct(i)); !no.Allowed() {
		return no
	}
	if no := s.lies(i, c.Card); !no.Allowed() {
		return no
	}
	cost, _ := s.price(i, c.Card.Name())
	return cmp.Or(s.settles(i, cost, c.Paid), s.gives(i, c.Card, c.Gives), s.makesRoom(i, c.Gives, c.Drops))
}

func (c Collect) play(r *resolution) {
	emit(r, Acts{c.Seat, -1})
	r.pay(c.Seat, c.Paid)
	r.drop(c.Seat, c.Gives)
	r.drop(c.Seat, c.Drops)
	emit(r, Collected{c.Seat, c.Card})
	r.happens(r.find(c.Seat), printed.OnCollect)
	if !r.priced(c.Card) {
		emit(r, ReadsPrice{c.Seat, c.Card.Name()})
	}
}

func (r *resolution) pay(seat engine.Seat, paid printed.Pool) {
	if paid != zeroPool {
		emit(r, Spent{seat, paid})
	}
}

func (r *resolution) drop(seat engine.Seat, c printed.Card) {
	if c != 0 {
		emit(r, Dropped{seat, c})
	}
}

func (c Collect) tell() engine.Text {
	t := engine.Say("Collect %s for %s", c.Card.Term(), poolText(c.Paid))
	if c.Gives != 0 {
		t = engine.Say("%s, and %s", t, c.Gives.Term())
	}
	if c.Drops != 0 {
		t = engine.Say("%s; discard %s", t, c.Drops.Term())
	}
	return t
}

// collects lists what the acting seat may collect.
func (s *State) collects(all []engine.Command) []engine.Command {
	i := s.turn
	card := s.beside(s.players[i].at)
	if card == 0 {
		return all
	}
	cost, _ := s.price(i, card.Name())
	for _, paid := range cost.Payments(s.pool(i)) {
		for _, gives := range s.givable(i, card) {
			for _, drops := range s.droppable(i, gives) {
				all = append(all, Collect{s.seat(i), card, paid, gives, drops})
			}
		}
	}
	return all
}

// orNone are no card, and the open cards of the book.
func (p *player) orNone() []printed.Card {
	all := [printed.BookSlots + 1]printed.Card{}
	n := copy(all[1:], p.opened())
	return all[:n+1]
}

// givable lists the spells that may be given up for a card; 0 for none.
func (s *State) givable(i int8, of printed.Card) (all []printed.Card) {
	for _, c := range s.players[i].orNone() {
		if s.gives(i, of, c).Allowed() {
			all = append(all, c)
		}
	}
	return all
}

// droppable lists the cards that makesRoom allows; 0 for none.
func (s *State) droppable(i int8, gives printed.Card) (all []printed.Card) {
	for _, c := range s.players[i].orNone() {
		if s.makesRoom(i, gives, c).Allowed() {
			all = append(all, c)
		}
	}
	return all
}

// Collected is a card that came into a spell book from beside the tile of its seat.
type Collected struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Collected) apply(s *State) {
	for n, c := range s.market {
		if c == e.Card {
			s.market[n] = 0
		}
	}
	s.deck &^= only(e.Card)
	s.discard &^= only(e.Card)
	s.player(e.Seat).add(e.Card)
}

func (e Collected) misfit(s *State) error {
	i := s.find(e.Seat)
	if i < 0 || !(s.deck.contains(e.Card)) || s.players[i].cards() >= printed.BookSlots {
		return errors.New("a seat with room in its book, and a card of the main deck that lies nowhere else")
	}
	return nil
}

func (e Collected) tell() engine.Text {
	return engine.Say("%s collects %s", e.Seat, e.Card.Term())
}

func (Collected) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A card beside one's tile is collected for an action point and its price."), Source: sourceActions}
}

// Dropped is a card that goes from a book to the discard pile.
type Dropped struct {
	Seat engine.Seat
	Card printed.Card
}

func (e Dropped) apply(s *State) {
	s.player(e.Seat).remove(e.Card)
	s.discard |= only(e.Card)
}

func (e Dropped) tell() engine.Text { return engine.Say("%s discards %s", e.Seat, e.Card.Term()) }

func (Dropped) why(*State) engine.Reason { return engine.Reason{Rule: rulingRoom, Source: sourceBook} }

func cardAims(cards ...printed.Card) (all []string) {
	for _, c := range cards {
		if c != 0 {
			all = append(all, engine.CardAim(engine.Term(c.String())))
		}
	}
	return all
}
