package highcouncil

import "math"

// Prospects returns how likely each seat is to win, from what both sides have on the ring and in
// arguments. The README says how well this agrees with the results of games.
func (s *State) Prospects() []float64 { return s.prospects(nil) }

func (s *State) prospects(to []float64) []float64 {
	pro := 0.5
	switch {
	case s.winner != 0:
		pro = float64(Contra - s.winner)
	case !s.over:
		pro = 1 / (1 + math.Exp(-s.lead()))
	}
	for i := range s.seating.count {
		if s.seating.sides[i] == Pro {
			to = append(to, pro)
		} else {
			to = append(to, 1-pro)
		}
	}
	return to
}

// An asset is something that counts for a side, with a weight in logits.
type asset uint8

const (
	largestBlock asset = iota
	secondBlock
	blockSquares // of all blocks
	pieceCount
	argumentCount
	ownTurn
	afterAssets
)

// The weights of assets with two seats and with four: fitted by logistic regression to games of
// greedy bots in which every eighth choice was random, and increased by half, since searching bots
// make more of a lead.
var assetWeights = [2][afterAssets]float64{
	{largestBlock: 0.21, secondBlock: 0.18, blockSquares: 0.0075, pieceCount: 0.10, argumentCount: 0.165, ownTurn: 0.21},
	{largestBlock: 0.03, secondBlock: 0.15, blockSquares: 0.0105, pieceCount: 0.18, argumentCount: 0.255, ownTurn: 0.20},
}

// lead returns how far Pro is ahead, in logits.
func (s *State) lead() (logits float64) {
	weights := &assetWeights[min(s.seating.count/mostPlaces, 1)]
	pro, contra := s.assets(Pro), s.assets(Contra)
	for a, w := range weights {
		logits += w * float64(pro[a]-contra[a])
	}
	return logits
}

func (s *State) assets(f Faction) (all [afterAssets]int) {
	for n := uint8(1); n <= Fields; n++ {
		if s.ring[n-1].Color.Faction() != f {
			continue
		}
		all[pieceCount]++
		if s.ring.On(Left(n)).Color.Faction() == f {
			continue
		}
		size := int(s.ring.Block(n))
		all[blockSquares] += size * size
		all[secondBlock] = max(all[secondBlock], min(size, all[largestBlock]))
		all[largestBlock] = max(all[largestBlock], size)
	}
	for i := range s.seating.count {
		if s.seating.sides[i] == f {
			for _, n := range s.players[i].args {
				all[argumentCount] += int(n)
			}
		}
	}
	if s.side(s.turn) == f {
		all[ownTurn] = 1
	}
	return all
}
