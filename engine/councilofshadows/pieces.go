package councilofshadows

import (
	"fmt"
	"math/bits"
	"slices"

	"arbiter/engine"
)

// What lies on the cardboard besides cards and markers. An undo says which of it goes back.

// pieces counts the gems of each seat and its cubes on each planet.
func (s *State) pieces(order []int8) []engine.Track {
	var all []engine.Track
	for _, gem := range gemColors {
		if at := numbers(order, func(i int8) uint8 { return s.players[i].gems.of(gem) }); at != nil {
			all = append(all, engine.Track{Name: gem.String(), Title: engine.Say("Gems (%s)", gem.term()), At: at})
		}
	}
	for left := s.table.tiles; left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range s.system(site).slots {
			if at := numbers(order, func(i int8) uint8 { return s.table.cubes[site].on(planet, i) }); at != nil {
				title := engine.Say("Cubes in %s, %s", s.siteName(site+1), s.planetTitle(site, uint8(planet)))
				all = append(all, engine.Track{Name: fmt.Sprint(site, "/", planet), Title: title, At: at})
			}
		}
	}
	return all
}

// numbers returns a number for each seat in order; nil if all are 0.
func numbers(order []int8, of func(seat int8) uint8) []int {
	if !slices.ContainsFunc(order, func(i int8) bool { return of(i) > 0 }) {
		return nil
	}
	at := make([]int, len(order))
	for n, i := range order {
		at[n] = int(of(i))
	}
	return at
}

// The suits of zones and piles; each stack of tiles has its own.
const (
	suitAI     = "ai"
	suitLight  = "light"
	suitAutoma = "automa"
)

func stackSuit(parsec uint8) string { return stackName(parsec) }

// throne is the piece that stands for the throne.
const throne engine.Term = "throne"

// lying lists what lies open beside the zones: tiles, stations, upgrades with their
// range steps, what a seat has before it, the Automa's cards, the throne.
func (s *State) lying(order []int8) []engine.Zone {
	all := make([]engine.Zone, 0, 4*len(order)+bits.OnesCount32(s.table.tiles))
	lies := func(seat engine.Seat, name, suit string, title engine.Text, what ...Item) {
		z := engine.Zone{Seat: seat, Name: name, Title: title, Suit: suit, Cards: make([]engine.Card, 0, len(what))}
		for _, i := range what {
			if i != None {
				z.Cards = append(z.Cards, engine.Card{Name: i.term()})
			}
		}
		all = append(all, z)
	}
	if s.full {
		s.besides(lies)
	}
	for _, i := range order {
		p := &s.players[i]
		if p.robot() {
			lies(p.seat, "open", suitAutoma, engine.Say("Open card"), s.automa.open)
			lies(p.seat, "aside", suitAutoma, engine.Say("Cards laid aside"), s.automaAside()...)
			continue
		}
		lies(p.seat, "board", "", engine.Say("Player board"), p.boardCubes()...)
		all[len(all)-1].Cubes = true
		lies(p.seat, "front", "", engine.Say("In front of the player"), p.leader, p.tech[0], p.tech[1])
		if !s.full {
			lies(p.seat, "stations", "", engine.Say("Game board"), p.stations()...)
		}
	}
	chair := engine.Zone{Seat: engine.Table, Name: "throne", Title: engine.Say("Beside the game board")}
	if s.throne >= 0 {
		chair.Seat, chair.Title = s.players[s.throne].seat, engine.Say("In front of the player")
	}
	chair.Cards = []engine.Card{{Name: throne}}
	return append(all, chair)
}

// besides lists what lies on the game board and beside it in the full book.
func (s *State) besides(lies func(engine.Seat, string, string, engine.Text, ...Item)) {
	lies(engine.Table, "drawn", stackSuit(s.table.pile), engine.Say("Tiles drawn from the stack"), s.table.drawn[:]...)
	for left := s.table.tiles; left != 0; left &= left - 1 {
		site := bits.TrailingZeros32(left)
		lies(engine.Table, fmt.Sprint("field ", site), "", engine.Say("Field %d", site+1), s.table.tile[site])
	}
	for g, at := range s.table.station {
		if at.what != None {
			lies(s.players[at.owner].seat, fmt.Sprint("galaxy ", g), "", engine.Say("%s", galaxyTerm(galaxies[g])), at.what)
		}
	}
	lies(engine.Table, "aside", suitAI, engine.Say("AI cards laid aside"), itemsIn(s.table.cards.aside, firstAI)...)
}

// itemsIn lists the items of a set whose lowest bit stands for first.
func itemsIn(set uint32, first Item) (all []Item) {
	for ; set != 0; set &= set - 1 {
		all = append(all, first+Item(bits.TrailingZeros32(set)))
	}
	return all
}

// automaAside returns the cards that were opened in earlier rounds.
func (s *State) automaAside() []Item {
	return slices.DeleteFunc(itemsIn(s.automa.cards.aside, firstAutoma), func(i Item) bool { return i == s.automa.open })
}

// piles returns the face-down cards and the tiles.
func (s *State) piles() (all []engine.Pile) {
	if i := s.automa.at; i >= 0 {
		all = append(all, engine.Pile{
			Seat: s.players[i].seat, Name: "pile", Title: engine.Say("Pile %s", engine.Roman(int(s.pileLevel()))),
			Suit: suitAutoma, Number: s.automaCards() - bits.OnesCount32(s.automa.cards.aside),
		})
	}
	if !s.full {
		return all
	}
	for n := range s.table.stack {
		title := engine.Say("Stack of parsec %d", n+1)
		all = append(all, engine.Pile{Seat: engine.Table, Name: stackName(uint8(n + 1)), Title: title, Suit: stackSuit(uint8(n + 1)), Number: s.table.stack[n].size()})
	}
	return append(all,
		engine.Pile{Seat: engine.Table, Name: "ai", Title: engine.Say("Pile of AI cards"), Suit: suitAI, Number: s.table.cards.size()},
		engine.Pile{Seat: engine.Table, Name: "light", Title: engine.Say("Pile of light bonus cards"), Suit: suitLight, Number: s.table.bonus.size()})
}

// automaCards returns how many cards of the Automa are in play.
func (s *State) automaCards() (n int) {
	for card := firstAutoma; card < afterAutoma; card++ {
		if !s.facts.card(card).advanced || s.modules.advanced {
			n++
		}
	}
	return n
}

// stations lists the stations that a seat has built.
func (p *player) stations() (all []Item) {
	for i := StationHarvest; i <= StationColonize; i++ {
		if p.has.contains(i) {
			all = append(all, i)
		}
	}
	return all
}

// boardCubes returns what the cubes on the player board stand for: upgrades and range steps. A
// field that came with its own range has no cube for it.
func (p *player) boardCubes() (all []Item) {
	for i := Desert; i < StationHarvest; i++ {
		if !i.isRange() && p.has.contains(i) {
			all = append(all, i)
		}
	}
	for f := uint8(1); f <= p.fields; f++ {
		for parsec := uint8(1); parsec < p.reach[f-1] && f != p.stargate; parsec++ {
			all = append(all, firstRange+Item(f-1))
		}
	}
	return all
}
