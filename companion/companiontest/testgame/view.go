package testgame

import (
	"strconv"

	"arbiter/engine"
)

// View shows a state to people: nobody sees what the state does not know.
func (s state) View() engine.View {
	v := engine.View{Over: s.over(), Stage: []engine.Text{engine.Say("round %d", s.round)}}
	score := engine.Track{Name: "score", Title: engine.Say("score")}
	best := 0
	for _, x := range s.sides {
		if !x.out {
			best = max(best, x.score)
		}
	}
	for i, x := range s.sides {
		v.Seats = append(v.Seats, engine.Place{Seat: x.seat, Color: string(x.seat), Shape: engine.Shape(i), Robot: x.robot, Out: x.out, Winner: v.Over && !x.out && x.score == best})
		score.At = append(score.At, x.score)
		for f, pile := range x.fields {
			v.Zones = append(v.Zones, zone(x, strconv.Itoa(f+1), pile, x.fresh[f]))
		}
		v.Zones = append(v.Zones, zone(x, engine.Hand, x.hand, 0))
		if s.guards {
			v.Zones = append(v.Zones, guards(x))
		}
	}
	v.Tracks = []engine.Track{score}
	return v
}

// zone returns where cards lie; fresh ones can still be taken back.
func zone(x side, name string, cards []string, fresh int) engine.Zone {
	z := engine.Zone{Seat: x.seat, Name: name, Title: engine.Say("field %s", engine.Term(name))}
	for i, c := range cards {
		z.Cards = append(z.Cards, engine.Card{Name: engine.Term(c), Fresh: !x.ready && i >= len(cards)-fresh})
	}
	return z
}

// guards returns the guards of a side that are face down.
func guards(x side) engine.Zone {
	z := engine.Zone{Seat: x.seat, Name: "guards", Title: engine.Say("guards"), Aside: true, Suit: unknown}
	for _, g := range x.guards {
		if g == unknown {
			g = ""
		}
		z.Cards = append(z.Cards, engine.Card{Name: engine.Term(g), Down: true})
	}
	return z
}
