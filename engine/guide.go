package engine

// A GuideStep explains one thing to a first-time player when it first comes up, that is, when all
// of its conditions hold. A screen highlights the thing and shows the sentence.
type GuideStep struct {
	Name  string     // one word, under which a screen remembers that the step was shown
	Phase string     // the View.Phase in which it first comes up; "" for any
	Round int        // from this round on
	Verb  string     // what the seat may do now: the verb of a legal command; "" for anything
	At    ScreenPart // what is highlighted
	Text  Text       // one sentence, at most 70 characters in each language
}

// A ScreenPart is a part of a screen that a GuideStep points at.
type ScreenPart string

// The parts that every screen of a seat has.
const (
	ScreenSeats  ScreenPart = "seats"  // who is where in the race
	ScreenBoard  ScreenPart = "board"  // the board
	ScreenPrompt ScreenPart = "prompt" // what is asked, and the button
	ScreenCards  ScreenPart = "cards"  // one's own fields and hand, or what is for sale
	ScreenPurse  ScreenPart = "purse"  // one's own numbers, gems and cards
)
