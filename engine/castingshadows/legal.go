package castingshadows

import (
	"slices"

	"arbiter/engine"
)

// usualCommands is room for the commands of most positions.
const usualCommands = 128

// Legal lists what Decide accepts, of payments the sensible ones, for all seats. Each list
// asks the rules that Decide asks, as soon as their arguments are known.
func (s *State) Legal() []engine.Command {
	if s.over {
		return nil
	}
	var room [usualCommands]engine.Command // on the stack
	switch s.needs().kind {
	case needsRoll:
		return slices.Clone(rolls[s.rolling])
	case needsDraw:
		return slices.Clone(s.drawn(room[:0]))
	case needsDeal:
		return slices.Clone(s.dealings(room[:0]))
	case needsAnswers:
		return slices.Clone(s.answering(room[:0]))
	case needsChoice:
		return slices.Clone(s.chooses(room[:0]))
	case needsSettling:
		return slices.Clone(s.settlings(room[:0]))
	case needsSummon:
		return slices.Clone(s.summonings(room[:0]))
	case needsTable:
		return []engine.Command{Continue{engine.Table}, Adjourn{engine.Table}}
	}
	return slices.Clone(s.turnCommands(room[:0]))
}

// turnCommands are what the acting seat may do.
func (s *State) turnCommands(all []engine.Command) []engine.Command {
	seat := s.seat(s.turn)
	switch s.stage {
	case Acting:
		if s.hasPoint().allowed() {
			all = s.actions(all)
		}
		all = s.abilities(s.uses(all))
	case Absorbing:
		all = s.absorptions(all)
	}
	if s.finishes(s.turn).allowed() {
		all = append(all, Finish{seat})
	}
	return all
}

// actions are those that cost a point.
func (s *State) actions(all []engine.Command) []engine.Command {
	i, seat := s.turn, s.seat(s.turn)
	for _, n := range s.laidOut() {
		if s.adjacent(i, n).allowed() {
			all = append(all, Travel{seat, n})
		}
	}
	all = s.casts(all)
	for d := DiceSet(1); d <= allDice; d++ {
		if s.rerollable(d).allowed() {
			all = append(all, Reroll{seat, d})
		}
	}
	if s.isCursed().allowed() {
		all = append(all, Protect{seat})
	}
	if s.sells(i).allowed() {
		all = append(all, Refresh{seat})
	}
	return s.collectsCounterspell(s.collects(all))
}
