package engine

// A Face is what is printed on a card or on another thing of the game, as data, so
// that every screen draws it alike. Invented values are as invented as the box is.
type Face struct {
	Kind  string     // how it is drawn, a word for a class, such as "start" or "ai"
	Mark  Text       // small in a corner, such as "AI 7"; may be none
	Name  Text       // short, for talking at the table
	Words Text       // what it does, in a sentence; may be none
	Art   string     // the symbol that the picture is made of, a word
	Ring  Ring       // the number in the ring, such as the consumption
	Price []Amount   // while it is for sale
	Steps []FaceStep // what it does, one after the other; each is a choice
	Gives []Amount   // what it brings besides
	Seat  Seat       // whose colors it has; "" if it has none
}

// A Ring is the number that a card shows first.
type Ring struct {
	Shown bool
	N     int
}

// A FaceStep is one of its alternatives.
type FaceStep []Symbol

// A Symbol is one alternative of a step, as it is drawn.
type Symbol struct {
	Icon  string   // a word, such as "harvest"
	Times int      // how often, or how many; 0 and 1 are not written
	Signs []string // what widens it, such as "any-range" and "any-planet"
	Then  *Symbol  // what belongs to the same alternative and comes after it
}

// An Amount is so many of something that has a symbol, such as gold gems or energy.
type Amount struct {
	Of string
	N  int
}

// A Region is a part of a map that counts as one, such as a galaxy: sites name it.
type Region struct {
	Name    string
	Title   Text
	Lines   []Text // what people want to know of it, in words
	Color   string
	X, Y    float32 // where its sign stands, as of a Site
	Rewards []int   // for the first, for the second
	Leader  Seat    // who has the majority; "" if nobody
	Shares  []Share // who has how much there, in turn order; those with nothing left out
	Piece   Piece   // what stands on it, such as a station
	Cards   int     // how many of the rewards bring a card, too, from the first on
}

// A Share is how much a seat has of something.
type Share struct {
	Seat Seat
	N    int
}

// An Effect is what a legal command would do, for whoever is asked whether to do it.
// It tells nothing that the seat may not know.
type Effect struct {
	Verb Text   // on the button: one word or two
	Ask  Text   // the question, with what was chosen in it
	Then []Text // what would follow, the weightiest first
}

// A Wisher lists the commands that a seat may wish for at this moment, legal or not,
// so that a screen can say of a thing why it cannot be taken: Decide tells.
type Wisher interface{ Wishes(seat Seat) []Command }

// A Forecaster tells a seat what its plan comes to, as things stand.
type Forecaster interface {
	Forecast(seat Seat) (f Forecast, ok bool)
}

// A Forecast is what a plan costs and where it puts the seat, as far as the seat can
// know.
type Forecast struct {
	Costs    int
	From, To int // the goal track before and after, clamps included
	Rank     int // the place in the order as things stand; 0 if it cannot be told
}
