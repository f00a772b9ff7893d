package ownerpage

import "arbiter/companion/web/page"

// CardFaces are the cards of a game with what the owner has given them, or a single card.
type CardFaces struct {
	Game  string
	Games []page.Link
	Cards []FaceCard
	One   *FaceCard // nil on the page of all cards
}

// A FaceCard is a card with its face.
type FaceCard struct {
	Card, Term    string // as commands and as the game name it
	Name, Picture string // the owner's; "" if none
	Href          string
}

// Called returns what the owner calls the card.
func (f FaceCard) Called() string {
	if f.Name != "" {
		return f.Name
	}
	return f.Term
}
