package screens

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/castingshadows/printed"
)

// prompts says what the game waits for, and from whom.
func prompts(s *position.State) []engine.Prompt {
	if s.Over {
		return nil
	}
	n := s.Needs()
	if ask := asking[n.Kind]; ask != nil {
		return ask(s, n)
	}
	return turnPrompts(s)
}

var asking = map[position.NeedKind]func(*position.State, position.Need) []engine.Prompt{
	position.NeedsRoll:     rollPrompts,
	position.NeedsDraw:     drawPrompts,
	position.NeedsDeal:     dealPrompts,
	position.NeedsAnswers:  answerPrompts,
	position.NeedsChoice:   choicePrompts,
	position.NeedsSettling: settlePrompts,
	position.NeedsSummon:   summonPrompts,
	position.NeedsTable:    tablePrompts,
	position.NeedsLeave:    leavePrompts,
}

// ask asks one seat and tells the others that it is doing something.
func ask(seat engine.Seat, text, brief engine.Text) []engine.Prompt {
	p := engine.Prompt{Seat: seat, Text: text, Brief: brief}
	if seat != engine.Table {
		p.Doing = engine.Say("%s plays", seat)
	}
	return []engine.Prompt{p}
}

func rollPrompts(s *position.State, n position.Need) []engine.Prompt {
	return ask(engine.Table, engine.Say("%[2]s rolls {one die|%[1]d dice}. What do they show?", s.Rolling.Size(), s.Seat(n.Seat)), engine.Say("%s rolls", s.Seat(n.Seat)))
}

func drawPrompts(s *position.State, _ position.Need) []engine.Prompt {
	if tile := s.Lacking(); tile != 0 {
		return ask(engine.Table, engine.Say("Draw a card and lay it beside %s", tile.Term()), engine.Say("Draw a card"))
	}
	return ask(engine.Table, engine.Say("Draw a companion for the portal"), engine.Say("Draw a companion"))
}

func dealPrompts(s *position.State, n position.Need) []engine.Prompt {
	return ask(engine.Table, engine.Say("Deal a counterspell to %s", s.Seat(n.Seat)), engine.Text{})
}

// answerPrompts asks every seat that has not answered. All get the same question; what they would
// lose differs.
func answerPrompts(s *position.State, _ position.Need) (all []engine.Prompt) {
	f := s.Upper()
	order, n := s.InOrder()
	for _, i := range order[:n] {
		if !s.Asked(i).Allowed() {
			continue
		}
		text := engine.Say("%s. Turn up a counterspell?", s.About(f))
		if harm := f.Harm[i]; f.Kind == position.Damage && harm > 0 {
			text = engine.Say("%s: %d damage to you. Turn up a counterspell?", s.About(f), int(harm))
		}
		all = append(all, engine.Prompt{Seat: s.Seat(i), Text: text, Brief: engine.Say("Turn up a card?"), Doing: engine.Say("%s is asked", s.Seat(i))})
	}
	if all == nil {
		return ask(engine.Table, engine.Say("Everybody has answered"), engine.Text{})
	}
	return all
}

func choicePrompts(s *position.State, n position.Need) []engine.Prompt {
	f := s.Upper()
	part, lines := s.Lines(f)
	text := partText(s, f.Of, part)
	if s.Begun(f) {
		text = s.Line(f, lines[0]).Text()
	}
	return ask(s.Seat(n.Seat), engine.Say("%s. %s", f.Of.Term(), text), engine.Say("Choose: %s", f.Of.Term()))
}

// settlePrompts asks for what people carry out themselves.
func settlePrompts(s *position.State, _ position.Need) []engine.Prompt {
	of := s.Upper().Of
	if s.Upper().IsPrice() {
		return ask(engine.Table, engine.Say("Nobody has told what %s costs: pay what is printed, and tell what is left", of.Term()), engine.Say("Pay for %s", of.Term()))
	}
	if text := printedText(s, of); !text.IsZero() {
		return ask(engine.Table, engine.Say("%s: %s. Do that, and tell what is different then", of.Term(), text), engine.Say("Do what %s says", of.Term()))
	}
	return ask(engine.Table, engine.Say("Do what %s says, and tell what is different then", of.Term()), engine.Say("Do what %s says", of.Term()))
}

func summonPrompts(s *position.State, n position.Need) []engine.Prompt {
	return ask(s.Seat(n.Seat), engine.Say("You change into your shadow form. Take a companion from the portal"), engine.Say("Take a companion"))
}

func leavePrompts(s *position.State, n position.Need) []engine.Prompt {
	return ask(s.Seat(n.Seat), engine.Say("You are stunned. Which {die|%d dice} do you leave out?", int(s.Fewer)), engine.Say("Leave out {a die|%d dice}", int(s.Fewer)))
}

func tablePrompts(s *position.State, _ position.Need) []engine.Prompt {
	return ask(engine.Table, engine.Say("Nobody has harmed anybody for a long time. Play on, or end the game as a draw?"), engine.Say("Play on?"))
}

// turnPrompts asks the seat whose turn it is.
func turnPrompts(s *position.State) []engine.Prompt {
	seat := s.Seat(s.Turn)
	switch {
	case s.Stage == position.Acting && s.Points > 0:
		return ask(seat, engine.Say("Use {your last action|one of your %d actions}", int(s.Points)), engine.Say("{%d action|%d actions} left", int(s.Points)))
	case s.Stage == position.Acting:
		return ask(seat, engine.Say("No action is left. Go on to absorbing"), engine.Say("Go on"))
	case s.Stage == position.Absorbing && s.Seating.Stays && s.EnergyFull():
		return ask(seat, engine.Say("Change into your shadow form, or end your turn and wait"), engine.Say("Change, or end"))
	case s.Stage == position.Absorbing && s.Seating.Tracks && s.Seating.Ends && s.Active().Energy >= s.Active().Limit():
		return ask(seat, engine.Say("Enter 1 damage for each of your cursed crystals, then end your turn"), engine.Say("Curses, then end"))
	case s.Stage == position.Absorbing:
		return ask(seat, engine.Say("Absorb shadow fragments, or end your turn"), engine.Say("Absorb, or end"))
	}
	return nil
}

// reminders lists what people tend to forget: curses, a ready ability, and texts that are read out.
func reminders(s *position.State) (all []engine.Prompt) {
	if s.Over || s.Stage == 0 || s.Active().Out {
		return nil
	}
	seat, p := s.Seat(s.Turn), s.Active()
	remind := func(text, brief engine.Text) {
		all = append(all, engine.Prompt{Seat: seat, Text: text, Brief: brief})
	}
	if n := int(s.Pool(s.Turn)[printed.CursedCrystal]); n > 0 && s.Stage == position.Acting {
		remind(engine.Say("{One cursed crystal|%d cursed crystals} in your pool: as much damage at the end of the turn.", n), engine.Say("{%d curse|%d curses}", n))
	}
	if p.Shadow && s.Stage == position.Acting && p.Energy >= p.Limit() {
		remind(engine.Say("Your shadow ability is charged: it costs no action."), engine.Say("Ability charged"))
	}
	for _, text := range readOut(s) {
		remind(text, engine.Text{})
	}
	return all
}

// readOut returns the texts that apply to the active seat all the time: people have to follow them.
func readOut(s *position.State) (all []engine.Text) {
	things := s.Things(s.Turn)
	of := things[:]
	if s.Active().Shadow {
		of = append(of, s.Character(s.Turn).Shadow())
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
