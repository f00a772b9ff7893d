package councilofshadows

import (
	"cmp"
	"slices"

	"arbiter/engine"
)

// The end of the game as a table (rulebook, "End of the game"): the energy at the end of play, and
// what final scoring added to it.

// scoreColumns are the level, what adds up to the energy, the energy, and what else tells how well
// a seat did: its consumption and, if the program keeps the board, its cubes there, which decide
// the last tie.
var scoreColumns = []engine.ScoreColumn{
	{Of: "level", Title: engine.Say("Level"), Roman: true},
	{Of: "play", Title: engine.Say("In play"), Adds: true},
	{Of: "gems", Title: engine.Say("Gems"), Adds: true},
	{Of: AICard.String(), Title: engine.Say("AI cards"), Adds: true},
	{Of: BonusCard.String(), Title: engine.Say("Bonus cards"), Adds: true},
	{Of: LevelUp.String(), Title: engine.Say("Level-ups"), Adds: true},
	{Of: "energy", Title: engine.Say("Energy"), Sum: true},
	{Of: "consumption", Title: engine.Say("Consumption")},
	{Of: "cubes", Title: engine.Say("Cubes")},
}

// The columns.
const (
	columnLevel = iota
	columnPlay
	columnGems
	columnCards
	columnBonus
	columnLevelUp
	columnEnergy
	columnConsumption
	columnCubes
)

// finalColumn returns the column for energy from a cause in final scoring.
func finalColumn(cause Item) int {
	switch {
	case cause == LevelUp:
		return columnLevelUp
	case cause == AICard:
		return columnCards
	case cause == BonusCard || cause.isBonus():
		return columnBonus
	}
	return columnGems
}

func (s *State) scoreboard(events []engine.Event) engine.Scoreboard {
	end := s.Fold(events).(*State)
	if end.phase != PhaseOver {
		return engine.Scoreboard{}
	}
	b := engine.Scoreboard{
		Result: end.result(), Columns: scoreColumns, Turning: turning(s, events, end),
		Rule: engine.Say("The higher level wins; energy decides only between equals."),
	}
	if !end.full {
		b.Columns = scoreColumns[:columnCubes]
	}
	for i, r := range end.ranks() {
		p := &end.players[i]
		row := engine.ScoreRow{Seat: r.Seat, Place: r.Place, At: make([]int, len(b.Columns))}
		row.At[columnLevel], row.At[columnEnergy], row.At[columnPlay] = int(p.level), int(p.energy), int(p.energy)
		row.At[columnConsumption] = int(p.consumption)
		if end.full {
			row.At[columnCubes] = int(end.cubesIn(int8(i), "1") + end.cubesIn(int8(i), "2") + end.cubesIn(int8(i), "3"))
		}
		b.Rows = append(b.Rows, row)
	}
	final := slices.Index(events, engine.Event(Phase{PhaseFinal}))
	for _, x := range events[final+1:] {
		if e, is := x.(Energy); is && (final >= 0 || s.phase == PhaseFinal) {
			row := &b.Rows[slices.IndexFunc(b.Rows, func(r engine.ScoreRow) bool { return r.Seat == e.Seat })]
			row.At[finalColumn(e.Cause)] += int(e.By)
			row.At[columnPlay] -= int(e.By)
		}
	}
	slices.SortStableFunc(b.Rows, func(p, q engine.ScoreRow) int { return cmp.Compare(p.Place, q.Place) })
	return b
}

// result says how the game was won.
func (s *State) result() engine.Text {
	for i := range s.seats() {
		if p := &s.players[i]; p.winner && int8(i) == s.throne {
			return engine.Say("Level %s and the throne, in round %d", engine.Roman(int(p.level)), int(s.round))
		} else if p.winner {
			return engine.Say("Level %s, in round %d", engine.Roman(int(p.level)), int(s.round))
		}
	}
	return engine.Text{}
}

// turning returns the round since which the winner has been in the lead at the end of every round.
func turning(start *State, events []engine.Event, end *State) engine.Mark {
	winners := slices.DeleteFunc(end.ranks(), func(r engine.Rank) bool { return r.Place > 1 })
	if len(winners) != 1 {
		return engine.Mark{}
	}
	seat, since := winners[0].Seat, 0
	ends := tally(start, events).ends
	for _, s := range ends {
		lead := s.leading()
		switch led := len(lead) == 1 && s.players[lead[0]].seat == seat; {
		case !led:
			since = 0
		case since == 0:
			since = int(s.round)
		}
	}
	if since == 0 {
		return engine.Mark{}
	}
	return engine.Mark{Step: since, Text: engine.Say("%s takes the lead in round %d and keeps it", seat, since)}
}
