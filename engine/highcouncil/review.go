package highcouncil

import (
	"cmp"
	"slices"

	"arbiter/engine"
)

// What the game shows people who look back at it: how the largest blocks grew.

var review = engine.Review{
	Round:      engine.Of(func(s *State) int { return int(s.turns) }),
	Lasted:     func(turns int) engine.Text { return engine.Say("{%d turn|%d turns}", turns) },
	Charts:     engine.OfTwo((*State).charts),
	Scoreboard: engine.OfTwo((*State).scoreboard),
	Ranks:      engine.Of((*State).ranks),
	Kinds:      []engine.Kind{{Name: kindFaction, Title: engine.Say("Faction")}},
	Traits:     engine.Of((*State).traits),
}

const kindFaction = "faction"

// charts draws the largest block of each faction and the number of pieces of each seat, turn by
// turn.
func (s *State) charts(events []engine.Event) []engine.Chart {
	if len(events) == 0 {
		return nil
	}
	var ends []*State
	for _, e := range events {
		if _, ok := e.(Turn); ok && s.turns > 0 {
			ends = append(ends, s)
		}
		s = s.Apply(e).(*State)
	}
	ends = append(ends, s)
	return []engine.Chart{blocks(ends), pieces(ends)}
}

func steps(ends []*State) []engine.Text {
	var all []engine.Text
	for _, s := range ends {
		all = append(all, engine.Say("%d", int(s.turns)))
	}
	return all
}

func blocks(ends []*State) engine.Chart {
	c := engine.Chart{Name: "blocks", Title: engine.Say("Largest block of each faction"), Across: engine.Say("Turn"), Steps: steps(ends)}
	for f := Pro; f <= Contra; f++ {
		line := engine.Series{Title: engine.Say("%s", f.term())}
		for i := int8(ends[0].seating.count) - 1; i >= 0; i-- {
			if ends[0].side(i) == f {
				line.Seat = ends[0].seat(i)
			}
		}
		for i := range ends {
			line.At = append(line.At, int(ends[i].ring.largest(f)))
		}
		c.Series = append(c.Series, line)
	}
	aim := engine.Series{Title: blockWins(ends[0].goal()), Aim: true}
	for range ends {
		aim.At = append(aim.At, ends[0].goal())
	}
	c.Series = append(c.Series, aim)
	return c
}

func blockWins(goal int) engine.Text { return engine.Say("A block of %d wins", goal) }

func pieces(ends []*State) engine.Chart {
	c := engine.Chart{Name: "pieces", Title: engine.Say("Pieces on the ring"), Across: engine.Say("Turn"), Steps: steps(ends)}
	for i := range int8(ends[0].seating.count) {
		seat := ends[0].seat(i)
		line := engine.Series{Title: engine.Say("%s", seat), Seat: seat}
		for n := range ends {
			line.At = append(line.At, ends[n].pieces(i))
		}
		c.Series = append(c.Series, line)
	}
	return c
}

// scoreboard shows the largest blocks, one of which may have won, and the pieces.
func (s *State) scoreboard(events []engine.Event) engine.Scoreboard {
	s = s.Fold(events).(*State)
	if !s.over {
		return engine.Scoreboard{}
	}
	b := engine.Scoreboard{
		Result:  s.stage()[1],
		Rule:    blockWins(s.goal()),
		Columns: []engine.ScoreColumn{{Of: "block", Title: engine.Say("Block")}, {Of: "pieces", Title: engine.Say("Pieces")}},
	}
	places := s.ranks()
	for i := range int8(s.seating.count) {
		row := engine.ScoreRow{Seat: s.seat(i), At: []int{s.block(i), s.pieces(i)}}
		if places != nil {
			row.Place = places[i].Place
		}
		b.Rows = append(b.Rows, row)
	}
	slices.SortStableFunc(b.Rows, func(p, q engine.ScoreRow) int { return cmp.Compare(p.Place, q.Place) })
	return b
}

// ranks places the seats: a faction wins together, and nobody has a place if nobody has won.
func (s *State) ranks() []engine.Rank {
	if s.winner == 0 {
		return nil
	}
	var all []engine.Rank
	winners := 0
	for i := range int8(s.seating.count) {
		if s.side(i) == s.winner {
			winners++
		}
	}
	for i := range int8(s.seating.count) {
		r := engine.Rank{Seat: s.seat(i), Place: 1}
		if !s.pair() {
			r.Team = s.side(i).term()
		}
		if s.side(i) != s.winner {
			r.Place += winners
		}
		all = append(all, r)
	}
	return all
}

func (s *State) traits() []engine.Trait {
	var all []engine.Trait
	for i := range int8(s.seating.count) {
		all = append(all, engine.Trait{Seat: s.seat(i), Kind: kindFaction, Value: s.side(i).term()})
	}
	return all
}
