package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// prompts says what the game waits for, and from whom.
func (s *State) prompts() []engine.Prompt {
	if s.Over {
		return nil
	}
	n := s.needs()
	if ask := asking[n.Kind]; ask != nil {
		return ask(s, n)
	}
	return s.turnPrompts()
}

var asking = map[needKind]func(*State, need) []engine.Prompt{
	needsRoll:     (*State).rollPrompts,
	needsDraw:     (*State).drawPrompts,
	needsDeal:     (*State).dealPrompts,
	needsAnswers:  (*State).answerPrompts,
	needsChoice:   (*State).choicePrompts,
	needsSettling: (*State).settlePrompts,
	needsSummon:   (*State).summonPrompts,
	needsTable:    (*State).tablePrompts,
	needsLeave:    (*State).leavePrompts,
	needsHome:     (*State).homePrompts,
}

func (s *State) homePrompts(n need) []engine.Prompt {
	return ask(s.seat(n.Seat), engine.Say("Choose the home tile that you start on"), engine.Say("Choose a home"))
}

// ask asks one seat and tells the others that it is doing something.
func ask(seat engine.Seat, text, brief engine.Text) []engine.Prompt {
	p := engine.Prompt{Seat: seat, Text: text, Brief: brief}
	if seat != engine.Table {
		p.Doing = engine.Say("%s plays", seat)
	}
	return []engine.Prompt{p}
}

func (s *State) rollPrompts(n need) []engine.Prompt {
	return ask(engine.Table, engine.Say("%[2]s rolls {one die|%[1]d dice}. What do they show?", s.Rolling.size(), s.seat(n.Seat)), engine.Say("%s rolls", s.seat(n.Seat)))
}

func (s *State) drawPrompts(_ need) []engine.Prompt {
	if tile := s.lacking(); tile != 0 {
		return ask(engine.Table, engine.Say("Draw a card and lay it beside %s", tile.Term()), engine.Say("Draw a card"))
	}
	return ask(engine.Table, engine.Say("Draw a companion for the portal"), engine.Say("Draw a companion"))
}

func (s *State) dealPrompts(n need) []engine.Prompt {
	return ask(engine.Table, engine.Say("Deal a counterspell to %s", s.seat(n.Seat)), engine.Text{})
}

// answerPrompts asks every seat that has not answered. All get the same question; what they would
// lose differs.
func (s *State) answerPrompts(_ need) (all []engine.Prompt) {
	f := s.upper()
	order, n := s.inOrder()
	for _, i := range order[:n] {
		if !s.asked(i).Allowed() {
			continue
		}
		text := engine.Say("%s. Turn up a counterspell?", s.about(f))
		if harm := f.Harm[i]; f.Kind == damage && harm > 0 {
			text = engine.Say("%s: %d damage to you. Turn up a counterspell?", s.about(f), int(harm))
		}
		all = append(all, engine.Prompt{Seat: s.seat(i), Text: text, Brief: engine.Say("Turn up a card?"), Doing: engine.Say("%s is asked", s.seat(i))})
	}
	if all == nil {
		return ask(engine.Table, engine.Say("Everybody has answered"), engine.Text{})
	}
	return all
}

func (s *State) choicePrompts(n need) []engine.Prompt {
	f := s.upper()
	text := s.partText(f.Of, s.nextPart(f))
	if s.begun(f) {
		text = s.line(f, f.Chosen.Line).Text()
	}
	return ask(s.seat(n.Seat), engine.Say("%s. %s", f.Of.Term(), text), engine.Say("Choose: %s", f.Of.Term()))
}

// settlePrompts asks for what people carry out themselves.
func (s *State) settlePrompts(_ need) []engine.Prompt {
	of := s.upper().Of
	if s.upper().isPrice() {
		return ask(engine.Table, engine.Say("Nobody has told what %s costs: pay what is printed, and tell what is left", of.Term()), engine.Say("Pay for %s", of.Term()))
	}
	if text := s.printedText(of); !text.IsZero() {
		return ask(engine.Table, engine.Say("%s: %s. Do that, and tell what is different then", of.Term(), text), engine.Say("Do what %s says", of.Term()))
	}
	return ask(engine.Table, engine.Say("Do what %s says, and tell what is different then", of.Term()), engine.Say("Do what %s says", of.Term()))
}

func (s *State) summonPrompts(n need) []engine.Prompt {
	return ask(s.seat(n.Seat), engine.Say("You change into your shadow form. Take a companion from the portal"), engine.Say("Take a companion"))
}

func (s *State) leavePrompts(n need) []engine.Prompt {
	return ask(s.seat(n.Seat), engine.Say("You are stunned. Which {die|%d dice} do you leave out?", int(s.Fewer)), engine.Say("Leave out {a die|%d dice}", int(s.Fewer)))
}

func (s *State) tablePrompts(_ need) []engine.Prompt {
	return ask(engine.Table, engine.Say("Nobody has harmed anybody for a long time. Play on, or end the game as a draw?"), engine.Say("Play on?"))
}

// turnPrompts asks the seat whose turn it is.
func (s *State) turnPrompts() []engine.Prompt {
	seat := s.seat(s.Turn)
	switch {
	case s.Stage == acting && s.Points > 0:
		return ask(seat, engine.Say("Use {your last action|one of your %d actions}", int(s.Points)), engine.Say("{%d action|%d actions} left", int(s.Points)))
	case s.Stage == acting:
		return ask(seat, engine.Say("No action is left. Go on to absorbing"), engine.Say("Go on"))
	case s.Stage == absorbing && s.Seating.Stays && s.energyFull():
		return ask(seat, engine.Say("Change into your shadow form, or end your turn and wait"), engine.Say("Change, or end"))
	case s.Stage == absorbing && s.Seating.Tracks && s.Seating.Ends && s.active().Energy >= s.active().limit():
		return ask(seat, engine.Say("Enter 1 damage for each of your cursed crystals, then end your turn"), engine.Say("Curses, then end"))
	case s.Stage == absorbing:
		return ask(seat, engine.Say("Absorb shadow fragments, or end your turn"), engine.Say("Absorb, or end"))
	}
	return nil
}

// reminders lists what people tend to forget: curses, a ready ability, and texts that are read out.
func (s *State) reminders() (all []engine.Prompt) {
	if s.Over || s.Stage == 0 || s.active().Out {
		return nil
	}
	seat, p := s.seat(s.Turn), s.active()
	remind := func(text, brief engine.Text) {
		all = append(all, engine.Prompt{Seat: seat, Text: text, Brief: brief})
	}
	if n := int(s.pool(s.Turn)[printed.CursedCrystal]); n > 0 && s.Stage == acting {
		remind(engine.Say("{One cursed crystal|%d cursed crystals} in your pool: as much damage at the end of the turn.", n), engine.Say("{%d curse|%d curses}", n))
	}
	if p.Shadow && s.Stage == acting && p.Energy >= p.limit() {
		remind(engine.Say("Your shadow ability is charged: it costs no action."), engine.Say("Ability charged"))
	}
	for _, text := range s.readOut() {
		remind(text, engine.Text{})
	}
	return all
}

// readOut returns the texts that apply to the active seat all the time: people have to follow them.
func (s *State) readOut() (all []engine.Text) {
	things := s.things(s.Turn)
	of := things[:]
	if s.active().Shadow {
		of = append(of, s.character(s.Turn).Shadow())
	}
	for _, n := range of {
		for _, t := range s.Facts.Texts(n) {
			if t.When == printed.Always {
				all = append(all, engine.Say("%s: %s", n.Term(), engine.Term(spaced(t.Text))))
			}
		}
	}
	return all
}
