package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What people touch to choose a command, in the words of the View.

func cardAims(cards ...printed.Card) (all []string) {
	for _, c := range cards {
		if c != 0 {
			all = append(all, engine.CardAim(engine.Term(c.String())))
		}
	}
	return all
}

func aimsAt(enemy engine.Seat, tile printed.Name) (all []string) {
	if enemy != "" {
		all = append(all, engine.SeatAim(enemy))
	}
	if tile != 0 {
		all = append(all, engine.SiteAim(tile.String()))
	}
	return all
}
