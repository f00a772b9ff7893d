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
