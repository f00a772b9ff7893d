package engine

// A GuideStep explains one thing to somebody who plays for the first time, when it
// first comes up: all that it names has to be so. A screen lights the thing and says
// the sentence.
type GuideStep struct {
	Name  string     // one word, by which a screen remembers that it was seen
	Phase string     // the word of View.Phase in which it comes first; "" for any
	Round int        // from this round on
	Verb  string     // what the seat may do now, as commands begin after the seat; "" for anything
	At    ScreenPart // what is lit
	Text  Text       // one sentence, at most 70 characters in each language
}

// A ScreenPart is a part of a screen that a GuideStep points at.
type ScreenPart string

// The parts of every screen of a seat.
const (
	ScreenSeats  ScreenPart = "seats"  // who is where in the race
	ScreenBoard  ScreenPart = "board"  // the board
	ScreenPrompt ScreenPart = "prompt" // what is asked, and the button
	ScreenCards  ScreenPart = "cards"  // one's own fields and hand, or what is for sale
	ScreenPurse  ScreenPart = "purse"  // one's own numbers, gems and cards
)
