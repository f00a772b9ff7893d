package castingshadows

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// Room for the commands of most positions, and for most ways to pay.
const (
	usualCommands = 128
	usualPayments = 20
)

// Legal lists the commands that Decide accepts, for all seats, with only the sensible ways to pay.
// Each list asks the rules that Decide asks, as soon as it knows their arguments.
func (s *State) Legal() []engine.Command {
	if s.Over {
		return nil
	}
	if s.needs().Kind == needsRoll {
		return slices.Clip(rolls[s.Rolling])
	}
	var room [usualCommands]engine.Command // on the stack
	return slices.Clone(s.appendLegal(room[:0]))
}

// appendLegal appends the commands of Legal.
func (s *State) appendLegal(all []engine.Command) []engine.Command {
	if s.Over {
		return all
	}
	switch s.needs().Kind {
	case needsHome:
		return s.homes(all)
	case needsLeave:
		return s.leavings(all)
	case needsRoll:
		return append(all, rolls[s.Rolling]...)
	case needsDraw:
		return s.drawn(all)
	case needsDeal:
		return s.dealings(all)
	case needsAnswers:
		return s.answering(all)
	case needsChoice:
		return s.chooses(all)
	case needsSettling:
		return s.settlings(all)
	case needsSummon:
		return s.summonings(all)
	case needsTable:
		return append(all, Continue{engine.Table}, Adjourn{engine.Table})
	}
	if s.Seating.Tracks {
		return s.toldCommands(all)
	}
	return s.turnsUpUntold(s.turnCommands(all))
}

// turnCommands returns what the acting seat may do.
func (s *State) turnCommands(all []engine.Command) []engine.Command {
	switch s.Stage {
	case acting:
		if s.hasPoint().Allowed() {
			all = s.actions(all)
		}
		if all = s.abilities(s.uses(all)); s.hasPoint().Allowed() {
			all = s.exchanges(all)
		}
	case absorbing:
		all = s.absorptions(s.transforms(all))
	}
	if s.acts(s.Turn).Allowed() {
		all = append(all, s.commands().Finish)
	}
	return all
}

// actions lists the actions that cost a point and bring something, those that are most often wanted
// first.
func (s *State) actions(all []engine.Command) []engine.Command {
	i, mine := s.Turn, s.commands()
	all = s.collects(s.castsListed(all))
	for n := printed.AncientRune; n <= printed.LastTile && s.thawed(i).Allowed(); n++ {
		if s.adjacent(i, n).Allowed() {
			all = append(all, mine.Travel[n-printed.AncientRune])
		}
	}
	return s.collectsCounterspell(all)
}

// exchanges lists the actions that exchange what the seat has for something else.
func (s *State) exchanges(all []engine.Command) []engine.Command {
	mine := s.commands()
	all = append(all, mine.Reroll[s.rerolls()]...)
	if s.isCursed().Allowed() {
		all = append(all, mine.Protect)
	}
	if i := s.Turn; s.sells(i).Allowed() {
		card := s.beside(s.Players[i].At)
		all = append(all, rule.Listed(Refresh{s.seat(i), card}, uint64(i)<<8^uint64(card)))
	}
	return all
}

// prepared returns the commands of a seat that are built once and reused.
func prepared(seat engine.Seat) *seatCommands {
	all := seatCommands{Protect: Protect{seat}, Finish: Finish{seat}}
	for n := range all.Travel {
		all.Travel[n] = Travel{seat, printed.AncientRune + printed.Name(n)}
	}
	for d := DiceSet(1); d <= allDice; d++ {
		var reroll engine.Command = Reroll{seat, d}
		for from := range all.Reroll {
			if d&^DiceSet(from) == 0 {
				all.Reroll[from] = append(all.Reroll[from], reroll)
			}
		}
	}
	return &all
}

// commands returns the prepared commands of the active seat.
func (s *State) commands() *seatCommands { return s.Seating.Commands[s.Turn] }
