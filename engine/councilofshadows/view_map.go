package councilofshadows

import (
	"fmt"
	"math/bits"
	"strconv"

	"arbiter/engine"
)

// The map of the full book: fields where the board has them, with tiles, planets and cubes. The
// galaxies that they form are in view_regions.go.

// siteSize is how large fields are on the map.
const siteSize = 0.115

// boardMap lists the fields in play, grouped by galaxy.
func (s *State) boardMap() []engine.Site {
	var all []engine.Site
	for g := range uint8(galaxyCount) {
		for on := s.sitesOf(g); on != 0; on &= on - 1 {
			all = append(all, s.siteOf(uint8(bits.TrailingZeros32(on))))
		}
	}
	return all
}

func (s *State) siteOf(n uint8) engine.Site {
	at := s.board().site[n]
	site := engine.Site{
		Name: strconv.Itoa(int(n) + 1), Color: string(galaxies[at.galaxy]), Region: string(galaxies[at.galaxy]),
		X: float32(at.x) / 100, Y: float32(at.y) / 100, Size: siteSize, Sign: engine.Say("P%d", int(at.parsec)),
	}
	if tile := s.table.tile[n]; tile == None {
		site.Alike = fmt.Sprint(galaxies[at.galaxy], " ", at.parsec)
	} else {
		site.Lies, site.Yield, site.Parts = tile.term(), s.system(n).amounts(), s.parts(n)
	}
	site.Title = s.siteTitle(n, site.Parts)
	return site
}

// siteTitle says where a field is and what lies there.
func (s *State) siteTitle(n uint8, planets []engine.Part) engine.Text {
	at := s.board().site[n]
	text := engine.Say("%s, parsec %d", galaxyTitle(at.galaxy), int(at.parsec))
	free := s.table.tile[n] == None
	if free {
		text = engine.Say("%s, free", text)
	}
	if nth, of := s.alike(n); of > 1 {
		text = engine.Say("%s (%d of %d)", text, nth, of)
	}
	if free {
		return text
	}
	text = engine.Say("%s: %s", text, s.system(n).yield())
	for _, p := range planets {
		text = engine.Say("%s; %s", text, p.Title)
	}
	return text
}

// alike counts the fields with the same title; nth is the place of site n among them.
func (s *State) alike(n uint8) (nth, of int) {
	at := s.board().site[n]
	for left := s.sitesOf(at.galaxy) & s.board().parsec[at.parsec]; left != 0; left &= left - 1 {
		m := uint8(bits.TrailingZeros32(left))
		if (s.table.tile[m] == None) == (s.table.tile[n] == None) && *s.system(m) == *s.system(n) && s.table.cubes[m] == s.table.cubes[n] {
			if of++; m <= n {
				nth++
			}
		}
	}
	return nth, of
}

// parts returns the planets of a field with their cubes from bottom to top; several cubes of one
// seat are a tower.
func (s *State) parts(n uint8) []engine.Part {
	var all []engine.Part
	planets := &s.system(n).planets
	for at, kind := range planets {
		if kind == noPlanet {
			break
		}
		part := engine.Part{Kind: engine.Term(kind.name()), Title: s.planetText(n, uint8(at))}
		for i := range int8(s.count) {
			for range s.table.cubes[n].on(uint8(at), i) {
				part.Pieces = append(part.Pieces, s.piece(i, engine.Say("%s", s.players[i].seat)))
			}
		}
		all = append(all, part)
	}
	return all
}

// planetText says who has cubes on a planet.
func (s *State) planetText(site, at uint8) engine.Text {
	text := s.planetTitle(site, at)
	for i := range int8(s.count) {
		if n := s.table.cubes[site].on(at, i); n > 0 {
			text = engine.Say("%s, %s %d", text, s.players[i].seat, int(n))
		}
	}
	return text
}

// planetTitle tells a planet from the others of its tile.
func (s *State) planetTitle(site, at uint8) engine.Text {
	planets := &s.system(site).planets
	nth, of := 0, 0
	for i, kind := range planets {
		if kind == planets[at] {
			if of++; i <= int(at) {
				nth++
			}
		}
	}
	text := engine.Say("%s", engine.Term(planets[at].name()))
	if of > 1 {
		text = engine.Say("%s (%d of %d)", text, nth, of)
	}
	return text
}

func (s *State) piece(i int8, name engine.Text) engine.Piece {
	c := s.players[i].color
	return engine.Piece{Color: colors[c], Shape: engine.Shape(c), Name: name}
}

// amounts returns the yield of a tile.
func (t *tile) amounts() []engine.Amount {
	var all []engine.Amount
	for _, gem := range gemColors {
		if n := t.gems.of(gem); n > 0 {
			all = append(all, engine.Amount{Of: gem.String(), N: int(n)})
		}
	}
	if t.energy > 0 {
		all = append(all, engine.Amount{Of: "energy", N: int(t.energy)})
	}
	return all
}
