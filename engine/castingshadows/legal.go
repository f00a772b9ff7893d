package castingshadows

import (
	"cmp"
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// usualCommands is room for the commands of most positions.
const usualCommands = 128

// Legal lists the commands that Decide accepts, for all seats, with only the sensible ways to pay.
// Each list asks the rules that Decide asks, as soon as it knows their arguments.
func (s *State) Legal() []engine.Command {
	if s.Over {
		return nil
	}
	var room [usualCommands]engine.Command // on the stack
	return slices.Clone(appendLegal(s, room[:0]))
}

// appendLegal appends the commands of Legal.
func appendLegal(s *State, all []engine.Command) []engine.Command {
	if s.Over {
		return all
	}
	switch s.needs().Kind {
	case needsHome:
		return homes(s, all)
	case needsLeave:
		return leavings(s, all)
	case needsRoll:
		return append(all, rolls[s.Rolling]...)
	case needsDraw:
		return drawn(s, all)
	case needsDeal:
		return dealings(s, all)
	case needsAnswers:
		return answering(s, all)
	case needsChoice:
		return chooses(s, all)
	case needsSettling:
		return settlings(s, all)
	case needsSummon:
		return summonings(s, all)
	case needsTable:
		return append(all, Continue{engine.Table}, Adjourn{engine.Table})
	}
	if s.Seating.Tracks {
		return toldCommands(s, all)
	}
	return turnsUpUntold(s, turnCommands(s, all))
}

// turnCommands returns what the acting seat may do.
func turnCommands(s *State, all []engine.Command) []engine.Command {
	switch s.Stage {
	case acting:
		if hasPoint(s).Allowed() {
			all = actions(s, all)
		}
		if all = abilities(s, uses(s, all)); hasPoint(s).Allowed() {
			all = exchanges(s, all)
		}
	case absorbing:
		all = absorptions(s, transforms(s, all))
	}
	if acts(s, s.Turn).Allowed() {
		all = append(all, commands(s).Finish)
	}
	return all
}

// actions lists the actions that cost a point and bring something, those that are most often wanted
// first.
func actions(s *State, all []engine.Command) []engine.Command {
	i, mine := s.Turn, commands(s)
	all = collects(s, casts(s, all))
	for n := printed.AncientRune; n <= printed.LastTile; n++ {
		if cmp.Or(thawed(s, i), adjacent(s, i, n)).Allowed() {
			all = append(all, mine.Travel[n-printed.AncientRune])
		}
	}
	return collectsCounterspell(s, all)
}

// exchanges lists the actions that exchange what the seat has for something else.
func exchanges(s *State, all []engine.Command) []engine.Command {
	mine := commands(s)
	for d := DiceSet(1); d <= allDice; d++ {
		if s.rerollable(d).Allowed() {
			all = append(all, mine.Reroll[d])
		}
	}
	if isCursed(s).Allowed() {
		all = append(all, mine.Protect)
	}
	if i := s.Turn; sells(s, i).Allowed() {
		all = append(all, Refresh{s.seat(i), s.beside(s.Players[i].At)})
	}
	return all
}

// prepared returns the commands of a seat that are built once and reused.
func prepared(seat engine.Seat) *seatCommands {
	all := seatCommands{Protect: Protect{seat}, Finish: Finish{seat}}
	for n := range all.Travel {
		all.Travel[n] = Travel{seat, printed.AncientRune + printed.Name(n)}
	}
	for d := range all.Reroll {
		all.Reroll[d] = Reroll{seat, DiceSet(d)}
	}
	return &all
}

// commands returns the prepared commands of the active seat.
func commands(s *State) *seatCommands { return s.Seating.Commands[s.Turn] }
