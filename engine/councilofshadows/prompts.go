package councilofshadows

import "arbiter/engine"

// prompts says what the game waits for, and from whom.
func (s *State) prompts() []engine.Prompt {
	if s.due.who >= 0 {
		return s.duePrompts()
	}
	switch s.phase {
	case PhaseLeaders:
		return ask(s.active().seat, "Choose a leader")
	case PhaseBuy:
		return ask(s.active().seat, "Buy up to three things, then say done; purchases left: %d", mostPurchases-int(s.active().bought))
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
				all = append(all, ask(s.players[i].seat, "How many cubes does %s have on the game board?", s.players[i].seat)...)
			}
		}
		return all
	}
	return nil
}

func ask(seat engine.Seat, format string, args ...any) []engine.Prompt {
	return []engine.Prompt{{Seat: seat, Text: engine.Say(format, args...)}}
}

func (s *State) duePrompts() []engine.Prompt {
	seat, what := s.players[s.due.who].seat, s.due.what
	switch {
	case what == DarkTech1 || what == DarkTech2:
		return ask(seat, "%s rises a level: choose a card of %s", seat, what.term())
	case what.isProject():
		return ask(seat, "How much energy does %s give?", what.term())
	case what == InformationEdge:
		return ask(seat, "Take one AI card from the display, refill it, and take the top light bonus card")
	}
	return []engine.Prompt{{Seat: seat, Text: engine.Say("%s Report the energy, then say done", techText(what))}}
}

func (s *State) planPrompts() []engine.Prompt {
	var all []engine.Prompt
	for _, i := range s.ordered() {
		p := &s.players[i]
		switch {
		case p.robot() || p.ready:
		case s.round == 1:
			all = append(all, ask(p.seat, "Lay a card on each field, then say ready")...)
		default:
			all = append(all, ask(p.seat, "Lay a card on the left field; cover others if you like; then say ready")...)
		}
	}
	return all
}

func (s *State) revealPrompts() []engine.Prompt {
	if s.awaitsAutoma() {
		return ask(engine.Table, "Open the top card of the Automa's pile %s", engine.Roman(int(s.pileLevel())))
	}
	var all []engine.Prompt
	for _, card := range s.untold() {
		all = append(all, ask(engine.Table, "What consumption is printed on %s?", card.term())...)
	}
	return all
}

func (s *State) actPrompts() []engine.Prompt {
	p := s.active()
	switch {
	case p.robot():
		return s.automaPrompts()
	case s.step == stepScoring:
		return ask(p.seat, "Score galaxies if you like: report the energy of each, then say done")
	}
	return ask(p.seat, "Carry out your cards from left to right, report the energy, then slide the cards")
}

func (s *State) automaPrompts() []engine.Prompt {
	if s.step == stepScoring {
		return ask(engine.Table, "The Automa scores: %s Report the energy of each galaxy, then say done", s.facts.card(s.automa.open).mode.text())
	}
	number, side, missing := s.asked()
	switch {
	case missing && side == Left:
		return ask(engine.Table, "What does action %d of %s say, on the left? Or, if there is none left, how does it score?", int(number), s.automa.open.term())
	case missing:
		return ask(engine.Table, "What does action %d of %s say, on the right?", int(number), s.automa.open.term())
	}
	acts, number := s.current()
	if acts[1].Number == 0 || acts[1].Does == DoesNothing {
		return ask(engine.Table, "The Automa's action %d: %s", int(number), acts[0].text())
	}
	return ask(engine.Table, "The Automa's action %d: %s If that is impossible: %s", int(number), acts[0].text(), acts[1].text())
}

func (m Mode) text() engine.Text {
	switch m {
	case ScoreMajorities:
		return engine.Say("all galaxies in which it has the majority.")
	case ScoreAll:
		return engine.Say("all galaxies in which it has a colony.")
	}
	return engine.Say("no galaxy.")
}

