package councilofshadows

import "arbiter/engine"

// prompts says what the game waits for, and from whom.
func (s *State) prompts() []engine.Prompt {
	all := s.waitsFor()
	for i, p := range all {
		if p.Seat != engine.Table {
			all[i].Doing = s.doing(p.Seat)
		}
	}
	return all
}

func (s *State) waitsFor() []engine.Prompt {
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
		return ask(s.active().seat, engine.Say("Choose your leader"), engine.Text{})
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
				all = append(all, ask(s.players[i].seat, engine.Say("Count your cubes on the game board"), engine.Say("Count your cubes"))...)
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
	return ask(s.active().seat, engine.Say("Buy something, or go on. %d left", left), engine.Say("Buy: %d left", left))
}

func (s *State) duePrompts() []engine.Prompt {
	seat, what := s.players[s.due.who].seat, s.due.what
	switch {
	case what == DarkTech1 || what == DarkTech2:
		return ask(seat, engine.Say("You rise to level %s. Choose Dark Tech", engine.Roman(1+int(what-DarkTech1))), engine.Say("Choose Dark Tech"))
	case what.isProject():
		return ask(seat, engine.Say("How much energy does %s give?", what.term()), engine.Say("Energy of %s?", what.term()))
	case what == InformationEdge:
		return ask(seat, engine.Say("Take an AI card of your choice"), engine.Say("Take an AI card"))
	}
	return ask(seat, engine.Say("%s How much energy does it bring?", techText(what)), engine.Say("%s", what.term()))
}

func (s *State) planPrompts() []engine.Prompt {
	var all []engine.Prompt
	for _, i := range s.ordered() {
		p := &s.players[i]
		switch {
		case p.robot() || p.ready:
		case s.lacks(p) == 0 && s.round == 1:
			all = append(all, engine.Prompt{Seat: p.seat, Text: engine.Say("Every field has a card. Ready?"), Brief: engine.Say("Plan your cards")})
		case s.lacks(p) == 0:
			all = append(all, engine.Prompt{Seat: p.seat, Text: engine.Say("Ready, or cover more cards?"), Brief: engine.Say("Plan your cards")})
		case s.round == 1:
			all = append(all, engine.Prompt{Seat: p.seat, Text: engine.Say("Choose a card for each field"),
				Hands: engine.Say("Lay a card on each field"), Brief: engine.Say("Plan your cards")})
		default:
			all = append(all, engine.Prompt{Seat: p.seat, Text: engine.Say("Choose a card for the first field. You may cover others"),
				Hands: engine.Say("Lay a card on the first field. You may cover others"), Brief: engine.Say("Plan your cards")})
		}
	}
	return all
}

func (s *State) revealPrompts() []engine.Prompt {
	if s.awaitsAutoma() {
		return ask(engine.Table, engine.Say("Turn over the next card of the Automa's pile %s", engine.Roman(int(s.pileLevel()))), engine.Say("Turn over the Automa's card"))
	}
	missing := s.untold()
	if len(missing) == 0 {
		return nil
	}
	card := missing[0] // one at a time
	return ask(s.shower(card), engine.Say("What consumption is printed on %s?", card.term()), engine.Say("Consumption of %s?", card.term()))
}

func (s *State) automaPrompts() []engine.Prompt {
	text, brief := s.automaText()
	return ask(engine.Table, text, brief)
}

func (s *State) automaText() (text, brief engine.Text) {
	card := s.automa.open
	if s.step == stepScoring {
		return engine.Say("The Automa scores %s. How much energy does each bring?", s.facts.card(card).mode.text()),
			engine.Say("Automa: scoring")
	}
	number, side, missing := s.asked()
	switch {
	case missing && side == Left:
		return engine.Say("%[2]s: what is action %[1]d on the left? If there is none, how does the Automa score?", int(number), card.term()),
			engine.Say("Automa: what is printed?")
	case missing:
		return engine.Say("%[2]s: what is action %[1]d on the right?", int(number), card.term()),
			engine.Say("Automa: what is printed?")
	}
	acts, number := s.current()
	if !acts[1].done() {
		return acts[0].text(), engine.Say("Automa: action %d", int(number))
	}
	return engine.Say("%s. If that is impossible: %s", acts[0].text(), acts[1].text()),
		engine.Say("Automa: action %d", int(number))
}

func (s *State) finalPrompts() []engine.Prompt {
	p := s.active()
	if !p.robot() && int(p.counted) < len(gemColors) {
		return ask(p.seat, countGems(gemColors[p.counted]), engine.Say("Count your gems"))
	}
	if p.robot() {
		return ask(engine.Table, engine.Say("Light bonus card %d of the Automa: how much energy does it bring?", int(p.bonus)+1), engine.Say("The Automa's bonus cards"))
	}
	return ask(p.seat, engine.Say("Bonus card %d: how much energy does it bring?", int(p.bonus)+1), engine.Say("Your bonus cards"))
}

func countGems(gem Item) engine.Text {
	switch gem {
	case Anthracite:
		return engine.Say("How many anthracite gems do you have left?")
	case Gold:
		return engine.Say("How many gold gems do you have left?")
	}
	return engine.Say("How many transparent gems do you have left?")
}

// doing says, for the others, what a seat that is asked for something does.
func (s *State) doing(seat engine.Seat) engine.Text {
	switch {
	case s.due.who >= 0 && (s.due.what == DarkTech1 || s.due.what == DarkTech2):
		return engine.Say("%s chooses Dark Tech", seat)
	case s.phase == PhaseLeaders:
		return engine.Say("%s chooses a leader", seat)
	case s.phase == PhaseBuy:
		return engine.Say("%s buys", seat)
	case s.phase == PhasePlan:
		return engine.Say("%s plans", seat)
	case s.phase == PhaseReveal:
		return engine.Say("%s reads a card", seat)
	case s.phase == PhaseAct && s.step == stepScoring:
		return engine.Say("%s scores", seat)
	case s.phase == PhaseAct:
		return engine.Say("%s acts", seat)
	}
	return engine.Say("%s counts", seat)
}
