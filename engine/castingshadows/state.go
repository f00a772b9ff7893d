package castingshadows

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

const (
	mostSeats = 4
	points    = 4 // action points of a turn
	tiles     = 7
	deepest   = 16 // frames that nest
)

// State is the table. It is a plain value without maps; two tables are the same when
// they are equal.
type State struct {
	seating *seating       // never changed
	facts   *printed.Facts // what is printed; never changed in place
	players [mostSeats]player

	market     [tiles]printed.Card // beside each tile, from the rune; 0: none
	deck       cardSet             // of the main deck, the cards that may be drawn
	discard    cardSet
	portal     [printed.PortalCards]printed.Card
	companions uint16 // bits of those in their pile
	traps      trapPile
	shuffles   uint8 // how often the discard became the deck

	dice    [printed.Dice]printed.Resource // in the pool of whose turn it is; 0: not there
	rolling DiceSet                        // have to be rolled
	rolls   uint16
	cast    cardSet  // spells that were cast this turn
	worked  [2]uint8 // companions and tiles that did something this turn, a bit for each seat
	reacted [2]uint8 // that reacted, since the stack was empty

	turn      int8
	stage     Stage
	points    uint8
	summon    bool // whose turn it is has to take a companion
	unleashed bool // it has used its shadow ability

	stack   [deepest]frame
	depth   uint8
	window  bool // the uppermost frame asks seats
	windows uint16
	answers [mostSeats]printed.Card // that will be turned up
	owed    [mostSeats]uint8        // counterspells that have to be dealt

	turns   uint16 // begun
	quiet   uint16 // turns in a row without damage from one character to another
	stalled bool   // the table is asked whether to go on
	over    bool
	winner  int8 // -1: nobody
}

// of is the position of a state of this game, nil of another.
func of(state engine.State) *State {
	s, _ := state.(*State)
	return s
}

// A seating is who sits where. It is fixed when the game starts.
type seating struct {
	count      uint8
	tracks     bool // the tracks book: people roll, pay and carry cards out
	dealt      bool // the device rolls and deals
	untargeted bool // a spell may be cast though it hits nobody
	uncapped   bool // hit points know no limit
	wait       int  // seconds of a window, as in engine.Window
	seats      [mostSeats]engine.Seat
	characters [mostSeats]printed.Character
	commands   [mostSeats]*seatCommands
	places     [tiles]printed.Place // of each tile, from the rune; 0: not in the game
}

// A player is one seat's part of the table.
type player struct {
	health  uint8
	energy  uint8
	shadow  bool
	out     bool
	fell    uint8                           // who was the first that was out has 1; 0: still in the game
	at      printed.Name                    // the tile
	book    [printed.BookSlots]printed.Card // open cards, without gaps
	down    uint8                           // face-down cards
	traps   trapSet                         // which of these are known
	lasting [mostLasting]lasting
	mate    printed.Card // the companion
	tokens  printed.Pool
}

// A cardSet is a set of cards of the main deck, a bit for each at its number.
type cardSet uint64

func only(c printed.Card) cardSet              { return 1 << c }
func (d cardSet) contains(c printed.Card) bool { return c > 0 && c <= printed.MainCards && d>>c&1 != 0 }
func (d cardSet) first() printed.Card          { return printed.Card(bits.TrailingZeros64(uint64(d))) }

const wholeDeck cardSet = (1<<printed.MainCards - 1) << 1

func (s *State) seat(i int8) engine.Seat {
	if i < 0 {
		return engine.Table
	}
	return s.seating.seats[i]
}

func (s *State) active() *player { return &s.players[s.turn] }
func (s *State) count() int8     { return int8(s.seating.count) }

// after returns the place of the seat that follows.
func (s *State) after(i int8) int8 {
	if i++; i < s.count() {
		return i
	}
	return 0
}

// next returns the place of the seat that has the next turn.
func (s *State) next() int8 {
	i := s.after(s.turn)
	for s.players[i].out && i != s.turn {
		i = s.after(i)
	}
	return i
}

// inOrder are the seats that are in the game, in the order in which they have the next
// turn; whose turn it is comes last.
func (s *State) inOrder() (all [mostSeats]int8, n int) {
	for i, left := s.after(s.turn), s.count(); left > 0; i, left = s.after(i), left-1 {
		if !s.players[i].out {
			all[n] = i
			n++
		}
	}
	return all, n
}

// left is how many characters are in the game.
func (s *State) left() (n int) {
	for i := range s.count() {
		if !s.players[i].out {
			n++
		}
	}
	return n
}

// find returns the place of a seat, -1 if it does not play.
func (s *State) find(seat engine.Seat) int8 {
	for i := range s.count() {
		if s.seating.seats[i] == seat {
			return i
		}
	}
	return -1
}

// player returns the player at seat, or one that nobody sees if it does not play.
func (s *State) player(seat engine.Seat) *player {
	if i := s.find(seat); i >= 0 {
		return &s.players[i]
	}
	return &player{}
}

// limit is the most shadow energy that a form can have.
func (p *player) limit() uint8 {
	if p.shadow {
		return printed.ShadowLimit
	}
	return printed.BaseLimit
}

// opened are the cards that lie open in the book.
func (p *player) opened() []printed.Card {
	n := 0
	for n < len(p.book) && p.book[n] != 0 {
		n++
	}
	return p.book[:n]
}

func (p *player) cards() int { return len(p.opened()) + int(p.down) }

func (p *player) has(c printed.Card) bool {
	for _, have := range p.opened() {
		if have == c {
			return true
		}
	}
	return false
}

func (p *player) add(c printed.Card) {
	if n := len(p.opened()); n < len(p.book) {
		p.book[n] = c
	}
}

func (p *player) remove(c printed.Card) {
	var kept [printed.BookSlots]printed.Card
	n := 0
	for _, have := range p.opened() {
		if have != c {
			kept[n] = have
			n++
		}
	}
	p.book = kept
}

// pool is what a seat may spend: dice in its own turn, and tokens.
func (s *State) pool(i int8) printed.Pool {
	all := s.players[i].tokens
	if i == s.turn {
		for _, r := range s.dice {
			if r != 0 {
				all[r]++
			}
		}
	}
	return all
}

// place is where a tile lies, 0 if it is not in the game.
func (s *State) place(n printed.Name) printed.Place {
	if n < printed.AncientRune || n > printed.HomeHaze {
		return 0
	}
	return s.seating.places[n-printed.AncientRune]
}

// distance is how many steps lie between two tiles of the game.
func (s *State) distance(a, b printed.Name) uint8 { return printed.Distance(s.place(a), s.place(b)) }

// beside is the card beside a tile, 0 if there is none.
func (s *State) beside(n printed.Name) printed.Card {
	if s.place(n) == 0 {
		return 0
	}
	return s.market[n-printed.AncientRune]
}

func (s *State) setBeside(n printed.Name, c printed.Card) {
	if s.place(n) != 0 {
		s.market[n-printed.AncientRune] = c
	}
}

// laidOut lists the tiles of the game.
func (s *State) laidOut() (all []printed.Name) {
	for n := printed.AncientRune; n <= printed.HomeHaze; n++ {
		if s.place(n) != 0 {
			all = append(all, n)
		}
	}
	return all
}

// character is whom a seat plays.
func (s *State) character(i int8) printed.Character { return s.seating.characters[i] }
