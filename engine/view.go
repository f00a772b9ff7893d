package engine

import (
	"slices"
	"strings"
)

// A View is all that a screen may draw of a state. It contains no rules, and no secrets unless the
// state does. Lists are in a fixed order.
type View struct {
	Stage    []Text // what point the game has reached, largest unit first: round, phase
	Seats    []Place
	Tracks   []Track
	Zones    []Zone
	Board    []Field  // the game board as a picture; empty if screens show none
	Pieces   []Track  // numbers of identical pieces, such as gems of a color; a number that is left out is 0
	Unzoned  Text     // heading for things that a seat may choose and that lie in no zone, such as fields of its board; may be empty
	Lying    []Zone   // pieces with names, such as tiles; screens show them on the Map and in Notes, Moves needs them here
	Piles    []Pile   // cards that lie face down, whose number Moves reports
	Stating  bool     // people are stating what lies on the cardboard: nothing is moved
	Prompts  []Prompt // what the game waits for
	Remind   []Prompt // steps that people tend to forget; they concern the cardboard
	Headline Text     // what a panel says above the game instead of the first prompt, followed by Window; if empty, the prompt
	Window   bool     // several seats are asked at the same time: a seat that is not waited for has answered
	Caveat   Text     // what holds for the whole game, such as invented values; may be empty
	Opening  bool     // the cardboard has just been set up, or is being set up
	Over     bool
	Map      []Site   // the game board as a map, in more detail than panels show; empty if it has none
	Regions  []Region // of the map
	Blocks   []Block  // of the Board, one for each faction
	InPlay   InPlay   // the card that is being carried out
	Rise     Rise     // who has reached the next level
	Phase    string   // the phase as one word, such as "plan"; screens use it for CSS classes and to choose what they show

	// Names has what things are called at this table, where that is more than their term: a name
	// given by their owner, or what they do. They never change.
	Names map[Term]Text
}

// Called returns a function that returns what people call a thing: by own, which may be nil,
// otherwise by Names. An empty text stands for the term itself.
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

// Plain returns the view of a state without Map and Regions, which games with elaborate boards
// leave out because nobody looks at them here.
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
	Who    Text   // who the seat plays, such as a civilization
	Figure string // its picture, a word such as "fox"; "" if it has only its Shape
	Shadow bool   // the figure is drawn dark
	Robot  bool   // a seat that nobody sits at, such as the Automa
	Turn   bool   // the game waits for this seat
	Winner bool
	Out    bool   // it has left the game: it cannot act, and the game does not wait for it
	Notes  []Text // what lies open before the seat: powers, the throne
	Counts []Count
	Purse  []Amount // what it has openly, such as gems; what it has none of is listed with 0
	Cards  []Amount // how many cards it has openly or in hand, by kind
	Kept   []Term   // the things in Notes that have a Face
	Ready  bool     // it waits for others
	Dice   []ShownDie
	Shown  []int // the values of its cards that have just decided the order; empty once somebody has acted
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

// A Count says that one of a Place's notes contains numbers, and names their Accounts.
type Count struct {
	Note int // index of Notes
	Of   []string
}

// A Shape tells seats apart for people who cannot tell them apart by color.
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
	Role    Role  // how screens draw it; the zero Role is a column of numbers
	Dial    int   // the highest number of the dial on which it is set; 0 if it is on none
}

// A Role tells screens how a track is drawn.
type Role uint8

// The roles; at most one track has each.
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
	Covert bool   // cards that another seat lays here are, for those who may not know them, in its hand
	Cubes  bool   // a cube lies there for each card
	Suit   string // which cards lie here: cards without a name go only to zones and piles of the same suit
	Room   int    // how many cards fit side by side; 0 if they lie on top of each other
	Aside  bool   // no card is played to it: its cards are for the taking, or are kept
	Count  string // the Account of the number in its title; "" if there is none
}

// Hand is the name of the zone with the cards a seat holds.
const Hand = "hand"

// A Card is a card as far as the owner of the View knows it.
type Card struct {
	Name  Term // "" if the owner of the view does not know it
	Fresh bool // may still be taken back
	Down  bool // lies face down
	Worth int  // what it would bring its owner if the game ended now; 0 if nothing
}

// A Pile is a stack of cards that lie face down.
type Pile struct {
	Seat   Seat
	Name   string // never the name of a Zone
	Title  Text
	Suit   string // as in Zone
	Number int
}

// A Field is a place on the game board. Adjacent entries in the list need not be adjacent on the
// board.
type Field struct {
	Name   string // as in commands and in the zone of the Table with that name
	Title  Text
	X, Y   float32 // the middle, from 0 (left, top) to 1
	Size   float32 // diameter, as a share of the board's width
	Color  string  // the field's own, a word such as "green"; "" if it has none
	Piece  Piece   // what fills it; zero if it has room for several
	Pieces []Piece // what stands on it side by side, if it has room for several
	Hex    bool    // a hexagon, Size wide, with a corner at the top; otherwise a disc
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

// A Prompt asks a seat for something or reminds it of something.
type Prompt struct {
	Seat  Seat // Table: anybody at the table
	Text  Text
	Brief Text // the same in a few words, for a small screen; may be empty
	Hands Text // the same for a table where people move cardboard by hand; may be empty
	Doing Text // what the seat is doing meanwhile, for the others: "Ben plans"; may be empty
}

// MarkTurns sets Turn for the seats that prompts ask.
func (v *View) MarkTurns() {
	for n := range v.Seats {
		v.Seats[n].Turn = slices.ContainsFunc(v.Prompts, func(p Prompt) bool { return p.Seat == v.Seats[n].Seat })
	}
}

// MarkRanks sets the Rank of each seat.
func (v *View) MarkRanks(ranks []Rank) {
	for n := range v.Seats {
		if i := slices.IndexFunc(ranks, func(r Rank) bool { return r.Seat == v.Seats[n].Seat }); i >= 0 {
			v.Seats[n].Rank = ranks[i].Place
		}
	}
}

// Round returns the number of the round, 0 if none is being played.
func (v View) Round() int {
	if len(v.Stage) > 0 && len(v.Stage[0].Args) > 0 {
		n, _ := v.Stage[0].Args[0].(int)
		return n
	}
	return 0
}

// Track returns the index of the track with a role, -1 if there is none.
func (v View) Track(role Role) int {
	return slices.IndexFunc(v.Tracks, func(t Track) bool { return t.Role == role })
}

// At returns the position of seat's marker on the named track.
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

// Number returns a number of a seat, which of names as in Change. A seat of "" means all seats
// together.
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
