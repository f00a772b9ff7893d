package engine

import "arbiter/engine/notation"

// A Face is what is printed on a card or on another thing of the game, as data, so
// that every screen draws it alike. Invented values are as invented as the box is,
// which Read tells.
// Name and Words begin small where they are ours: screens write the first letter large.
type Face struct {
	Kind  string     // how it is drawn, a word for a class, such as "start" or "ai"
	Mark  Text       // small in a corner, such as "AI 7"; may be none
	Name  Text       // short, for talking at the table
	Words Text       // what it does, in a sentence; may be none
	Art   string     // the symbol that the picture is made of; "" if it is made of the first steps
	Ring  Amount     // the number that it shows first, such as its consumption; Of is "" if there is none
	Price []Amount   // while it is for sale
	Steps []FaceStep // what it does, one after the other
	Gives []Amount   // what it brings besides
	Color string     // the color that it has by itself, a word such as "red"; may be none
	Read  []Reading  // where its values were read; the first is of the Ring, if there is one
}

// A FaceStep is one or several options, of which one is chosen.
type FaceStep []FaceOption

// A FaceOption is what is done together.
type FaceOption []Symbol

// A Symbol stands for what is done or brought.
type Symbol struct {
	Icon  string   // a word, such as "harvest"
	Times int      // how often, or how many; 0 and 1 are not written
	Label string   // beside it, the same in all languages, such as "P3" or "+6"
	Signs []string // what widens or narrows it, such as "any-range" and "desert"
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
	X, Y    float32           // where its sign stands, as of a Site
	Rewards []int             // for the first, for the second
	Read    []notation.Origin // where the Rewards were read, of each of them
	Leader  Seat              // who has the majority; "" if nobody
	Shares  []Share           // who has how much there, in turn order; those with nothing left out
	Piece   Piece             // what stands on it, such as a station
	Cards   int               // how many of the rewards bring a card, too, from the first on
}

// A Block is fields of the board that lie side by side and count together, such as the
// largest group of a faction.
type Block struct {
	Name   string // whose it is: a faction
	Title  Text
	Seats  []Seat   // of that faction
	Pieces []Piece  // what its pieces look like, one of each color
	Fields []string // in the order of the board, the first and the last are its ends
	Goal   int      // so many fields win
}

// A Share is how much a seat has of something.
type Share struct {
	Seat Seat
	N    int
}
