package councilofshadows

import (
	"fmt"
	"math/bits"

	"arbiter/engine"
)

// What lies on the cardboard besides cards and markers. An undo names what of it
// goes back.

// pieces counts the gems of each seat and its cubes on each planet.
func (s *State) pieces(order []int8) []engine.Track {
	var all []engine.Track
	count := func(name string, title engine.Text, of func(i int8) uint8) {
		t := engine.Track{Name: name, Title: title}
		most := 0
		for _, i := range order {
			t.At = append(t.At, int(of(i)))
			most = max(most, int(of(i)))
		}
		if most > 0 {
			all = append(all, t)
		}
	}
	for _, gem := range gemColors {
		count(gem.String(), engine.Say("Gems (%s)", gem.term()), func(i int8) uint8 { return s.players[i].gems.of(gem) })
	}
	for left := s.table.tiles; left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range s.system(site).slots {
			title := engine.Say("Cubes on planet %d of field %d", int(planet)+1, int(site)+1)
			count(fmt.Sprint(site, "/", planet), title, func(i int8) uint8 { return s.table.cubes[site].on(planet, i) })
		}
	}
	return all
}

// lying lists tiles, stations, and upgrades with their range steps.
func (s *State) lying(order []int8) []engine.Zone {
	var all []engine.Zone
	lies := func(seat engine.Seat, name string, title engine.Text, what ...Item) {
		z := engine.Zone{Seat: seat, Name: name, Title: title}
		for _, i := range what {
			if i != None {
				z.Cards = append(z.Cards, engine.Card{Name: i.term()})
			}
		}
		all = append(all, z)
	}
	lies(engine.Table, "drawn", engine.Say("Tiles drawn from the stack"), s.table.drawn[:]...)
	for left := s.table.tiles; left != 0; left &= left - 1 {
		site := bits.TrailingZeros32(left)
		lies(engine.Table, fmt.Sprint("field ", site), engine.Say("Field %d", site+1), s.table.tile[site])
	}
	for g, at := range s.table.station {
		if at.what != None {
			lies(s.players[at.owner].seat, fmt.Sprint("galaxy ", g), engine.Say("galaxy %s", engine.Term(galaxies[g])), at.what)
		}
	}
	for _, i := range order {
		if p := &s.players[i]; !p.robot() {
			lies(p.seat, "board", engine.Say("Player board"), p.boardCubes()...)
		}
	}
	return all
}

// boardCubes are what the cubes on the player board stand for: upgrades, and each
// range step. A field that came with its own range has no cube for it.
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
