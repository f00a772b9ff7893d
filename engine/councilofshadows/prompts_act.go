package councilofshadows

import "arbiter/engine"

// What the full book waits for, in words.

func (s *State) actPrompts() []engine.Prompt {
	p := s.active()
	switch {
	case p.robot():
		return s.automaPrompts()
	case s.step == stepScoring:
		return ask(p.seat, engine.Say("Score galaxies if you like: report the energy of each, then say done"), engine.Say("Score, then done"))
	}
	return ask(p.seat, engine.Say("Carry out your cards from left to right, report the energy, then slide the cards"), engine.Say("Act, then slide"))
}

// boardPrompts says what the full book waits for; none if the other prompts hold.
func (s *State) boardPrompts() []engine.Prompt {
	switch s.pending() {
	case needsDraw:
		return ask(engine.Table, engine.Say("Draw a tile from the stack of parsec %d", int(s.table.pile)), engine.Say("Draw: parsec %d", int(s.table.pile)))
	case needsPlace:
		if s.automaActs() {
			return ask(engine.Table, engine.Say("Lay one of the tiles for the Automa where its card says; the other goes under its stack"), engine.Say("Lay a tile"))
		}
		return ask(s.players[s.actor()].seat, engine.Say("Lay one of the tiles on a free field of parsec %d; the other goes under its stack", int(s.table.pile)), engine.Say("Lay a tile"))
	case needsRefill:
		return ask(engine.Table, engine.Say("Lay the next AI card on place %d of the display", s.gap()+1), engine.Say("Fill the display"))
	case needsDeal:
		return s.dealPrompts()
	case needsReturn:
		return ask(s.players[s.overfull()].seat, engine.Say("Five bonus cards are one too many: put one under the pile"), engine.Say("Return a bonus card"))
	case needsRemoval:
		return ask(engine.Table, engine.Say("Look through %s: which two cards are missing?", s.due.what.term()), engine.Say("Missing in %s?", s.due.what.term()))
	}
	switch {
	case s.statesCardboard():
		return ask(engine.Table, engine.Say("State what lies on the board and before the seats: tiles, cubes, stations, gems, bonus cards; then say done"), engine.Say("State the cardboard"))
	case s.automaActs():
		return ask(engine.Table, engine.Say("Choose for the Automa: %s", s.automaAction().text()), engine.Say("Choose for the Automa"))
	case s.carryingOut():
		return s.stepPrompts()
	case s.phase == PhaseAct && s.step == stepScoring && s.active().robot():
		return ask(engine.Table, engine.Say("Choose which cube of the Automa leaves"), engine.Say("Choose for the Automa"))
	case s.phase == PhaseAct && s.step == stepScoring && s.due.who < 0:
		return ask(s.active().seat, engine.Say("Score galaxies if you like, then say done"), engine.Say("Score, then done"))
	case s.phase == PhaseFinal && s.active().robot():
		return ask(engine.Table, engine.Say("Show the Automa's bonus cards one after the other"), engine.Say("Show bonus cards"))
	case s.phase == PhaseFinal:
		return ask(s.active().seat, engine.Say("Show your bonus cards one after the other"), engine.Say("Show bonus cards"))
	}
	return nil
}

func (s *State) dealPrompts() []engine.Prompt {
	var all []engine.Prompt
	for _, i := range s.ordered() {
		if s.players[i].owed == 0 {
			continue
		}
		text := engine.Say("%s takes the top light bonus card, looks at it and lays it face down", s.players[i].seat)
		switch {
		case s.players[i].robot():
			text = engine.Say("The Automa gets the top light bonus card, face down")
		case s.phase == PhaseSetup:
			text = engine.Say("%s gets a dark bonus card face down", s.players[i].seat)
		}
		all = append(all, engine.Prompt{Seat: engine.Table, Text: text, Brief: engine.Say("Bonus card: %s", s.players[i].seat)})
	}
	return all
}

// stepPrompts asks for the step that waits; with alternatives it names each.
func (s *State) stepPrompts() []engine.Prompt {
	var text engine.Text
	for _, o := range s.alternatives() {
		if o.task == noTask || !s.goesOn(o) {
			continue
		}
		if text.IsZero() {
			text = o.text()
			continue
		}
		text = engine.Say("%s; or: %s", text, o.text())
	}
	return ask(s.players[s.actor()].seat, engine.Say("%s: %s", s.inPlay.card.term(), text), engine.Say("Carry out: %s", s.inPlay.card.term()))
}

// text says what an alternative of a step does.
func (o alternative) text() engine.Text {
	switch o.task {
	case colonizing:
		return engine.Say("cubes on a planet: %d (%s, %s)", int(o.count), o.where.text(), o.fits())
	case discovering:
		return engine.Say("discover (%s)", o.where.text())
	case harvesting:
		return engine.Say("harvest, at most: %d (%s)", int(o.count), o.where.text())
	case yielding:
		return engine.Say("take the yield, so many times: %d (%s)", int(o.count), o.where.text())
	case upgrading:
		return engine.Say("raise a gem by one step, or say done")
	case scoring:
		return engine.Say("score different galaxies, at most: %d", int(o.count))
	}
	return engine.Say("take the gems shown")
}

func (w area) text() engine.Text {
	switch w {
	case anywhere:
		return engine.Say("anywhere")
	case inNew:
		return engine.Say("on the new tile")
	case inSame:
		return engine.Say("in the same system")
	}
	return engine.Say("in range")
}

func (o alternative) fits() engine.Text {
	if o.any {
		return engine.Say("any planet")
	}
	return engine.Say("by adaptability")
}
