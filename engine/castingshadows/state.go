package castingshadows

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

const (
	mostSeats  = 6
	turnPoints = 4 // action points of a turn
	tiles      = int(printed.LastTile-printed.AncientRune) + 1
	deepest    = 16 // frames on the stack
)

// State is the table. It is a plain value without maps; two tables are the same if they are equal.
type State struct {
	Seating *seating       // never changed
	Facts   *printed.Facts // what is printed; never changed in place
	Players [mostSeats]player

	Homes         [mostSeats]printed.Name // the tile that each seat starts on; 0: none, or not chosen yet
	Places        [tiles]printed.Place    // of each tile, from the rune; 0: not in the game
	Market        [tiles]printed.Card     // beside each tile, from the rune; 0: none
	Deck          cardSet                 // cards of the main deck that may be drawn
	Discard       cardSet
	Portal        [printed.PortalCards]printed.Card
	Companions    uint16 // bits of those in their pile
	Counterspells counterspellPile
	Shuffles      uint8 // how often the discard pile became the deck

	Dice    [printed.Dice]printed.Resource // in the pool of the seat whose turn it is; 0: not there
	Rolling DiceSet                        // dice that have to be rolled
	Rolls   uint16
	Fewer   uint8    // dice that the seat whose turn it is has to leave out of its roll
	Cast    cardSet  // spells that were cast this turn
	Worked  [2]uint8 // companions and tiles that did something this turn, a bit for each seat
	Reacted [2]uint8 // those that have reacted since the stack was last empty

	Turn      int8
	Stage     stage
	Points    uint8
	Summon    bool // the active seat has to take a companion
	Unleashed bool // the active seat has used its shadow ability this turn

	Stack   [deepest]frame
	Depth   uint8
	Asking  bool // the top frame asks seats
	Windows uint16
	Answers [mostSeats]printed.Card // will be turned up when the window closes
	Owed    [mostSeats]uint8        // counterspells that have to be dealt

	Turns   uint16 // turns begun so far
	Quiet   uint16 // turns in a row without damage from one character to another
	Stalled bool   // the table is asked whether to go on
	Over    bool
	Winner  int8 // -1: nobody
}

// MarshalJSON returns an error: cards are hidden.
func (*State) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// A seating is who sits where. It is fixed when the game starts.
type seating struct {
	Count      uint8
	Tracks     bool // the tracks book: people roll, pay and carry cards out
	Dealt      bool // the device rolls and deals
	Untargeted bool // a spell may be cast even if it hits nobody
	Uncapped   bool // hit points have no limit
	Lands      bool // damage lands before damage that answers it (ruling return-after)
	Often      bool // the shadow ability may be used whenever the energy is full (ruling ability-once)
	AsPrinted  bool // companions work as often as they say (ruling companion-print)
	InOrder    bool // counterspells of who is out lie in the order of going out (ruling out-order)
	Ends       bool // in the tracks book a turn ends when its seat says so (ruling end-order)
	Stays      bool // the form may change at 3 energy, and need not (ruling transform)
	Wait       int  // seconds of a window, as in engine.Window
	Seats      [mostSeats]engine.Seat
	Characters [mostSeats]printed.Character
	Commands   [mostSeats]*seatCommands

	Deck          cardSet // the whole main deck of this game
	Counterspells counterspellSet
	Answers       []printed.Name // of its counterspells, each once
	Companions    uint16
}

// A player is one seat's part of the table.
type player struct {
	Health        uint16
	Energy        uint8
	Shadow        bool
	Out           bool
	Fell          uint8                           // order of leaving the game, from 1; 0: still in it
	At            printed.Name                    // the tile it stands on
	Book          [printed.BookSlots]printed.Card // open cards, without gaps
	Down          uint8                           // face-down cards
	Counterspells counterspellSet                 // which of these are known
	Lasting       [mostLasting]lasting
	Frozen        bool  // does not travel in this turn
	FrozenNext    bool  // will not travel in its next turn
	Stunned       uint8 // how many fewer dice it rolls in its next turn
	Companion     printed.Card
	Tokens        printed.Pool
}

// A cardSet is a set of cards of the main deck, a bit for each at its number.
type cardSet [2]uint64

// add puts a card into the set.
func (d *cardSet) add(c printed.Card) { d[c>>6&1] |= 1 << (c & 63) }

// remove takes a card out of the set.
func (d *cardSet) remove(c printed.Card) { d[c>>6&1] &^= 1 << (c & 63) }

// contains reports whether a card is in the set.
func (d cardSet) contains(c printed.Card) bool {
	return c > 0 && c < printed.FirstCounterspell && d[c>>6]>>(c&63)&1 != 0
}

// union returns the cards of both sets.
func (d cardSet) union(more cardSet) cardSet { return cardSet{d[0] | more[0], d[1] | more[1]} }

