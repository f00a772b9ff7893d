package highcouncil

import "arbiter/engine"

// How much there is of everything (rules, material and limits).
const (
	followers     = 10 // of a color
	arguments     = 10 // of a color
	mostArguments = 6  // of a color in one faction
	winningBlock  = 16
	seatCost      = 3 // arguments for a seat on another field of the card's color
	mostPlaces    = 4
)

// State is the table. It is a plain value without maps; two tables are the same if they are equal.
type State struct {
	seating *seating // never changed
	ring    Ring
	sits    [Speaker + 1][allColors + 1]fieldSet // the ring again, as sets of fields by rank and color
	players [mostPlaces]player
	decks   [2]deck // by faction
	open    [handCards]Card
	turn    int8
	acted   bool  // the seat has had its action
	owed    uint8 // arguments that a trilithon card still brings
	asked   int8  // who has to give a card back; -1 if nobody
	voting  bool
	over    bool
	winner  Faction // none if nobody has won
	turns   uint16  // turns begun so far
	quiet   uint16  // turns in a row in which the ring stayed as it was
}

// A seating is who sits where. It is fixed when the game starts.
type seating struct {
	count uint8
	first int8  // who starts
	dealt bool  // the Table deals named cards
	idle  bool  // a turn may end without an action
	goal  uint8 // the size of a block that wins
	seats [mostPlaces]engine.Seat
	sides [mostPlaces]Faction
	// own has the colors of pieces that each seat plays: two colors in a game of two players.
	own      [mostPlaces][]Color
	commands [mostPlaces]seatCommands
}

// seatCommands are commands that are listed so often that they are built once: what a seat may
// play, give and be dealt, by the place of the card in its deck; what it may discuss, by color;
// whom it may convince, and which seats it may take with a piece from the supply.
type seatCommands struct {
	plays, deals     [deckCards]engine.Command
	confers, returns [deckCards]engine.Command
	discuss          [argumentColors + 1]engine.Command
	ponder, finish   engine.Command
	convince         [Fields + 1][2][argumentColors + 1][2]engine.Command // from, to the left or right, with, own color
	takeSeat         [Fields + 1][2][Speaker + 1][argumentColors + 1]engine.Command
}

// A player is one seat's part of the table.
type player struct {
	hand  uint8   // how many cards
	known deckSet // which of them are known
	args  Arguments
}

// A deck is a faction's cards.
type deck struct {
	left     uint8   // cards to draw
	played   uint8   // cards put away
	known    deckSet // which of these are known
	shuffles uint8   // how many times the cards put away became the deck
}

func (s *State) seat(i int8) engine.Seat { return s.seating.seats[i] }
func (s *State) side(i int8) Faction     { return s.seating.sides[i] }
func (s *State) deck(f Faction) *deck    { return &s.decks[f.index()] }
func (s *State) active() *player         { return &s.players[s.turn] }
func (s *State) commands() *seatCommands { return &s.seating.commands[s.turn] }
func (s *State) pair() bool              { return s.seating.count == 2 }
func (s *State) goal() int               { return int(s.seating.goal) }
func (p *player) unknown() uint8         { return max(p.hand, p.known.size()) - p.known.size() }

// after returns the place of the seat that follows.
func (s *State) after(i int8) int8 {
	if i++; i < int8(s.seating.count) {
		return i
	}
	return 0
}

// find returns the place of a seat, -1 if it does not play.
func (s *State) find(seat engine.Seat) int8 {
	for i := range s.seating.count {
		if s.seating.seats[i] == seat {
			return int8(i)
		}
	}
	return -1
}

// player returns the player at seat, or a throwaway one if the seat does not play.
func (s *State) player(seat engine.Seat) *player {
	if i := s.find(seat); i >= 0 {
		return &s.players[i]
	}
	return &player{}
}

// partner returns the place of the seat's partner, -1 if it has none.
func (s *State) partner(i int8) int8 {
	if s.pair() {
		return -1
	}
	return (i + 2) % mostPlaces
}

// owns reports whether a seat plays pieces of a color.
func (s *State) owns(i int8, c Color) bool {
	for _, own := range s.seating.own[i] {
		if own == c {
			return true
		}
	}
	return false
}

