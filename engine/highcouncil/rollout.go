package highcouncil

import "arbiter/engine"

// What a rollout plays: the first thing that comes to mind, so that a few turns show who is better
// off. It usually convinces if it can and takes a seat that makes a block or stops one; otherwise
// it discusses with as many cards as go together, or ponders.

// Roll plays a move; false if the game is over.
func (p *Playout) Roll(d engine.Dice) bool {
	s := &p.r.State
	if s.over {
		return false
	}
	c := p.impulse(d)
	if c == nil {
		if p.moves = s.moves(p.moves[:0]); len(p.moves) == 0 {
			return false
		}
		c = p.moves[d.IntN(len(p.moves))]
	}
	p.Play(c, d)
	return true
}

// impulse returns the acting seat's first idea; nil if any move is as good as another.
func (p *Playout) impulse(d engine.Dice) engine.Command {
	s := &p.r.State
	switch {
	case s.asked >= 0:
		return nil
	case s.open[0] != 0:
		return p.use(d)
	}
	if p.moves = s.convincings(p.moves[:0]); len(p.moves) > 0 && d.IntN(4) != 0 {
		return p.moves[d.IntN(len(p.moves))]
	}
	if s.acted {
		return s.commands().finish
	}
	return s.play()
}

// use returns the best use of the open cards.
func (p *Playout) use(d engine.Dice) engine.Command {
	s := &p.r.State
	if n := s.open[0].Number(); n != 0 && s.open[1] == 0 && s.gain(n) >= seatGain && s.admits(n, Follower).Allowed() {
		if p.moves = s.arrivals(p.moves[:0], n, Follower, 0); len(p.moves) > 0 {
			return p.moves[d.IntN(len(p.moves))]
		}
	}
	if p.moves = s.usefulPlays(p.moves[:0]); len(p.moves) > 0 {
		return p.moves[0]
	}
	if p.moves = s.discussions(p.moves[:0]); len(p.moves) > 0 {
		return p.moves[d.IntN(len(p.moves))]
	}
	return nil
}

// seatGain is the gain from which a seat is better than arguments.
const seatGain = 3

// play returns the first card to lay open: one for a good seat, or else the first of the most
// frequent color.
func (s *State) play() engine.Command {
	hand := s.players[s.turn].known
	best, most := engine.Command(nil), uint8(0)
	for d := hand & seatCards; d != 0; d &= d - 1 {
		n := d.first() + 1
		if g := s.gain(n); g >= seatGain && g > most && s.admits(n, Follower).Allowed() {
			best, most = s.commands().plays[d.first()], g
		}
	}
	if best != nil {
		return best
	}
	for color := White; color.IsArgument(); color++ {
		set := hand & (ofColor[color] | ofColor[Black])
		if n := set.size(); n > most && s.takes(color).Allowed() {
			best, most = s.commands().plays[set.first()], n
		}
	}
	if most < 2 {
		return nil
	}
	return best
}

// seatCards are the number cards.
const seatCards = deckSet(1<<Fields - 1)

// gain returns the size of the block that a piece on a field would belong to or, if larger, of the
// largest block of the other side beside it.
func (s *State) gain(field uint8) uint8 {
	side := s.side(s.turn)
	own, other := uint8(1), uint8(0)
	for _, n := range neighbors(field) {
		switch s.ring.On(n).Color.Faction() {
		case side:
			own += s.ring.Block(n)
		case side.other():
			other = max(other, s.ring.Block(n))
		}
	}
	return max(own, other)
}
