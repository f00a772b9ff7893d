package ownerpage

import "arbiter/companion/web/page"

// CardFaces are the cards of a game with what the owner has given them, or one of them.
type CardFaces struct {
	Game  string
	Games []page.Link
	Cards []FaceCard
	One   *FaceCard // nil on the page of all
}

// A FaceCard is a card with its face.
type FaceCard struct {
	Card, Term    string // as commands and as the game call it
	Name, Picture string // the owner's; "" for none
	Href          string
}

// Called is what the owner calls it.
func (f FaceCard) Called() string {
	if f.Name != "" {
		return f.Name
	}
	return f.Term
}
