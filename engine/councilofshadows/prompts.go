package councilofshadows

import "arbiter/engine"

// prompts says what the game waits for, and from whom.
func (s *State) prompts() []engine.Prompt {
	if s.full {
		if all := s.boardPrompts(); all != nil {
			return all
		}
	}
	if s.due.who >= 0 {
		return s.duePrompts()
	}
	switch s.phase {
	case PhaseLeaders:
		return ask(s.active().seat, engine.Say("Choose a leader"), engine.Text{})
	case PhaseBuy:
		return s.buyPrompts()
	case PhasePlan:
		return s.planPrompts()
	case PhaseReveal:
		return s.revealPrompts()
	case PhaseAct:
		return s.actPrompts()
	case PhaseFinal:
		return s.finalPrompts()
	case PhaseCubes:
		var all []engine.Prompt
		for _, i := range s.leading() {
			if s.players[i].cubes < 0 {
				all = append(all, ask(s.players[i].seat, engine.Say("How many cubes do you have on the game board?"), engine.Say("Count your cubes"))...)
			}
		}
		return all
	}
	return nil
}

func ask(seat engine.Seat, text, brief engine.Text) []engine.Prompt {
	return []engine.Prompt{{Seat: seat, Text: text, Brief: brief}}
}

func (s *State) buyPrompts() []engine.Prompt {
	left := mostPurchases - int(s.active().bought)
	return ask(s.active().seat, engine.Say("Buy up to three things, then say done; purchases left: %d", left), engine.Say("Buy: %d left", left))
}

func (s *State) duePrompts() []engine.Prompt {
	seat, what := s.players[s.due.who].seat, s.due.what
	switch {
	case what == DarkTech1 || what == DarkTech2:
		return ask(seat, engine.Say("You rise a level: choose a card of %s", what.term()), engine.Say("Choose: %s", what.term()))
	case what.isProject():
		return ask(seat, engine.Say("How much energy does %s give?", what.term()), engine.Say("Energy of %s?", what.term()))
	case what == InformationEdge:
		return ask(seat, engine.Say("Take one AI card from the display, refill it, and take the top light bonus card"), engine.Say("Take an AI card"))
	}
	return ask(seat, engine.Say("%s Report the energy, then say done", techText(what)), engine.Say("Carry out: %s", what.term()))
}

func (s *State) planPrompts() []engine.Prompt {
	var all []engine.Prompt
	for _, i := range s.ordered() {
		p := &s.players[i]
		switch {
		case p.robot() || p.ready:
		case s.round == 1:
			all = append(all, ask(p.seat, engine.Say("Lay a card on each field, then say ready"), engine.Say("Plan, then ready"))...)
		default:
			all = append(all, ask(p.seat, engine.Say("Lay a card on the left field; cover others if you like; then say ready"), engine.Say("Plan, then ready"))...)
		}
	}
	return all
}

func (s *State) revealPrompts() []engine.Prompt {
	if s.awaitsAutoma() {
		return ask(engine.Table, engine.Say("Open the top card of the Automa's pile %s", engine.Roman(int(s.pileLevel()))), engine.Say("Open the Automa's card"))
	}
	var all []engine.Prompt
	for _, card := range s.untold() {
		all = append(all, ask(engine.Table, engine.Say("What consumption is printed on %s?", card.term()), engine.Say("Consumption of %s?", card.term()))...)
	}
	return all
}

func (s *State) automaPrompts() []engine.Prompt {
	text, brief := s.automaText()
	return ask(engine.Table, text, brief)
}

func (s *State) automaText() (text, brief engine.Text) {
	card := s.automa.open
	if s.step == stepScoring {
		return engine.Say("The Automa scores: %s Report the energy of each galaxy, then say done", s.facts.card(card).mode.text()),
			engine.Say("Automa: scoring")
	}
	number, side, missing := s.asked()
	switch {
	case missing && side == Left:
		return engine.Say("What does action %d of %s say, on the left? Or, if there is none left, how does it score?", int(number), card.term()),
			engine.Say("Automa: what is printed?")
	case missing:
		return engine.Say("What does action %d of %s say, on the right?", int(number), card.term()),
			engine.Say("Automa: what is printed?")
	}
	acts, number := s.current()
	if acts[1].Number == 0 || acts[1].Does == DoesNothing {
		return engine.Say("The Automa's action %d: %s", int(number), acts[0].text()), engine.Say("Automa: action %d", int(number))
	}
	return engine.Say("The Automa's action %d: %s If that is impossible: %s", int(number), acts[0].text(), acts[1].text()),
		engine.Say("Automa: action %d", int(number))
}

func (s *State) finalPrompts() []engine.Prompt {
	p := s.active()
	if !p.robot() && int(p.counted) < len(gemColors) {
		return ask(p.seat, engine.Say("How many gems are left: %s?", gemColors[p.counted].term()), engine.Say("Count: %s", gemColors[p.counted].term()))
	}
	if p.robot() {
		return ask(engine.Table, engine.Say("Report the energy of each light bonus card of the Automa, however many it has, then say done"), engine.Say("Bonus cards, then done"))
	}
	return ask(p.seat, engine.Say("Report the energy of each bonus card, then say done"), engine.Say("Bonus cards, then done"))
}
