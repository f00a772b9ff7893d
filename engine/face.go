package engine

import "arbiter/engine/notation"

// A Face is what is printed on a card or on another thing of the game, as data, so that every
// screen draws it alike. Whether a value is real or invented is recorded in Read. Name and Words
// start with a small letter where the wording is ours; screens capitalize them.
type Face struct {
	Kind  string     // how it is drawn, a word for a class, such as "start" or "ai"
	Mark  Text       // small in a corner, such as "AI 7"; may be empty
	Name  Text       // short, for talking at the table
	Words Text       // what it does, in a sentence; may be empty
	Art   string     // the symbol in its picture; "" if the picture shows the first steps
	Ring  Amount     // the number shown first, such as its consumption; Of is "" if there is none
	Price []Amount   // what it costs while it is for sale
	Steps []FaceStep // what it does, one after the other
	Gives []Amount   // what else it brings
	Color string     // its own color, a word such as "red"; may be empty
	Read  []Reading  // where its values were read; the first is that of the Ring, if there is one
}

// A FaceStep is one option, or several of which one is chosen.
type FaceStep []FaceOption

// A FaceOption is a list of things that are done together.
type FaceOption []Symbol

// A Symbol stands for something that is done or gained.
type Symbol struct {
	Icon  string   // a word, such as "harvest"
	Times int      // how often, or how many; 0 and 1 are not written
	Label string   // written beside it, the same in all languages, such as "P3" or "+6"
	Signs []string // what widens or narrows it, such as "any-range" and "desert"
}

// An Amount is so many of something that has a symbol, such as gold gems or energy.
type Amount struct {
	Of string
	N  int
}

// A Region is a part of a map that counts as one, such as a galaxy. Each Site names its region.
type Region struct {
	Name    string
	Title   Text
	Lines   []Text // what people want to know about it, in words
	Color   string
	X, Y    float32           // where its label stands, in the coordinates of a Site
	Rewards []int             // for the first, for the second
	Read    []notation.Origin // where each of the Rewards was read
	Leader  Seat              // who has the majority; "" if nobody
	Shares  []Share           // who has how much there, in turn order, without seats that have nothing
	Piece   Piece             // what stands on it, such as a station
	Cards   int               // how many of the rewards, from the first on, also bring a card
}

// A Block is a group of adjacent fields of the board that count together, such as the largest group
// of a faction.
type Block struct {
	Name   string // whose it is: a faction
	Title  Text
	Seats  []Seat   // of that faction
	Pieces []Piece  // what its pieces look like, one of each color
	Fields []string // in the order of the board; the first and the last are its ends
	Goal   int      // how many fields win
}

// A Share is how much a seat has of something.
type Share struct {
	Seat Seat
	N    int
}
