package highcouncil

import "arbiter/engine"

// trilithon is the piece that shows that the vote has begun.
const trilithon engine.Term = "trilithon"

// terms lists the words that screens show: colors, factions, pieces and cards.
func terms() []engine.Term {
	var all []engine.Term
	for c := White; c <= allColors; c++ {
		all = append(all, c.term())
		for r := Follower; r <= Speaker && c.Faction() != 0; r++ {
			all = append(all, Piece{c, r}.term())
		}
	}
	for f := Pro; f <= Contra; f++ {
		all = append(all, f.term())
	}
	for c := Card(1); c < afterCards; c++ {
		all = append(all, c.term())
	}
	return append(all, trilithon)
}