// size returns the number of cards in the set.
func (d cardSet) size() int { return bits.OnesCount64(d[0]) + bits.OnesCount64(d[1]) }

// cards goes through the set, from the lowest number on.
func (d cardSet) cards(yield func(printed.Card) bool) {
	for half, set := range d {
		for ; set != 0; set &= set - 1 {
			if !yield(printed.Card(64*half + bits.TrailingZeros64(set))) {
				return
			}
		}
	}
}

// seat returns the seat in a place; -1 is the table.
func (s *State) seat(i int8) engine.Seat {
	if i < 0 {
		return engine.Table
	}
	return s.Seating.Seats[i]
}

// active returns the player whose turn it is.
func (s *State) active() *player { return &s.Players[s.Turn] }

// Count returns the number of players.
func (s *State) Count() int8 { return int8(s.Seating.Count) }

// after returns the place of the seat that follows.
func (s *State) after(i int8) int8 {
	if i++; i < s.Count() {
		return i
	}
	return 0
}

// Next returns the place of the seat whose turn is next.
func (s *State) Next() int8 {
	i := s.after(s.Turn)
	for s.Players[i].Out && i != s.Turn {
		i = s.after(i)
	}
	return i
}

// inOrder returns the seats in the game, in the order of their next turns; the active seat comes
// last.
func (s *State) inOrder() (all [mostSeats]int8, n int) {
	for i, left := s.after(s.Turn), s.Count(); left > 0; i, left = s.after(i), left-1 {
		if !s.Players[i].Out {
			all[n] = i
			n++
		}
	}
	return all, n
}

// left returns how many characters are still in the game.
func (s *State) left() (n int) {
	for i := range s.Count() {
		if !s.Players[i].Out {
			n++
		}
	}
	return n
}

// Find returns the place of a seat, -1 if it does not play.
func (s *State) Find(seat engine.Seat) int8 {
	for i := range s.Count() {
		if s.Seating.Seats[i] == seat {
			return i
		}
	}
	return -1
}

// player returns the player at seat, or a throwaway one if the seat does not play.
func (s *State) player(seat engine.Seat) *player {
	if i := s.Find(seat); i >= 0 {
		return &s.Players[i]
	}
	return &player{}
}

// limit returns the most shadow energy that a form can have.
func (p *player) limit() uint8 {
	if p.Shadow {
		return printed.ShadowLimit
	}
	return printed.BaseLimit
}

// Opened returns the face-up cards of the book.
func (p *player) Opened() []printed.Card {
	n := 0
	for n < len(p.Book) && p.Book[n] != 0 {
		n++
	}
	return p.Book[:n]
}

// cards returns how many cards are in the book, open and face down.
func (p *player) cards() int { return len(p.Opened()) + int(p.Down) }

// has reports whether a card lies open in the book.
func (p *player) has(c printed.Card) bool {
	for _, have := range p.Opened() {
		if have == c {
			return true
		}
	}
	return false
}

// add puts a card face up into the book.
func (p *player) add(c printed.Card) {
	if n := len(p.Opened()); n < len(p.Book) {
		p.Book[n] = c
	}
}

// remove takes a face-up card out of the book.
func (p *player) remove(c printed.Card) {
	var kept [printed.BookSlots]printed.Card
	n := 0
	for _, have := range p.Opened() {
		if have != c {
			kept[n] = have
			n++
		}
	}
	p.Book = kept
}

// pool returns what a seat may spend: dice in its own turn, and tokens.
func (s *State) pool(i int8) printed.Pool {
	all := s.Players[i].Tokens
	if i == s.Turn {
		for _, r := range s.Dice {
			if r != 0 {
				all[r]++
			}
		}
	}
	return all
}

// character returns the character a seat plays.
func (s *State) character(i int8) printed.Character { return s.Seating.Characters[i] }

// orNone yields no card (0), and then the face-up cards of the book.
func (p *player) orNone(yield func(printed.Card) bool) {
	if !yield(0) {
		return
	}
	for _, c := range p.Opened() {
		if !yield(c) {
			return
		}
	}
}

// seatCommands are commands that are listed so often that they are built once.
type seatCommands struct {
	Travel          [tiles]engine.Command
	Reroll          [allDice + 1][]engine.Command // by the dice that may be rerolled
	Protect, Finish engine.Command
}

// clear puts everything in a seat's pool back.
func (s *State) clear(i int8) {
	if i < 0 {
		return
	}
	s.Players[i].Tokens = zeroPool
	if i == s.Turn {
		s.Dice, s.Rolling = [len(s.Dice)]resource{}, 0
	}
}

// pointsOf returns the action points a seat has left.
func (s *State) pointsOf(i int8) int {
	if i != s.Turn || s.Over || s.Stage != acting {
		return 0
	}
	return int(s.Points)
}
