package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// The galaxies on the map: what they bring, who leads, what stands there.

// galaxyTitle returns what people call a galaxy.
func galaxyTitle(g uint8) engine.Text { return engine.Say("%s", galaxyTerm(galaxies[g])) }

// regions lists the galaxies in use.
func (s *State) regions() []engine.Region {
	var all []engine.Region
	for g := range uint8(galaxyCount) {
		if s.sitesOf(g) != 0 {
			all = append(all, s.region(g))
		}
	}
	return all
}

func (s *State) region(g uint8) engine.Region {
	there := s.board().galaxy[g]
	r := engine.Region{
		Name: string(galaxies[g]), Title: galaxyTitle(g), Color: string(galaxies[g]),
		Rewards: []int{int(there.majority), int(there.minority)},
	}
	if there.from != "" {
		r.Read = []notation.Origin{there.from.Of(0), there.from.Of(1)}
	}
	switch there.light {
	case OnMajority:
		r.Cards = 1
	case Always:
		r.Cards = 2
	}
	r.X, r.Y = s.middleOf(g)
	for _, i := range s.ordered() {
		if n := s.strength(g, i); n > 0 {
			r.Shares = append(r.Shares, engine.Share{Seat: s.players[i].seat, N: int(n)})
		}
		if s.rank(g, i) > 0 {
			r.Leader = s.players[i].seat
		}
	}
	if at := s.table.station[g]; at.what != None {
		r.Piece = s.piece(at.owner, engine.Say("%s of %s", at.what.term(), s.players[at.owner].seat))
		r.Piece.Tall = true
	}
	r.Lines = regionLines(r)
	return r
}

// middleOf returns a point between the fields of a galaxy, or above them if there are two.
func (s *State) middleOf(g uint8) (x, y float32) {
	var n float32
	for on := s.sitesOf(g); on != 0; on &= on - 1 {
		at := s.board().site[bits.TrailingZeros32(on)]
		x, y, n = x+float32(at.x), y+float32(at.y), n+1
	}
	x, y = x/n/100, y/n/100
	if n <= 2 {
		y -= siteSize * 0.62
	}
	return x, y
}

// regionLines returns what people want to know about a galaxy.
func regionLines(r engine.Region) []engine.Text {
	all := []engine.Text{engine.Say("%d energy with the majority, else %d", r.Rewards[0], r.Rewards[1])}
	if r.Read != nil {
		all = append(all, engine.Readings([]engine.Reading{
			{What: engine.Say("%d with the majority", r.Rewards[0]), Origin: r.Read[0]}, {What: engine.Say("%d else", r.Rewards[1]), Origin: r.Read[1]},
		}))
	}
	switch r.Cards {
	case 1:
		all = append(all, engine.Say("a bonus card with the majority"))
	case 2:
		all = append(all, engine.Say("a bonus card in any case"))
	}
	if r.Piece.Color != "" {
		all = append(all, r.Piece.Name)
	}
	var shares []engine.Text
	for _, share := range r.Shares {
		shares = append(shares, engine.Say("%s %d", share.Seat, share.N))
	}
	switch {
	case r.Leader != "":
		all = append(all, engine.Say("%s has the majority: %s", r.Leader, enumerate(shares)))
	case len(shares) > 0:
		all = append(all, engine.Say("nobody has the majority: %s", enumerate(shares)))
	default:
		all = append(all, engine.Say("nobody has settled there"))
	}
	return all
}
