package councilofshadows

import "arbiter/engine"

// What the full book waits for, in words.

func (s *State) actPrompts() []engine.Prompt {
	p := s.active()
	switch {
	case p.robot():
		return s.automaPrompts()
	case s.step == stepScoring:
		return ask(p.seat, engine.Say("Score a galaxy, or end your turn. How much energy?"), engine.Say("Score, or end your turn"))
	}
	return ask(p.seat, engine.Say("Play your cards from left to right. How much energy do they bring?"), engine.Say("Play your cards"))
}

// boardPrompts says what the full book waits for; it is empty if the prompts of both books apply.
func (s *State) boardPrompts() []engine.Prompt {
	switch s.pending() {
	case needsDraw:
		return ask(engine.Table, engine.Say("Draw a tile of parsec %d", int(s.table.pile)), engine.Say("Draw: parsec %d", int(s.table.pile)))
	case needsPlace:
		if s.automaActs() {
			return ask(engine.Table, engine.Say("Choose a system for the Automa, and a free field"), engine.Say("Choose a system"))
		}
		return ask(s.players[s.actor()].seat, engine.Say("Choose a system, and a free field in parsec %d", int(s.table.pile)), engine.Say("Choose a system"))
	case needsRefill:
		if s.phase == PhaseSetup {
			return ask(engine.Table, engine.Say("Lay out AI cards for the display. Which one is next?"), engine.Say("Lay out the display"))
		}
		return ask(engine.Table, engine.Say("Fill the gap with the next AI card"), engine.Say("Fill the display"))
	case needsDeal:
		return s.dealPrompts()
	case needsReturn:
		return ask(s.players[s.overfull()].seat, engine.Say("You may keep four bonus cards. Which one goes?"), engine.Say("Which bonus card goes?"))
	case needsRemoval:
		return ask(engine.Table, engine.Say("Look through the %s: which two cards are missing?", s.due.what.term()), engine.Say("Two cards are missing"))
	}
	switch {
	case s.statesCardboard():
		return ask(engine.Table, engine.Say("Enter what lies on the table: tiles, cubes, stations, gems, bonus cards"), engine.Say("Enter what lies there"))
	case s.automaActs():
		return ask(engine.Table, engine.Say("%s. Choose for it", s.automaAction().text()), engine.Say("Choose for the Automa"))
	case s.carryingOut():
		return s.stepPrompts()
	case s.phase == PhaseAct && s.step == stepScoring && s.active().robot():
		return ask(engine.Table, engine.Say("The Automa scores. Which of its cubes goes back?"), engine.Say("Choose for the Automa"))
	case s.phase == PhaseAct && s.step == stepScoring && s.due.who < 0:
		return ask(s.active().seat, engine.Say("Score a galaxy, or end your turn"), engine.Say("Score, or end your turn"))
	case s.phase == PhaseFinal && s.active().robot():
		return ask(engine.Table, engine.Say("Show the Automa's bonus cards"), engine.Say("Show bonus cards"))
	case s.phase == PhaseFinal:
		return ask(s.active().seat, engine.Say("Show your bonus cards"), engine.Say("Show bonus cards"))
	}
	return nil
}

func (s *State) dealPrompts() []engine.Prompt {
	var all []engine.Prompt
	for _, i := range s.ordered() {
		if s.players[i].owed == 0 {
			continue
		}
		text := engine.Say("%s takes a light bonus card", s.players[i].seat)
		switch {
		case s.players[i].robot():
			text = engine.Say("The Automa takes a light bonus card")
		case s.phase == PhaseSetup:
			text = engine.Say("%s takes a dark bonus card", s.players[i].seat)
		}
		all = append(all, engine.Prompt{Seat: engine.Table, Text: text, Brief: engine.Say("Bonus card: %s", s.players[i].seat)})
	}
	return all
}

// stepPrompts asks for the step that is due; if it has alternatives it names each.
func (s *State) stepPrompts() []engine.Prompt {
	var text engine.Text
	for _, o := range s.alternatives() {
		if o.task == noTask || !s.goesOn(o) {
			continue
		}
		if text.IsZero() {
			text = o.asks()
			continue
		}
		text = engine.Say("%s or %s", text, o.asks())
	}
	return ask(s.players[s.actor()].seat, engine.Say("%s: %s", s.quoted(s.inPlay.card), text), engine.Say("%s", s.inPlay.card.term()))
}

// asks says what to choose in an alternative of a step.
func (o alternative) asks() engine.Text {
	switch o.task {
	case colonizing:
		if o.count > 1 {
			return engine.Say("choose %s for %d cubes", o.place(), int(o.count))
		}
		return engine.Say("choose %s", o.place())
	case discovering:
		return engine.Say("choose a parsec")
	case harvesting:
		if o.where == anywhere {
			return engine.Say("take {one yield|up to %d yields} in any range", int(o.count))
		}
		return engine.Say("take {one yield|up to %d yields}", int(o.count))
	case yielding:
		return engine.Say("take {its yield|its yield %d times}", int(o.count))
	case upgrading:
		return engine.Say("raise a gem by one step, for free")
	case scoring:
		return engine.Say("score {one galaxy|up to %d galaxies}", int(o.count))
	}
	return engine.Say("take the gems shown")
}

// place says on which planets an alternative puts cubes.
func (o alternative) place() engine.Text {
	switch {
	case o.where == anywhere && o.any:
		return engine.Say("any planet in any range")
	case o.where == anywhere:
		return engine.Say("a planet in any range")
	case o.where == inNew && o.any:
		return engine.Say("any planet of the new system")
	case o.where == inNew:
		return engine.Say("a planet of the new system")
	case o.where == inSame && o.any:
		return engine.Say("any planet of the same system")
	case o.where == inSame:
		return engine.Say("a planet of the same system")
	case o.any:
		return engine.Say("any planet")
	}
	return engine.Say("a planet")
}
