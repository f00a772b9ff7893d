package engine

import (
	"slices"
	"strings"
)

// A View is all that a screen may draw of a state: no rules, and no secrets if
// the state has none. Lists are in a fixed order.
type View struct {
	Stage    []Text // where the game stands, from large to small: round, phase
	Seats    []Place
	Tracks   []Track
	Zones    []Zone
	Board    []Field  // the game board as a picture; empty if screens show none
	Pieces   []Track  // how many pieces that are alike lie somewhere, such as gems of a color; none where it is left out
	Lying    []Zone   // pieces with names that lie somewhere, such as tiles; screens show both on the Map and in Notes, Moves needs them
	Piles    []Pile   // cards that lie face down, of which Moves tells the number
	Stating  bool     // people state what lies on the cardboard: nothing is moved
	Prompts  []Prompt // what the game waits for
	Remind   []Prompt // steps that people forget; they concern the cardboard
	Headline Text     // what a panel says above the game in place of the first prompt, with Window after it; none is the prompt
	Window   bool     // several seats are asked at the same time: who does not wait has answered
	Caveat   Text     // what holds for the whole game, such as invented values; may be none
	Opening  bool     // the cardboard has just been set up, or is still being set up
	Over     bool
	Map      []Site   // the game board as a map, in more detail than panels show; empty if it has none
	Regions  []Region // of the map
	Blocks   []Block  // of the Board, one of each faction
	InPlay   InPlay   // the card that is being carried out
	Rise     Rise     // who has come to the next level
	Phase    string   // the phase as a word, such as "plan"; for classes and choices of a screen

	// Names are what things are called at this table, where that is more than their word:
	// by their owner, or by what they do. They never change.
	Names map[Term]Text
}

// Called returns what people call a thing where that is more than its word: by own, which
// may be nil, else by Names. No text is its word.
func (v View) Called(own func(Term) string) func(Term) Text {
	return func(t Term) Text {
		if own != nil {
			if name := own(t); name != "" {
				return Say("%s", Term(name))
			}
		}
		return v.Names[t]
	}
}

// Plain is the view of a state without Map and Regions, which games that draw much leave
// out where nobody looks at them.
func Plain(s State) View {
	if p, ok := s.(interface{ Plain() View }); ok {
		return p.Plain()
	}
	return s.View()
}

// Known is a state as each seat knows it; the empty seat is a spectator.
type Known map[Seat]State

// A Place is a seat as a screen shows it. Places are in turn order.
type Place struct {
	Seat   Seat
	Color  string // a word such as "purple"; each color goes with a Shape
	Shape  Shape
	Who    Text   // whom the seat plays, such as a civilization
	Figure string // its picture, a word such as "fox"; "" if there is none but its Shape
	Shadow bool   // the figure is shown dark
	Robot  bool   // a seat that nobody sits at, such as the Automa
	Turn   bool   // the game waits for this seat
	Winner bool
	Out    bool   // it has left the game: the game waits for it no more, and it may do nothing
	Notes  []Text // what lies open before the seat: powers, the throne
	Counts []Count
	Purse  []Amount // what it has openly, such as gems; what it has none of is there with 0
	Cards  []Amount // how many cards it has openly or in hand, by kind
	Kept   []Term   // the things of Notes that have a Face
	Ready  bool     // it waits for others
	Dice   []ShownDie
	Shown  []int // what its cards are worth that have just decided on the order; empty once somebody has acted
	Moved  int   // how far they moved its goal
	Rank   int   // when the game is over: 1 is the best; 0 if nobody is ranked
}

// A ShownDie is a die that a seat has rolled.
type ShownDie struct {
	Die   Term
	Color string // its own, a word such as "red"; "" if it has none
	Shows Term   // "" while it is being rolled, and when it has been spent
	Spent bool
}

// A Count says that one of a Place's notes tells numbers, and names their Accounts.
type Count struct {
	Note int // index of Notes
	Of   []string
}

// A Shape tells seats apart where color cannot.
type Shape uint8

// The shapes, in the order in which games hand them out.
const (
	Circle Shape = iota
	Square
	Triangle
	Diamond
)

// A Track is one column of the score board: a marker for each seat.
type Track struct {
	Name    string // as in scripts, such as "energy"
	Title   Text
	At      []int // parallel to View.Seats
	Roman   bool  // written 0, I, II, III
	Derived bool  // follows from other tracks: no marker on the cardboard shows it
	Role    Role  // how screens draw it; none is a column of numbers
	Dial    int   // where the dial ends on which the number is set; 0 if it is on none
}

// A Role tells screens how a track is drawn.
type Role uint8

// The roles, each of one track at most.
const (
	RoleProgress Role = iota + 1 // runs after the goal
	RoleGoal                     // what the progress is measured against
	RoleRank                     // stands before the name
)

// A Zone is a place where cards lie.
type Zone struct {
	Seat   Seat   // whose it is; Table if it is nobody's
	Name   string // as in commands and rigs, such as "1"; Hand for cards in hand
	Title  Text
	Cards  []Card // from bottom to top
	Covert bool   // the cards that another seat lays here are in its hand, for who may not know of them
	Cubes  bool   // a cube lies there for each card
	Suit   string // which cards lie here: those without a name go only to zones and piles of the same suit
	Room   int    // for how many cards there is room side by side; 0: they lie on one another
	Aside  bool   // no card is played to it: cards lie there to be taken, or are kept
	Count  string // the Account of the number in its title; "" if there is none
}

