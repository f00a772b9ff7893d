// Package position holds who has what in Casting Shadows and what happens to it. What is printed on
// cards, tiles and boards is carried out here: option (what a seat may choose), doing (line by
// line), occasion and damage (what others may react to), window (who is asked). These nest: a State
// has a stack of frames.
package position

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

const (
	MostSeats  = 4
	TurnPoints = 4 // action points of a turn
	Tiles      = 7
	Deepest    = 16 // frames on the stack
)

// State is the table. It is a plain value without maps; two tables are the same if they are equal.
type State struct {
	Seating *Seating       // never changed
	Facts   *printed.Facts // what is printed; never changed in place
	Players [MostSeats]Player

	Market        [Tiles]printed.Card // beside each tile, from the rune; 0: none
	Deck          CardSet             // cards of the main deck that may be drawn
	Discard       CardSet
	Portal        [printed.PortalCards]printed.Card
	Companions    uint16 // bits of those in their pile
	Counterspells CounterspellPile
	Shuffles      uint8 // how often the discard pile became the deck

	Dice    [printed.Dice]printed.Resource // in the pool of the seat whose turn it is; 0: not there
	Rolling DiceSet                        // dice that have to be rolled
	Rolls   uint16
	Fewer   uint8    // dice that the seat whose turn it is has to leave out of its roll
	Cast    CardSet  // spells that were cast this turn
	Worked  [2]uint8 // companions and tiles that did something this turn, a bit for each seat
	Reacted [2]uint8 // those that have reacted since the stack was last empty

	Turn      int8
	Stage     Stage
	Points    uint8
	Summon    bool // the active seat has to take a companion
	Unleashed bool // the active seat has used its shadow ability this turn

	Stack   [Deepest]Frame
	Depth   uint8
	Asking  bool // the top frame asks seats
	Windows uint16
	Answers [MostSeats]printed.Card // will be turned up when the window closes
	Owed    [MostSeats]uint8        // counterspells that have to be dealt

	Turns   uint16 // turns begun so far
	Quiet   uint16 // turns in a row without damage from one character to another
	Stalled bool   // the table is asked whether to go on
	Over    bool
	Winner  int8 // -1: nobody
}

// MarshalJSON returns an error: cards are hidden.
func (State) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Of returns the position of a state of this game, nil for a state of any other.
func Of(state engine.State) *State {
	if s, ours := state.(interface{ Position() *State }); ours {
		return s.Position()
	}
	return nil
}

// A Seating is who sits where. It is fixed when the game starts.
type Seating struct {
	Count      uint8
	Tracks     bool // the tracks book: people roll, pay and carry cards out
	Dealt      bool // the device rolls and deals
	Untargeted bool // a spell may be cast even if it hits nobody
	Uncapped   bool // hit points have no limit
	Lands      bool // damage lands before damage that answers it (ruling return-after)
	Often      bool // the shadow ability may be used whenever the energy is full (ruling ability-once)
	AsPrinted  bool // companions work as often as they say (ruling companion-print)
	Ends       bool // in the tracks book a turn ends when its seat says so (ruling end-order)
	Stays      bool // the form may change at 3 energy, and need not (ruling transform)
	Wait       int  // seconds of a window, as in engine.Window
	Seats      [MostSeats]engine.Seat
	Characters [MostSeats]printed.Character
	Commands   [MostSeats]*SeatCommands
	Places     [Tiles]printed.Place // of each tile, from the rune; 0: not in the game
}

// A Player is one seat's part of the table.
type Player struct {
	Health        uint16
	Energy        uint8
	Shadow        bool
	Out           bool
	Fell          uint8                           // order of leaving the game, from 1; 0: still in it
	At            printed.Name                    // the tile it stands on
	Book          [printed.BookSlots]printed.Card // open cards, without gaps
	Down          uint8                           // face-down cards
	Counterspells CounterspellSet                 // which of these are known
	Lasting       [mostLasting]Lasting
	Frozen        bool  // does not travel in this turn
	FrozenNext    bool  // will not travel in its next turn
	Stunned       uint8 // how many fewer dice it rolls in its next turn
	Companion     printed.Card
	Tokens        printed.Pool
}

