package councilofshadows

import (
	"math/bits"
	"slices"

	"arbiter/engine"
)

// The tracks (rulebook, components).
const (
	startConsumption = 20
	leastConsumption = 20
	mostConsumption  = 100
	mostTrack        = 100 // energy beyond it is counted (ruling energy-over)
	boardFields      = 3
	farthest         = 3 // parsecs
	automaSeat       = engine.Seat("automa")
	automaColor      = 3 // blue
)

var colors = [4]string{"purple", "red", "green", "blue"}

// State is the table. It is a plain value. Small fields are grouped to keep copies small.
type State struct {
	facts    *facts
	players  [4]player
	phase    PhaseName
	count    uint8 // of seats
	round    uint8
	step     step
	turn     int8 // whose part of the phase it is; -1 if nobody's
	due      due
	throne   int8 // who has it; -1 if it is free
	clock    uint16
	modules  modules
	atEnd    bool // ruling phase-end: levels rise at the end of the whole phase
	atOnce   bool // ruling phase-end: levels rise at once
	complete bool // the box tells all that the full book needs
	full     bool // the full book: the referee keeps the cardboard too
	ninth    bool // ruling galaxy-bonus: the card gives 9, 3 or 0
	stops    bool // ruling saver-late: a falling marker always stops above energy
	device   bool // the device has the stacks and draws
	automa   automa
	table    cardboard
	inPlay   cardInPlay
}

// A step is a part of a seat's turn.
type step uint8

const (
	stepMain     step = iota // purchases, actions
	stepScoring              // phase 3 after the slide
	stepSettling             // level-ups
)

// A due is what a seat has to do before the game continues.
type due struct {
	who  int8
	what Item
}

type modules struct{ stations, leaders, advanced bool }

// automa is the solo opponent: its open card and how much of it is done.
type automa struct {
	at    int8 // its place among the players; -1 if it does not play
	open  Item
	did   uint8            // actions done or skipped
	sides [mostSteps]uint8 // the side that was done, for each of these
	cards pile             // its cards; opened ones are aside
}

// A player is one seat's part of the table.
type player struct {
	seat         engine.Seat
	at           int8 // its place among the players; -1 for nobody
	color        uint8
	civilization Item
	leader       Item
	order        uint8
	level        uint8
	energy       int16
	consumption  int16
	applied      int16  // how far the consumption marker moved last
	arrived      uint16 // when the energy marker came to its field
	fields       uint8
	reach        [mostFields]uint8 // parsecs
	hand         cards
	laid         cards                // on action fields
	fresh        cards                // laid this round, may be taken back
	down         cards                // on action fields, face down: not shown yet, or covered when the rest were shown
	tops         [mostFields + 1]Item // the top card by field
	under        [seatCards]Item      // what lies directly under a card
	ready        bool
	bought       uint8 // purchases this phase
	has          set   // upgrades and stations
	tech         [2]Item
	perpetual    uint8 // the round in which Perpetual motion was taken
	counted      uint8 // gem colors counted in final scoring
	bonus        uint8 // bonus cards counted
	cubes        int16 // -1 until they are counted
	winner       bool

	// Fields of the full book.
	gems     Gemset
	bonuses  uint32 // bonus cards that are known, one bit each
	blank    uint8  // how many bonus cards are unknown
	revealed uint32 // bonus cards turned up in final scoring
	stocked  uint8  // gem colors counted when the referee took the cardboard over
	owed     uint8  // how many bonus cards it has still to get
	scored   uint16 // galaxies scored in this part, one bit each
	stargate uint8  // the field that New stargate brought; 0 if there is none
	settled  bool   // it has founded Zoe's colony of this phase
	reaped   bool   // it has taken Buteo's yield of this part
	sent     bool   // it has taken the station's yield of this part
}

// player returns the player at seat, or a throwaway one if the seat does not play.
func (s *State) player(seat engine.Seat) *player {
	if i := s.find(seat); i >= 0 {
		return &s.players[i]
	}
	return &player{at: -1}
}