// Hand names the zone of the cards a seat holds.
const Hand = "hand"

// A Card is a card as the owner of the View knows it.
type Card struct {
	Name  Term // "" if the owner of the view does not know it
	Fresh bool // may still be taken back
	Down  bool // lies face down
	Worth int  // what it would bring its owner if the game ended now; 0 if nothing, or if it brings nothing then
}

// A Pile is a stack of cards that lie face down.
type Pile struct {
	Seat   Seat
	Name   string // no Zone's
	Title  Text
	Suit   string // as in Zone
	Number int
}

// A Field is a place on the game board. Neighbors in the list need not be neighbors on
// the board.
type Field struct {
	Name   string // as in commands and in the zone of the Table with that name
	Title  Text
	X, Y   float32 // the middle, from 0 (left, top) to 1
	Size   float32 // across, as a share of the board's width
	Color  string  // the field's own, a word such as "green"; "" if it has none
	Piece  Piece   // what fills it; none if it has room for several
	Pieces []Piece // what stands on it side by side, if it has
	Hex    bool    // a hexagon with a point up, Size wide; else a disc
}

// A Piece is what stands on a field. The zero Piece is nothing.
type Piece struct {
	Color  string // a word such as "red"
	Shape  Shape  // of that color
	Tall   bool   // stands out, such as a speaker among followers
	Figure string // as in Place
	Name   Text   // for people who do not see the picture
}

// Like reports whether two pieces look alike.
func (p Piece) Like(o Piece) bool {
	return p.Color == o.Color && p.Shape == o.Shape && p.Tall == o.Tall && p.Figure == o.Figure
}

// A Prompt asks or reminds a seat.
type Prompt struct {
	Seat  Seat // Table: anybody at the table
	Text  Text
	Brief Text // the same in a few words, for a small screen; may be none
	Hands Text // the same where cardboard lies on the table and hands move it; may be none
	Doing Text // what the seat does meanwhile, for the others: "Ben plans"; may be none
}

// MarkTurns marks the seats that prompts ask.
func (v *View) MarkTurns() {
	for n := range v.Seats {
		v.Seats[n].Turn = slices.ContainsFunc(v.Prompts, func(p Prompt) bool { return p.Seat == v.Seats[n].Seat })
	}
}

// MarkRanks tells at each seat which place it has.
func (v *View) MarkRanks(ranks []Rank) {
	for n := range v.Seats {
		if i := slices.IndexFunc(ranks, func(r Rank) bool { return r.Seat == v.Seats[n].Seat }); i >= 0 {
			v.Seats[n].Rank = ranks[i].Place
		}
	}
}

// Round is the number of the round, 0 if none is played.
func (v View) Round() int {
	if len(v.Stage) > 0 && len(v.Stage[0].Args) > 0 {
		n, _ := v.Stage[0].Args[0].(int)
		return n
	}
	return 0
}

// Track is the index of the track with a role, -1 if there is none.
func (v View) Track(role Role) int {
	return slices.IndexFunc(v.Tracks, func(t Track) bool { return t.Role == role })
}

// At returns the marker of seat on the named track.
func (v View) At(track string, seat Seat) (at int, ok bool) { return v.on(v.Tracks, track, seat) }

func (v View) on(tracks []Track, name string, seat Seat) (at int, ok bool) {
	i := slices.IndexFunc(v.Seats, func(p Place) bool { return p.Seat == seat })
	n := slices.IndexFunc(tracks, func(t Track) bool { return t.Name == name })
	if i < 0 || n < 0 {
		return 0, false
	}
	return tracks[n].At[i], true
}

// Zone returns the zone of seat with the name.
func (v View) Zone(seat Seat, name string) (z Zone, ok bool) { return find(v.Zones, seat, name) }

func find(zones []Zone, seat Seat, name string) (z Zone, ok bool) {
	for _, z := range zones {
		if z.Seat == seat && z.Name == name {
			return z, true
		}
	}
	return Zone{}, false
}

// Top returns the uppermost card.
func (z Zone) Top() (c Card, ok bool) {
	if len(z.Cards) == 0 {
		return Card{}, false
	}
	return z.Cards[len(z.Cards)-1], true
}

// Number is the number of a seat that a Change names; of all seats if none is named.
func (v View) Number(seat Seat, of string) (n int, ok bool) {
	if name, is := strings.CutPrefix(of, "region "); is {
		return v.share(seat, name)
	}
	if n, ok = v.At(of, seat); ok {
		return n, true
	}
	for _, p := range v.Seats {
		for _, a := range p.Purse {
			if p.Seat == seat && a.Of == of {
				return a.N, true
			}
		}
	}
	return 0, false
}

func (v View) share(seat Seat, region string) (n int, ok bool) {
	for _, r := range v.Regions {
		for _, share := range r.Shares {
			if r.Name == region && (seat == "" || share.Seat == seat) {
				n += share.N
			}
		}
		ok = ok || r.Name == region
	}
	return n, ok
}
