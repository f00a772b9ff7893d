package companion

import (
	"strings"

	"arbiter/engine"
)

// The results besides a list of the seats that won.
const (
	Nobody    = "nobody"    // the game ended and nobody won
	Abandoned = "abandoned" // the game was not played to its end
)

// ResultOf returns the result of a game that ended in this position: the seats that won, in turn
// order, or Nobody.
func ResultOf(v engine.View) string {
	if !v.Over {
		return Abandoned
	}
	var winners []string
	for _, p := range v.Seats {
		if p.Winner {
			winners = append(winners, string(p.Seat))
		}
	}
	if len(winners) == 0 {
		return Nobody
	}
	return strings.Join(winners, " ")
}

// Outcome puts a result, as Store.Finish got it, into words; "" is a game that goes on.
func Outcome(result string) engine.Text {
	switch result {
	case "":
		return engine.Say("still running")
	case Abandoned:
		return engine.Say("not finished")
	case Nobody:
		return engine.Say("ended without a winner")
	}
	winners := engine.Text{}
	for _, seat := range strings.Fields(result) {
		winners = winners.With(engine.Say("%s", engine.Seat(seat)))
	}
	return engine.Say("won by %s", winners)
}