// opened returns the cards that lie open.
func (s *State) opened() []Card {
	n := 0
	for n < len(s.open) && s.open[n] != 0 {
		n++
	}
	return s.open[:n]
}

// openSet returns the cards that lie open, as a set of the acting faction.
func (s *State) openSet() (d deckSet) {
	for _, c := range s.opened() {
		d |= only(c)
	}
	return d
}

// maybe returns the cards that may be in a seat's hand, as far as is known.
func (s *State) maybe(i int8) deckSet {
	p := &s.players[i]
	if p.unknown() == 0 {
		return p.known
	}
	elsewhere := s.deck(s.side(i)).known
	if s.side(i) == s.side(s.turn) {
		elsewhere |= s.openSet()
	}
	if j := s.partner(i); j >= 0 {
		elsewhere |= s.players[j].known
	}
	return ^elsewhere
}

// drawable returns the cards that may be in a faction's deck.
func (s *State) drawable(f Faction) deckSet {
	elsewhere := s.deck(f).known
	if f == s.side(s.turn) {
		elsewhere |= s.openSet()
	}
	for i := range s.seating.count {
		if s.seating.sides[i] == f {
			elsewhere |= s.players[i].known
		}
	}
	return ^elsewhere
}

// supply returns how many followers of a color are not on the ring.
func (s *State) supply(c Color) uint8 {
	return followers - min(followers, s.sits[Follower][c].size())
}

// speaks reports whether the speaker of a color is on the ring.
func (s *State) speaks(c Color) bool { return s.sits[Speaker][c] != 0 }

// fieldsOf returns the fields with a piece of a faction.
func (s *State) fieldsOf(f Faction) (set fieldSet) {
	for c := White; c.IsArgument(); c++ {
		if c.Faction() == f {
			set |= s.sits[Follower][c] | s.sits[Speaker][c]
		}
	}
	return set
}

// spent reports whether a seat has no followers in supply.
func (s *State) spent(i int8) bool {
	for _, c := range s.seating.own[i] {
		if s.supply(c) > 0 {
			return false
		}
	}
	return true
}

// free returns how many arguments of a color a faction may still take.
func (s *State) free(f Faction, c Color) uint8 {
	all, own := uint8(0), uint8(0)
	for i := range s.seating.count {
		n := s.players[i].has(c)
		all += n
		if s.seating.sides[i] == f {
			own += n
		}
	}
	return min(max(arguments, all)-all, max(mostArguments, own)-own)
}

// has returns how many arguments of a color the seat has.
func (p *player) has(c Color) uint8 {
	if !c.IsArgument() {
		return 0
	}
	return p.args[c]
}

// short returns the seat that has to be dealt a card next, -1 if there is none. The acting seat
// comes first.
func (s *State) short() int8 {
	if s.over || s.asked >= 0 {
		return -1
	}
	cards := s.players[s.turn].hand + uint8(len(s.opened()))
	for i := s.turn; ; cards = s.players[i].hand {
		if d := s.deck(s.side(i)); cards < handCards && d.left+d.played > 0 {
			return i
		}
		if i = s.after(i); i == s.turn {
			return -1
		}
	}
}

func (s *State) put(field uint8, p Piece) {
	if !onRing(field) {
		return
	}
	bit, was := fieldSet(1)<<(field-1), s.ring[field-1]
	s.sits[was.Rank][was.Color] &^= bit
	if p != (Piece{}) {
		s.sits[p.Rank][p.Color] |= bit
	}
	s.ring[field-1], s.quiet = p, 0
}

// putAway ends an action that used the open cards.
func (s *State) putAway(seat engine.Seat) {
	if i := s.find(seat); i >= 0 {
		d, open := s.deck(s.side(i)), s.openSet()
		d.known |= open
		d.played += open.size()
	}
	s.open, s.owed, s.acted = [handCards]Card{}, 0, true
}

func (p *player) take(c Card) {
	p.hand++
	if c != 0 {
		p.known |= only(c)
	}
}

// drop removes a card from a hand. If the card is unknown it may have been any, so nothing is known
// about the rest.
func (p *player) drop(c Card) {
	p.hand--
	if c == 0 {
		p.known = 0
		return
	}
	p.known &^= only(c)
}
