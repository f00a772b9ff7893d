package content

import (
	"arbiter/engine"
)

// A ReadersPart is about the virtual readers of a seat where they differ from the game.
type ReadersPart struct {
	Untidy bool     // cards lie on them in another way than the game says
	Shared []Shared // readers that belong to no field
}

// A card is what lies somewhere, in words.
type card struct {
	Name, Label string
	About       string // what the game says of it; may be ""
}

// A Shared reader is a virtual one that stands for no single field.
type Shared struct {
	Reader string
	Lying  []LaidCard
}

// A LaidCard is a card that lies there: as a command names it, and as people read it.
type LaidCard struct{ Words, Label string }

func (sc *Content) card(k engine.Card) card {
	if k.Name == "" {
		return card{Label: sc.Say(engine.Say("face down"))}
	}
	return card{Name: string(k.Name), Label: sc.term(k.Name), About: sc.tells(k.Name)}
}
