package commands

import (
	"cmp"
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/castingshadows/printed"
)

// usualCommands is room for the commands of most positions.
const usualCommands = 128

// Legal lists the commands that Decide accepts, for all seats, with only the sensible ways to pay.
// Each list asks the rules that Decide asks, as soon as it knows their arguments.
func Legal(s *position.State) []engine.Command {
	if s.Over {
		return nil
	}
	var room [usualCommands]engine.Command // on the stack
	return slices.Clone(AppendLegal(s, room[:0]))
}

// AppendLegal appends the commands of Legal.
func AppendLegal(s *position.State, all []engine.Command) []engine.Command {
	if s.Over {
		return all
	}
	switch s.Needs().Kind {
	case position.NeedsLeave:
		return leavings(s, all)
	case position.NeedsRoll:
		return append(all, rolls[s.Rolling]...)
	case position.NeedsDraw:
		return drawn(s, all)
	case position.NeedsDeal:
		return dealings(s, all)
	case position.NeedsAnswers:
		return answering(s, all)
	case position.NeedsChoice:
		return chooses(s, all)
	case position.NeedsSettling:
		return settlings(s, all)
	case position.NeedsSummon:
		return summonings(s, all)
	case position.NeedsTable:
		return append(all, Continue{engine.Table}, Adjourn{engine.Table})
	}
	if s.Seating.Tracks {
		return toldCommands(s, all)
	}
	return turnsUpUntold(s, turnCommands(s, all))
}

// turnCommands returns what the acting seat may do.
func turnCommands(s *position.State, all []engine.Command) []engine.Command {
	switch s.Stage {
	case position.Acting:
		if hasPoint(s).Allowed() {
			all = actions(s, all)
		}
		if all = abilities(s, uses(s, all)); hasPoint(s).Allowed() {
			all = exchanges(s, all)
		}
	case position.Absorbing:
		all = absorptions(s, transforms(s, all))
	}
	if finishes(s, s.Turn).Allowed() {
		all = append(all, commands(s).Finish)
	}
	return all
}

// actions lists the actions that cost a point and bring something, those that are most often wanted
// first.
func actions(s *position.State, all []engine.Command) []engine.Command {
	i, mine := s.Turn, commands(s)
	all = collects(s, casts(s, all))
	for n := printed.AncientRune; n <= printed.HomeHaze; n++ {
		if cmp.Or(thawed(s, i), adjacent(s, i, n)).Allowed() {
			all = append(all, mine.Travel[n-printed.AncientRune])
		}
	}
	return collectsCounterspell(s, all)
}

// exchanges lists the actions that exchange what the seat has for something else.
func exchanges(s *position.State, all []engine.Command) []engine.Command {
	mine := commands(s)
	for d := position.DiceSet(1); d <= position.AllDice; d++ {
		if s.Rerollable(d).Allowed() {
			all = append(all, mine.Reroll[d])
		}
	}
	if isCursed(s).Allowed() {
		all = append(all, mine.Protect)
	}
	if i := s.Turn; sells(s, i).Allowed() {
		all = append(all, Refresh{s.Seat(i), s.Beside(s.Players[i].At)})
	}
	return all
}

// Prepared returns the commands of a seat that are built once and reused.
func Prepared(seat engine.Seat) *position.SeatCommands {
	all := position.SeatCommands{Protect: Protect{seat}, Finish: Finish{seat}}
	for n := range all.Travel {
		all.Travel[n] = Travel{seat, printed.AncientRune + printed.Name(n)}
	}
	for d := range all.Reroll {
		all.Reroll[d] = Reroll{seat, position.DiceSet(d)}
	}
	return &all
}

// commands returns the prepared commands of the active seat.
func commands(s *position.State) *position.SeatCommands { return s.Seating.Commands[s.Turn] }
