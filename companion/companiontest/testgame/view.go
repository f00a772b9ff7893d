package testgame

import (
	"slices"
	"strconv"

	"arbiter/engine"
)

// View shows the state.
func (s state) View() engine.View {
	v := engine.View{Over: s.round > 2, Stage: []engine.Text{{Format: "round %d", Args: []any{s.round}}}}
	score := engine.Track{Name: "score", Title: engine.Text{Format: "score"}}
	best := 0
	for _, x := range s.sides {
		best = max(best, x.score)
	}
	for i, x := range s.sides {
		v.Seats = append(v.Seats, engine.Place{Seat: x.seat, Color: string(x.seat), Shape: engine.Shape(i), Robot: x.robot, Winner: v.Over && x.score == best})
		score.At = append(score.At, x.score)
		for f := range x.fields {
			v.Zones = append(v.Zones, zone(x, strconv.Itoa(f+1), x.fields[f], x.fresh[f]))
		}
		v.Zones = append(v.Zones, zone(x, engine.Hand, x.hand, 0))
	}
	v.Tracks = []engine.Track{score}
	return v
}

func zone(x side, name string, cards []string, fresh int) engine.Zone {
	z := engine.Zone{Seat: x.seat, Name: name, Title: engine.Text{Format: "field " + name}}
	for i, c := range cards {
		z.Cards = append(z.Cards, engine.Card{Name: engine.Term(c), Fresh: !x.ready && i >= len(cards)-fresh})
	}
	return z
}

// Why gives the score before and what was added.
func (s state) Why(e engine.Event) engine.Reason {
	r := engine.Reason{Rule: engine.Text{Format: "%d cards of moon are known to lie", Args: []any{s.lying("moon")}}}
	if x, ok := e.(Scored); ok && s.at(x.Seat) >= 0 {
		r.Addends = []engine.Addend{{Name: engine.Text{Format: "before"}, N: s.sides[s.at(x.Seat)].score}, {Name: engine.Text{Format: "gain"}, N: x.N}}
	}
	return r
}

// lying counts how often a card lies on a field, as far as this state knows. A
// reason that was computed from the true state would tell it to everybody.
func (s state) lying(card string) (n int) {
	for _, x := range s.sides {
		for _, f := range x.fields {
			if slices.Contains(f, card) {
				n++
			}
		}
	}
	return n
}