// A CardSet is a set of cards of the main deck, a bit for each at its number.
type CardSet uint64

// Only returns the set with one card.
func Only(c printed.Card) CardSet { return 1 << c }

// Contains reports whether a card is in the set.
func (d CardSet) Contains(c printed.Card) bool { return c > 0 && c <= printed.MainCards && d>>c&1 != 0 }

// First returns the card with the lowest number.
func (d CardSet) First() printed.Card { return printed.Card(bits.TrailingZeros64(uint64(d))) }

// WholeDeck is the set of all cards of the main deck.
const WholeDeck CardSet = (1<<printed.MainCards - 1) << 1

// Seat returns the seat in a place; -1 is the table.
func (s *State) Seat(i int8) engine.Seat {
	if i < 0 {
		return engine.Table
	}
	return s.Seating.Seats[i]
}

// Active returns the player whose turn it is.
func (s *State) Active() *Player { return &s.Players[s.Turn] }

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

// InOrder returns the seats in the game, in the order of their next turns; the active seat comes
// last.
func (s *State) InOrder() (all [MostSeats]int8, n int) {
	for i, left := s.after(s.Turn), s.Count(); left > 0; i, left = s.after(i), left-1 {
		if !s.Players[i].Out {
			all[n] = i
			n++
		}
	}
	return all, n
}

// Left returns how many characters are still in the game.
func (s *State) Left() (n int) {
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

// Player returns the player at seat, or a throwaway one if the seat does not play.
func (s *State) Player(seat engine.Seat) *Player {
	if i := s.Find(seat); i >= 0 {
		return &s.Players[i]
	}
	return &Player{}
}

// Limit returns the most shadow energy that a form can have.
func (p *Player) Limit() uint8 {
	if p.Shadow {
		return printed.ShadowLimit
	}
	return printed.BaseLimit
}

// Opened returns the face-up cards of the book.
func (p *Player) Opened() []printed.Card {
	n := 0
	for n < len(p.Book) && p.Book[n] != 0 {
		n++
	}
	return p.Book[:n]
}

// Cards returns how many cards are in the book, open and face down.
func (p *Player) Cards() int { return len(p.Opened()) + int(p.Down) }

// Has reports whether a card lies open in the book.
func (p *Player) Has(c printed.Card) bool {
	for _, have := range p.Opened() {
		if have == c {
			return true
		}
	}
	return false
}

// Add puts a card face up into the book.
func (p *Player) Add(c printed.Card) {
	if n := len(p.Opened()); n < len(p.Book) {
		p.Book[n] = c
	}
}

// Remove takes a face-up card out of the book.
func (p *Player) Remove(c printed.Card) {
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

// Pool returns what a seat may spend: dice in its own turn, and tokens.
func (s *State) Pool(i int8) printed.Pool {
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

// Character returns the character a seat plays.
func (s *State) Character(i int8) printed.Character { return s.Seating.Characters[i] }

// OrNone returns no card (0), and then the face-up cards of the book.
func (p *Player) OrNone() []printed.Card {
	all := [printed.BookSlots + 1]printed.Card{}
	n := copy(all[1:], p.Opened())
	return all[:n+1]
}

// SeatCommands are commands that are listed so often that they are built once.
type SeatCommands struct {
	Travel          [Tiles]engine.Command
	Reroll          [AllDice + 1]engine.Command
	Protect, Finish engine.Command
}

// Clear puts everything in a seat's pool back.
func (s *State) Clear(i int8) {
	if i < 0 {
		return
	}
	s.Players[i].Tokens = ZeroPool
	if i == s.Turn {
		s.Dice, s.Rolling = [len(s.Dice)]resource{}, 0
	}
}

// PointsOf returns the action points a seat has left.
func (s *State) PointsOf(i int8) int {
	if i != s.Turn || s.Over || s.Stage != Acting {
		return 0
	}
	return int(s.Points)
}
