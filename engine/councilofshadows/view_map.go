package councilofshadows

import (
	"math/bits"
	"strconv"

	"arbiter/engine"
)

// The map of the full book: fields and galaxies where the board has them, tiles,
// planets, cubes and stations.

// How large fields and galaxies are on the map.
const (
	siteSize   = 0.115
	galaxySize = 0.04
)

// boardMap lists the fields in use, each galaxy before its fields.
func (s *State) boardMap() []engine.Site {
	var all []engine.Site
	for g := range uint8(galaxyCount) {
		on := s.sitesOf(g)
		if on == 0 {
			continue
		}
		all = append(all, s.galaxySite(g, on))
		for ; on != 0; on &= on - 1 {
			all = append(all, s.siteOf(uint8(bits.TrailingZeros32(on))))
		}
	}
	return all
}

// galaxySite stands in the middle of the fields of a galaxy, above them where
// there are two.
func (s *State) galaxySite(g uint8, on uint32) engine.Site {
	var x, y, n float32
	for left := on; left != 0; left &= left - 1 {
		at := s.board().site[bits.TrailingZeros32(left)]
		x, y, n = x+float32(at.x), y+float32(at.y), n+1
	}
	there := s.board().galaxy[g]
	site := engine.Site{
		Name: string(galaxies[g]), Color: string(galaxies[g]), X: x / n / 100, Y: y / n / 100, Size: galaxySize,
		Title: engine.Say("Galaxy %s (%d with the majority, else %d)", engine.Term(galaxies[g]), int(there.majority), int(there.minority)),
	}
	if n <= 2 {
		site.Y -= siteSize * 0.62
	}
	if at := s.table.station[g]; at.what != None {
		site.Piece = s.piece(at.owner, engine.Say("%s of %s", at.what.term(), s.players[at.owner].seat))
		site.Piece.Tall = true
		site.Title = engine.Say("%s; %s", site.Title, site.Piece.Name)
	}
	return site
}

func (s *State) siteOf(n uint8) engine.Site {
	at := s.board().site[n]
	site := engine.Site{
		Name: strconv.Itoa(int(n) + 1), Title: s.siteText(n), Color: string(galaxies[at.galaxy]),
		X: float32(at.x) / 100, Y: float32(at.y) / 100, Size: siteSize, Taken: s.table.tile[n] != None,
	}
	for planet := range uint8(mostPlanets) {
		kind := s.system(n).planets[planet]
		if !site.Taken || kind == noPlanet {
			break
		}
		part := engine.Part{Kind: engine.Term(kind.name()), Color: [...]string{"", "blue", "yellow", "red"}[kind]}
		for i := range int8(s.count) {
			for range s.table.cubes[n].on(planet, i) {
				part.Pieces = append(part.Pieces, s.piece(i, engine.Say("%s", s.players[i].seat)))
			}
		}
		site.Parts = append(site.Parts, part)
	}
	return site
}

func (s *State) piece(i int8, name engine.Text) engine.Piece {
	c := s.players[i].color
	return engine.Piece{Color: colors[c], Shape: engine.Shape(c), Name: name}
}

// areas lists the galaxies in use, with what lies there.
func (s *State) areas() []engine.Area {
	var all []engine.Area
	for g, there := range s.board().galaxy {
		on := s.sitesOf(uint8(g))
		if on == 0 {
			continue
		}
		a := engine.Area{
			Name:  string(galaxies[g]),
			Title: engine.Say("Galaxy %s (%d with the majority, else %d)", engine.Term(galaxies[g]), int(there.majority), int(there.minority)),
		}
		if at := s.table.station[g]; at.what != None {
			a.Lines = append(a.Lines, engine.Say("%s of %s", at.what.term(), s.players[at.owner].seat))
		}
		for ; on != 0; on &= on - 1 {
			a.Lines = append(a.Lines, s.siteText(uint8(bits.TrailingZeros32(on))))
		}
		all = append(all, a)
	}
	return all
}

// siteText says what lies on a site.
func (s *State) siteText(site uint8) engine.Text {
	tile := s.table.tile[site]
	if tile == None {
		return engine.Say("Field %d, parsec %d: free", int(site)+1, int(s.board().site[site].parsec))
	}
	text := engine.Say("Field %d: %s, yield %s", int(site)+1, tile.term(), s.system(site).yield())
	for planet := range uint8(mostPlanets) {
		kind := s.system(site).planets[planet]
		if kind == noPlanet {
			break
		}
		text = engine.Say("%s; %d: %s", text, int(planet)+1, s.planetText(site, planet, kind))
	}
	return text
}

func (s *State) planetText(site, planet uint8, kind planet) engine.Text {
	text := engine.Say("%s", engine.Term(kind.name()))
	for i := range int8(s.count) {
		if n := s.table.cubes[site].on(planet, i); n > 0 {
			text = engine.Say("%s, %s %d", text, s.players[i].seat, int(n))
		}
	}
	return text
}