// text reads an action of an Automa card out.
func (a Acts) text() engine.Text {
	where := engine.Say("in the galaxies shown")
	if a.Galaxy != "" && a.Galaxy != "shown" {
		where = engine.Say("in the galaxy %s", engine.Term(a.Galaxy))
	}
	if a.Parsec != 0 {
		where = engine.Say("in parsec %d, %s", int(a.Parsec), where)
	}
	switch a.Does {
	case DoesColonize:
		return engine.Say("Put %d on one planet (%s), %s.", int(a.Count), engine.Term(a.Planet), where)
	case DoesDiscover:
		return engine.Say("Discover %s; then put %d on one planet (%s) of the new tile.", where, int(a.Count), engine.Term(a.Planet))
	case DoesEnergy:
		return engine.Say("It gains energy: %d.", int(a.Count))
	case DoesFlush:
		return engine.Say("Replace the four AI cards shown crossed out.")
	}
	return engine.Say("Nothing.")
}

func (s *State) finalPrompts() []engine.Prompt {
	p := s.active()
	if !p.robot() && int(p.counted) < len(gemColors) {
		return ask(p.seat, "How many gems are left: %s?", gemColors[p.counted].term())
	}
	return ask(p.seat, "Report the energy of each bonus card, then say done")
}

// reminders lists the steps that people forget: powers that concern the
// cardboard, at the moment they matter.
func (s *State) reminders() []engine.Prompt {
	if s.turn < 0 || s.due.who >= 0 {
		return nil
	}
	p := s.active()
	var when []Item
	switch {
	case s.phase == PhaseBuy:
		when = []Item{Zoe}
	case s.phase == PhaseAct && s.step == stepMain:
		when = []Item{GemRefinement, Discoverers, ExperiencedTraveler}
	case s.phase == PhaseAct && s.step == stepScoring:
		when = []Item{S3E3, Empire, Feudalism, Buteo, StationHarvest, StationScore, StationColonize, Casares, Breish}
	}
	var all []engine.Prompt
	for _, i := range when {
		if p.leader == i || p.knows(i) || p.has.contains(i) {
			all = append(all, engine.Prompt{Seat: p.seat, Text: engine.Say("%s: %s", i.term(), techText(i))})
		}
	}
	return all
}

// techText says what a card, leader or station does on the cardboard.
func techText(i Item) engine.Text {
	switch i {
	case Zoe:
		return engine.Say("Put one free colony by adaptability, in any range; it is no purchase.")
	case GemRefinement:
		return engine.Say("Gems from yields come one step higher.")
	case Discoverers:
		return engine.Say("When you discover and settle there, put one more cube.")
	case ExperiencedTraveler:
		return engine.Say("You may harvest other players' colonies too.")
	case S3E3:
		return engine.Say("Before scoring, gain one energy for each of your colonies on the board.")
	case Empire:
		return engine.Say("Before scoring, gain 3 energy for each galaxy in which you have the majority.")
	case Feudalism:
		return engine.Say("Before scoring, gain 3 energy for each solar system in which you have the majority.")
	case Buteo:
		return engine.Say("Harvest once, in any range, where you have a colony.")
	case StationHarvest:
		return engine.Say("Take the yield of one solar system in its galaxy where you have a colony.")
	case StationScore:
		return engine.Say("Scoring its galaxy removes no cube.")
	case StationColonize:
		return engine.Say("Its three cubes count for the majority.")
	case Casares:
		return engine.Say("With three or more colonies in a galaxy, scoring removes no cube.")
	case Breish:
		return engine.Say("In a tied galaxy you get the higher reward.")
	}
	return techTextNow(i)
}

// techTextNow says what is carried out on the cardboard at once.
func techTextNow(i Item) engine.Text {
	switch i {
	case ScienceSettlement:
		return engine.Say("Put one colony anywhere and take that system's yield once.")
	case ResourcePeople:
		return engine.Say("Take two yields where you have a colony, in any range.")
	case ExplorationTrip:
		return engine.Say("Discover anywhere; put a tower of two there, or harvest there twice.")
	case DominantPeople:
		return engine.Say("Score two different galaxies, majority and cube as usual.")
	case ExtraSettlement:
		return engine.Say("Put a tower of two anywhere.")
	}
	return engine.Say("Carry it out on the board.")
}