func (p *player) robot() bool { return p.seat == automaSeat }

func (p *player) owned() cards { return p.hand | p.laid }

func (p *player) owns(i Item) bool { return p.owned().has(i) }

func (p *player) knows(t Item) bool { return p.tech[0] == t || p.tech[1] == t }

func (p *player) reached() bool { return p.energy >= p.consumption }

func (p *player) aiCards() int16 { return int16(bits.OnesCount32(uint32(p.owned() & allAI))) }

// top returns the top card on a field, None if the field is empty.
func (p *player) top(field uint8) Item { return p.tops[field] }

// stack returns the cards on a field, from bottom to top.
func (p *player) stack(field uint8) []Item { return p.stackIn(nil, field) }

// stackIn is stack into the memory of an older list.
func (p *player) stackIn(pile []Item, field uint8) []Item {
	pile = pile[:0]
	for i := p.top(field); i != None; i = p.under[i] {
		pile = append(pile, i)
	}
	slices.Reverse(pile)
	return pile
}

func (s *State) active() *player { return &s.players[max(s.turn, 0)] }

func (s *State) seats() []player { return s.players[:s.count] }

func (s *State) told(i Item) bool { return s.facts.told(i) }

func (s *State) value(i Item) int16 { return int16(s.facts.value[i]) }

// find returns the place of a seat among the players, -1 if it does not play.
func (s *State) find(seat engine.Seat) int8 {
	for i := range s.seats() {
		if s.players[i].seat == seat {
			return int8(i)
		}
	}
	return -1
}

// ordered returns the places of the players in turn order. It is short enough to be inlined, so
// that the list usually stays on the caller's stack.
func (s *State) ordered() []int8 {
	var places [4]int8
	return s.inOrder(&places)
}

func (s *State) inOrder(places *[4]int8) []int8 {
	for i := range s.seats() {
		at := i
		for ; at > 0 && s.players[places[at-1]].order > s.players[i].order; at-- {
			places[at] = places[at-1]
		}
		places[at] = int8(i)
	}
	return places[:s.count]
}

// after returns the seat that follows in turn order, -1 after the last one.
func (s *State) after(i int8) int8 {
	next := int8(-1)
	for j := range s.seats() {
		if o := s.players[j].order; o > s.players[i].order && (next < 0 || o < s.players[next].order) {
			next = int8(j)
		}
	}
	return next
}

func (s *State) first() int8 { return s.ordered()[0] }

// firstToAct returns the seat that begins a phase. The Automa buys nothing.
func (s *State) firstToAct(phase PhaseName) int8 {
	first := s.first()
	if phase == PhaseBuy && s.players[first].robot() {
		return s.after(first)
	}
	return first
}

// nextToAct returns the seat whose part of the phase comes next, -1 if the acting seat is the last.
func (s *State) nextToAct() int8 {
	next := s.after(s.turn)
	if next >= 0 && s.phase == PhaseBuy && s.players[next].robot() {
		return s.after(next)
	}
	return next
}

// cards is a set of start cards and AI cards, one bit each.
type cards uint32

func (c cards) with(i Item) cards { return c | 1<<i }

func (c cards) without(i Item) cards { return c &^ (1 << i) }

func (c cards) has(i Item) bool { return i < seatCards && c&(1<<i) != 0 }

func (c cards) size() int { return bits.OnesCount32(uint32(c)) }

// all calls yield with each card, in the order of the box.
func (c cards) all(yield func(Item) bool) {
	for ; c != 0; c &= c - 1 {
		if !yield(Item(bits.TrailingZeros32(uint32(c)))) {
			return
		}
	}
}

// allAI is the set of all AI cards.
const allAI cards = (1<<aiCards - 1) << firstAI

type set [2]uint64

func (b set) with(i Item) set { b[i/64] |= 1 << (i % 64); return b }

func (b set) contains(i Item) bool { return b[i/64]&(1<<(i%64)) != 0 }
