package castingshadows

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
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
	if s.seating.tracks {
		return slices.Clone(s.toldCommands(room[:0]))
	}
	return slices.Clone(s.turnsUpUntold(s.turnCommands(room[:0])))
}

// turnCommands are what the acting seat may do.
func (s *State) turnCommands(all []engine.Command) []engine.Command {
	switch s.stage {
	case Acting:
		if s.hasPoint().Allowed() {
			all = s.actions(all)
		}
		if all = s.abilities(s.uses(all)); s.hasPoint().Allowed() {
			all = s.mendings(all)
		}
	case Absorbing:
		all = s.absorptions(all)
	}
	if s.finishes(s.turn).Allowed() {
		all = append(all, s.commands().finish)
	}
	return all
}

// actions are those that cost a point and bring something: what is most often wanted
// comes first.
func (s *State) actions(all []engine.Command) []engine.Command {
	i, mine := s.turn, s.commands()
	all = s.collects(s.casts(all))
	for n := printed.AncientRune; n <= printed.HomeHaze; n++ {
		if s.adjacent(i, n).Allowed() {
			all = append(all, mine.travel[n-printed.AncientRune])
		}
	}
	return s.collectsCounterspell(all)
}

// mendings are the actions that bring something else instead of what one has.
func (s *State) mendings(all []engine.Command) []engine.Command {
	mine := s.commands()
	for d := DiceSet(1); d <= allDice; d++ {
		if s.rerollable(d).Allowed() {
			all = append(all, mine.reroll[d])
		}
	}
	if s.isCursed().Allowed() {
		all = append(all, mine.protect)
	}
	if i := s.turn; s.sells(i).Allowed() {
		all = append(all, Refresh{s.seat(i), s.beside(s.players[i].at)})
	}
	return all
}

// seatCommands are commands that are listed so often that they are made once.
type seatCommands struct {
	travel          [tiles]engine.Command
	reroll          [allDice + 1]engine.Command
	protect, finish engine.Command
}

func commandsOf(seat engine.Seat) *seatCommands {
	all := seatCommands{protect: Protect{seat}, finish: Finish{seat}}
	for n := range all.travel {
		all.travel[n] = Travel{seat, printed.AncientRune + printed.Name(n)}
	}
	for d := range all.reroll {
		all.reroll[d] = Reroll{seat, DiceSet(d)}
	}
	return &all
}

// commands are those of the seat that has its turn.
func (s *State) commands() *seatCommands { return s.seating.commands[s.turn] }
